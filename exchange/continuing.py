"""A tournament's file comes home: its ledger is compared with the one here, and taken in where it continues it."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, User
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from exchange.extras import list_substitutions
from exchange.import_state import ImportState
from exchange.importing import ImportedTournament, build_tournament_columns, find_imported, map_users, run_import
from exchange.reading import iterate_matches
from exchange.treasury import forget_treasury
from scoring.ledger.journal import build_journal_fields
from scoring.ledger.queries import read_links
from scoring.models import (
    DirectorCall,
    Draft,
    EntryCode,
    ExtraSheet,
    LedgerEntry,
    MatchResult,
    PaperStyle,
    SheetIssue,
    SheetPhotograph,
    StandingsCache,
    StrayHand,
    TableLink,
)
from tournaments.locks import lock_for_director
from tournaments.models import (
    CashLine,
    Draw,
    Enrolment,
    Entry,
    ForbiddenPair,
    HallTable,
    Match,
    Member,
    Person,
    Round,
    Seat,
    Stage,
    StageEntry,
    Substitution,
    Tournament,
)
from tournaments.models.default_names import translate_stage_name
from tournaments.refusals import ChangeRefused

Json = Mapping[str, Any]
ASIDE = 1_000_000
"""Added to the positions of matches while new ones are written, so that no two meet."""


class Relation(StrEnum):
    """How the ledger of a file stands to the one here."""

    SAME = "same"
    CONTINUES = "continues"
    OLDER = "older"
    FORKED = "forked"


@dataclass(frozen=True, slots=True)
class LedgerComparison:
    """How many entries both ledgers have; the first `common` are the same."""

    tournament: Tournament
    here: int
    file: int
    common: int

    @property
    def relation(self) -> Relation:
        if self.here == self.file == self.common:
            return Relation.SAME
        if self.common == self.here:
            return Relation.CONTINUES
        return Relation.OLDER if self.common == self.file else Relation.FORKED

    @property
    def only_here(self) -> int:
        return self.here - self.common

    @property
    def only_in_file(self) -> int:
        return self.file - self.common


def compare_ledgers(document: Json) -> LedgerComparison | None:
    """Compare the file with its tournament here; None where it is not here."""
    tournament = find_imported(document)
    if tournament is None:
        return None
    digests = LedgerEntry.objects.filter(tournament=tournament).order_by("seq").values_list("digest", flat=True)
    pairs = zip(digests.iterator(), document["ledger"], strict=False)
    count, in_file = digests.count(), len(document["ledger"])
    common = next((place for place, (digest, line) in enumerate(pairs) if digest != line["digest"]), min(count, in_file))
    return LedgerComparison(tournament, count, in_file, common)


@dataclass(frozen=True, slots=True)
class ForkLine:
    """A ledger entry that is on one side only: `place` is its match, empty for a decision without one."""

    seq: int
    kind: str
    place: str
    who: str
    at: dt.datetime


def describe_lines(document: Json, comparison: LedgerComparison, *, most: int) -> tuple[tuple[ForkLine, ...], tuple[ForkLine, ...]]:
    """The first entries that are only here, and those that are only in the file, at most so many of each. Three queries."""
    first, end = comparison.common, comparison.common + most
    own_lines = [build_journal_fields(link) for link in islice(read_links(comparison.tournament), first, end)]
    file_lines = document["ledger"][first:end]
    users = {f"staff-{pk}": name for pk, name in User.objects.values_list("pk", "username")}
    names = {person["actor"]: person["user"] for person in document["persons"]["desk"]}
    named = {line["match"] for line in file_lines}
    places = {
        match["code"]: _format_place(translate_stage_name(stage["name"], stage["format"]), round_["number"], match["table"])
        for stage in document["stages"]
        for round_ in stage["rounds"]
        for match in round_["matches"]
        if match["code"] in named
    }
    matches = Match.objects.filter(code__in={line["match"] for line in own_lines}).select_related("round__stage")
    own_places = {match.code: _format_place(match.round.stage.name, match.round.number, match.table) for match in matches}
    return (
        tuple(_build_fork_line(line, own_places, users) for line in own_lines),
        tuple(_build_fork_line(line, places, names) for line in file_lines),
    )


def _build_fork_line(line: Json, places: Mapping[str, str], names: Mapping[str, str]) -> ForkLine:
    actor = line["actor"]
    who = names.get(actor) or (_("table") if actor.startswith("table-") else actor)
    at = dt.datetime.fromisoformat(line["recorded_at"])
    return ForkLine(line["seq"], str(LedgerEntry.Kind(line["kind"]).label), places.get(line["match"], ""), who, at)


def _format_place(stage: str, round_number: int, table: int | None) -> str:
    values = {"stage": stage, "round": round_number, "table": table}
    return _("%(stage)s, round %(round)d, table %(table)d") % values if table else _("%(stage)s, round %(round)d") % values


def list_lost_work(document: Json, tournament: Tournament) -> tuple[str, ...]:
    """What was done here and is not in the file: rounds and entries, as sentences. Results cannot be lost: the ledger holds them."""
    return tuple(_iterate_lost_work(document, tournament))


def has_news(document: Json, comparison: LedgerComparison) -> bool:
    """Whether the file has a ledger entry, a match or a step of an enrolment that is not here."""
    present = set(_select_matches(comparison.tournament).values_list("code", flat=True))
    has_match = any(match["code"] not in present for _place, match in iterate_matches(document))
    return bool(comparison.only_in_file) or has_match or _has_steps(document, comparison.tournament)


def _has_steps(document: Json, tournament: Tournament) -> bool:
    """Whether an enrolment of the file is not here, or went further there."""
    steps = {code: len(steps) for code, steps in Enrolment.objects.filter(tournament=tournament).values_list("code", "steps")}
    return any(len(section["steps"]) > steps.get(section["code"], -1) for section in document["persons"]["enrolments"])


def check_continues(comparison: LedgerComparison) -> None:
    """Raises: ChangeRefused unless the file continues the ledger here, or differs from it in nothing but the ledger."""
    values = {
        "name": comparison.tournament.name,
        "common": comparison.common,
        "here": comparison.only_here,
        "file": comparison.only_in_file,
    }
    match comparison.relation:
        case Relation.OLDER:
            sentence = _("“%(name)s” is further here than in this file: %(here)d ledger entries were made here since.")
            raise ChangeRefused("older_file", sentence % values)
        case Relation.FORKED:
            sentence = _(
                "“%(name)s” was played on in two places: after ledger entry %(common)d this file has %(file)d entries and this computer"
                " %(here)d others. Decide which of them counts."
            )
            raise ChangeRefused("forked", sentence % values)


def continue_tournament(document: Json, *, actor: AbstractBaseUser) -> ImportedTournament:
    """Bring a tournament that is here to the state of a file whose ledger continues ours.

    1. Checks the file and that it continues our ledger, for a director of the tournament. 2. Removes what was done here meanwhile and has
    no ledger entry. 3. Writes the file's state, appends its ledger entries, computes results and standings again and compares them.
    All in one transaction. Roles of people here, season and address stay. Raises: ChangeRefused; BrokenCopy; PermissionDenied.
    """
    return run_import(ImportState(document, actor), (_begin, map_users, _clear))


def _begin(state: ImportState) -> None:
    """Lock the tournament, compare again under the lock, and take over the settings of the file."""
    comparison = compare_ledgers(state.document)
    if comparison is None:
        raise ChangeRefused("not_here", _("This tournament is not here any more. Import the file again."))
    state.tournament = lock_for_director(comparison.tournament, state.actor, elsewhere=True)
    check_continues(comparison)
    for column, value in build_tournament_columns(state.document).items():
        setattr(state.tournament, column, value)
    state.tournament.handed_over_at, state.tournament.handed_over_to = None, ""
    state.tournament.shown_as_of, state.tournament.shown_from = None, ""
    state.tournament.save()


def _clear(state: ImportState) -> None:
    """Remove everything that the file writes anew, and what it does not have; ledger, entries and matches of the file stay."""
    tournament = state.tournament
    state.own_people = read_people(tournament)
    matches = _select_matches(tournament)
    for rows in (
        MatchResult.objects.filter(match__in=matches),
        StandingsCache.objects.filter(stage__tournament=tournament),
        SheetIssue.objects.filter(match__in=matches),
        Seat.objects.filter(match__in=matches),
        Draw.objects.filter(round__stage__tournament=tournament),
        Substitution.objects.filter(entry__tournament=tournament),
        ForbiddenPair.objects.filter(tournament=tournament),
        StageEntry.objects.filter(stage__tournament=tournament),
        Member.objects.filter(tournament=tournament),
        HallTable.objects.filter(tournament=tournament),
        PaperStyle.objects.filter(tournament=tournament),
    ):
        rows.delete()
    TableLink.objects.filter(match__in=matches, revoked_at__isnull=True).update(revoked_at=timezone.now())
    _remove_missing(state.document, tournament)
    Round.objects.filter(stage__tournament=tournament).update(state=Round.State.CLOSED)
    matches.update(position=F("position") + ASIDE, table=None)
    Entry.objects.filter(tournament=tournament).update(seed=None, fixed_table=None)


def _remove_missing(document: Json, tournament: Tournament) -> None:
    """Remove matches, rounds, stages and entries that the file does not have; no ledger entry speaks of them."""
    matches = _list_missing_matches(document, tournament)
    for related in (DirectorCall, TableLink, Draft, SheetPhotograph, ExtraSheet):
        related.objects.filter(match__in=matches).delete()
    Match.objects.filter(pk__in=matches).delete()
    rounds = {(stage["number"], round_["number"]) for stage in document["stages"] for round_ in stage["rounds"]}
    for round_ in Round.objects.filter(stage__tournament=tournament).select_related("stage"):
        if (round_.stage.number, round_.number) not in rounds:
            round_.delete()
    Stage.objects.filter(tournament=tournament).exclude(number__in=[stage["number"] for stage in document["stages"]]).delete()
    missing = _select_missing_entries(document, tournament)
    EntryCode.objects.filter(entry__in=missing).delete()
    StrayHand.objects.filter(entry__in=missing).delete()
    CashLine.objects.filter(tournament=tournament).delete()
    forget_treasury(tournament)
    missing.delete()


def read_people(tournament: Tournament) -> dict[str, Person]:
    """Everybody who plays or played, by public id."""
    people = list(Person.objects.filter(memberships__tournament=tournament))
    people += [person for substitution in list_substitutions(tournament) for person in (substitution.leaves, substitution.comes)]
    return {str(person.public_id): person for person in people}


def _list_missing_matches(document: Json, tournament: Tournament) -> list[int]:
    missing = dict(_select_matches(tournament).values_list("code", "pk"))
    for _place, match in iterate_matches(document):
        missing.pop(match["code"], None)
    return list(missing.values())


def _select_matches(tournament: Tournament) -> QuerySet[Match]:
    return Match.objects.filter(round__stage__tournament=tournament)


def _select_missing_entries(document: Json, tournament: Tournament) -> Any:
    return Entry.objects.filter(tournament=tournament).exclude(number__in=[entry["number"] for entry in document["entries"]])


def _iterate_lost_work(document: Json, tournament: Tournament) -> Iterator[str]:
    missing = _list_missing_matches(document, tournament)
    rounds = Round.objects.filter(matches__in=missing).select_related("stage").distinct().order_by("stage__number", "number")
    for round_ in rounds:
        yield _("%(stage)s, round %(round)d: drawn here, not in the file") % {"stage": round_.stage, "round": round_.number}
    for entry in _select_missing_entries(document, tournament):
        yield _("entry %(number)d, %(name)s: entered here, not in the file") % {"number": entry.number, "name": entry.name}
    codes = {section["code"] for section in document["persons"]["enrolments"]}
    for enrolment in Enrolment.objects.filter(tournament=tournament).exclude(code__in=codes):
        yield _("enrolment %(number)d, %(name)s: made here, not in the file") % {"number": enrolment.number, "name": enrolment}
    names = {entry["number"]: entry["name"] for entry in document["persons"]["entries"]}
    for entry in Entry.objects.filter(tournament=tournament, number__in=names):
        if entry.name != names[entry.number]:
            values = {"number": entry.number, "here": entry.name, "file": names[entry.number]}
            yield _("entry %(number)d: “%(here)s” here, “%(file)s” in the file") % values
