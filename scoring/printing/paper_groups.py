"""The papers of the print page by the moment of the evening that needs them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.printing.heads import PrintContext
from scoring.printing.registry import ROUND_PAPERS, TOURNAMENT_PAPERS, PaperMoment, RoundPaper, TournamentPaper, is_decided
from tournaments.models import Round

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
