"""Where the boxes, lines and texts of a bracket stand, for paper and for the web alike.

Units are abstract whole numbers (a locale with a decimal comma cannot spoil an SVG), x to the right, y downwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

SLOT = 22
"""Height of one entry in a match."""
MATCH = 2 * SLOT
LABEL = 18
PITCH = MATCH + LABEL
"""From one match of the first round to the next; the label of a match stands in between."""
COLUMN = 240
GAP = 22
TITLE = 34
NUMBER = 26
SCORE = 26
GRID = 4
"""Columns of a grid of matches, where no tree beside it has more."""
BETWEEN = 34
"""Between parts that stand one below the other."""


@dataclass(frozen=True, slots=True)
class BracketSlot:
    name: str = ""
    number: str = ""
    score: str = ""
    won: bool = False
    hint: str = ""
    """Who will come, as long as no name stands here: `loser of match 7`."""


@dataclass(frozen=True, slots=True)
class BracketMatch:
    slots: tuple[BracketSlot, BracketSlot] = (BracketSlot(), BracketSlot())
    label: str = ""
    """Above the box: number, table."""
    code: str = ""
    """What a link leads to; empty as long as nobody plays."""
    late: bool = False


@dataclass(frozen=True, slots=True)
class BracketRound:
    """Half as many matches as the round before, or as many: then the winners meet others who come in. None where nobody plays."""

    title: str
    matches: tuple[BracketMatch | None, ...]


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A tree. `loose` is a single round whose matches stand in a grid, no line leading on; `aside` a single match, such as that for
    third place, that stands below the last match of the part before."""

    rounds: tuple[BracketRound, ...]
    loose: bool = False
    aside: bool = False

    @property
    def first(self) -> int:
        """How many matches its first round has place for."""
        return len(self.rounds[0].matches)

    @property
    def shown(self) -> bool:
        return any(match is not None for round_ in self.rounds for match in round_.matches)


class Role(Enum):
    TITLE = "title"
    NUMBER = "number"
    NAME = "name"
    SCORE = "score"
    LABEL = "label"
    HINT = "hint"


class PlacedBox(NamedTuple):
    x: int
    y: int
    width: int
    height: int
    match: BracketMatch


class PlacedLine(NamedTuple):
    x0: int
    y0: int
    x1: int
    y1: int


class PlacedText(NamedTuple):
    """A text and the room it may take; it is centred in height."""

    x: int
    y: int
    width: int
    height: int
    text: str
    role: Role
    strong: bool


class BracketLayout(NamedTuple):
    width: int
    height: int
    boxes: tuple[PlacedBox, ...]
    lines: tuple[PlacedLine, ...]
    texts: tuple[PlacedText, ...]


class Corner(NamedTuple):
    """Where something begins."""

    x: int
    y: int


Placed = tuple[BracketPart, Corner, tuple[tuple[Corner, ...], ...]]
"""A part, where it begins, and the corners of its matches by round."""


def lay_out(parts: Sequence[BracketPart], most: int = 0) -> BracketLayout:
    """All parts that somebody plays in, from left to right as far as `most` columns or the widest reaches, then below."""
    shown = shown_parts(parts)
    placed = list(_placed(shown, most or widest(shown)))
    boxes = [box for one in placed for box in _boxes(one)]
    lines = [line for one in placed for line in _connections(one)]
    lines += [line for box in boxes for line in _inner_lines(box)]
    texts = [text for one in placed for text in _titles(one)]
    texts += [text for box in boxes for text in _match_texts(box)]
    corners = [corner for _part, _corner, rounds in placed for column in rounds for corner in column]
    width = max((corner.x + COLUMN for corner in corners), default=0)
    height = max((corner.y + MATCH for corner in corners), default=0)
    return BracketLayout(width, height, tuple(boxes), tuple(lines), tuple(texts))


def shown_parts(parts: Sequence[BracketPart]) -> list[BracketPart]:
    """The parts that somebody plays in, without rounds at their end that nobody does, such as a second final that was not needed."""
    return [replace(part, rounds=tuple(_played_out(part.rounds))) for part in parts if part.shown]


def _played_out(rounds: Sequence[BracketRound]) -> Sequence[BracketRound]:
    last = max(number for number, round_ in enumerate(rounds) if any(round_.matches))
    return rounds[: last + 1]


def widest(parts: Sequence[BracketPart]) -> int:
    """Columns of the widest tree, and some for a grid."""
    return max((GRID if part.loose else len(part.rounds) for part in parts), default=0)


def columns_of(part: BracketPart, most: int) -> int:
    """How many columns it takes where there is room for `most`."""
    return min(most, part.first) if part.loose else len(part.rounds)


