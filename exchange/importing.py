"""Import a document as a tournament of this desk, completely or not at all."""

import datetime as dt
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, User
from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history

from exchange.cash import count_attempts, store_cash
from exchange.draws import translate_draw, translate_reasons
from exchange.extras import ROWS_AT_ONCE, build_sheet, parse_time, store_forbidden, store_links, store_paper, store_substitutions
from exchange.fields import NAMED_FIELDS, PLAIN_FIELDS
from exchange.reading import check_document, iterate_matches
from exchange.values import BrokenCopy
from jobs.databases import write_tx
from rules import RuleViolation, game_by_key
from scoring.ledger import Head
from scoring.ledger.match_log import build_match_log, compute_result_columns
from scoring.models import LedgerEntry, LedgerHead, LedgerText, MatchResult, SheetIssue, Stranger
from scoring.standings_pages.stored import compute_standings, store_standings
from scoring.verification.queries import verify_tournament
from tournaments.desk.services import find_free_slug
from tournaments.fields.declared import PERSON_FIELDS
from tournaments.models import (
    Club,
    Draw,
    Entry,
    HallTable,
    Match,
    Member,
    Organizer,
    Person,
    Round,
    Seat,
    StaffRole,
    Stage,
    StageEntry,
    Tournament,
)
from tournaments.organizers.quotas import choose_organizer, require_room_for_tournament
from tournaments.people.services import filter_household, find_or_create_clubs
from tournaments.refusals import ChangeRefused
from tournaments.stages.match_rules import read_match_options, resolve_last_rules, resolve_rules

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ImportedTournament:
    """`strangers`: people of the other desk, by user name, whose user number belongs to somebody else here.
    `not_repeated`: rounds whose draw this release does not repeat identically.
    """

    tournament: Tournament
    head: Head
    strangers: tuple[str, ...] = ()
    not_repeated: tuple[str, ...] = ()


@dataclass
class ImportState:
    """The state of an import in progress; keys are those of the document. `own_people` are those of a tournament that is here already."""

    document: Json
    actor: AbstractBaseUser
    organizer: Organizer | None = None
    tournament: Tournament = field(init=False)
    own_people: Mapping[str, Person] = field(default_factory=dict)
    users: dict[str, int] = field(default_factory=dict)
    entries: dict[int, int] = field(default_factory=dict)
    by_number: dict[int, int] = field(default_factory=dict)
    matches: dict[str, Match] = field(default_factory=dict)
    people: dict[str, Person] = field(default_factory=dict)
    strangers: list[str] = field(default_factory=list)
    not_repeated: list[str] = field(default_factory=list)


def import_tournament(document: Json, *, actor: AbstractBaseUser, organizer: Organizer | None = None) -> ImportedTournament:
    """Import a tournament from another desk, for `organizer` or the first for whom the actor may open one.

    1. Checks chain, references and names. 2. Writes everything in one transaction; the actor becomes a director.
    3. Computes results and standings again from the ledger and compares them with those of the document.
    Raises: BrokenCopy with the place, and nothing was written; ChangeRefused when the tournament is here already.
    """
    return run_import(ImportState(document, actor, organizer), (check_not_imported, _create_tournament, _create_staff))


def run_import(state: ImportState, first: Iterable[Callable[[ImportState], None]]) -> ImportedTournament:
    """Check the document, run the `first` steps, and fill the tournament, in one transaction. Raises: BrokenCopy; what the steps raise."""
    head = check_document(state.document)
    try:
        with write_tx():
            for step in (
                *first,
                _create_people,
                _create_hall_tables,
                _create_stages,
                _store_extras,
                _create_ledger,
                _create_results,
                _create_standings,
            ):
                step(state)
            for finding in verify_tournament(state.tournament):
                raise BrokenCopy(finding.place, finding.sentence)
    except (DatabaseError, ValidationError, RuleViolation, LookupError, TypeError, ValueError) as error:
        raise BrokenCopy(_("the file"), _("contains something impossible: %(reason)s") % {"reason": error}) from error
    return ImportedTournament(state.tournament, head, tuple(state.strangers), tuple(state.not_repeated))


def find_imported(document: Json) -> Tournament | None:
    """The tournament of this desk that the document is about: it has one of its matches or was created at the same moment."""
    codes = [match["code"] for _place, match in iterate_matches(document)]
    by_match = Tournament.objects.filter(stages__rounds__matches__code__in=codes).first()
    return by_match or Tournament.objects.filter(created_at=dt.datetime.fromisoformat(document["tournament"]["created_at"])).first()


