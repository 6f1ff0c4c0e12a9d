"""The tiles of the board: what each says of its match, and how it is drawn."""

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from scoring.ledger.match_log import State
from scoring.matches.rounds import MatchRow, build_match_row, is_beside_earlier_round, read_blocked_codes
from tournaments.models import Match, Round
from tournaments.models.prefetches import prefetch_seats
from tournaments.people.names import NAME_SEPARATOR

PARTICLES = frozenset(("d", "da", "dal", "de", "del", "della", "dello", "di", "la", "le", "li", "lo"))
"""Words that belong to the surname behind them."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A match on the board; `minutes` since its round began, or until its last entry."""

    row: MatchRow
    minutes: int | None
    surname_first: bool
    slug: str
    turn: str = ""
    """Of a round that is played beside an earlier one: whether the match is “blocked” by it or “ready” to begin."""

    @property
    def sides(self) -> tuple[tuple[str, str, int | None], ...]:
        """Of each side its whole name, its surnames, and its points where more than two sides play."""
        return tuple((name, shorten_to_surnames(name, first=self.surname_first), points) for name, points in self.row.lines)

    @property
    def word(self) -> str:
        """The state in few words, with the score of the game that is being played."""
        row = self.row
        if self.turn and row.state is State.OPEN and not row.hands:
            return pgettext("a match", "can begin") if self.turn == "ready" else _("sides still play")
        if row.table is None:
            return _("waiting")
        if row.state is State.SUBMITTED:
            return _("from the table") if row.by_table else _("to confirm")
        running = f" {row.running}" if row.state is State.OPEN and row.hands and not row.crowded else ""
        return f"{row.state_label}{running}"

    @property
    def html(self) -> str:
        """The tile as the board shows it, drawn once for all boards while it stays the same."""
        return _draw_tile(self, get_language() or "")


@lru_cache(maxsize=4096)
def _draw_tile(tile: Tile, language: str) -> str:
    """`language`: that of the thread, in which the tile is drawn."""
    return render_to_string("scoring/console/tile.html", {"tile": tile})


def shorten_to_surnames(name: str, *, first: bool) -> str:
    """“Loi – Carta” of “Raffaele Loi – Elena Carta”, with the particle of a surname; a single word stays."""
    return NAME_SEPARATOR.join(_find_surname(person.split(), first=first) for person in name.split(NAME_SEPARATOR))


def _find_surname(words: list[str], *, first: bool) -> str:
    if len(words) < 2:
        return " ".join(words)
    if first:
        return " ".join(words[:2] if words[0].casefold() in PARTICLES else words[:1])
    return " ".join(words[-2:] if len(words) > 2 and words[-2].casefold() in PARTICLES else words[-1:])


def build_tiles(round_: Round, rows: Collection[MatchRow], *, at: dt.datetime) -> list[Tile]:
    """The rows as tiles, with their minutes: none where nobody knows when a match could begin, because an earlier round is open. One
    query for such rounds at least.
    """
    began = round_.starts_at or round_.published_at
    tournament, is_beside = round_.stage.tournament, is_beside_earlier_round(round_)
    blocked = read_blocked_codes(round_) if is_beside else frozenset()
    return [
        Tile(
            row,
            None if is_beside else _count_minutes(row, began, at),
            tournament.surname_first,
            tournament.slug,
            ("blocked" if row.code in blocked else "ready") if is_beside else "",
        )
        for row in rows
    ]


def read_tile(match: Match) -> Tile:
    """The tile of one match as it stands now. Two queries; `match` comes with its round."""
    current = Match.objects.select_related("result").prefetch_related(prefetch_seats()).get(pk=match.pk)
    return build_tiles(match.round, [build_match_row(current)], at=timezone.now())[0]


def _count_minutes(row: MatchRow, began: dt.datetime | None, at: dt.datetime) -> int | None:
    if began is None:
        return None
    end = at if row.late or row.updated_at is None else row.updated_at
    return max(0, int((end - began).total_seconds() // 60)) if end - began < dt.timedelta(hours=10) else None
