"""The sides of a match as its seats tell them: an entry each, or two where individuals play with changing partners."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from tournaments.models import Seat
from tournaments.people.names import NAME_SEPARATOR
from tournaments.people.naming import IN_FULL, Naming

NUMBERS = " + "


def by_side(seats: Iterable[Seat]) -> tuple[tuple[Seat, ...], ...]:
    """The seats of one match, side by side, partners in the order of their places."""
    ordered = sorted(seats, key=lambda seat: (seat.side, seat.place))
    return tuple(tuple(members) for _side, members in groupby(ordered, key=lambda seat: seat.side))


def side_name(side: Sequence[Seat], naming: Naming = IN_FULL) -> str:
    """“Rossi – Bianchi”, whether they entered together or sit together for one round."""
    return NAME_SEPARATOR.join(naming.of(seat.entry) for seat in side)


def side_number(side: Sequence[Seat], naming: Naming = IN_FULL) -> str:
    """“7”, or “7 + 12” for partners of one round."""
    return NUMBERS.join(filter(None, (naming.number(seat.entry) for seat in side)))


def side_club(side: Sequence[Seat], naming: Naming = IN_FULL) -> str:
    """The clubs of those who have one, each once. The seats come with their entries' clubs."""
    return NAME_SEPARATOR.join(dict.fromkeys(filter(None, (naming.club(seat.entry) for seat in side))))


def side_names(seats: Iterable[Seat]) -> tuple[str, ...]:
    """The names of all sides of a match, in their order."""
    return tuple(side_name(side) for side in by_side(seats))
