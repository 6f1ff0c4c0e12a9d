"""The papers of the print page by the moment of the evening that needs them, and those that are needed next."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from printing.prints.heads import PrintContext
from printing.prints.paper_kinds import PaperMoment, RoundPaper, TournamentPaper
from printing.prints.registry import ROUND_PAPERS, TOURNAMENT_PAPERS, is_decided
from printing.prints.sheets import read_issued_matches
from printing.sheets_back.queries import count_sheets_out
from scoring.matches.rounds import SETTLED_MATCHES
from tournaments.models import Match, Round, Stage, Tournament

AnyPaper = RoundPaper | TournamentPaper
TITLES: dict[PaperMoment, Promise] = {
    PaperMoment.DOOR: _("At the door"),
    PaperMoment.BEFORE: _("Before the round"),
    PaperMoment.AFTER: _("After the round"),
    PaperMoment.END: _("At the end"),
}


@dataclass(frozen=True, slots=True)
class PaperGroup:
    moment: PaperMoment
    papers: tuple[AnyPaper, ...]
    waits: bool
    """Whether papers about places wait for the end of the last stage."""

    @property
    def title(self) -> Promise:
        return TITLES[self.moment]


def list_paper_groups(context: PrintContext, round_: Round | None) -> tuple[PaperGroup, ...]:
    """The papers that the round and the tournament have, in the order of an evening. Three queries."""
    papers = list_available_papers(round_)
    by_moment = {moment: tuple(paper for paper in papers if paper.moment is moment) for moment in PaperMoment}
    waits = not is_decided(context)
    return tuple(PaperGroup(moment, grouped, waits) for moment, grouped in by_moment.items() if grouped)


def list_available_papers(round_: Round | None) -> list[AnyPaper]:
    return [*(paper for paper in ROUND_PAPERS if round_ and paper.is_available_for(round_)), *TOURNAMENT_PAPERS]


def draw_papers(context: PrintContext, round_: Round | None, keys: Sequence[str]) -> list[bytes]:
    """The PDFs of these papers as far as there are such, in the order of `keys`. Raises: ChangeRefused."""
    drawers: dict[str, Callable[[], bytes]] = {paper.key: partial(paper.draw, context) for paper in TOURNAMENT_PAPERS}
    if round_ is not None:
        drawers |= {paper.key: partial(paper.draw, context, round_) for paper in ROUND_PAPERS if paper.is_available_for(round_)}
    return [drawers[key]() for key in keys if key in drawers]


@dataclass(frozen=True, slots=True)
class PaperNeeds:
    """`moment` is before, sheets, playing, done or over; `papers` are keys of `printing.prints.registry`; the rest are sheet counts."""

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
    open_ = Match.objects.filter(round=round_, kind=Match.Kind.PLAYED).exclude(SETTLED_MATCHES).exists()
    return PaperNeeds("playing" if open_ else "done", () if open_ else ("standings", "bracket", "cross-table"), **counts)


def _build_closed_needs(tournament: Tournament, counts: dict[str, int]) -> PaperNeeds:
    if Stage.objects.filter(tournament=tournament).exclude(state=Stage.State.FINISHED).exists():
        return PaperNeeds("done", ("standings", "bracket", "cross-table"), **counts)
    return PaperNeeds("over", ("final-list", "standings", "bracket", "cross-table", "prizes", "certificates", "minutes"), **counts)
