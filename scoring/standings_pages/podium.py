"""The winners of a finished tournament."""

from scoring.standings_pages.queries import StandingLine, find_deciding_stage, read_first_lines
from tournaments.models import Tournament
from tournaments.people.naming import IN_FULL, Naming

PLACES = 3
MOST_WINNERS = 12
"""Entries on a podium; where more share the first places, there is none."""


def read_podium(tournament: Tournament, naming: Naming = IN_FULL) -> tuple[StandingLine, ...]:
    """The first three of the deciding stage; empty while anything is played, or if the stage has several rankings or no winners yet."""
    stage = find_deciding_stage(tournament) if tournament.state == Tournament.State.FINISHED else None
    return read_first_lines(stage, naming, until=PLACES, most=MOST_WINNERS) if stage else ()
