"""The whole bracket of a stage before anything is played: which matches there will be, and who comes into them from where."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from pairing.bracket import bracket_width, loser_goes_to, winner_goes_to
from pairing.double_elimination import FINAL, LOSERS, RESET, DoubleElimination, loser_after, winner_after
from pairing.drawn_back import AGAIN, FIRST, turnout
from pairing.knockout import Knockout
from pairing.repechage import Repechage
from pairing.values import Position

Column: TypeAlias = tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """Who comes: the winner or the loser of a match."""

    position: Position
    won: bool


Ways: TypeAlias = Mapping[tuple[Position, int], Source]
"""By match and side, who sits there; a side that is drawn by lot is missing."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the bracket, column by column. `loose` when its matches lead nowhere by a line: lots decide who goes on to where."""

    columns: tuple[Column, ...]
    loose: bool = False

    @property
    def positions(self) -> tuple[Position, ...]:
        return tuple(position for column in self.columns for position in column)


@dataclass(frozen=True, slots=True)
class Shape:
    sections: tuple[Section, ...]
    ways: Ways

    def sources(self, position: Position) -> tuple[Source | None, Source | None]:
        return self.ways.get((position, 0)), self.ways.get((position, 1))


def shape_of(format_key: str, options: Any, entrant_count: int) -> Shape | None:
    """The bracket of so many entrants; None for a format without one."""
    maker = _MAKERS.get(format_key)
    return maker(options, entrant_count) if maker and entrant_count > 1 else None


def has_bracket(format_key: str) -> bool:
    return format_key in _MAKERS


def _knockout(options: Any, entrant_count: int) -> Shape:
    return _with_places(bracket_width(entrant_count), options.play_for)


def _with_places(width: int, play_for: int) -> Shape:
    """The main tree, then one for every place below that is played for, the best first."""
    trees = [Section(tuple(_tree(*root))) for root in sorted(_roots(1, width, play_for))]
    ways: dict[tuple[Position, int], Source] = {}
    for position in (position for tree in trees for position in tree.positions):
        for won, way in ((True, winner_goes_to), (False, loser_goes_to)):
            target = way(position)
            if target is not None and target[0].place < play_for:
                ways[target] = Source(position, won)
    return Shape(tuple(trees), ways)


def _roots(place: int, width: int, play_for: int) -> Iterator[tuple[int, int]]:
    """Place and width of the tree and of all that losers of its matches come into."""
    yield place, width
    while width > 2:
        width //= 2
        if place + width < play_for:
            yield from _roots(place + width, width, play_for)


def _tree(place: int, width: int) -> Iterator[Column]:
    while width >= 2:
        yield tuple(Position(place, width, slot) for slot in range(width // 2))
        width //= 2


def _double_elimination(options: Any, entrant_count: int) -> Shape:
    width = bracket_width(entrant_count)
    depth = width.bit_length() - 1
    finals = [(Position(1, 2, 0, FINAL),), *([(Position(1, 2, 0, RESET),)] if options.reset else [])]
    sections = (Section((*_tree(1, width), *finals)), Section(tuple(_losers(width, depth))))
    ways: dict[tuple[Position, int], Source] = {}
    for position in (position for section in sections for position in section.positions):
        for won, target in ((True, winner_after(position, depth)), (False, loser_after(position, depth))):
            if target is not None:
                ways[target] = Source(position, won)
    return Shape(sections, ways)


def _losers(width: int, depth: int) -> Iterator[Column]:
    """Two rounds of every size: one among survivors, one with those who come down."""
    for number in range(1, 2 * depth - 1):
        size = width // 2 >> (number - 1) // 2
        yield tuple(Position(number, size, slot, LOSERS) for slot in range(size // 2))


def _repechage(options: Any, entrant_count: int) -> Shape:
    numbers = turnout(entrant_count)
    before = [Section((tuple(Position(1, 2 * numbers.winners, slot, FIRST) for slot in range(numbers.winners)),), loose=True)]
    matches = min(numbers.back, entrant_count // 2 - numbers.back) if options.way == "played" else 0
    if matches > 0:
        before.append(Section((tuple(Position(1, 2, slot, AGAIN) for slot in range(matches)),), loose=True))
    main = _with_places(numbers.width, options.play_for)
    return Shape((*before, *main.sections), main.ways)


_MAKERS: Mapping[str, Callable[[Any, int], Shape]] = {
    Knockout.key: _knockout,
    DoubleElimination.key: _double_elimination,
    Repechage.key: _repechage,
}
