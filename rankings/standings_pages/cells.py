"""Explanation of one cell of the standings."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from pairing import format_by_key
from rankings.standings_pages.queries import POINTS, format_cell
from scoring.standings.carried import CarriedStage, list_carried_stages
from scoring.standings.stored import read_group_tallies, read_group_tally
from standings import (
    CellPart,
    CountingScheme,
    FormatCounting,
    PartKind,
    PointSystem,
    RankedLine,
    Tally,
    explain_cell,
    explain_points,
    find_tied_before,
    tie_break_by_key,
)
from tournaments.models import Entry, Match, Seat, Stage
from tournaments.people.naming import IN_FULL, Naming
from tournaments.people.sides import format_side_name, group_by_side


@dataclass(frozen=True, slots=True)
class PartView:
    label: str
    value: str
    counted: bool = True
    code: str = ""
    """Of the match that it comes from."""


@dataclass(frozen=True, slots=True)
class CellView:
    """The parts of a cell; `total` is the cell as the standings show it."""

    who: str
    column: str
    sentence: str
    parts: tuple[PartView, ...]
    total: str


def explain_standings_cell(stage: Stage, number: int, key: str, naming: Naming = IN_FULL) -> CellView | None:
    """Explain the cell of the entry with that number under a column; None when there is no such cell."""
    line = _find_line(stage, number, naming)
    return line.cells.explain(line.entry_id, key, line.partners) if line else None


def explain_standings_line(stage: Stage, number: int, naming: Naming = IN_FULL) -> dict[str, CellView]:
    """Explain every cell of the entry with that number, by key; empty when it does not play."""
    line = _find_line(stage, number, naming)
    if line is None:
        return {}
    views = ((key, line.cells.explain(line.entry_id, key, line.partners)) for key in (POINTS, *line.cells.scheme.tie_breaks))
    return {key: view for key, view in views if view is not None}


def explain_standings_lines(stage: Stage, naming: Naming = IN_FULL) -> Iterator[tuple[int, Mapping[str, CellView]]]:
    """The number of every entry with the explanations of its cells by key, as `explain_standings_cell` gives them one by one.

    Where sides have one opponent the number of queries does not depend on the number of entries.
    """
    before = list_carried_stages(stage)
    entries = _read_entries(stage, before)
    names, codes = _read_names(stage, before, entries, naming)
    for tally, lines, scheme in read_group_tallies(stage):
        cells = _GroupCells(before, tally, lines, scheme, names, codes)
        for line in lines:
            partners = _read_all_partners(stage, before, line.entrant, naming)
            explained = ((key, cells.explain(line.entrant, key, partners)) for key in (POINTS, *scheme.tie_breaks))
            yield entries[line.entrant].number, {key: view for key, view in explained if view is not None}


@dataclass(frozen=True, slots=True)
class _LineCells:
    cells: "_GroupCells"
    entry_id: int
    partners: Mapping[int, str]


def _find_line(stage: Stage, number: int, naming: Naming) -> _LineCells | None:
    before = list_carried_stages(stage)
    entries = _read_entries(stage, before)
    playing = Entry.objects.filter(stage_entries__stage=stage, number=number)
    entry_id = playing.values_list("pk", flat=True).first()
    if entry_id is None:
        return None
    cells = _GroupCells(before, *read_group_tally(stage, entry_id), *_read_names(stage, before, entries, naming))
    return _LineCells(cells, entry_id, _read_all_partners(stage, before, entry_id, naming))


def _read_entries(stage: Stage, before: Sequence[CarriedStage]) -> dict[int, Entry]:
    """Everybody who plays the stage or played one whose points it carries, by id. One query."""
    stages = [stage, *(earlier.stage for earlier in before)]
    return {entry.pk: entry for entry in Entry.objects.filter(stage_entries__stage__in=stages)}


def _read_all_partners(stage: Stage, before: Sequence[CarriedStage], entry_id: int, naming: Naming) -> dict[int, str]:
    """`read_partners` of the stage and of those before."""
    partners = read_partners(stage, entry_id, naming)
    for earlier in before:
        partners |= read_partners(earlier.stage, entry_id, naming)
    return partners


def _read_names(
    stage: Stage, before: Sequence[CarriedStage], entries: Mapping[int, Entry], naming: Naming
) -> tuple[dict[int, str], dict[int, str]]:
    """Names by id of the entry, codes by id of the match."""
    stages = [stage, *(earlier.stage for earlier in before)]
    codes = dict(Match.objects.filter(round__stage__in=stages, kind=Match.Kind.PLAYED).values_list("pk", "code"))
    return {pk: naming.format_name(entry) for pk, entry in entries.items()}, codes


@dataclass(frozen=True, slots=True)
class _GroupCells:
    """The cells of a group; `before` are the stages whose rounds count too, `names` by id of the entry, `codes` by id of the match."""

    before: Sequence[CarriedStage]
    tally: Tally
    lines: Sequence[RankedLine]
    scheme: CountingScheme
    names: Mapping[int, str]
    codes: Mapping[int, str]

    def explain(self, entry_id: int, key: str, partners: Mapping[int, str]) -> CellView | None:
        """`partners` as `read_partners` gives them; None for a column that the stage does not have."""
        line = next(candidate for candidate in self.lines if candidate.entrant == entry_id)
        if key == POINTS:
            return self._explain_points(entry_id, line, partners)
        if key not in self.scheme.tie_breaks:
            return None
        tie_break, column_index = tie_break_by_key(key), self.scheme.tie_breaks.index(key)
        tied = find_tied_before(self.tally, self.scheme.tie_breaks[:column_index], entry_id)
        explanation = explain_cell(self.tally, key, entry_id, tied)
        parts = self._build_parts(explanation.parts, self.scheme.system if tie_break.in_points else None, partners)
        total = format_cell(line.cells[column_index], share=tie_break.share)
        return CellView(self.names[entry_id], _(tie_break.title), _(explanation.sentence), parts, total)

    def _explain_points(self, entry_id: int, line: RankedLine, partners: Mapping[int, str]) -> CellView:
        explanation = explain_points(self.tally, self.scheme.system.sentence, entry_id)
        parts = self._build_parts(explanation.parts, self.scheme.system, partners)
        if self.scheme.averages_byes:
            parts = tuple(map(_name_average, explanation.parts, parts))
        return CellView(self.names[entry_id], _("Points"), _(explanation.sentence), parts, format_cell(line.points))

    def _build_parts(self, parts: Iterable[CellPart], unit: PointSystem | None, partners: Mapping[int, str]) -> tuple[PartView, ...]:
        def name_opponents(part: CellPart) -> str:
            return self.names.get(part.opponent or 0, "") or partners.get(part.match, "")

        return tuple(self._build_part(part, name_opponents, unit) for part in parts)

    def _build_part(self, part: CellPart, name_opponents: Callable[[CellPart], str], unit: PointSystem | None) -> PartView:
        """A round of an earlier stage is called by its number there, after the name of the stage."""
        played = next((one for one in self.before if one.offset < part.round <= one.offset + one.rounds), None)
        begins = self.tally.carried_rounds if played is None else played.offset
        numbered = replace(part, round=part.round - begins) if part.round else part
        view = replace(_build_part_view(numbered, name_opponents, unit), code=self.codes.get(part.match, ""))
        if part.kind is PartKind.CARRIED:
            return replace(view, label=_("carried from “%(stage)s”") % {"stage": self.before[-1].stage.name})
        return view if played is None else replace(view, label=f"{played.stage.name}, {view.label}")


def _build_part_view(part: CellPart, name_opponents: Callable[[CellPart], str], unit: PointSystem | None) -> PartView:
    value, against = (format_cell(unit.convert_to_points(number) if unit else number) for number in (part.value, part.against))
    return PartView(_format_part_label(part, name_opponents(part)), f"{value}–{against}" if part.against else value, part.counted)


def _name_average(part: CellPart, view: PartView) -> PartView:
    """A bye that is worth one's own average says so: no regulation gives it that number."""
    if part.kind is not PartKind.REST:
        return view
    return replace(view, label=_("round %(round)d, bye: the average of its own matches") % {"round": part.round})


