"""What the print page puts first: the papers that are wanted next."""

from dataclasses import dataclass

from django.db.models import Q

from scoring.models import MatchResult
from scoring.printing.sheets import issued_matches
from scoring.sheets_back.progress import SETTLED
from scoring.sheets_back.queries import count_out
from tournaments.models import Match, Round, Stage, Tournament


@dataclass(frozen=True, slots=True)
class Needs:
    """`moment` is before, sheets, playing, done or over; `papers` are keys of the list in `scoring.printing.registry`."""

    moment: str
    papers: tuple[str, ...]
    missing: int = 0
    total: int = 0
    out: int = 0


def needs_of(tournament: Tournament, round_: Round | None, matches: list[Match]) -> Needs:
    """Four queries. `matches` are those of the round that have a table."""
    if round_ is None:
        return Needs("before", ("check-in", "entries", "table-cards"))
    missing = len(matches) - len(issued_matches(matches))
    counts = {"missing": missing, "total": len(matches), "out": count_out(round_)}
    if round_.state == Round.State.CLOSED:
        return _closed(tournament, counts)
    if missing:
        plan = ("schedule", "bracket", "movement-cards") if round_.number == 1 else ()
        return Needs("sheets", ("pairings-by-table", "pairings-by-name", *plan), **counts)
    open_ = Match.objects.filter(round=round_, kind=Match.Kind.PLAYED).exclude(_settled()).exists()
    return Needs("playing" if open_ else "done", () if open_ else ("standings", "bracket", "cross-table"), **counts)


def _closed(tournament: Tournament, counts: dict[str, int]) -> Needs:
    if Stage.objects.filter(tournament=tournament).exclude(state=Stage.State.FINISHED).exists():
        return Needs("done", ("standings", "bracket", "cross-table"), **counts)
    return Needs("over", ("standings", "bracket", "cross-table", "prizes", "certificates", "minutes"), **counts)


def _settled() -> Q:
    return Q(result__in=MatchResult.objects.filter(SETTLED))
