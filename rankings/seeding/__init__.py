"""Seeds of a tournament's entries from the ranking of a season."""