_LABELS_WITHOUT_MATCH = {
    PartKind.MISSED: gettext_noop("a round without a match"),
    PartKind.PENALTY: gettext_noop("taken off by the director, minus points for rounds before it joined"),
    PartKind.GIVEN: gettext_noop("added for rounds before it joined, minus penalties"),
    PartKind.LOT: gettext_noop("lot drawn"),
    PartKind.DECIDED: gettext_noop("place decided at the table"),
}


def _format_part_label(part: CellPart, opponent: str) -> str:
    values = {"round": part.round, "opponent": opponent}
    if part.kind in _LABELS_WITHOUT_MATCH:
        return _(_LABELS_WITHOUT_MATCH[part.kind])
    match part.kind:
        case PartKind.REST:
            return _("round %(round)d, bye") % values
        case PartKind.UNPLAYED_WON:
            return _("round %(round)d, %(opponent)s, walk-over") % values
        case PartKind.UNPLAYED_LOST:
            return _("round %(round)d, %(opponent)s, not played") % values
    return _("round %(round)d, %(opponent)s") % values if opponent else _("round %(round)d") % values


def read_partners(stage: Stage, entry_id: int, naming: Naming = IN_FULL) -> dict[int, str]:
    """Read, by match, the partner and the opponents of an entry as text; empty in formats with one opponent. One query."""
    if FormatCounting(format_by_key(stage.format_key)).has_single_opponent:
        return {}
    own = Match.objects.filter(round__stage=stage, kind=Match.Kind.PLAYED, seats__entry=entry_id)
    tables: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(match__in=own).select_related("entry"):
        tables.setdefault(seat.match_id, []).append(seat)
    return {match: _format_partners(group_by_side(seats), entry_id, naming) for match, seats in tables.items()}


def _format_partners(sides: Sequence[Sequence[Seat]], entry_id: int, naming: Naming) -> str:
    own = next(side for side in sides if any(seat.entry_id == entry_id for seat in side))
    against = ", ".join(format_side_name(side, naming) for side in sides if side is not own)
    partner = format_side_name([seat for seat in own if seat.entry_id != entry_id], naming)
    return _("with %(partner)s against %(others)s") % {"partner": partner, "others": against} if partner else against
