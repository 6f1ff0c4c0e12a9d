"""The winners of a finished tournament."""

from scoring.standings_pages.queries import StandingLine, find_deciding_stage, read_standings_view
from tournaments.models import Tournament
from tournaments.people.naming import IN_FULL, Naming

PLACES = 3


def read_podium(tournament: Tournament, naming: Naming = IN_FULL) -> tuple[StandingLine, ...]:
    """The first three of the deciding stage; empty while anything is played, or if the stage has several rankings."""
    stage = find_deciding_stage(tournament) if tournament.state == Tournament.State.FINISHED else None
    if stage is None:
        return ()
    groups = read_standings_view(stage, naming).groups
    return tuple(line for line in groups[0].lines if line.placed and line.rank <= PLACES) if len(groups) == 1 else ()
