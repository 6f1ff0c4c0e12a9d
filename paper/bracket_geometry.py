"""Positions of the boxes, lines and texts of a bracket, for paper and for the web.

Units are abstract whole numbers, so no locale with a decimal comma changes an SVG; x runs to the right, y downwards.
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
"""Distance from one match of the first round to the next; the label of a match stands between them."""
COLUMN = 240
GAP = 22
TITLE = 34
NUMBER = 26
SCORE = 26
GRID = 4
"""Columns of a grid of matches if no tree beside it has more."""
BETWEEN = 34
"""Distance between parts that stand one below the other."""


@dataclass(frozen=True, slots=True)
class BracketSlot:
    name: str = ""
    number: str = ""
    score: str = ""
    won: bool = False
    hint: str = ""
    """Who will come, while there is no name: `loser of match 7`."""


@dataclass(frozen=True, slots=True)
class BracketMatch:
    slots: tuple[BracketSlot, BracketSlot] = (BracketSlot(), BracketSlot())
    label: str = ""
    """Above the box: number, table."""
    code: str = ""
    """Code for the link to the match; empty while it is not played."""
    late: bool = False


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round with half as many matches as the round before, or as many if its winners meet new entries. None stands where nobody plays."""

    title: str
    matches: tuple[BracketMatch | None, ...]


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A tree. `loose` marks a single round whose matches form a grid without lines; `aside` marks a single match, such as that for
    third place, which is placed below the last match of the part before.
    """

    rounds: tuple[BracketRound, ...]
    loose: bool = False
    aside: bool = False

    @property
    def first_round_size(self) -> int:
        """Number of match places in the first round."""
        return len(self.rounds[0].matches)

    @property
    def has_matches(self) -> bool:
        return any(match is not None for round_ in self.rounds for match in round_.matches)


class TextRole(Enum):
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
    """A text and the box that it may use; it is centred vertically."""

    x: int
    y: int
    width: int
    height: int
    text: str
    role: TextRole
    strong: bool


class BracketLayout(NamedTuple):
    width: int
    height: int
    boxes: tuple[PlacedBox, ...]
    lines: tuple[PlacedLine, ...]
    texts: tuple[PlacedText, ...]


class Corner(NamedTuple):
    """The top left corner of an element."""

    x: int
    y: int


PlacedPart = tuple[BracketPart, Corner, tuple[tuple[Corner, ...], ...]]
"""A part, its corner, and the corners of its matches by round."""


def lay_out_bracket(parts: Sequence[BracketPart], most_columns: int = 0) -> BracketLayout:
    """All parts that have matches, from left to right up to `most_columns` columns (or those of the widest part), then below."""
    played_parts = list_played_parts(parts)
    placed = list(_place_parts(played_parts, most_columns or count_widest_columns(played_parts)))
    boxes = [box for placed_part in placed for box in _build_boxes(placed_part)]
    lines = [line for placed_part in placed for line in _build_connections(placed_part)]
    lines += [line for box in boxes for line in _build_inner_lines(box)]
    texts = [text for placed_part in placed for text in _build_part_texts(placed_part)]
    corners = [corner for _part, _corner, rounds in placed for column in rounds for corner in column]
    width = max((corner.x + COLUMN for corner in corners), default=0)
    height = max((corner.y + MATCH for corner in corners), default=0)
    return BracketLayout(width, height, tuple(boxes), tuple(lines), tuple(texts))


def list_played_parts(parts: Sequence[BracketPart]) -> list[BracketPart]:
    """The parts that have matches, without empty rounds at their end, such as a second final that was not needed."""
    return [replace(part, rounds=tuple(_drop_empty_rounds(part.rounds))) for part in parts if part.has_matches]


def _drop_empty_rounds(rounds: Sequence[BracketRound]) -> Sequence[BracketRound]:
    last = max(number for number, round_ in enumerate(rounds) if any(round_.matches))
    return rounds[: last + 1]


def count_widest_columns(parts: Sequence[BracketPart]) -> int:
    """Columns of the widest tree; a grid counts as a fixed number."""
    return max((GRID if part.loose else len(part.rounds) for part in parts), default=0)


def count_columns(part: BracketPart, most_columns: int) -> int:
    """How many columns the part takes where `most_columns` are available."""
    return min(most_columns, part.first_round_size) if part.loose else len(part.rounds)


def count_rows(part: BracketPart, most_columns: int) -> int:
    """How many matches the longest column of the part holds."""
    return -(-part.first_round_size // count_columns(part, most_columns)) if part.loose else part.first_round_size


def pack_shelves(parts: Sequence[BracketPart], most_columns: int) -> Iterator[list[BracketPart]]:
    """Groups of parts that fit side by side in `most_columns` columns; an `aside` part stays with the part before it."""
    shelf: list[BracketPart] = []
    used_columns = 0
    for part in parts:
        needed_columns = 0 if part.aside and shelf else count_columns(part, most_columns)
        if shelf and used_columns + needed_columns > most_columns:
            yield shelf
            shelf, used_columns = [], 0
        shelf.append(part)
        used_columns += needed_columns
    if shelf:
        yield shelf


def _place_parts(parts: Sequence[BracketPart], most_columns: int) -> Iterator[PlacedPart]:
    y = 0
    for shelf in pack_shelves(parts, most_columns):
        x = bottom = 0
        before: tuple[tuple[Corner, ...], ...] = ()
        for part in shelf:
            aside = part.aside and bool(before)
            corner = _find_corner_below(before) if aside else Corner(x, y)
            corners = tuple(_compute_corners(part, corner, most_columns))
            yield part, corner, corners
            bottom = max(bottom, *(match_corner.y + MATCH for column in corners for match_corner in column))
            if not aside:
                before = corners
                x += count_columns(part, most_columns) * (COLUMN + GAP)
        y = bottom + BETWEEN


def _find_corner_below(before: tuple[tuple[Corner, ...], ...]) -> Corner:
    """The corner below the last match, with half a pitch between them for lines."""
    last = before[-1][-1]
    return Corner(last.x, last.y + MATCH + PITCH // 2)


def _compute_corners(part: BracketPart, corner: Corner, most_columns: int) -> Iterator[tuple[Corner, ...]]:
    top = corner.y + TITLE + LABEL
    if part.loose:
        rows = count_rows(part, most_columns)
        yield tuple(Corner(corner.x + index // rows * (COLUMN + GAP), top + index % rows * PITCH) for index in range(part.first_round_size))
        return
    heights = [top + index * PITCH for index in range(part.first_round_size)]
    for number, round_ in enumerate(part.rounds):
        if len(round_.matches) < len(heights):
            heights = [(upper + lower) // 2 for upper, lower in zip(heights[::2], heights[1::2], strict=True)]
        yield tuple(Corner(corner.x + number * (COLUMN + GAP), height) for height in heights)


def _build_boxes(placed: PlacedPart) -> Iterator[PlacedBox]:
    part, _corner, rounds = placed
    for round_, column in zip(part.rounds, rounds, strict=True):
        yield from _build_round_boxes(round_, column)


def _build_round_boxes(round_: BracketRound, column: Sequence[Corner]) -> Iterator[PlacedBox]:
    for match, corner in zip(round_.matches, column, strict=True):
        if match is not None:
            yield PlacedBox(corner.x, corner.y, COLUMN, MATCH, match)


def _build_part_texts(placed: PlacedPart) -> Iterator[PlacedText]:
    """Round by round: its title, then its matches."""
    part, corner, rounds = placed
    for round_, column in zip(part.rounds, rounds, strict=True):
        boxes = list(_build_round_boxes(round_, column))
        if boxes:
            yield PlacedText(column[0].x, corner.y, COLUMN, TITLE, round_.title, TextRole.TITLE, strong=True)
        for box in boxes:
            yield from _build_match_texts(box)


def _build_match_texts(box: PlacedBox) -> Iterator[PlacedText]:
    """The label, which may be empty, then number, name and score of both places."""
    yield PlacedText(box.x, box.y - LABEL, box.width, LABEL, box.match.label, TextRole.LABEL, strong=False)
    for order, slot in enumerate(box.match.slots):
        y = box.y + order * SLOT
        role = TextRole.NAME if slot.name else TextRole.HINT
        yield PlacedText(box.x, y, NUMBER, SLOT, slot.number, TextRole.NUMBER, slot.won)
        yield PlacedText(box.x + NUMBER, y, box.width - NUMBER - SCORE, SLOT, slot.name or slot.hint, role, slot.won)
        yield PlacedText(box.x + box.width - SCORE, y, SCORE, SLOT, slot.score, TextRole.SCORE, slot.won)


def _build_inner_lines(box: PlacedBox) -> Iterator[PlacedLine]:
    middle = box.y + SLOT
    yield PlacedLine(box.x, middle, box.x + box.width, middle)
    for x in (box.x + NUMBER, box.x + box.width - SCORE):
        yield PlacedLine(x, box.y, x, box.y + box.height)


def _build_connections(placed: PlacedPart) -> Iterator[PlacedLine]:
    """Lines from each match to the next match of its winner. Where that place is empty the line continues through it to the round after."""
    part, _corner, rounds = placed
    live = [match is not None for match in part.rounds[0].matches]
    for number, round_ in enumerate(part.rounds[:-1]):
        after = part.rounds[number + 1].matches
        alone = len(after) == len(round_.matches)
        coming = [match is not None for match in after]
        for index, alive in enumerate(live):
            if not alive:
                continue
            seat = index if alone else index // 2
            target, empty = rounds[number + 1][seat], after[seat] is None
            yield from _build_connection(
                rounds[number][index], target, _compute_arrival(target, empty=empty, lower=not alone and index % 2 == 1)
            )
            if empty:
                coming[seat] = True
                yield PlacedLine(target.x, target.y + SLOT, target.x + COLUMN, target.y + SLOT)
        live = coming


def _compute_arrival(target: Corner, *, empty: bool, lower: bool) -> int:
    """The height at which a line arrives: the middle of a slot, or of an empty place."""
    return target.y + (SLOT if empty else SLOT // 2 + SLOT * lower)


def _build_connection(start: Corner, target: Corner, arrival: int) -> Iterator[PlacedLine]:
    middle = start.y + SLOT
    bend = start.x + COLUMN + GAP // 2
    yield PlacedLine(start.x + COLUMN, middle, bend, middle)
    yield PlacedLine(bend, middle, bend, arrival)
    yield PlacedLine(bend, arrival, target.x, arrival)
