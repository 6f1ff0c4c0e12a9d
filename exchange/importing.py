"""A document becomes a tournament of this desk, exactly as it was, or nothing does."""

import datetime as dt
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, User
from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history

from exchange.draws import translated_draw, translated_reasons
from exchange.extras import read_moment, take_forbidden, take_links, take_paper, take_substitutions
from exchange.reading import check_document, matches_of
from exchange.values import BrokenCopy
from rules import RuleViolation, game_by_key
from scoring.ledger import Head
from scoring.ledger.match_log import fold_entries, judge
from scoring.models import LedgerEntry, LedgerHead, LedgerText, MatchResult, SheetIssue, Stranger
from scoring.standings_pages.stored import compute_standings, keep_standings
from scoring.verification.queries import verify_tournament
from tournaments.desk.services import free_slug
from tournaments.models import (
    Club,
    Draw,
    Entry,
    HallTable,
    Match,
    Member,
    Person,
    Round,
    Seat,
    StaffRole,
    Stage,
    StageEntry,
    Tournament,
)
from tournaments.people.services import clubs_by_name
from tournaments.refusals import Refused
from tournaments.transactions import write_tx

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Imported:
    """`strangers`: people of the other desk, by user name, whose place among our users somebody else has.
    `not_repeated`: rounds whose draw this release does not draw again in the same way."""

    tournament: Tournament
    head: Head
    strangers: tuple[str, ...] = ()
    not_repeated: tuple[str, ...] = ()


@dataclass
class _Work:
    """What grows while a document is taken in; keys are those of the document."""

    document: Json
    actor: AbstractBaseUser
    tournament: Tournament = field(init=False)
    users: dict[str, int] = field(default_factory=dict)
    entries: dict[int, int] = field(default_factory=dict)
    by_number: dict[int, int] = field(default_factory=dict)
    matches: dict[str, Match] = field(default_factory=dict)
    people: dict[str, Person] = field(default_factory=dict)
    strangers: list[str] = field(default_factory=list)
    not_repeated: list[str] = field(default_factory=list)


def import_tournament(document: Json, *, actor: AbstractBaseUser) -> Imported:
    """Take in a tournament from another desk.

    1. Checks chain, references and names. 2. Writes everything in one transaction; the actor becomes a director.
    3. Computes results and standings anew from the ledger and compares them with those of the document.
    Raises: BrokenCopy with the place, and nothing was written; Refused when the tournament is here already.
    """
    head = check_document(document)
    try:
        with write_tx():
            work = _Work(document, actor)
            _refuse_second(document)
            for step in (_found, _staff, _people, _halls, _stages, _beside, _ledger, _results, _standings):
                step(work)
            for finding in verify_tournament(work.tournament):
                raise BrokenCopy(finding.place, finding.sentence)
    except (DatabaseError, ValidationError, RuleViolation, LookupError, TypeError, ValueError) as error:
        raise BrokenCopy(_("the file"), _("holds something that cannot be: %(reason)s") % {"reason": error}) from error
    return Imported(work.tournament, head, tuple(work.strangers), tuple(work.not_repeated))


def _refuse_second(document: Json) -> None:
    codes = [match["code"] for _place, match in matches_of(document)]
    there = Tournament.objects.filter(stages__rounds__matches__code__in=codes).first()
    if there is not None:
        sentence = _("This tournament is here already: “%(name)s”. To go back to an older state restore a backup of the whole desk.")
        raise Refused("already_here", sentence % {"name": there.name})


def _found(work: _Work) -> None:
    told = work.document["tournament"]
    game = game_by_key(told["game"])
    date = dt.date.fromisoformat(told["date"])
    work.tournament = Tournament.objects.create(
        slug=free_slug(told["name"], date, preferred=told["slug"]),
        name=told["name"],
        venue=told["venue"],
        date=date,
        game_key=game.key,
        rules=game.options_to_json(game.options_from(told["rules"])),
        rules_version=told["rules_version"],
        preset_key=told["preset"],
        state=told["state"],
        public=told["public"],
        one_person=told["one_person"],
        **{name: told[name] for name in ("individual", "substitutions", "table_count", "round_minutes")},
        **{name: told[name] for name in ("history_public", "public_names", "surname_first")},
        demonstration=told["demonstration"],
        fee_cents=told["fee_cents"],
        regulation=told["regulation"],
        created_by_id=work.actor.pk,
    )
    Tournament.objects.filter(pk=work.tournament.pk).update(created_at=read_moment(told["created_at"]))
    work.tournament.refresh_from_db()


