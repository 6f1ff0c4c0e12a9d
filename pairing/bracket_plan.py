"""The whole bracket of a stage before anything is played: its matches, and from which match each side comes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from pairing.bracket import find_loser_target, find_winner_target
from pairing.values import Position

Column: TypeAlias = tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class SideSource:
    """Where a side comes from: the winner or the loser of a match."""

    position: Position
    won: bool


SideSources: TypeAlias = Mapping[tuple[Position, int], SideSource]
"""By match and side, where that side comes from; a side that is drawn by lot is missing."""


@dataclass(frozen=True, slots=True)
class BracketSection:
    """A part of the bracket, column by column. In a `loose` section lots decide who goes on to where, so no lines lead on."""

    columns: tuple[Column, ...]
    loose: bool = False

    @property
    def positions(self) -> tuple[Position, ...]:
        return tuple(position for column in self.columns for position in column)


@dataclass(frozen=True, slots=True)
class BracketPlan:
    sections: tuple[BracketSection, ...]
    sources_by_side: SideSources

    def get_sources(self, position: Position) -> tuple[SideSource | None, SideSource | None]:
        return self.sources_by_side.get((position, 0)), self.sources_by_side.get((position, 1))


def build_place_trees(width: int, play_for: int) -> BracketPlan:
    """The main tree, then one for every lower place that is played for, the best first."""
    trees = [BracketSection(tuple(build_tree(*root))) for root in sorted(_list_roots(1, width, play_for))]
    sources: dict[tuple[Position, int], SideSource] = {}
    for position in (position for tree in trees for position in tree.positions):
        for won, find_target in ((True, find_winner_target), (False, find_loser_target)):
            target = find_target(position)
            if target is not None and target[0].place < play_for:
                sources[target] = SideSource(position, won)
    return BracketPlan(tuple(trees), sources)


def _list_roots(place: int, width: int, play_for: int) -> Iterator[tuple[int, int]]:
    """Place and width of the tree, and of all trees that losers of its matches play in."""
    yield place, width
    while width > 2:
        width //= 2
        if place + width < play_for:
            yield from _list_roots(place + width, width, play_for)


def build_tree(place: int, width: int) -> Iterator[Column]:
    while width >= 2:
        yield tuple(Position(place, width, slot) for slot in range(width // 2))
        width //= 2
