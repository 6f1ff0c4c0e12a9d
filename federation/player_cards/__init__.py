"""The card of a person over all evenings of a club: with whom, against whom, at which games, and every number with its matches."""
