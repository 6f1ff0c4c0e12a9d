"""The one input of the console: what was typed, and which match it means."""

import re
from dataclasses import dataclass

from django.db.models import QuerySet

from printing.sheets_back.extra_sheets import find_extra_sheet
from printing.sheets_back.queries import SheetName, parse_sheet_name
from scoring.ledger.match_log import State
from scoring.matches.former_matches import FormerView, find_former_match, read_former_view
from scoring.models import ExtraSheet
from tournaments.models import Entry, Match, Round, Seat, Tournament
from tournaments.people.names import fold_name
from tournaments.stages.rounds import attach_tournament, has_several_open_rounds

_TABLE = re.compile(r"(\d{1,5})")
_BETWEEN = r"\s*[-–—:/,.*+\s]\s*"
"""What separates numbers: on the block of digits of a keyboard there is no space."""
_UNSIGNED = r"(?!\s+[-–—−]\d)"
"""Behind a number: none with a sign comes next. “6 5 -35” may be a loss of 35 points, and nobody can tell."""
_RESULT = re.compile(rf"(\d{{1,5}}){_UNSIGNED}{_BETWEEN}(\d{{1,5}}){_UNSIGNED}{_BETWEEN}(\d{{1,5}})")
_ENTRY = re.compile(r"[#nN]\s*(\d{1,5})")
_RESULT_OF_CODE = re.compile(rf"([0-9A-Za-z]{{8}})\s+(\d{{1,5}}){_UNSIGNED}{_BETWEEN}(\d{{1,5}})")
_RESULT_ALONE = re.compile(r"(\d{1,5})\s*[-–—:]\s*(\d{1,5})")
_NUMBERS = re.compile(r"(\d{1,5})[-–—−:/,.*+\s]+\d[-–—−:/,.*+\s\d]*")
MOST_MATCHES = 8
MOST_NAMED = 40
"""Entries whose names fit, of which some have no match."""


@dataclass(frozen=True, slots=True)
class Command:
    """What was typed: a table or the code of a sheet, either with two numbers, an entry's number, or a name."""

    text: str
    table: int | None = None
    scores: tuple[int, int] | None = None
    entry: int | None = None
    code: str = ""
    serial: int | None = None

    @property
    def lacks_table(self) -> bool:
        """Whether two numbers stand alone: nobody knows whose result they are."""
        return self.scores is not None and self.table is None and not self.code

    @property
    def table_of_no_result(self) -> str:
        """The first of several numbers that were meant as a table with its result and are none; else empty."""
        numbers = _NUMBERS.fullmatch(self.text)
        return numbers[1] if numbers and self.scores is None else ""


def parse_command(typed: str) -> Command:
    """Parse the input; whatever is no number and no code is a name. A scanner types the address in the code of a sheet."""
    text = " ".join(typed.split())
    if found := _TABLE.fullmatch(text):
        return Command(text, table=int(found[1]))
    if found := _RESULT.fullmatch(text):
        return Command(text, table=int(found[1]), scores=(int(found[2]), int(found[3])))
    if found := _RESULT_OF_CODE.fullmatch(text):
        return Command(text, code=found[1].upper(), scores=(int(found[2]), int(found[3])))
    if found := _RESULT_ALONE.fullmatch(text):
        return Command(text, scores=(int(found[1]), int(found[2])))
    if found := _ENTRY.fullmatch(text):
        return Command(text, entry=int(found[1]))
    name = parse_sheet_name(text) or parse_sheet_name(text.replace(" ", ""))
    return Command(text, code=name.code, serial=name.serial) if name else Command(text)


def find_matches(tournament: Tournament, command: Command, round_: Round | None) -> list[Match]:
    """The matches that a command means. Tables and names: in the round that is shown, else in those being played, else the latest ones.
    A table without a result is opened at the next of its matches once that of the round shown has one: only to look, never to store.

    A code, typed or scanned, finds the match of any round; that of a further or used blank sheet its match. At most five queries.
    """
    if command.lacks_table:
        return []
    matches = Match.objects.filter(round__stage__tournament=tournament, kind=Match.Kind.PLAYED).exclude(round__state=Round.State.DRAFT)
    matches = matches.select_related("round__stage", "result").order_by("-round__stage__number", "-round__number", "table")
    meant_matches = _select_meant(tournament, matches, command, round_)
    attach_tournament(tournament, (match.round for match in meant_matches))
    return meant_matches