def rows_of(part: BracketPart, most: int) -> int:
    """How many matches stand below each other in its longest column."""
    return -(-part.first // columns_of(part, most)) if part.loose else part.first


def shelves(parts: Sequence[BracketPart], most: int) -> Iterator[list[BracketPart]]:
    """Parts that stand side by side in `most` columns; what stands aside goes with the part before."""
    shelf: list[BracketPart] = []
    taken = 0
    for part in parts:
        wanted = 0 if part.aside and shelf else columns_of(part, most)
        if shelf and taken + wanted > most:
            yield shelf
            shelf, taken = [], 0
        shelf.append(part)
        taken += wanted
    if shelf:
        yield shelf


def _placed(parts: Sequence[BracketPart], most: int) -> Iterator[Placed]:
    y = 0
    for shelf in shelves(parts, most):
        x = bottom = 0
        before: tuple[tuple[Corner, ...], ...] = ()
        for part in shelf:
            aside = part.aside and bool(before)
            corner = _below(before) if aside else Corner(x, y)
            corners = tuple(_corners(part, corner, most))
            yield part, corner, corners
            bottom = max(bottom, *(one.y + MATCH for column in corners for one in column))
            if not aside:
                before = corners
                x += columns_of(part, most) * (COLUMN + GAP)
        y = bottom + BETWEEN


def _below(before: tuple[tuple[Corner, ...], ...]) -> Corner:
    """Under the last match, with a match's room in between where lines might run."""
    last = before[-1][-1]
    return Corner(last.x, last.y + MATCH + PITCH // 2)


def _corners(part: BracketPart, corner: Corner, most: int) -> Iterator[tuple[Corner, ...]]:
    top = corner.y + TITLE + LABEL
    if part.loose:
        rows = rows_of(part, most)
        yield tuple(Corner(corner.x + place // rows * (COLUMN + GAP), top + place % rows * PITCH) for place in range(part.first))
        return
    heights = [top + place * PITCH for place in range(part.first)]
    for number, round_ in enumerate(part.rounds):
        if len(round_.matches) < len(heights):
            heights = [(upper + lower) // 2 for upper, lower in zip(heights[::2], heights[1::2], strict=True)]
        yield tuple(Corner(corner.x + number * (COLUMN + GAP), height) for height in heights)


def _boxes(placed: Placed) -> Iterator[PlacedBox]:
    part, _corner, rounds = placed
    for round_, column in zip(part.rounds, rounds, strict=True):
        for match, corner in zip(round_.matches, column, strict=True):
            if match is not None:
                yield PlacedBox(corner.x, corner.y, COLUMN, MATCH, match)


def _titles(placed: Placed) -> Iterator[PlacedText]:
    part, corner, rounds = placed
    for round_, column in zip(part.rounds, rounds, strict=True):
        if any(match is not None for match in round_.matches):
            yield PlacedText(column[0].x, corner.y, COLUMN, TITLE, round_.title, Role.TITLE, strong=True)


def _match_texts(box: PlacedBox) -> Iterator[PlacedText]:
    yield PlacedText(box.x, box.y - LABEL, box.width, LABEL, box.match.label, Role.LABEL, strong=False)
    for order, slot in enumerate(box.match.slots):
        y = box.y + order * SLOT
        role = Role.NAME if slot.name else Role.HINT
        yield PlacedText(box.x, y, NUMBER, SLOT, slot.number, Role.NUMBER, slot.won)
        yield PlacedText(box.x + NUMBER, y, box.width - NUMBER - SCORE, SLOT, slot.name or slot.hint, role, slot.won)
        yield PlacedText(box.x + box.width - SCORE, y, SCORE, SLOT, slot.score, Role.SCORE, slot.won)


def _inner_lines(box: PlacedBox) -> Iterator[PlacedLine]:
    middle = box.y + SLOT
    yield PlacedLine(box.x, middle, box.x + box.width, middle)
    for x in (box.x + NUMBER, box.x + box.width - SCORE):
        yield PlacedLine(x, box.y, x, box.y + box.height)


def _connections(placed: Placed) -> Iterator[PlacedLine]:
    """Winners' ways. Where nobody waits for a winner the line runs through the empty place to the round after."""
    part, _corner, rounds = placed
    live = [match is not None for match in part.rounds[0].matches]
    for number, round_ in enumerate(part.rounds[:-1]):
        after = part.rounds[number + 1].matches
        alone = len(after) == len(round_.matches)
        coming = [match is not None for match in after]
        for place, alive in enumerate(live):
            if not alive:
                continue
            seat = place if alone else place // 2
            target, empty = rounds[number + 1][seat], after[seat] is None
            yield from _line(rounds[number][place], target, _arrival(target, empty=empty, lower=not alone and place % 2 == 1))
            if empty:
                coming[seat] = True
                yield PlacedLine(target.x, target.y + SLOT, target.x + COLUMN, target.y + SLOT)
        live = coming


def _arrival(target: Corner, *, empty: bool, lower: bool) -> int:
    """The height at which a line comes in: the middle of a slot, or of a place where nobody plays."""
    return target.y + (SLOT if empty else SLOT // 2 + SLOT * lower)


def _line(start: Corner, target: Corner, arrival: int) -> Iterator[PlacedLine]:
    middle = start.y + SLOT
    bend = start.x + COLUMN + GAP // 2
    yield PlacedLine(start.x + COLUMN, middle, bend, middle)
    yield PlacedLine(bend, middle, bend, arrival)
    yield PlacedLine(bend, arrival, target.x, arrival)
