"""Movements of individuals: who sits at which table with whom, round by round."""
