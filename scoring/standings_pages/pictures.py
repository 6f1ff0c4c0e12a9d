"""The picture of each stage that is being played: its bracket, or the cross-tables of its pools."""

from dataclasses import dataclass

from pairing import format_by_key
from pairing.format import Family
from scoring.standings_pages.bracket import BracketView, read_bracket_view
from scoring.standings_pages.pools import PoolGrid, read_pool_grids
from scoring.standings_pages.queries import list_published_stages
from tournaments.models import Stage, Tournament

MOST_ENTRIES = 128
"""A larger stage has its picture on the public page only."""


@dataclass(frozen=True, slots=True)
class StagePicture:
    stage: Stage
    bracket: BracketView | None
    grids: tuple[PoolGrid, ...]


def read_stage_pictures(tournament: Tournament) -> tuple[StagePicture, ...]:
    """The pictures of the stages that have one, the latest first. Some queries for each."""
    pictures = []
    for stage in list_published_stages(tournament):
        family = format_by_key(stage.format_key).family
        if family not in (Family.BRACKET, Family.POOLS) or stage.stage_entries.count() > MOST_ENTRIES:
            continue
        bracket = read_bracket_view(stage) if family is Family.BRACKET else None
        pictures.append(StagePicture(stage, bracket, tuple(read_pool_grids(stage)) if family is Family.POOLS else ()))
    return tuple(pictures)