def _staff(work: _Work) -> None:
    """People of the other desk are ours when number and user name agree; a site admin's import makes those who are missing. The name of
    whoever is neither is kept, so that nobody here is taken for them."""
    names = {one["actor"]: one["user"] for one in work.document["persons"]["desk"]}
    roles = {one["actor"]: one["role"] for one in work.document["desk"]}
    admin = User.objects.filter(pk=work.actor.pk, is_superuser=True).exists()
    for actor, name in sorted(names.items()):
        number = int(actor.removeprefix("staff-")) if actor.removeprefix("staff-").isdecimal() else 0
        if User.objects.filter(pk=number, username=name).exists() or (admin and number and _made(number, name)):
            work.users[actor] = number
        else:
            work.strangers.append(name)
            Stranger.objects.create(tournament=work.tournament, actor=actor, name=name)
    granted = {work.users[actor]: role for actor, role in roles.items() if role and actor in work.users}
    for user, role in (granted | {work.actor.pk: StaffRole.Role.DIRECTOR}).items():
        StaffRole.objects.create(tournament=work.tournament, user_id=user, role=role)


def _made(number: int, name: str) -> bool:
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


def _people(work: _Work) -> None:
    document = work.document
    people = work.people = {one["id"]: _person(work, one) for one in document["persons"]["people"]}
    bulk_create_with_history([one for one in people.values() if one.pk is None], Person, default_user=work.actor)
    clubs: dict[str, Club] = clubs_by_name(entry["club"] for entry in document["entries"])
    names = {one["number"]: one for one in document["persons"]["entries"]}
    told = sorted(document["entries"], key=lambda entry: entry["id"])  # keys grow as they did there, so that draws can be repeated
    for one in told:
        said = {name: one[name] for name in ("number", "seed", "state", "fixed_table", "fee_paid_cents", "hidden")}
        shown = names[one["number"]]
        entry = Entry.objects.create(
            tournament=work.tournament, club=clubs.get(one["club"]), name=shown["name"], note=shown["note"], **said
        )
        work.entries[one["id"]] = work.by_number[one["number"]] = entry.pk
        Member.objects.bulk_create(
            Member(entry=entry, tournament=work.tournament, person=people[person], position=position)
            for position, person in enumerate(one["persons"])
        )


def _person(work: _Work, told: Json) -> Person:
    """Somebody whom the actor's tournaments know already, or a new row; strangers' rows are never taken over."""
    mine = Person.objects.filter(memberships__tournament__staff__user_id=work.actor.pk)
    known = mine.filter(public_id=told["id"], name=told["name"]).first()
    if known is not None:
        return known
    taken = Person.objects.filter(public_id=told["id"]).exists()
    return Person(
        public_id=uuid.uuid4() if taken else uuid.UUID(told["id"]),
        name=told["name"],
        phone=told["phone"],
        erased_at=read_moment(told["erased_at"]),
    )


def _halls(work: _Work) -> None:
    HallTable.objects.bulk_create(HallTable(tournament=work.tournament, **table) for table in work.document["hall_tables"])


def _stages(work: _Work) -> None:
    made: dict[int, Stage] = {}
    for told in work.document["stages"]:
        same = ("number", "name", "options", "scheme", "takes", "of_each", "best_others", "seeded", "seed", "state")
        stage = made[told["number"]] = Stage.objects.create(
            tournament=work.tournament,
            format_key=told["format"],
            source=made.get(told["source"]),
            seed_committed_at=read_moment(told["seed_committed_at"]),
            **{name: told[name] for name in same},
            **{name: told.get(name, 0) for name in ("lost_from", "lost_until")},
        )
        StageEntry.objects.bulk_create(
            StageEntry(stage=stage, entry_id=work.by_number[one["entry"]], **{name: one[name] for name in ("rank", "pool", "origin")})
            for one in told["entries"]
        )
        for one in told["rounds"]:
            _round(work, stage, one)


def _round(work: _Work, stage: Stage, told: Json) -> None:
    times = {name: read_moment(told[name]) for name in ("published_at", "closed_at", "starts_at")}
    round_ = Round.objects.create(stage=stage, number=told["number"], state=told["state"], **times)
    if told["draw"] is not None:
        _draw(work, round_, told["draw"])
    for one in told["matches"]:
        same = {name: one[name] for name in ("code", "position", "kind", "table", "sitting", "pool", "first_dealer", "bracket")}
        times = {name: read_moment(one[name]) for name in ("not_before", "seated_at")}
        reasons = translated_reasons(one["reasons"], work.entries)
        match = Match.objects.create(round=round_, reasons=reasons, **times, **same)
        work.matches[match.code] = match
        Seat.objects.bulk_create(
            Seat(match=match, round=round_, entry_id=work.entries[entry], side=side, place=place)
            for side, entries in enumerate(one["seats"])
            for place, entry in enumerate(entries)
        )
        SheetIssue.objects.bulk_create(_sheet(match, sheet) for sheet in one["sheets"])


