"""Who may confirm a match at the desk: somebody who entered none of its lines."""

from scoring.ledger.match_log import State
from scoring.matches.history import read_actor_names
from scoring.matches.queries import MatchView


def list_enterer_names(view: MatchView, actor: str) -> tuple[str, ...]:
    """Names of all who entered the match to be confirmed, if `actor` is one of them and may not confirm it; else empty."""
    tournament = view.match.round.stage.tournament
    enterers = view.log.enterers
    if view.state not in (State.SUBMITTED, State.DISPUTED) or tournament.one_person or actor not in enterers:
        return ()
    return tuple(sorted(read_actor_names(enterers, tournament.pk).values()))
