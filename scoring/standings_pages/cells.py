"""How a cell of the standings came about, in words."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.standings_pages.partners import company_of
from scoring.standings_pages.queries import POINTS, shown_cell
from scoring.standings_pages.stored import group_tally
from standings import Kind, Part, PointSystem, explain_cell, explain_points, point_system_by_key, tie_break_by_key, tied_before
from tournaments.models import Entry, Stage
from tournaments.people.naming import IN_FULL, Naming


@dataclass(frozen=True, slots=True)
class PartView:
    label: str
    value: str
    counted: bool = True


@dataclass(frozen=True, slots=True)
class CellView:
    """`total` is the cell as the standings show it."""

    who: str
    column: str
    sentence: str
    parts: tuple[PartView, ...]
    total: str


def explain(stage: Stage, number: int, key: str, naming: Naming = IN_FULL) -> CellView | None:
    """The cell of the entry with that number under a column; nothing when there is no such cell."""
    entries = {entry.pk: entry for entry in Entry.objects.filter(stage_entries__stage=stage)}
    entry_id = next((pk for pk, entry in entries.items() if entry.number == number), None)
    if entry_id is None:
        return None
    tally, lines, scheme = group_tally(stage, entry_id)
    line = next(one for one in lines if one.entrant == entry_id)
    system, names = point_system_by_key(scheme.points), {pk: naming.of(entry) for pk, entry in entries.items()}
    company = company_of(stage, entry_id, naming)

    def met(part: Part) -> str:
        return names.get(part.opponent or 0, "") or company.get(part.match, "")

    if key == POINTS:
        found = explain_points(tally, system.sentence, entry_id)
        parts = tuple(_part(part, met, system) for part in found.parts)
        return CellView(names[entry_id], _("Points"), _(found.sentence), parts, shown_cell(system.told(line.points)))
    if key not in scheme.tie_breaks:
        return None
    tie_break, at = tie_break_by_key(key), scheme.tie_breaks.index(key)
    found = explain_cell(tally, key, line, tied_before(tally, scheme.tie_breaks[:at], entry_id))
    unit = system if tie_break.in_points else None
    cell = line.cells[at]
    total = shown_cell(cell if cell is None or unit is None else unit.told(cell), share=tie_break.share)
    return CellView(names[entry_id], _(tie_break.name), _(found.sentence), tuple(_part(part, met, unit) for part in found.parts), total)


def _part(part: Part, met: Callable[[Part], str], unit: PointSystem | None) -> PartView:
    value, against = (shown_cell(unit.told(number) if unit else number) for number in (part.value, part.against))
    return PartView(_label(part, met(part)), f"{value}–{against}" if part.against else value, part.counted)


_APART = {
    Kind.MISSED: gettext_noop("a round without a match"),
    Kind.PENALTY: gettext_noop("taken off by the director, less what was given for rounds before it joined"),
    Kind.GIVEN: gettext_noop("given for rounds before it joined, less penalties"),
    Kind.LOT: gettext_noop("lot drawn"),
    Kind.DECIDED: gettext_noop("place decided at the table"),
}


def _label(part: Part, opponent: str) -> str:
    told = {"round": part.round, "opponent": opponent}
    if part.kind in _APART:
        return _(_APART[part.kind])
    match part.kind:
        case Kind.REST:
            return _("round %(round)d, rest") % told
        case Kind.UNPLAYED_WON:
            return _("round %(round)d, %(opponent)s, won without playing") % told
        case Kind.UNPLAYED_LOST:
            return _("round %(round)d, %(opponent)s, not played") % told
    return _("round %(round)d, %(opponent)s") % told if opponent else _("round %(round)d") % told
