"""What a stored draw says of the tables given at the door, and in which words its certificate tells it.

A note of the kind `door_tables` in `Draw.changes` holds the key of the lots and every seat as it was given; the exchanges that brought the
entries to their tables follow it and are marked `door`, so that they are not taken for changes by hand.
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from tournaments.check_in.door_book import GivenSeat, given_from_json, given_to_json, has_true_lots
from tournaments.models import Draw

NOTE = "door_tables"


@dataclass(frozen=True, slots=True)
class DoorNote:
    """`moved` are the numbers of the entries that the draw could not leave where they were; `tables` the table by position of the match."""

    key: str
    lines: tuple[GivenSeat, ...]
    moved: tuple[int, ...]
    tables: Mapping[int, int]

    @property
    def kept(self) -> int:
        return len(self.lines) - len(self.moved)

    @property
    def has_true_lots(self) -> bool:
        return has_true_lots(self.key, self.lines)


def read_door_note(draw: Draw) -> DoorNote | None:
    """None where no table was given. No query."""
    note = next((change[NOTE] for change in draw.changes if NOTE in change), None)
    if note is None:
        return None
    lines = tuple(map(given_from_json, note["given"]))
    return DoorNote(note["key"], lines, tuple(note["moved"]), dict(note["tables"]))


def list_hand_changes(changes: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The notes of a draw without those about tables given at the door."""
    return [change for change in changes if NOTE not in change and "door" not in change]


def list_door_sentences(draw: Draw) -> tuple[str, ...]:
    """What the certificate says of the tables given at the door; nothing where none was. No query."""
    note = read_door_note(draw)
    return tuple(_tell(note)) if note else ()


def _tell(note: DoorNote) -> Iterator[str]:
    count = len(note.lines)
    values = {"count": count, "from": _format_clock(note.lines[0].at), "until": _format_clock(note.lines[-1].at)}
    if not note.moved:
        sentence = ngettext(
            "%(count)d entry was given its table at the door at %(from)s; the draw kept it.",
            "%(count)d entries were given their table at the door between %(from)s and %(until)s; the draw kept it.",
            count,
        )
        yield sentence % values
    else:
        sentence = ngettext(
            "%(count)d entry was given its table at the door at %(from)s.",
            "%(count)d entries were given their table at the door between %(from)s and %(until)s.",
            count,
        )
        yield sentence % values
        yield gettext("The draw kept %(kept)d of them.") % {"kept": note.kept}
        yield gettext("Moved, because too few came to sit opposite: %(numbers)s.") % {"numbers": ", ".join(map(str, sorted(note.moved)))}
    if note.has_true_lots:
        sentence = gettext("Each drew its seat by lot from those that were free. Drawn again with the key %(key)s: the same seats.")
    else:
        sentence = gettext("Drawn again with the key %(key)s the lots give other seats: they were changed.")
    yield sentence % {"key": note.key}


def _format_clock(at: dt.datetime) -> str:
    return time_format(localtime(at), "H:i")


def build_door_changes(note: DoorNote, exchanges: Iterable[tuple[int, int]], *, by: int, at: dt.datetime) -> list[dict[str, Any]]:
    """The notes for `Draw.changes`: what was given, then every exchange."""
    signature = {"reason": "", "by": by, "at": at.isoformat()}
    content = {
        "key": note.key,
        "given": list(map(given_to_json, note.lines)),
        "moved": list(note.moved),
        "tables": sorted(map(list, note.tables.items())),
    }
    return [{NOTE: content, **signature}, *({"first": first, "second": second, "door": True, **signature} for first, second in exchanges)]
