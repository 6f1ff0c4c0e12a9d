"""The sides of a match for its page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rules.texts import SIDE_LETTERS
from tournaments.models import Match, Seat
from tournaments.people.names import NAME_SEPARATOR
from tournaments.people.naming import IN_FULL, Naming
from tournaments.people.sides import format_side_club, format_side_name, format_side_number, group_by_side


@dataclass(frozen=True, slots=True)
class SideView:
    """An entry in its role at the match, or two partners of one round; then number, name and club are those of both.

    `phantom`: nobody sits on one of its seats, and the partner plays both hands.
    """

    index: int
    letter: str
    entries: tuple[int, ...]
    number: str
    name: str
    club: str
    phantom: bool = False

    def __str__(self) -> str:
        return self.name


def read_sides(match: Match, naming: Naming = IN_FULL) -> tuple[SideView, ...]:
    """The sides as they sit now. One query."""
    return build_sides(match.seats.select_related("entry__club"), naming)


def build_sides(seats: Iterable[Seat], naming: Naming = IN_FULL) -> tuple[SideView, ...]:
    """The sides from the seats of a match, which come with entries and clubs."""
    seated = group_by_side(seats)
    return tuple(
        SideView(
            index,
            SIDE_LETTERS[index],
            tuple(seat.entry_id for seat in side),
            format_side_number(side, naming),
            format_side_name(side, naming),
            format_side_club(side, naming),
            any(seat.entry.phantom for seat in side),
        )
        for index, side in enumerate(seated)
    )


def name_players_by_seat(names: Sequence[str]) -> dict[str, str]:
    """Who sits on each seat, by the names of all sides: the first player of a side on its first seat; empty where nobody is named."""
    players = [name.split(NAME_SEPARATOR) for name in names]
    places = list(zip_longest(*players, fillvalue=""))
    return {
        f"{letter}{number}" if len(places) > 1 else letter: seated[side]
        for number, seated in enumerate(places, start=1)
        for side, letter in enumerate(SIDE_LETTERS[: len(names)])
    }
