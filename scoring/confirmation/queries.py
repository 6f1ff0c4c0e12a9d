"""Who may confirm a match at the desk: somebody who entered none of its lines."""

from django.db.models import Exists, OuterRef, Q

from scoring.ledger.match_log import Kind, State
from scoring.matches.history import read_actor_names
from scoring.matches.queries import MatchView
from scoring.models import LedgerEntry, MatchResult
from tournaments.models import Round


def list_unsignable_codes(round_: Round, actor: str) -> frozenset[str]:
    """Codes of submitted matches that `actor` may not confirm. One query; empty if the tournament lets one person do both."""
    if round_.stage.tournament.one_person:
        return frozenset()
    later = LedgerEntry.objects.filter(tournament=OuterRef("tournament"), supersedes=OuterRef("seq"))
    standing = LedgerEntry.objects.filter(~Exists(later), match=OuterRef("match"), actor=actor, kind__in=(Kind.SUBMIT, Kind.CORRECT))
    waiting = MatchResult.objects.filter(Q(entered_by=actor) | Exists(standing), match__round=round_, state=State.SUBMITTED)
    return frozenset(waiting.values_list("match__code", flat=True))


def list_enterer_names(view: MatchView, actor: str) -> tuple[str, ...]:
    """Names of all who entered the match to be confirmed, if `actor` is one of them and may not confirm it; else empty."""
    tournament = view.match.round.stage.tournament
    enterers = view.log.enterers
    if view.state not in (State.SUBMITTED, State.DISPUTED) or tournament.one_person or actor not in enterers:
        return ()
    return tuple(sorted(read_actor_names(enterers, tournament.pk).values()))
