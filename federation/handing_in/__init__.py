"""The result file of a tournament: what the desk adds for the union, and the file at the desk and on the public page."""
