"""The sides of a match as its page names them."""

from dataclasses import dataclass

from rules.texts import SIDE_LETTERS
from tournaments.models import Match
from tournaments.people.naming import IN_FULL, Naming
from tournaments.people.sides import by_side, side_club, side_name, side_number


@dataclass(frozen=True, slots=True)
class SideView:
    """An entry in its role at the match, or two that are partners for one round: then number, name and club are those of both."""

    index: int
    letter: str
    entries: tuple[int, ...]
    number: str
    name: str
    club: str

    def __str__(self) -> str:
        return self.name


def sides_of(match: Match, naming: Naming = IN_FULL) -> tuple[SideView, ...]:
    seated = by_side(match.seats.select_related("entry__club"))
    return tuple(
        SideView(
            index,
            SIDE_LETTERS[index],
            tuple(seat.entry_id for seat in side),
            side_number(side, naming),
            side_name(side, naming),
            side_club(side, naming),
        )
        for index, side in enumerate(seated)
    )
