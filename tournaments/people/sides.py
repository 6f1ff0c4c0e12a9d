"""The sides of a match from its seats: one entry each, or two where individuals play with changing partners."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from tournaments.models import Seat
from tournaments.people.names import NAME_SEPARATOR
from tournaments.people.naming import IN_FULL, Naming

NUMBER_SEPARATOR = " + "


def group_by_side(seats: Iterable[Seat]) -> tuple[tuple[Seat, ...], ...]:
    """The seats of one match, side by side, partners in the order of their places."""
    ordered = sorted(seats, key=lambda seat: (seat.side, seat.place))
    return tuple(tuple(members) for _side, members in groupby(ordered, key=lambda seat: seat.side))


def format_side_name(side: Sequence[Seat], naming: Naming = IN_FULL) -> str:
    """“Rossi – Bianchi”, for a pair and for partners of one round."""
    return NAME_SEPARATOR.join(naming.format_name(seat.entry) for seat in side)


def format_side_number(side: Sequence[Seat], naming: Naming = IN_FULL) -> str:
    """“7”, or “7 + 12” for partners of one round."""
    return NUMBER_SEPARATOR.join(filter(None, (naming.format_number(seat.entry) for seat in side)))


def format_side_club(side: Sequence[Seat], naming: Naming = IN_FULL) -> str:
    """The clubs of a side, each once. The seats come with their entries' clubs."""
    return NAME_SEPARATOR.join(dict.fromkeys(filter(None, (naming.format_club(seat.entry) for seat in side))))


def list_side_names(seats: Iterable[Seat]) -> tuple[str, ...]:
    """The names of all sides of a match, in order."""
    return tuple(format_side_name(side) for side in group_by_side(seats))