def check_not_imported(state: ImportState) -> None:
    """Raises: ChangeRefused."""
    existing = find_imported(state.document)
    if existing is not None:
        raise ChangeRefused("already_here", _("This tournament is already here: “%(name)s”.") % {"name": existing.name})


def _create_tournament(state: ImportState) -> None:
    section = state.document["tournament"]
    slug = find_free_slug(section["name"], dt.date.fromisoformat(section["date"]), preferred=section["slug"])
    columns = build_tournament_columns(state.document)
    organizer = choose_organizer(state.actor, state.organizer)
    if not columns["demonstration"]:
        require_room_for_tournament(organizer)
    state.tournament = Tournament.objects.create(slug=slug, organizer=organizer, created_by_id=state.actor.pk, **columns)
    Tournament.objects.filter(pk=state.tournament.pk).update(created_at=parse_time(section["created_at"]))
    state.tournament.refresh_from_db()


def build_tournament_columns(document: Json) -> dict[str, Any]:
    """The columns of the tournament, without its address and who created it."""
    section = document["tournament"]
    game = game_by_key(section["game"])
    same_names = ("name", "venue", "rules_version", "state", "public", "one_person", "demonstration", "fee_cents", "regulation")
    return {
        "date": dt.date.fromisoformat(section["date"]),
        "game_key": game.key,
        "rules": game.options_to_json(game.options_from(section["rules"])),
        "preset_key": section["preset"],
        **{name: section[name] for name in same_names},
        **{name: section[name] for name in ("individual", "substitutions", "table_count", "round_minutes")},
        **{name: section[name] for name in ("history_public", "public_names", "search_engines", "surname_first")},
    }


def _create_staff(state: ImportState) -> None:
    """Give the people of the other desk who are known here their roles; the actor becomes a director."""
    map_users(state)
    roles = {member["actor"]: member["role"] for member in state.document["desk"]}
    granted = {state.users[actor]: role for actor, role in roles.items() if role and actor in state.users}
    for user, role in (granted | {state.actor.pk: StaffRole.Role.DIRECTOR}).items():
        StaffRole.objects.create(tournament=state.tournament, user_id=user, role=role)


def map_users(state: ImportState) -> None:
    """Map people of the other desk to users with the same number and name; a site admin's import creates missing users. Other names are
    stored as foreign staff, so that nobody here is mistaken for them.
    """
    names = {person["actor"]: person["user"] for person in state.document["persons"]["desk"]}
    admin = User.objects.filter(pk=state.actor.pk, is_superuser=True).exists()
    for actor, name in sorted(names.items()):
        number = int(actor.removeprefix("staff-")) if actor.removeprefix("staff-").isdecimal() else 0
        if User.objects.filter(pk=number, username=name).exists() or (admin and number and _create_user(number, name)):
            state.users[actor] = number
        else:
            state.strangers.append(name)
            Stranger.objects.update_or_create(tournament=state.tournament, actor=actor, defaults={"name": name})


def _create_user(number: int, name: str) -> bool:
    if not name or number > 10**9 or User.objects.filter(pk=number).exists() or User.objects.filter(username=name).exists():
        return False
    user = User(pk=number, username=name)
    user.set_unusable_password()
    user.full_clean(exclude=["password"])
    user.save(force_insert=True)
    for statement in connection.ops.sequence_reset_sql(no_style(), [User]):
        with connection.cursor() as cursor:
            cursor.execute(statement)
    return True


def _create_people(state: ImportState) -> None:
    document = state.document
    people = state.people = {person["id"]: _find_or_build_person(state, person) for person in document["persons"]["people"]}
    bulk_create_with_history([person for person in people.values() if person.pk is None], Person, default_user=state.actor)
    clubs: dict[str, Club] = find_or_create_clubs(entry["club"] for entry in document["entries"])
    names_by_number = {names_section["number"]: names_section for names_section in document["persons"]["entries"]}
    # keys grow as they did there, so that draws can be repeated
    entry_sections = sorted(document["entries"], key=lambda entry: entry["id"])
    for entry_section in entry_sections:
        values = {field.name: entry_section[field.name] for field in PLAIN_FIELDS} | {"number": entry_section["number"]}
        values |= {field.name: names_by_number[entry_section["number"]][field.name] for field in NAMED_FIELDS}
        values |= {"club": clubs.get(entry_section["club"]), "again_of_id": state.by_number.get(entry_section["again_of"])}
        values |= {"phantom": entry_section["phantom"]}
        entry, _new = Entry.objects.update_or_create(tournament=state.tournament, number=values.pop("number"), defaults=values)
        state.entries[entry_section["id"]] = state.by_number[entry_section["number"]] = entry.pk
        attempt = count_attempts(entry_section, document["entries"])
        Member.objects.bulk_create(
            Member(entry=entry, tournament=state.tournament, person=people[person_id], position=position, attempt=attempt)
            for position, person_id in enumerate(entry_section["persons"])
        )


