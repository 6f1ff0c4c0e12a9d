"""The picture of a stage: its bracket, the cross-tables of its pools, or the score groups of a Swiss."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from pairing import format_by_key
from pairing.format import Family
from scoring.standings_pages.bracket import BracketView, read_bracket_view
from scoring.standings_pages.pools import PoolGrid, read_pool_grids
from scoring.standings_pages.score_groups import ScoreGroup, read_score_groups
from tournaments.models import Round, Stage
from tournaments.stages.rounds import format_round_name

MOST_ENTRIES = 128
"""A larger stage has its picture on the public page only."""


@dataclass(frozen=True, slots=True)
class StagePicture:
    stage: Stage
    bracket: BracketView | None
    grids: tuple[PoolGrid, ...]
    groups: tuple[ScoreGroup, ...] = ()
    open_rounds: tuple[tuple[int, str], ...] = ()
    """Numbers and names of those that are being played: their sheets are printed, and they are unpublished, from the picture."""


def find_picture_title(stage: Stage, entries: int) -> str:
    """What the picture of a stage with so many entries is called; empty where it has none. No query."""
    form = format_by_key(stage.format_key)
    titles = {Family.BRACKET: _("Bracket"), Family.POOLS: _("Cross-tables")}
    title = titles.get(form.family) or (_("Score groups") if form.score_groups else "")
    return title if title and entries <= MOST_ENTRIES else ""


def read_stage_picture(stage: Stage) -> StagePicture:
    """The picture of a stage that has one (`find_picture_title`). Some queries."""
    form = format_by_key(stage.format_key)
    numbers = stage.rounds.filter(state=Round.State.PUBLISHED).order_by("number").values_list("number", flat=True)
    open_numbers = list(numbers) if form.plays_ahead else list(numbers[:1])
    entries = stage.stage_entries.count()
    return StagePicture(
        stage,
        bracket=read_bracket_view(stage) if form.family is Family.BRACKET else None,
        grids=tuple(read_pool_grids(stage)) if form.family is Family.POOLS else (),
        groups=read_score_groups(stage) if form.score_groups else (),
        open_rounds=tuple((number, format_round_name(stage, number, entries)) for number in open_numbers),
    )
