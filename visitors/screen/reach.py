"""From how far the hall's screen is read with the tables of this tournament, for the director who states the farthest seat."""

import math
from dataclasses import dataclass, replace

from django.utils import timezone

from rules import game_by_key
from scoring.clocks.queries import read_public_queue
from scoring.models import PaperStyle
from tournaments.models import Entry, Tournament
from tournaments.people.names import NAME_SEPARATOR
from tournaments.people.naming import PublicNaming
from visitors.screen.distances import INCH, Seat
from visitors.screen.faces import (
    HallScreen,
    PlayedRound,
    ScreenContents,
    ScreenLine,
    ScreenList,
    ScreenRanking,
    ScreenRankLine,
    ScreenSide,
    ScreenStandings,
)
from visitors.screen.laying_out import lay_out_screen
from visitors.screen.queries import MOST_LINES, MOST_PEOPLE, find_seat, read_contents
from visitors.tournament_pages.directory import PersonLine


@dataclass(frozen=True, slots=True)
class ScreenReach:
    """What becomes of the seat that was stated: lengths in metres, except `inches`."""

    seat: Seat
    screen: HallScreen

    @property
    def is_met(self) -> bool:
        return self.screen.is_met

    @property
    def metres(self) -> float:
        """From how far the smallest name is read, cut to tenths of a metre."""
        return math.floor(10 * self.seat.compute_reach(self.screen.letter) + 1e-9) / 10

    @property
    def diagonal(self) -> float:
        """Of the picture that would do."""
        return self.seat.compute_diagonal(self.screen.letter)

    @property
    def inches(self) -> int:
        return math.ceil(self.diagonal / INCH)

    @property
    def centimetres(self) -> int:
        return math.ceil(100 * self.diagonal)

    @property
    def message_metres(self) -> float | None:
        """From how far the director's message is read, where that is less."""
        letter = self.screen.room.message.letter if self.screen.room.message.lines else self.screen.letter
        return None if letter >= self.screen.letter else math.floor(10 * self.seat.compute_reach(letter)) / 10


def read_reach(tournament: Tournament, style: PaperStyle, *, address: str) -> ScreenReach | None:
    """How far the screen reaches now, and between two rounds also in the next one; None where no seat is stated."""
    seat = find_seat(style)
    if seat is None:
        return None
    naming = PublicNaming(tournament)
    waiting = read_public_queue(tournament, at=timezone.now(), naming=naming).waiting
    contents = read_contents(tournament, waiting, naming)
    moments = [contents] if contents.rounds else [contents, _expect_round(tournament, naming)]
    wifi = style.wifi_name if style.wifi_shown else ""
    screens = [lay_out_screen(replace(moment, message=style.screen_message, address=address, wifi=wifi), seat) for moment in moments]
    return ScreenReach(seat, min(reversed(screens), key=lambda screen: screen.letter))


def _expect_round(tournament: Tournament, naming: PublicNaming) -> ScreenContents:
    """A round in which all entries play, with a first result."""
    entries = tournament.entries.filter(phantom=False).exclude(state=Entry.State.WITHDRAWN).select_related("club").order_by("number")
    names = [naming.format_surnames(naming.format_name(entry), surname_first=tournament.surname_first) for entry in entries]
    game = game_by_key(tournament.game_key)
    size = game.entry_size // tournament.entry_size
    sides = [ScreenSide(NAME_SEPARATOR.join(names[at : at + size])) for at in range(0, len(names), size)]
    tables = range(0, min(len(sides), game.side_count * MOST_LINES), game.side_count)
    lines = tuple(ScreenLine(number, tuple(sides[at : at + game.side_count])) for number, at in enumerate(tables, start=1))
    count = len(names) * tournament.entry_size
    people = tuple(PersonLine(name, 0, 0, "", (), "", table=1) for name in names * tournament.entry_size) if count <= MOST_PEOPLE else ()
    return ScreenContents(
        rounds=(PlayedRound("1", "", "", "", lines, lines, (), has_begun=False),) if lines else (),
        people=people,
        results=(ScreenList("results", "", "", "", lines[:1]),),
        standings=(ScreenStandings("standings", "", "", (ScreenRanking("", tuple(ScreenRankLine("1", side, 0) for side in sides[:1])),)),),
    )