def _sheet(match: Match, told: Json) -> SheetIssue:
    times = {name: read_moment(told[name]) for name in ("printed_at", "returned_at")}
    return SheetIssue(match=match, **{**told, **times})


def _draw(work: _Work, round_: Round, told: Json) -> None:
    inputs, outcome, repeated = translated_draw(told["inputs"], told["outcome"], work.entries)
    if not repeated:
        work.not_repeated.append(f"{round_.stage.number}.{round_.number}")
    said = work.document["persons"]["changes"]
    reasons = {one["place"]: one["reason"] for one in said if (one["stage"], one["round"]) == (round_.stage.number, round_.number)}
    Draw.objects.create(
        round=round_,
        seed=inputs["seed"],
        engine_version=str(outcome["version"]),
        inputs=inputs,
        outcome=outcome,
        changes=[_change(work, change, reasons.get(place, "")) for place, change in enumerate(told["changes"])],
        made_by_id=work.users.get(told["made_by"], work.actor.pk),
        made_at=dt.datetime.fromisoformat(told["made_at"]),
    )


def _change(work: _Work, told: Json, reason: str) -> Json:
    what = {name: work.entries[told[name]] for name in ("first", "second", "declined") if name in told}
    what |= {name: told[name] for name in ("drawing", "out_of_date") if name in told}
    return {**what, "reason": reason, "by": work.users.get(told["by"], work.actor.pk), "at": told["at"]}


def _beside(work: _Work) -> None:
    persons = work.document["persons"]
    take_forbidden(persons["forbidden"], work.tournament, work.by_number)
    take_substitutions(
        persons["substitutions"],
        entries=work.by_number,
        matches=work.matches,
        people=work.people,
        users=work.users,
        actor=work.actor,
    )
    take_paper(persons["paper"], work.tournament)
    take_links(work.document["links"], work.matches, work.users, work.actor)


def _ledger(work: _Work) -> None:
    LedgerEntry.objects.bulk_create([_entry(work, line) for line in work.document["ledger"]], batch_size=200)
    words = work.document["persons"]["words"]
    LedgerText.objects.bulk_create(LedgerText(tournament=work.tournament, **one) for one in words)
    if work.document["ledger"]:
        last = work.document["ledger"][-1]
        LedgerHead.objects.create(tournament=work.tournament, seq=last["seq"], digest=last["digest"])


def _entry(work: _Work, line: Json) -> LedgerEntry:
    return LedgerEntry(
        **{
            **line,
            "tournament_id": work.tournament.pk,
            "match": work.matches[line["match"]] if line["match"] else None,
            "match_version": line["match_version"] or None,
            "supersedes": line["supersedes"] or None,
            "recorded_at": read_moment(line["recorded_at"]),
        }
    )


def _results(work: _Work) -> None:
    """Every result as its ledger says, compared with the document's."""
    game = game_by_key(work.tournament.game_key)
    options = game.options_from(work.tournament.rules)
    told: dict[str, list[LedgerEntry]] = {}
    for entry in LedgerEntry.objects.filter(tournament=work.tournament, match__isnull=False).select_related("match").order_by("seq"):
        told.setdefault(entry.match.code if entry.match else "", []).append(entry)
    for place, one in matches_of(work.document):
        if one["result"] is None:
            continue
        entries = told.get(one["code"], [])
        verdict = judge(fold_entries(game, options, entries), entries)
        columns = {name: getattr(verdict, name) for name in verdict.__slots__}
        if any(columns[name] != value for name, value in one["result"].items()):
            raise BrokenCopy(f"{place}.result", _("differs from what its ledger says"))
        updated = entries[-1].recorded_at if entries else None
        MatchResult.objects.create(match=work.matches[one["code"]], updated_at=updated, **columns)
    unkept = told.keys() - {one["code"] for _place, one in matches_of(work.document) if one["result"] is not None}
    if unkept:
        raise BrokenCopy(_("match %(code)s") % {"code": min(unkept)}, _("has entries in the ledger and no result"))


def _standings(work: _Work) -> None:
    numbers = {pk: number for number, pk in work.by_number.items()}
    stages = {stage.number: stage for stage in Stage.objects.filter(tournament=work.tournament)}
    for place, told in enumerate(work.document["standings"]):
        stage = stages[told["stage"]]
        computed = [
            {"pool": group["name"], "rank": line["rank"], "entry": numbers[line["entry"]]}
            for group in compute_standings(stage)["groups"]
            for line in group["lines"]
        ]
        if computed != told["places"]:
            raise BrokenCopy(f"standings[{place}]", _("differs from what the results give"))
        keep_standings(stage, seq=len(work.document["ledger"]))
