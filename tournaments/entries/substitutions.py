"""Who took whose place, and when."""

import datetime as dt
from dataclasses import dataclass

from tournaments.models import Entry, Match, Substitution
from tournaments.people.naming import IN_FULL, Naming


@dataclass(frozen=True, slots=True)
class SubstitutionLine:
    """`match` is the code of the match that it fell into, `reason` empty where it is nobody's business; so are `leaves` and `comes`
    where their names do not tell them apart."""

    at: dt.datetime
    entry: str
    leaves: str
    comes: str
    match: str
    reason: str


def substitutions_in(match: Match, *, staff: bool, naming: Naming = IN_FULL) -> tuple[SubstitutionLine, ...]:
    """Of both sides during the match, oldest first. One query."""
    found = Substitution.objects.filter(match=match).select_related("entry", "leaves", "comes", "match")
    return tuple(_line(one, naming, staff=staff) for one in found)


def substitutions_of(entry: Entry) -> tuple[SubstitutionLine, ...]:
    """All of one entry, oldest first. One query."""
    found = Substitution.objects.filter(entry=entry).select_related("entry", "leaves", "comes", "match")
    return tuple(_line(one, IN_FULL, staff=True) for one in found)


def _line(one: Substitution, naming: Naming, *, staff: bool) -> SubstitutionLine:
    leaves, comes = naming.person(one.leaves, one.entry), naming.person(one.comes, one.entry)
    told = leaves != comes
    return SubstitutionLine(
        at=one.made_at,
        entry=naming.numbered(one.entry),
        leaves=leaves if told else "",
        comes=comes if told else "",
        match=one.match.code if one.match else "",
        reason=one.reason if staff else "",
    )
