"""Who won, once everything is played."""

from scoring.queries.tables import StandingLine, stages_of, standings_view
from tournaments.models import Tournament
from tournaments.queries.naming import IN_FULL, Naming

PLACES = 3


def podium_of(tournament: Tournament, naming: Naming = IN_FULL) -> tuple[StandingLine, ...]:
    """The first three of the stage that decides; nobody while something is played, or where several rankings stand side by side."""
    stages = stages_of(tournament)
    if tournament.state != Tournament.State.FINISHED or not stages:
        return ()
    groups = standings_view(stages[0], naming).groups
    return tuple(line for line in groups[0].lines if line.placed and line.rank <= PLACES) if len(groups) == 1 else ()
