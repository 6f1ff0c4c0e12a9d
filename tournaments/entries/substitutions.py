"""Substitutions: who replaced whom, and when."""

import datetime as dt
from dataclasses import dataclass

from tournaments.models import Entry, Match, Member, Substitution
from tournaments.people.naming import IN_FULL, Naming
from tournaments.seen import compute_fingerprint


@dataclass(frozen=True, slots=True)
class SubstitutionLine:
    """`match` is the code of the match in which it happened; `reason` is empty for the public, `leaves` and `comes` are
    empty where the displayed names are equal.
    """

    at: dt.datetime
    entry: str
    leaves: str
    comes: str
    match: str
    reason: str


def read_substitutions_in(match: Match, *, staff: bool, naming: Naming = IN_FULL) -> tuple[SubstitutionLine, ...]:
    """The substitutions of both sides during the match, oldest first. One query."""
    substitutions = Substitution.objects.filter(match=match).order_by("pk").select_related("entry", "leaves", "comes", "match")
    return tuple(_build_line(substitution, naming, staff=staff) for substitution in substitutions)


def compute_members_fingerprint(entry: Entry) -> str:
    """The fingerprint of who plays for the entry, and at which place. One query."""
    return compute_fingerprint(list(Member.objects.filter(entry=entry).order_by("position").values_list("position", "person_id")))


def read_substitutions_of(entry: Entry) -> tuple[SubstitutionLine, ...]:
    """All substitutions of one entry, oldest first. One query."""
    substitutions = Substitution.objects.filter(entry=entry).order_by("pk").select_related("entry", "leaves", "comes", "match")
    return tuple(_build_line(substitution, IN_FULL, staff=True) for substitution in substitutions)


def _build_line(substitution: Substitution, naming: Naming, *, staff: bool) -> SubstitutionLine:
    leaves, comes = (
        naming.format_person(substitution.leaves, substitution.entry),
        naming.format_person(substitution.comes, substitution.entry),
    )
    names_differ = leaves != comes
    return SubstitutionLine(
        at=substitution.made_at,
        entry=naming.format_numbered_name(substitution.entry),
        leaves=leaves if names_differ else "",
        comes=comes if names_differ else "",
        match=substitution.match.code if substitution.match else "",
        reason=substitution.reason if staff else "",
    )