def _find_or_build_person(state: ImportState, section: Json) -> Person:
    """Somebody whom the household knows already, or a new row; rows of other people's tournaments are never reused."""
    if section["id"] in state.own_people:
        return _update_person(state.own_people[section["id"]], section)
    person = filter_household(state.tournament.organizer_id, state.actor).filter(public_id=section["id"], name=section["name"]).first()
    if person is not None:
        return person
    is_taken = Person.objects.filter(public_id=section["id"]).exists()
    return Person(
        public_id=uuid.uuid4() if is_taken else uuid.UUID(section["id"]),
        name=section["name"],
        erased_at=parse_time(section["erased_at"]),
        **{field.name: section[field.name] for field in PERSON_FIELDS},
    )


def _update_person(person: Person, section: Json) -> Person:
    """Somebody of this tournament, as the document writes the name; a name that was erased here stays erased."""
    if not person.erased_at:
        columns = {"name": section["name"], "erased_at": parse_time(section["erased_at"])}
        for name, value in (columns | {field.name: section[field.name] for field in PERSON_FIELDS}).items():
            setattr(person, name, value)
        person.save()
    return person


def _create_hall_tables(state: ImportState) -> None:
    HallTable.objects.bulk_create(HallTable(tournament=state.tournament, **table) for table in state.document["hall_tables"])


def _create_stages(state: ImportState) -> None:
    stages: dict[int, Stage] = {}
    for section in state.document["stages"]:
        same_fields = ("name", "options", "scheme", "takes", "of_each", "best_others", "seeded", "seed", "state")
        columns = {name: section[name] for name in (*same_fields, "rules", "last_rules", "last_rounds")} | {
            name: section.get(name, 0) for name in ("lost_from", "lost_until")
        }
        columns |= {"format_key": section["format"], "source": stages.get(section["source"])}
        columns |= {"seed_committed_at": parse_time(section["seed_committed_at"])}
        stage, _new = Stage.objects.update_or_create(tournament=state.tournament, number=section["number"], defaults=columns)
        for rules in (resolve_rules(stage), resolve_last_rules(stage)):
            state.tournament.game.options_from(rules)
        stages[section["number"]] = stage
        StageEntry.objects.bulk_create(
            StageEntry(
                stage=stage, entry_id=state.by_number[enrolled["entry"]], **{name: enrolled[name] for name in ("rank", "pool", "origin")}
            )
            for enrolled in section["entries"]
        )
        for round_section in section["rounds"]:
            _create_round(state, stage, round_section)


def _create_round(state: ImportState, stage: Stage, section: Json) -> None:
    times = {name: parse_time(section[name]) for name in ("published_at", "closed_at", "starts_at")}
    columns = {"state": section["state"], **times}
    round_, _new = Round.objects.update_or_create(stage=stage, number=section["number"], defaults=columns)
    if section["draw"] is not None:
        _create_draw(state, round_, section["draw"])
    for match_section in section["matches"]:
        same_values = {name: match_section[name] for name in ("position", "kind", "table", "sitting", "pool", "first_dealer", "bracket")}
        times = {name: parse_time(match_section[name]) for name in ("not_before", "seated_at")}
        reasons = translate_reasons(match_section["reasons"], state.entries)
        columns = {"round": round_, "reasons": reasons, **times, **same_values}
        match, _new = Match.objects.update_or_create(code=match_section["code"], defaults=columns)
        state.matches[match.code] = match
        Seat.objects.bulk_create(
            Seat(match=match, round=round_, entry_id=state.entries[entry], side=side, place=place)
            for side, entries in enumerate(match_section["seats"])
            for place, entry in enumerate(entries)
        )
        SheetIssue.objects.bulk_create(build_sheet(match, sheet) for sheet in match_section["sheets"])


def _create_draw(state: ImportState, round_: Round, section: Json) -> None:
    inputs, outcome, repeated = translate_draw(section["inputs"], section["outcome"], state.entries)
    if not repeated:
        state.not_repeated.append(f"{round_.stage.number}.{round_.number}")
    change_notes = state.document["persons"]["changes"]
    reasons = {
        note["place"]: note["reason"] for note in change_notes if (note["stage"], note["round"]) == (round_.stage.number, round_.number)
    }
    Draw.objects.create(
        round=round_,
        seed=inputs["seed"],
        engine_version=str(outcome["version"]),
        inputs=inputs,
        outcome=outcome,
        changes=[_translate_change(state, change, reasons.get(place, "")) for place, change in enumerate(section["changes"])],
        made_by_id=state.users.get(section["made_by"], state.actor.pk),
        made_at=dt.datetime.fromisoformat(section["made_at"]),
    )


