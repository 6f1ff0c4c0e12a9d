"""The picture of each stage that is being played: its bracket, the cross-tables of its pools, or the score groups of a Swiss."""

from dataclasses import dataclass

from pairing import format_by_key
from pairing.format import Family, Format
from scoring.standings_pages.bracket import BracketView, read_bracket_view
from scoring.standings_pages.pools import PoolGrid, read_pool_grids
from scoring.standings_pages.queries import list_published_stages
from scoring.standings_pages.score_groups import ScoreGroup, read_score_groups
from tournaments.models import Round, Stage, Tournament

MOST_ENTRIES = 128
"""A larger stage has its picture on the public page only."""


@dataclass(frozen=True, slots=True)
class StagePicture:
    stage: Stage
    bracket: BracketView | None
    grids: tuple[PoolGrid, ...]
    groups: tuple[ScoreGroup, ...] = ()
    open_rounds: tuple[Round, ...] = ()
    """Those that are being played: their sheets are printed, and they are unpublished, from the picture."""


def read_stage_pictures(tournament: Tournament) -> tuple[StagePicture, ...]:
    """The pictures of the stages that have one, the latest first. Some queries for each."""
    pictures = []
    for stage in list_published_stages(tournament):
        form = format_by_key(stage.format_key)
        has_picture = form.family in (Family.BRACKET, Family.POOLS) or form.score_groups
        if has_picture and stage.stage_entries.count() <= MOST_ENTRIES:
            pictures.append(_read_stage_picture(stage, form))
    return tuple(pictures)


def _read_stage_picture(stage: Stage, form: Format) -> StagePicture:
    return StagePicture(
        stage,
        bracket=read_bracket_view(stage) if form.family is Family.BRACKET else None,
        grids=tuple(read_pool_grids(stage)) if form.family is Family.POOLS else (),
        groups=read_score_groups(stage) if form.score_groups else (),
        open_rounds=tuple(stage.rounds.filter(state=Round.State.PUBLISHED).order_by("number")),
    )
