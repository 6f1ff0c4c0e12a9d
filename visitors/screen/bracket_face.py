"""The end of a bracket on the hall's screen: who plays now, large, and what is over in one line."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile

from paper.bracket_geometry import BracketMatch, BracketRound
from rankings.standings_pages.bracket import read_bracket_view
from tournaments.models import Stage
from tournaments.people.naming import Naming
from visitors.screen.face_layouts import (
    ENOUGH,
    ENOUGH_OF_PAIR,
    GUTTER,
    WIDTH,
    FaceLayout,
    FaceRoom,
    count_letters,
    find_letter,
    split_evenly,
)
from visitors.screen.persons import ScreenPerson, split_persons

BRACKET_MATCHES, BRACKET_COLUMNS = 4, 4
"""Of a bracket: the rounds from the quarter-finals on, as many beside each other as the match for the third place makes."""
LEAST_COLUMNS = 2
"""Beside a final alone, the semi-finals."""
MOST_FOLDED = 2
LARGE_BOXES, USUAL_BOX = (5.0, 4.0, 3.5), 3.5
"""Letters for which a column is given up where no seat is stated, and the least ones: four boxes fit with a message above them."""
HEAD, BOX, FOLD = 1.0, 3.25, 0.85
"""Heights in letters: the name of a round, a match with its label, a round that is over."""
APART, FRAME = 2.2, 2.4
"""Height between two boxes; width in letters of a score and of the room in a box."""


@dataclass(frozen=True, slots=True)
class ScreenSlot:
    """A side by surnames; `hint` is who will come, while there is no name."""

    name: str
    score: str
    won: bool
    hint: str

    @property
    def persons(self) -> tuple[ScreenPerson, ...]:
        return split_persons(self.name)


@dataclass(frozen=True, slots=True)
class ScreenBracketMatch:
    """A match in the hall's bracket, by surnames; `is_now` while it is played."""

    slots: tuple[ScreenSlot, ...]
    label: str

    @property
    def is_over(self) -> bool:
        return any(slot.won for slot in self.slots)

    @property
    def is_now(self) -> bool:
        return not self.is_over and all(slot.name for slot in self.slots)

    @property
    def result(self) -> str:
        """“Rossi – Bianchi 2–1”: who won it, and how."""
        first, second = sorted(self.slots, key=lambda slot: not slot.won)
        return f"{first.name} {first.score}–{second.score}" if first.score else first.name


@dataclass(frozen=True, slots=True)
class BracketColumn:
    title: str
    matches: tuple[ScreenBracketMatch, ...]

    @property
    def is_over(self) -> bool:
        return all(match.is_over for match in self.matches)

    @property
    def is_empty(self) -> bool:
        """Whether nobody is known yet who will play there."""
        return not any(slot.name or slot.hint for match in self.matches for slot in match.slots)

    @property
    def results(self) -> str:
        return " · ".join(match.result for match in self.matches)


@dataclass(frozen=True, slots=True)
class ScreenBracket:
    """The end of a bracket as it fits a screen: `columns` of boxes, and rounds before them `folded` into a line each."""

    columns: tuple[BracketColumn, ...]
    folded: tuple[BracketColumn, ...]

    def fits_into(self, height: float, least: float, enough: int, letter: float) -> bool:
        """Whether letters of that size leave room for all boxes, and for `enough` of each name; for whole names if they are larger than
        the least ones.
        """
        boxes = max(len(column.matches) for column in self.columns)
        tall = HEAD * letter + boxes * (BOX * letter + APART) + len(self.folded) * FOLD * letter
        width = (WIDTH - GUTTER * (len(self.columns) - 1)) / len(self.columns)
        longest = max(len(slot.name) for column in self.columns for match in column.matches for slot in match.slots)
        return tall <= height and count_letters(width, letter, FRAME) >= (longest if letter > least else min(longest, enough))


def read_bracket_columns(stage: Stage, naming: Naming) -> tuple[BracketColumn, ...]:
    """The last rounds of a bracket, from where few matches are left; empty without one. Queries as `read_bracket_view`."""
    view = read_bracket_view(stage, naming)
    shorten = partial(naming.format_surnames, surname_first=stage.tournament.surname_first)
    return tuple(_build_columns(view.rounds, shorten)) if view else ()


def lay_out_bracket_face(columns: Sequence[BracketColumn], room: FaceRoom) -> tuple[FaceLayout, tuple[ScreenBracket, ...]]:
    """Pages of a bracket. One page, if letters of the size that is needed leave room for who plays now with what is around it; else the
    matches that are played, as many on a page as there is room for.
    """
    least = room.choose_least(USUAL_BOX)
    windows = list(_list_windows(columns))
    for wanted, enough in (*((max(letter, least), ENOUGH_OF_PAIR) for letter in LARGE_BOXES), (least, ENOUGH)):
        for begin, end in windows:
            bracket = ScreenBracket(tuple(columns[begin:end]), _fold_columns(columns[:begin]))
            letter = find_letter(partial(bracket.fits_into, room.height, least, enough), least)
            if letter >= wanted:
                return FaceLayout(letter, columns=len(bracket.columns)), (bracket,)
    boxes = max(1, int((room.height - HEAD * least) / (BOX * least + APART)))
    playing = [column for column in columns if any(match.is_now for match in column.matches)] or [columns[_find_now(columns)]]
    parts = [replace(column, matches=tuple(part)) for column in playing for part in split_evenly(column.matches, boxes)]
    brackets = tuple(ScreenBracket((part,), ()) for part in parts)
    letter = find_letter(lambda size: all(one.fits_into(room.height, least, ENOUGH, size) for one in brackets), least)
    return FaceLayout(letter), brackets


def _list_windows(columns: Sequence[BracketColumn]) -> Iterator[tuple[int, int]]:
    """Where what is shown may begin and end, the most first.

    It begins with the round that is played: what was before is a line each, but that a final does not stand alone. Of the rounds of which
    nobody is known yet the next one is enough.
    """
    now = _find_now(columns)
    begin = max(0, min(now, len(columns) - LEAST_COLUMNS))
    after = max(now + 1, len(columns) - max(0, sum(column.is_empty for column in columns) - 1))
    for first, last in ((begin, after), (now, now + 2), (now, now + 1)):
        yield first, min(last, first + BRACKET_COLUMNS, len(columns))


def _find_now(columns: Sequence[BracketColumn]) -> int:
    """The place of the first round that is not over, or of the last one."""
    over = sum(1 for _column in takewhile(lambda column: column.is_over, columns))
    return min(over, len(columns) - 1)


def _fold_columns(columns: Sequence[BracketColumn]) -> tuple[BracketColumn, ...]:
    return tuple(column for column in columns if column.is_over)[-MOST_FOLDED:]


def _build_columns(rounds: Sequence[BracketRound], shorten: Callable[[str], str]) -> Iterator[BracketColumn]:
    for round_ in rounds:
        matches = [match for match in round_.matches if match]
        if 0 < len(matches) <= BRACKET_MATCHES:
            yield BracketColumn(round_.title, tuple(_build_match(match, shorten) for match in matches))


def _build_match(match: BracketMatch, shorten: Callable[[str], str]) -> ScreenBracketMatch:
    slots = tuple(ScreenSlot(shorten(slot.name) if slot.name else "", slot.score, slot.won, slot.hint) for slot in match.slots)
    return ScreenBracketMatch(slots, match.label)
