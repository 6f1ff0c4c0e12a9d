"""Standings that are kept between results: what one result changes is counted again, and nothing else."""

from standings.running.standings import RunningStandings

__all__ = ["RunningStandings"]
