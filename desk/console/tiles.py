"""The tiles of the board: what each says of its match, and how it is drawn."""

import datetime as dt
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from scoring.ledger.match_log import State
from scoring.matches.rounds import (
    MatchRow,
    build_match_row,
    is_beside_earlier_round,
    list_matches,
    list_rounds_ahead,
    read_blocked_codes,
    read_last_results,
)
from scoring.models import MatchResult
from tournaments.models import Match, Round
from tournaments.models.prefetches import prefetch_seats
from tournaments.people.name_parts import split_name
from tournaments.people.names import NAME_SEPARATOR
from tournaments.stages.rounds import plays_ahead, read_round_name


@dataclass(frozen=True, slots=True)
class Tile:
    """A match on the board; `minutes` since it could begin, or from then until its last entry."""

    row: MatchRow
    minutes: int | None
    surname_first: bool
    slug: str
    turn: str = ""
    """Of a round that is played beside an earlier one: whether the match is “blocked” by it or “ready” to begin."""

    @property
    def sides(self) -> tuple[tuple[str, str, int | None], ...]:
        """Of each side its whole name, its surnames, and its points where more than two sides play."""
        return tuple((name, shorten_to_surnames(name, surname_first=self.surname_first), points) for name, points in self.row.lines)

    @property
    def word(self) -> str:
        """The state in few words, with the score of the game that is being played."""
        row = self.row
        if self.turn and row.state is State.OPEN and not row.has_begun:
            return pgettext("a match", "can begin") if self.turn == "ready" else _("sides still play")
        if row.table is None:
            return _("waiting")
        if row.state is State.SUBMITTED and not row.settled:
            return _("from the table") if row.by_table else _("to confirm")
        running = f" {row.running}" if row.state is State.OPEN and row.has_begun and not row.crowded else ""
        return f"{row.state_label}{running}"

    @property
    def html(self) -> str:
        """The tile as the board shows it, drawn once for all boards while it stays the same."""
        return _draw_tile(self, get_language() or "")


@lru_cache(maxsize=4096)
def _draw_tile(tile: Tile, language: str) -> str:
    """`language`: that of the thread, in which the tile is drawn."""
    return render_to_string("desk/console/tile.html", {"tile": tile})


def shorten_to_surnames(name: str, *, surname_first: bool) -> str:
    """“Loi – Carta” of “Raffaele Loi – Elena Carta” and of “Loi Raffaele – Carta Elena”; a single word stays."""
    return NAME_SEPARATOR.join(split_name(person, surname_first=surname_first).surname for person in name.split(NAME_SEPARATOR))


def build_tiles(round_: Round, rows: Collection[MatchRow], *, at: dt.datetime) -> list[Tile]:
    """The rows as tiles. Beside an earlier round a match begins when its sides have played there, and has no minutes before. Four queries
    more for such a round.
    """
    tournament, is_beside = round_.stage.tournament, is_beside_earlier_round(round_)
    blocked = read_blocked_codes(round_) if is_beside else frozenset()
    ended = read_last_results(round_) if is_beside else {}
    return [
        Tile(
            row,
            None if row.code in blocked else _count_minutes(row, _find_beginning(round_, row, ended), at),
            tournament.surname_first,
            tournament.slug,
            ("blocked" if row.code in blocked else "ready") if is_beside else "",
        )
        for row in rows
    ]


def build_tiles_ahead(round_: Round, *, at: dt.datetime) -> list[tuple[str, list[Tile]]]:
    """The matches of later rounds that have begun or sit at a table while this round is being played: the name of each round, and its
    tiles. One query where there is no such round.
    """
    parts = []
    for later in list_rounds_ahead(round_):
        later.stage = round_.stage
        sits = plays_ahead(round_.stage)
        rows = [row for row in list_matches(later) if not row.bye and (row.version or (sits and row.table is not None))]
        if rows:
            parts.append((read_round_name(later.stage, later.number) or str(later), build_tiles(later, rows, at=at)))
    return parts


def read_tile(match: Match) -> Tile:
    """The tile of one match as it stands now. Two queries; `match` comes with its round."""
    current = Match.objects.select_related("result").prefetch_related(prefetch_seats()).get(pk=match.pk)
    return build_tiles(match.round, [build_match_row(current)], at=timezone.now())[0]


def build_saved_tile(match: Match, result: MatchResult) -> Tile:
    """The tile of a match whose result was saved just now. No query where the seats are read already."""
    match.result = result
    return build_tiles(match.round, [build_match_row(match)], at=timezone.now())[0]


def _find_beginning(round_: Round, row: MatchRow, ended: Mapping[int, dt.datetime]) -> dt.datetime | None:
    times = (round_.starts_at or round_.published_at, row.seated_at, row.not_before, *(ended.get(number) for number in row.numbers))
    return max((time for time in times if time is not None), default=None)


def _count_minutes(row: MatchRow, began: dt.datetime | None, at: dt.datetime) -> int | None:
    if began is None:
        return None
    end = at if row.late or row.updated_at is None else row.updated_at
    return max(0, int((end - began).total_seconds() // 60)) if end - began < dt.timedelta(hours=10) else None
