"""Who is drawn back after losing the first turn, for the page of the draft on which they accept or decline."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.draws.explaining import stored_draw
from tournaments.draws.services import calls_of
from tournaments.models import Draw, Entry

WAITING_SHOWN = 3


@dataclass(frozen=True, slots=True)
class CallLine:
    """A loser at its `place` in the order of the lots, as `pairing.drawn_back.Call` tells it."""

    place: int
    number: int
    name: str
    comes: bool
    declined: bool


@dataclass(frozen=True, slots=True)
class CallList:
    """Everybody who was asked, and the next who would be; `waiting` more come after them."""

    lines: tuple[CallLine, ...]
    waiting: int


def call_list(draw: Draw) -> CallList | None:
    """None where nobody is drawn back. One query."""
    found = calls_of(stored_draw(draw).request)
    if not found:
        return None
    entries: Mapping[int, Entry] = Entry.objects.in_bulk([one.entrant for one in found])
    lines = tuple(
        CallLine(place, entries[one.entrant].number, entries[one.entrant].name, one.comes, one.declined)
        for place, one in enumerate(found, start=1)
    )
    asked = max((line.place for line in lines if line.comes or line.declined), default=0)
    shown = lines[: asked + WAITING_SHOWN]
    return CallList(shown, len(lines) - len(shown))
