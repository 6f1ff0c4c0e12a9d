"""The entries that are drawn back after losing the first round, for the page of the draft on which they accept or decline."""

from collections.abc import Mapping
from dataclasses import dataclass

from pairing.codec import request_from_json
from tournaments.draws.services import list_calls
from tournaments.models import Draw, Entry

WAITING_SHOWN = 3


@dataclass(frozen=True, slots=True)
class CallLine:
    """A loser at its `place` in the order of the lots; see `pairing.lucky_losers`."""

    place: int
    number: int
    name: str
    comes: bool
    declined: bool


@dataclass(frozen=True, slots=True)
class CallList:
    """Every entry that was asked, and the next ones in the order; `waiting` more come after them."""

    lines: tuple[CallLine, ...]
    waiting: int


def read_call_list(draw: Draw) -> CallList | None:
    """The order of the losers; None where nobody is drawn back. One query."""
    calls = list_calls(request_from_json(draw.inputs))
    if not calls:
        return None
    entries: Mapping[int, Entry] = Entry.objects.in_bulk([call.entrant for call in calls])
    lines = tuple(
        CallLine(place, entries[call.entrant].number, entries[call.entrant].name, call.comes, call.declined)
        for place, call in enumerate(calls, start=1)
    )
    last_asked = max((line.place for line in lines if line.comes or line.declined), default=0)
    visible_lines = lines[: last_asked + WAITING_SHOWN]
    return CallList(visible_lines, len(lines) - len(visible_lines))
