"""The sides of a match as its seats tell them: an entry each, or two where individuals play with changing partners."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from tournaments.models import Seat

PARTNERS = " – "
NUMBERS = " + "


def by_side(seats: Iterable[Seat]) -> tuple[tuple[Seat, ...], ...]:
    """The seats of one match, side by side, partners in the order of their places."""
    ordered = sorted(seats, key=lambda seat: (seat.side, seat.place))
    return tuple(tuple(members) for _side, members in groupby(ordered, key=lambda seat: seat.side))


def side_name(side: Sequence[Seat]) -> str:
    """“Rossi – Bianchi”, whether they entered together or sit together for one round."""
    return PARTNERS.join(seat.entry.name for seat in side)


def side_number(side: Sequence[Seat]) -> str:
    """“7”, or “7 + 12” for partners of one round."""
    return NUMBERS.join(str(seat.entry.number) for seat in side)


def side_club(side: Sequence[Seat]) -> str:
    """The clubs of those who have one, each once. The seats come with their entries' clubs."""
    return PARTNERS.join(dict.fromkeys(seat.entry.club.name for seat in side if seat.entry.club))


def side_names(seats: Iterable[Seat]) -> tuple[str, ...]:
    """The names of all sides of a match, in their order."""
    return tuple(side_name(side) for side in by_side(seats))
