"""Who gives a match its second signature at the desk: somebody whose word stands on none of its lines."""

from django.db.models import Exists, OuterRef, Q

from scoring.ledger.match_log import Kind, State
from scoring.matches.history import actor_names
from scoring.matches.queries import MatchView
from scoring.models import LedgerEntry, MatchResult
from tournaments.models import Round


def barred_from(round_: Round, actor: str) -> frozenset[str]:
    """Codes of the matches that wait for a signature and not for that of `actor`. One query; none where one person may do both."""
    if round_.stage.tournament.one_person:
        return frozenset()
    later = LedgerEntry.objects.filter(tournament=OuterRef("tournament"), supersedes=OuterRef("seq"))
    standing = LedgerEntry.objects.filter(~Exists(later), match=OuterRef("match"), actor=actor, kind__in=(Kind.SUBMIT, Kind.CORRECT))
    waiting = MatchResult.objects.filter(Q(entered_by=actor) | Exists(standing), match__round=round_, state=State.SUBMITTED)
    return frozenset(waiting.values_list("match__code", flat=True))


def names_barred(view: MatchView, actor: str) -> tuple[str, ...]:
    """Names of everybody at the desk who entered what is to be signed, when `actor`, who looks at it, is one of them and may not sign."""
    tournament = view.match.round.stage.tournament
    enterers = view.fold.enterers
    if view.state not in (State.SUBMITTED, State.DISPUTED) or tournament.one_person or actor not in enterers:
        return ()
    return tuple(sorted(actor_names(enterers, tournament.pk).values()))
