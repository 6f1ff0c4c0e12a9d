"""Who took whose place, and when."""

import datetime as dt
from dataclasses import dataclass

from tournaments.models import Entry, Match, Substitution


@dataclass(frozen=True, slots=True)
class SubstitutionLine:
    """`match` is the code of the match that it fell into, `reason` empty where it is nobody's business."""

    at: dt.datetime
    entry: str
    leaves: str
    comes: str
    match: str
    reason: str


def substitutions_in(match: Match, *, staff: bool) -> tuple[SubstitutionLine, ...]:
    """Of both sides during the match, oldest first. One query."""
    found = Substitution.objects.filter(match=match).select_related("entry", "leaves", "comes", "match")
    return tuple(_line(one, staff=staff) for one in found)


def substitutions_of(entry: Entry) -> tuple[SubstitutionLine, ...]:
    """All of one entry, oldest first. One query."""
    found = Substitution.objects.filter(entry=entry).select_related("entry", "leaves", "comes", "match")
    return tuple(_line(one, staff=True) for one in found)


def _line(one: Substitution, *, staff: bool) -> SubstitutionLine:
    return SubstitutionLine(
        at=one.made_at,
        entry=str(one.entry),
        leaves=str(one.leaves),
        comes=str(one.comes),
        match=one.match.code if one.match else "",
        reason=one.reason if staff else "",
    )
