"""The whole bracket of a stage before anything is played: its matches, and from which match each side comes."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from pairing.bracket import compute_bracket_width, find_loser_target, find_winner_target
from pairing.double_elimination import FINAL, LOSERS, RESET, DoubleElimination, find_loser_destination, find_winner_destination
from pairing.drawn_back import FIRST_TURN, REPECHAGE, compute_repechage_numbers
from pairing.knockout import Knockout
from pairing.repechage import Repechage
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


def build_bracket_plan(format_key: str, options: Any, entrant_count: int) -> BracketPlan | None:
    """The bracket of so many entrants; None for a format without one."""
    builder = _PLAN_BUILDERS.get(format_key)
    return builder(options, entrant_count) if builder and entrant_count > 1 else None


def has_bracket(format_key: str) -> bool:
    return format_key in _PLAN_BUILDERS


def _build_knockout(options: Any, entrant_count: int) -> BracketPlan:
    return _build_with_places(compute_bracket_width(entrant_count), options.play_for)


def _build_with_places(width: int, play_for: int) -> BracketPlan:
    """The main tree, then one for every lower place that is played for, the best first."""
    trees = [BracketSection(tuple(_build_tree(*root))) for root in sorted(_list_roots(1, width, play_for))]
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


def _build_tree(place: int, width: int) -> Iterator[Column]:
    while width >= 2:
        yield tuple(Position(place, width, slot) for slot in range(width // 2))
        width //= 2


def _build_double_elimination(options: Any, entrant_count: int) -> BracketPlan:
    width = compute_bracket_width(entrant_count)
    depth = width.bit_length() - 1
    finals = [(Position(1, 2, 0, FINAL),), *([(Position(1, 2, 0, RESET),)] if options.reset else [])]
    sections = (BracketSection((*_build_tree(1, width), *finals)), BracketSection(tuple(_build_losers_columns(width, depth))))
    sources: dict[tuple[Position, int], SideSource] = {}
    for position in (position for section in sections for position in section.positions):
        for won, target in ((True, find_winner_destination(position, depth)), (False, find_loser_destination(position, depth))):
            if target is not None:
                sources[target] = SideSource(position, won)
    return BracketPlan(sections, sources)


def _build_losers_columns(width: int, depth: int) -> Iterator[Column]:
    """Two rounds of every size: one among survivors, one with the losers who come down."""
    for number in range(1, 2 * depth - 1):
        size = width // 2 >> (number - 1) // 2
        yield tuple(Position(number, size, slot, LOSERS) for slot in range(size // 2))


def _build_repechage(options: Any, entrant_count: int) -> BracketPlan:
    numbers = compute_repechage_numbers(entrant_count)
    before = [BracketSection((tuple(Position(1, 2 * numbers.winners, slot, FIRST_TURN) for slot in range(numbers.winners)),), loose=True)]
    matches = min(numbers.back, entrant_count // 2 - numbers.back) if options.way == "played" else 0
    if matches > 0:
        before.append(BracketSection((tuple(Position(1, 2, slot, REPECHAGE) for slot in range(matches)),), loose=True))
    main = _build_with_places(numbers.width, options.play_for)
    return BracketPlan((*before, *main.sections), main.sources_by_side)


_PLAN_BUILDERS: Mapping[str, Callable[[Any, int], BracketPlan]] = {
    Knockout.key: _build_knockout,
    DoubleElimination.key: _build_double_elimination,
    Repechage.key: _build_repechage,
}
