"""The tokens of a tournament or a club: made, shown once, ended."""
