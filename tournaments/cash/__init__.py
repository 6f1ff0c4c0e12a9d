"""The cash of a tournament: fees, the book of what was taken in and paid out, the pot."""
