"""The pairings of a drawn round for a page: found, counted and marked from plain rows, and explained only where they are displayed."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.utils.translation import gettext

import pairing
from pairing import build_match_title, format_reason, reason_from_json
from pairing.codec import position_from_json
from pairing.reasons import ENTRANT_PARAMS
from tournaments.draws.explaining import (
    FEWEST_SHARED,
    FILTER_KINDS,
    KIND_BY_REASON,
    KIND_LABELS,
    ExplainedLine,
    collect_reasons,
    explain_pairings,
)
from tournaments.draws.queries import PairingLine, read_round_view
from tournaments.entries.paged import search_entries
from tournaments.models import Draw, Entry, Match, Round, Seat
from tournaments.people.naming import IN_FULL, Naming


@dataclass(frozen=True, slots=True)
class PairingRow:
    """A match as the database stores it; `sides` are the entries by side, `clubs` theirs as they are displayed."""

    position: int
    bye: bool
    pool: str
    bracket: Any
    reasons: Sequence[Mapping[str, Any]]
    entries: tuple[int, ...]
    sides: int
    clubs: tuple[str, ...]

    @property
    def is_of_one_club(self) -> bool:
        return self.sides == 2 and len(set(self.clubs)) == 1 and self.clubs[0] != ""


class PagedRound:
    """All pairings of a round by position, of which a page explains some. Three queries, and two more for each page."""

    def __init__(self, round_: Round, naming: Naming = IN_FULL) -> None:
        self.round = round_
        self.draw: Draw = round_.draw
        self.naming = naming
        self.rows = _read_rows(round_, naming)

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def changed(self) -> frozenset[int]:
        """Positions of the pairings that the engine did not draw so."""
        drawn = {drawn_pairing["order"]: tuple(drawn_pairing["sides"]) for drawn_pairing in self.draw.outcome["pairings"]}
        return frozenset(row.position for row in self.rows if drawn.get(row.position, ()) not in {(), row.entries})

    @cached_property
    def kinds(self) -> Mapping[int, frozenset[str]]:
        """The kinds of the flags of each pairing (`KIND_LABELS`), by position."""
        extra = self._collect_extra_codes()
        return {row.position: self._find_kinds(row, extra.get(row.position, ())) for row in self.rows}

    @cached_property
    def counts(self) -> tuple[tuple[str, str, str, int], ...]:
        """Kind, icon, label and number of the pairings that carry such a flag."""
        numbers = Counter(kind for kinds in self.kinds.values() for kind in kinds)
        return tuple((kind, KIND_LABELS[kind][0], str(KIND_LABELS[kind][1]), numbers[kind]) for kind in FILTER_KINDS if numbers[kind])

    @cached_property
    def shared_reasons(self) -> list[Mapping[str, Any]]:
        """The reasons that all matches, or all byes, have in common: they are said once."""
        shared: list[Mapping[str, Any]] = []
        for is_bye in (False, True):
            alike = [_list_texts(row) for row in self.rows if row.bye == is_bye]
            if len(alike) >= FEWEST_SHARED:
                shared += [reason for reason in alike[0] if all(reason in reasons for reasons in alike)]
        return shared

    @cached_property
    def shared(self) -> tuple[str, ...]:
        """`shared_reasons` as sentences."""
        return tuple(dict.fromkeys(format_reason(reason_from_json(reason), gettext) for reason in self.shared_reasons))

    @cached_property
    def has_own_reasons(self) -> bool:
        """Whether anything is said of a single pairing."""
        if self.changed or any(self.kinds.values()) or len({_format_title(row.bracket) for row in self.rows}) > 1:
            return True
        return any(row.pool or any(reason not in self.shared_reasons for reason in _list_texts(row)) for row in self.rows)

    def list_positions(self, *, kind: str = "", search_text: str = "") -> list[int]:
        """Positions of the pairings with a flag, of all where none has it; and of these the ones with an entry that the text finds."""
        marked = [row for row in self.rows if kind in self.kinds[row.position]] if kind else []
        rows = marked or self.rows
        if not search_text.strip():
            return [row.position for row in rows]
        entries = search_entries(self.round.stage.tournament, search_text, self.naming)
        searched = set(entries.order_by().values_list("pk", flat=True))
        return [row.position for row in rows if not searched.isdisjoint(row.entries)]

    def explain(self, positions: Collection[int]) -> list[ExplainedLine]:
        """The pairings at some positions with all that is said of each alone. At most four queries."""
        lines = read_round_view(self.round, self.naming, positions).pairings
        stored = self._parse_stored(positions)
        collected = collect_reasons(lines, stored)
        names = _read_names(lines, collected, self.naming)
        explained = explain_pairings(lines, stored, collected, lambda entry: names.get(entry, gettext("an entry")))
        shared = set(self.shared)
        return [replace(line, reasons=tuple(text for text in line.reasons if text not in shared)) for line in explained]

    def _parse_stored(self, positions: Collection[int]) -> pairing.DrawnRound:
        """The stored draw as far as it tells of these positions; the history only where somebody changed the draw."""
        asked = set(positions)
        entries = {entry for row in self.rows if row.position in asked for entry in row.entries}
        inputs, outcome = self.draw.inputs, self.draw.outcome
        request = {
            **inputs,
            "entrants": [entrant for entrant in inputs["entrants"] if entrant["id"] in entries],
            "standings": [line for line in inputs["standings"] if line["entrant"] in entries],
            "history": [played for played in inputs["history"] if not entries.isdisjoint(played["sides"])] if self.changed else [],
        }
        pairings = [drawn for drawn in outcome["pairings"] if drawn["order"] in asked]
        return pairing.draw_from_json({**outcome, "pairings": pairings, "groups": [], "request": request})

    def _collect_extra_codes(self) -> dict[int, set[str]]:
        """Codes of the reasons that stand in no match: opponents passed over in a ranking, objections to a change by hand."""
        form = pairing.format_by_key(self.draw.inputs["format"])
        stored = self._parse_stored(self.changed)
        if not self.changed and not form.list_rank_certificates(stored):
            return {}
        positions = self.changed if not form.list_rank_certificates(stored) else {row.position for row in self.rows}
        lines = read_round_view(self.round, self.naming, positions).pairings
        collected = collect_reasons(lines, self._parse_stored(positions))
        return {line.position: {reason.code for reason in reasons} for line, reasons in zip(lines, collected, strict=True)}

    def _find_kinds(self, row: PairingRow, extra: Collection[str]) -> frozenset[str]:
        codes = {*(reason["code"] for reason in row.reasons), *extra}
        kinds = {KIND_BY_REASON[code] for code in codes if code in KIND_BY_REASON}
        return frozenset({*kinds, "club"} if row.is_of_one_club else kinds)


def _list_texts(row: PairingRow) -> list[Mapping[str, Any]]:
    """The reasons of a pairing that are sentences and no flags."""
    return [reason for reason in row.reasons if reason["code"] not in KIND_BY_REASON]


def _format_title(bracket: Any) -> str:
    position = position_from_json(bracket)
    return format_reason(build_match_title(position), gettext) if position else ""


def _read_rows(round_: Round, naming: Naming) -> list[PairingRow]:
    seats: dict[int, list[tuple[int, int, str]]] = {}
    columns = ("match_id", "side", "entry_id", "entry__club__name", "entry__hidden")
    for match, side, entry, club, hidden in Seat.objects.filter(round=round_).order_by("side", "place").values_list(*columns):
        seats.setdefault(match, []).append((side, entry, "" if hidden and naming is not IN_FULL else club or ""))
    rows = []
    matches = Match.objects.filter(round=round_).order_by("position")
    for pk, position, kind, pool, bracket, reasons in matches.values_list("pk", "position", "kind", "pool", "bracket", "reasons"):
        seated = seats.get(pk, [])
        sides = {side for side, _entry, _club in seated}
        entries, clubs = tuple(entry for _side, entry, _club in seated), tuple(club for _side, _entry, club in seated)
        rows.append(PairingRow(position, kind == Match.Kind.BYE, pool, bracket, reasons, entries, len(sides), clubs))
    return rows


def _read_names(lines: Sequence[PairingLine], collected: Sequence[Sequence[pairing.DrawReason]], naming: Naming) -> dict[int, str]:
    """The names of everybody in these pairings and in what is said of them. One query for those who sit elsewhere."""
    names = {seat.entry_id: seat.numbered for line in lines for seat in line.seats}
    named = {value for reasons in collected for reason in reasons for name, value in reason.params if name in ENTRANT_PARAMS}
    others = Entry.objects.in_bulk({entry for entry in named if isinstance(entry, int)} - names.keys())
    return names | {pk: naming.format_numbered_name(entry) for pk, entry in others.items()}
