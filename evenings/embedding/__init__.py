"""Standings, bracket, pairings and enrolment in a frame of another site (docs/embedding.md)."""
