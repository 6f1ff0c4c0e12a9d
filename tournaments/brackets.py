"""Where the boxes, lines and texts of a knockout bracket stand, for paper and for the web alike.

Units are abstract whole numbers (a locale with a decimal comma cannot spoil an SVG), x to the right, y downwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

SLOT = 22
"""Height of one entry in a match."""
MATCH = 2 * SLOT
PITCH = MATCH + 24
"""From one match of the first round to the next; the label of a match stands in between."""
COLUMN = 220
GAP = 36
TITLE = 34
NUMBER = 30
SCORE = 34
LABEL = 18


@dataclass(frozen=True, slots=True)
class BracketSlot:
    name: str = ""
    number: str = ""
    score: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class BracketMatch:
    slots: tuple[BracketSlot, BracketSlot] = (BracketSlot(), BracketSlot())
    label: str = ""
    """Above the box: table, time."""


@dataclass(frozen=True, slots=True)
class BracketRound:
    """Half as many matches as the round before. None where nobody plays, because of a bye."""

    title: str
    matches: tuple[BracketMatch | None, ...]


class Role(Enum):
    TITLE = "title"
    NUMBER = "number"
    NAME = "name"
    SCORE = "score"
    LABEL = "label"


class PlacedBox(NamedTuple):
    """A match."""

    x: int
    y: int
    width: int
    height: int
    round: int
    place: int


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


def lay_out(rounds: Sequence[BracketRound], extras: Sequence[tuple[str, BracketMatch]] = ()) -> BracketLayout:
    """The whole bracket; `extras` are titled matches outside the tree (third place), below the last round."""
    boxes = list(_tree_boxes(rounds))
    texts = [text for number, round_ in enumerate(rounds) for text in _titles(number, round_.title)]
    for box in boxes:
        match = rounds[box.round].matches[box.place]
        if match is not None:
            texts.extend(_match_texts(box, match))
    shown = [box for box in boxes if rounds[box.round].matches[box.place] is not None]
    for order, (title, match) in enumerate(extras):
        box = _extra_box(rounds, order)
        texts.append(PlacedText(box.x, box.y - LABEL - TITLE, box.width, TITLE, title, Role.TITLE, strong=True))
        texts.extend(_match_texts(box, match))
        shown.append(box)
    lines = (*_connections(rounds, boxes), *(line for box in shown for line in _inner_lines(box)))
    width = max((box.x + box.width for box in boxes), default=0)
    height = max((box.y + box.height for box in (*boxes, *shown)), default=0)
    return BracketLayout(width, height, tuple(shown), lines, tuple(texts))


def _tree_boxes(rounds: Sequence[BracketRound]) -> Iterator[PlacedBox]:
    for number, round_ in enumerate(rounds):
        pitch = PITCH << number
        top = TITLE + LABEL + (pitch - PITCH) // 2
        for place in range(len(round_.matches)):
            yield PlacedBox(number * (COLUMN + GAP), top + place * pitch, COLUMN, MATCH, number, place)


def _extra_box(rounds: Sequence[BracketRound], order: int) -> PlacedBox:
    """Below the final where that leaves room, otherwise below everything."""
    last = len(rounds) - 1
    final_bottom = TITLE + LABEL + ((PITCH << last) - PITCH) // 2 + MATCH
    top = final_bottom + TITLE + LABEL + PITCH // 2 + order * (PITCH + TITLE)
    return PlacedBox(last * (COLUMN + GAP), top, COLUMN, MATCH, -1, order)


def _titles(number: int, title: str) -> Iterator[PlacedText]:
    yield PlacedText(number * (COLUMN + GAP), 0, COLUMN, TITLE, title, Role.TITLE, strong=True)


def _match_texts(box: PlacedBox, match: BracketMatch) -> Iterator[PlacedText]:
    yield PlacedText(box.x, box.y - LABEL, box.width, LABEL, match.label, Role.LABEL, strong=False)
    for order, slot in enumerate(match.slots):
        y = box.y + order * SLOT
        yield PlacedText(box.x, y, NUMBER, SLOT, slot.number, Role.NUMBER, slot.won)
        yield PlacedText(box.x + NUMBER, y, box.width - NUMBER - SCORE, SLOT, slot.name, Role.NAME, slot.won)
        yield PlacedText(box.x + box.width - SCORE, y, SCORE, SLOT, slot.score, Role.SCORE, slot.won)


def _inner_lines(box: PlacedBox) -> Iterator[PlacedLine]:
    middle = box.y + SLOT
    yield PlacedLine(box.x, middle, box.x + box.width, middle)
    for x in (box.x + NUMBER, box.x + box.width - SCORE):
        yield PlacedLine(x, box.y, x, box.y + box.height)


def _connections(rounds: Sequence[BracketRound], boxes: Sequence[PlacedBox]) -> Iterator[PlacedLine]:
    by_place = {(box.round, box.place): box for box in boxes}
    for box in boxes:
        target = by_place.get((box.round + 1, box.place // 2))
        if target is None or rounds[box.round].matches[box.place] is None:
            continue
        middle = box.y + SLOT
        arrival = target.y + (SLOT // 2 if box.place % 2 == 0 else SLOT + SLOT // 2)
        bend = box.x + box.width + GAP // 2
        yield PlacedLine(box.x + box.width, middle, bend, middle)
        yield PlacedLine(bend, middle, bend, arrival)
        yield PlacedLine(bend, arrival, target.x, arrival)
