"""Faces that hold a whole hall: all tables at a glance, everybody by surname, and the end of a bracket."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from paper.bracket_geometry import BracketMatch, BracketRound
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


@dataclass(frozen=True, slots=True)
class BracketColumn:
    title: str
    matches: tuple[BracketMatch, ...]


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


def read_bracket_columns(stage: Stage, naming: Naming) -> tuple[BracketColumn, ...]:
    """The last rounds of a bracket once few matches are left, the final at the right; empty without one."""
    view = read_bracket_view(stage, naming)
    if view is None:
        return ()
    return tuple(_build_columns(view.rounds))[-BRACKET_COLUMNS:]


def _build_columns(rounds: Sequence[BracketRound]) -> Iterator[BracketColumn]:
    for round_ in rounds:
        matches = tuple(match for match in round_.matches if match)
        if 0 < len(matches) <= BRACKET_MATCHES:
            yield BracketColumn(round_.title, matches)


def has_begun(rows: Sequence[MatchRow]) -> bool:
    """Whether at least half of the tables have entered something: nobody looks for a table any more."""
    played = [row for row in rows if not row.bye]
    return 2 * sum(row.has_begun for row in played) >= len(played) > 0


def format_people_title() -> str:
    return _("Where do I play? By surname")
