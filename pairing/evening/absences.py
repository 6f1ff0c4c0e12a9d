"""Why an evening is not offered a usual way to play: it would end too late, there are too few tables for it, or too few entries."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from pairing.evening.outlines import BRACKETS, LINES, POOLS, ROUNDS, SHORT, list_outlines
from pairing.evening.values import Absence, EveningField

USUAL = (BRACKETS, POOLS, ROUNDS, LINES)
MORE_ENTRIES = 12
"""So many more entries are thought of."""


def list_absences(field: EveningField, offered: Collection[str], soonest: Mapping[str, float]) -> Iterator[Absence]:
    """The usual families of plans that are not `offered`; `soonest` are the minutes of each that was timed."""
    if (field.sides, field.side_size) != (2, 1):
        return
    offered = {LINES if family == SHORT else family for family in offered}
    playable = {outline.family for outline in list_outlines(field)}
    for family in USUAL:
        if family in offered:
            continue
        if family in soonest:
            yield Absence(family, "late", int(soonest[family]))
        elif family in playable:
            yield Absence(family, "tables")
        elif needed := _find_entries(field, family):
            yield Absence(family, "few", needed)


def _find_entries(field: EveningField, family: str) -> int:
    """The fewest entries above those that there are with which a plan of the family can be played; 0 if none near is enough."""
    for entries in range(field.entries + 1, field.entries + MORE_ENTRIES + 1):
        if any(outline.family == family for outline in list_outlines(replace(field, entries=entries))):
            return entries
    return 0
