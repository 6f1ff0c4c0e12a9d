"""Who won, once everything is played."""

from scoring.standings_pages.queries import StandingLine, deciding_stage, standings_view
from tournaments.models import Tournament
from tournaments.people.naming import IN_FULL, Naming

PLACES = 3


def podium_of(tournament: Tournament, naming: Naming = IN_FULL) -> tuple[StandingLine, ...]:
    """The first three of the stage that decides; nobody while something is played, or where several rankings stand side by side."""
    stage = deciding_stage(tournament) if tournament.state == Tournament.State.FINISHED else None
    if stage is None:
        return ()
    groups = standings_view(stage, naming).groups
    return tuple(line for line in groups[0].lines if line.placed and line.rank <= PLACES) if len(groups) == 1 else ()
