"""Faces that hold a whole hall: all tables at a glance, everybody by surname, and the end of a bracket."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile

from django.utils.translation import gettext as _

from paper.bracket_geometry import BracketMatch, BracketRound, BracketSlot
from scoring.matches.rounds import MatchRow
from scoring.public.directory import PersonLine, read_people
from scoring.public.glance import Tile, build_tiles
from scoring.standings_pages.bracket import read_bracket_view
from tournaments.models import Stage, Tournament
from tournaments.people.naming import Naming

TILES = 40
"""Tables on a face: five side by side, eight rows."""
PEOPLE, PEOPLE_ROWS = 60, 15
"""Names on a face, and in one of its columns."""
BRACKET_MATCHES, BRACKET_COLUMNS = 4, 4
"""Of a bracket: the rounds from the quarter-finals on, and the match for the third place."""
FEW_MATCHES = 2
LEAST_COLUMNS = 2
"""Beside a final alone, the semi-finals."""


@dataclass(frozen=True, slots=True)
class ScreenBracketMatch:
    """A match in the hall's bracket, by surnames; `is_now` while it is played."""

    slots: tuple[BracketSlot, ...]
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

    @property
    def is_few(self) -> bool:
        """Whether no column has more than two boxes: there is room for larger letters."""
        return all(len(column.matches) <= FEW_MATCHES for column in self.columns)


def split_evenly(items: Sequence[object], most: int) -> list[tuple[int, int]]:
    """Where pages of about equal length begin and end, none above `most`."""
    pages = -(-len(items) // most)
    size = -(-len(items) // pages) if pages else 0
    return [(start, min(start + size, len(items))) for start in range(0, len(items), size)] if size else []


def list_tile_pages(rows: Sequence[MatchRow], tournament: Tournament, naming: Naming) -> list[tuple[Tile, ...]]:
    tiles = build_tiles(rows, tournament, naming)
    return [tiles[start:end] for start, end in split_evenly(tiles, TILES)]


def list_people_pages(tournament: Tournament, naming: Naming) -> list[tuple[tuple[PersonLine, ...], ...]]:
    """Who sits at a table or has a bye, by surname: pages of columns."""
    lines = [line for line in read_people(tournament, naming) if line.table or line.rests or line.waits]
    pages = [lines[start:end] for start, end in split_evenly(lines, PEOPLE)]
    return [tuple(tuple(page[start : start + PEOPLE_ROWS]) for start in range(0, len(page), PEOPLE_ROWS)) for page in pages]


def read_bracket_face(stage: Stage, naming: Naming) -> ScreenBracket | None:
    """The last rounds of a bracket once few matches are left, the final at the right; None without one.

    The round before the one that is played is beside it, because that is where its players come from; what was before is one line. Of
    the rounds of which nobody is known yet the next one is enough.
    """
    view = read_bracket_view(stage, naming)
    surname_first = stage.tournament.surname_first
    columns = list(_build_columns(view.rounds, partial(naming.format_surnames, surname_first=surname_first))) if view else []
    if not columns:
        return None
    over = sum(1 for _column in takewhile(lambda column: column.is_over, columns))
    begin = max(0, min(over - 1, len(columns) - LEAST_COLUMNS), len(columns) - BRACKET_COLUMNS)
    end = len(columns) - max(0, sum(column.is_empty for column in columns) - 1)
    return ScreenBracket(tuple(columns[begin:end]), tuple(columns[:begin]))


def _build_columns(rounds: Sequence[BracketRound], shorten: Callable[[str], str]) -> Iterator[BracketColumn]:
    for round_ in rounds:
        matches = [match for match in round_.matches if match]
        if 0 < len(matches) <= BRACKET_MATCHES:
            yield BracketColumn(round_.title, tuple(_build_match(match, shorten) for match in matches))


def _build_match(match: BracketMatch, shorten: Callable[[str], str]) -> ScreenBracketMatch:
    slots = tuple(replace(slot, name=shorten(slot.name) if slot.name else "") for slot in match.slots)
    return ScreenBracketMatch(slots, match.label)


def has_begun(rows: Sequence[MatchRow]) -> bool:
    """Whether at least half of the tables have entered something: nobody looks for a table any more."""
    played = [row for row in rows if not row.bye]
    return 2 * sum(row.has_begun for row in played) >= len(played) > 0


def format_people_title() -> str:
    return _("Where do I play? By surname")
