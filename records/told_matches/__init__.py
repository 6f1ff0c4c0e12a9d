"""Played matches as frozen values: what every hand gave, and what is usual in random matches of the same rules."""
