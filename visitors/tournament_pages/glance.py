"""All tables of a round at a glance: a small tile each, with surnames, games and running points."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.ledger.match_log import State
from scoring.matches.rounds import MatchRow
from tournaments.models import Tournament
from tournaments.people.names import NAME_SEPARATOR
from tournaments.people.naming import Naming


@dataclass(frozen=True, slots=True)
class TileSide:
    """A side with games won and points of the game being played, each None where there are none."""

    name: str
    games: int | None
    points: int | None
    won: bool

    @property
    def persons(self) -> list[str]:
        """The surnames of the side, each of which a narrow tile cuts by itself: of two names it shows the beginnings."""
        return self.name.split(NAME_SEPARATOR)


@dataclass(frozen=True, slots=True)
class Tile:
    row: MatchRow
    sides: tuple[TileSide, ...]


def build_tiles(rows: Iterable[MatchRow], tournament: Tournament, naming: Naming) -> tuple[Tile, ...]:
    """Tiles in the order of the rows, without byes. Whole names become surnames; shortened ones stay."""
    return tuple(
        Tile(row, tuple(_build_side(row, side, tournament, naming) for side in range(len(row.names)))) for row in rows if not row.bye
    )


def _build_side(row: MatchRow, side: int, tournament: Tournament, naming: Naming) -> TileSide:
    name = naming.format_surnames(row.names[side], surname_first=tournament.surname_first)
    games = row.games_won if row.result and not row.crowded else ()
    points = row.points if row.crowded else row.score if row.state is State.OPEN else ()
    points = points if row.has_begun else ()
    return TileSide(name, _get_or_none(games, side), _get_or_none(points, side), side == row.winner)


def _get_or_none(numbers: tuple[int, ...], side: int) -> int | None:
    return numbers[side] if side < len(numbers) else None
