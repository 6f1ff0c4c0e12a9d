"""The rating of a club: counted from its matches, as a list, and as a way to seed."""