def _translate_change(state: ImportState, change: Json, reason: str) -> Json:
    values = {name: state.entries[change[name]] for name in ("first", "second", "declined") if name in change}
    values |= {name: change[name] for name in ("drawing", "out_of_date") if name in change}
    return {**values, "reason": reason, "by": state.users.get(change["by"], state.actor.pk), "at": change["at"]}


def _store_extras(state: ImportState) -> None:
    persons = state.document["persons"]
    store_forbidden(persons["forbidden"], state.tournament, state.by_number)
    store_substitutions(
        persons["substitutions"],
        entries=state.by_number,
        matches=state.matches,
        people=state.people,
        users=state.users,
        actor=state.actor,
    )
    store_paper(persons["paper"], state.tournament)
    store_cash(persons, state.tournament, entries=state.by_number, users=state.users, actor=state.actor)
    store_links(state.document["links"], state.matches, state.users, state.actor)


def _create_ledger(state: ImportState) -> None:
    """Append what the ledger here does not have yet; its words too."""
    present = LedgerEntry.objects.filter(tournament=state.tournament).count()
    lines = state.document["ledger"]
    for start in range(present, len(lines), ROWS_AT_ONCE):
        LedgerEntry.objects.bulk_create([_build_entry(state, line) for line in lines[start : start + ROWS_AT_ONCE]], batch_size=200)
    words = [text for text in state.document["persons"]["words"] if text["seq"] > present]
    LedgerText.objects.bulk_create(LedgerText(tournament=state.tournament, **text) for text in words)
    if len(lines) > present:
        columns = {"seq": lines[-1]["seq"], "digest": lines[-1]["digest"]}
        LedgerHead.objects.update_or_create(tournament=state.tournament, defaults=columns)


def _build_entry(state: ImportState, line: Json) -> LedgerEntry:
    return LedgerEntry(
        **{
            **line,
            "tournament_id": state.tournament.pk,
            "match": state.matches[line["match"]] if line["match"] else None,
            "match_version": line["match_version"] or None,
            "supersedes": line["supersedes"] or None,
            "recorded_at": parse_time(line["recorded_at"]),
        }
    )


def _create_results(state: ImportState) -> None:
    """Store every result as its ledger gives it, compared with the document's. Raises BrokenCopy."""
    game = state.tournament.game
    entries_by_code: dict[str, list[LedgerEntry]] = {}
    for entry in LedgerEntry.objects.filter(tournament=state.tournament, match__isnull=False).select_related("match").order_by("seq"):
        entries_by_code.setdefault(entry.match.code if entry.match else "", []).append(entry)
    for place, match_section in iterate_matches(state.document):
        if match_section["result"] is None:
            continue
        entries = entries_by_code.get(match_section["code"], [])
        match = state.matches[match_section["code"]]
        verdict = compute_result_columns(build_match_log(game, read_match_options(match.round), entries), entries)
        columns = {name: getattr(verdict, name) for name in verdict.__slots__}
        if any(columns[name] != value for name, value in match_section["result"].items()):
            raise BrokenCopy(f"{place}.result", _("differs from what its ledger says"))
        updated = entries[-1].recorded_at if entries else None
        MatchResult.objects.create(match=match, updated_at=updated, **columns)
    orphans = entries_by_code.keys() - {
        match_section["code"] for _place, match_section in iterate_matches(state.document) if match_section["result"] is not None
    }
    if orphans:
        raise BrokenCopy(_("match %(code)s") % {"code": min(orphans)}, _("has entries in the ledger and no result"))


def _create_standings(state: ImportState) -> None:
    numbers = {pk: number for number, pk in state.by_number.items()}
    stages = {stage.number: stage for stage in Stage.objects.filter(tournament=state.tournament)}
    for place, section in enumerate(state.document["standings"]):
        stage = stages[section["stage"]]
        computed = [
            {"pool": name, "rank": line.rank, "entry": numbers[line.entrant]}
            for name, lines in compute_standings(stage).groups.items()
            for line in lines
        ]
        if computed != list(section["places"]):
            raise BrokenCopy(f"standings[{place}]", _("differs from what the results give"))
        store_standings(stage, seq=len(state.document["ledger"]))