def _select_meant(tournament: Tournament, matches: QuerySet[Match], command: Command, round_: Round | None) -> list[Match]:
    if command.code:
        exact = list(matches.filter(code=command.code)) or list(matches.filter(extra_sheets__code=command.code))
        if exact:
            return exact
    if command.table is not None:
        at_table = _prefer_round(list(matches.filter(table=command.table)), round_)
        return at_table[:1] if command.scores else [*_list_following(at_table), *at_table][:1]
    if command.entry is not None:
        numbered = matches.filter(seats__entry__number=command.entry, seats__entry__tournament=tournament).distinct()
        return _prefer_round(list(numbered), round_)[:1]
    return find_by_name(tournament, matches, command.text, round_)


def find_following_match(match: Match) -> Match | None:
    """Who plays next at the table of a match that has its result, of which a result typed for that table may be. At most two queries."""
    at_table = Match.objects.filter(round__stage=match.round.stage_id, kind=Match.Kind.PLAYED, table=match.table).exclude(pk=match.pk)
    candidates = list(at_table.select_related("round__stage", "result")) if match.table is not None else []
    attach_tournament(match.round.stage.tournament, (candidate.round for candidate in candidates))
    return next(iter(_list_following([match, *candidates])), None)


def find_blank_sheet(tournament: Tournament, command: Command) -> ExtraSheet | None:
    """The blank sheet with the code that was typed, if nobody has said yet for which match it was used. One query."""
    sheet = find_extra_sheet(tournament, SheetName(command.code)) if command.code else None
    return sheet if sheet is not None and sheet.match is None else None


def find_old_sheet(tournament: Tournament, command: Command) -> FormerView | None:
    """What the typed code of a sheet meant before its draw was taken back or others took the seats."""
    former = find_former_match(tournament, command.code, command.serial)
    return read_former_view(former, command.serial) if former else None


def find_by_name(tournament: Tournament, matches: QuerySet[Match], text: str, round_: Round | None) -> list[Match]:
    """Matches with an entry whose name contains every word of the text: one for each entry, preferably in the round shown. At most three
    queries, without a model for each row.
    """
    words = fold_name(text).split()
    names = Entry.objects.filter(tournament=tournament).values_list("pk", "name") if words else ()
    named = [pk for pk, name in names if all(word in fold_name(name) for word in words)][:MOST_NAMED]
    by_id = {match.pk: match for match in matches.filter(seats__entry__in=named).distinct()}
    by_entry: dict[int, list[Match]] = {}
    for entry, match in sorted(Seat.objects.filter(match__in=by_id, entry__in=named).values_list("entry", "match")):
        by_entry.setdefault(entry, []).append(by_id[match])
    chosen = {_prefer_round(played, round_)[0].pk: _prefer_round(played, round_)[0] for played in by_entry.values()}
    return list(chosen.values())[:MOST_MATCHES]


def _prefer_round(matches: list[Match], round_: Round | None) -> list[Match]:
    def rank(match: Match) -> int:
        if round_ is not None and match.round_id == round_.pk:
            return 0
        return 1 if match.round.state == Round.State.PUBLISHED else 2

    return sorted(matches, key=rank)


def _list_following(matches: list[Match]) -> list[Match]:
    """Who plays at a table behind the first of its matches, where that is over in a round still played: those that were seated after it
    in the round, then those of later rounds that go on beside it.
    """
    first = matches[0] if matches else None
    if first is None or first.round.state != Round.State.PUBLISHED or not _is_over(first):
        return []
    is_beside = has_several_open_rounds(first.round.stage)
    coming = [
        match
        for match in matches
        if match.round.stage_id == first.round.stage_id
        and (match.round_id == first.round_id or (is_beside and match.round.number > first.round.number))
        and match.round.state == Round.State.PUBLISHED
        and not _is_over(match)
    ]
    return sorted(coming, key=lambda match: match.round.number)


def _is_over(match: Match) -> bool:
    result = getattr(match, "result", None)
    return result is not None and result.state not in (State.OPEN, State.DISPUTED)
