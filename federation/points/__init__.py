"""How many points a place gives: a table and a formula that people can edit. Pure."""
