"""What the print page puts first: the papers that are needed next."""

from dataclasses import dataclass

from django.db.models import Q

from scoring.matches.rounds import SETTLED
from scoring.models import MatchResult
from scoring.printing.sheets import read_issued_matches
from scoring.sheets_back.queries import count_sheets_out
from tournaments.models import Match, Round, Stage, Tournament


@dataclass(frozen=True, slots=True)
class PaperNeeds:
    """`moment` is before, sheets, playing, done or over; `papers` are keys of `scoring.printing.registry`; the rest are sheet counts."""

    moment: str
    papers: tuple[str, ...]
    missing: int = 0
    total: int = 0
    out: int = 0


def read_paper_needs(tournament: Tournament, round_: Round | None, matches: list[Match]) -> PaperNeeds:
    """The papers that are needed next; four queries. `matches` are the matches of the round that have a table."""
    if round_ is None:
        return PaperNeeds("before", ("check-in", "entries", "table-cards"))
    missing = len(matches) - len(read_issued_matches(matches))
    counts = {"missing": missing, "total": len(matches), "out": count_sheets_out(round_)}
    if round_.state == Round.State.CLOSED:
        return _build_closed_needs(tournament, counts)
    if missing:
        schedule_papers = ("schedule", "bracket", "movement-cards") if round_.number == 1 else ()
        return PaperNeeds("sheets", ("pairings-by-table", "pairings-by-name", *schedule_papers), **counts)
    open_ = Match.objects.filter(round=round_, kind=Match.Kind.PLAYED).exclude(_build_settled_filter()).exists()
    return PaperNeeds("playing" if open_ else "done", () if open_ else ("standings", "bracket", "cross-table"), **counts)


def _build_closed_needs(tournament: Tournament, counts: dict[str, int]) -> PaperNeeds:
    if Stage.objects.filter(tournament=tournament).exclude(state=Stage.State.FINISHED).exists():
        return PaperNeeds("done", ("standings", "bracket", "cross-table"), **counts)
    return PaperNeeds("over", ("final-list", "standings", "bracket", "cross-table", "prizes", "certificates", "minutes"), **counts)


def _build_settled_filter() -> Q:
    return Q(result__in=MatchResult.objects.filter(SETTLED))
