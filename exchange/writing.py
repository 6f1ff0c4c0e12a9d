"""Write a tournament as a document, a few hundred rows of the database at a time."""

import datetime as dt
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain
from typing import IO, Any

from django.contrib.auth.models import User
from django.utils import timezone

from exchange.announcing import build_announcement_section, iterate_enrolments
from exchange.cash import build_cash_section, build_fee_plan_section
from exchange.encoding import Rows, iterate_json
from exchange.extras import (
    ROWS_AT_ONCE,
    build_forbidden_section,
    build_links_section,
    build_paper_section,
    build_substitutions_section,
    format_time,
    iterate_bundles,
    list_staff_of_extras,
    list_substitutions,
)
from exchange.fields import FORMAT, NAMED_FIELDS, PLAIN_FIELDS, VERSION, read_columns
from exchange.treasury import build_given_section, build_pictures_section, build_receipts_section, list_staff_of_treasury
from scoring.ledger.appending import build_staff_actor
from scoring.ledger.journal import build_journal_fields
from scoring.ledger.queries import read_links
from scoring.matches.history import parse_staff_keys, read_foreign_staff
from scoring.models import LedgerEntry, LedgerText, MatchResult, SheetIssue
from scoring.standings.stored import compute_standings
from tournaments.fields.declared import PERSON_FIELDS
from tournaments.models import Draw, Entry, HallTable, Match, Member, Person, Round, Seat, StaffRole, Stage, StageEntry, Tournament

MAX_USER_NAME_LENGTH = 150
"""Characters of a user's name."""
RESULT_FIELDS = ("state", "version", "seq", "outcome", "winner")
STAGE_ENTRY_FIELDS = ("entry", "rank", "pool", "origin")
Json = dict[str, Any]


def build_document(tournament: Tournament) -> Json:
    """Everything that another desk needs to continue. Long lists in it are `exchange.encoding.Rows`, which are read while they are written:
    build and write the document inside one `snapshot_transaction`, so that all parts show the same moment.
    """
    stages = list(Stage.objects.filter(tournament=tournament).select_related("source").order_by("number"))
    actors = _list_actors(tournament)
    return {
        "format": FORMAT,
        "version": VERSION,
        "made_at": format_time(timezone.now()),
        "tournament": _build_tournament(tournament),
        "persons": {
            "people": Rows(lambda: map(_build_person, _iterate_people(tournament))),
            "entries": Rows(partial(_iterate_entry_names, tournament)),
            "desk": [{"actor": actor, "user": name} for actor, (name, _role) in actors.items()],
            "words": Rows(LedgerText.objects.filter(tournament=tournament).order_by("seq").values("seq", "salt", "text").iterator),
            "changes": _list_change_reasons(tournament),
            "forbidden": build_forbidden_section(tournament),
            "substitutions": build_substitutions_section(tournament),
            "paper": build_paper_section(tournament),
            "fee_plan": build_fee_plan_section(tournament),
            "cash": Rows(partial(build_cash_section, tournament)),
            "receipts": Rows(partial(build_receipts_section, tournament)),
            "prizes_given": build_given_section(tournament),
            "prize_pictures": build_pictures_section(tournament),
            "announcement": build_announcement_section(tournament),
            "enrolments": Rows(partial(iterate_enrolments, tournament)),
        },
        "entries": Rows(partial(_iterate_entries, tournament)),
        "hall_tables": list(HallTable.objects.filter(tournament=tournament).values("number", "in_use", "place")),
        "desk": [{"actor": actor, "role": role} for actor, (_name, role) in actors.items()],
        "stages": [_build_stage(stage) for stage in stages],
        "links": Rows(partial(build_links_section, tournament)),
        "ledger": Rows(lambda: map(build_journal_fields, read_links(tournament))),
        "standings": [_build_standings(stage) for stage in stages if hasattr(stage, "standings")],
    }


def write_document(document: Json, file: IO[bytes]) -> None:
    """Write the document as JSON to a binary file, piece by piece."""
    for piece in iterate_json(document):
        file.write(piece.encode())


def _build_tournament(tournament: Tournament) -> Json:
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "venue": tournament.venue,
        "date": tournament.date.isoformat(),
        "game": tournament.game_key,
        "rules": tournament.rules,
        "rules_version": tournament.rules_version,
        "preset": tournament.preset_key,
        "state": tournament.state,
        "public": tournament.public,
        "one_person": tournament.one_person,
        "individual": tournament.individual,
        "substitutions": tournament.substitutions,
        "table_count": tournament.table_count,
        "round_minutes": tournament.round_minutes,
        "history_public": tournament.history_public,
        "public_names": tournament.public_names,
        "search_engines": tournament.search_engines,
        "surname_first": tournament.surname_first,
        "demonstration": tournament.demonstration,
        "fee_cents": tournament.fee_cents,
        "regulation": tournament.regulation,
        "created_at": format_time(tournament.created_at),
    }


def _iterate_entries(tournament: Tournament) -> Iterator[Json]:
    for bundle in iterate_bundles(Entry.objects.filter(tournament=tournament).select_related("club", "again_of")):
        members: dict[int, list[str]] = {}
        rows = Member.objects.filter(entry__in=[entry.pk for entry in bundle]).order_by("position")
        for entry_id, person in rows.values_list("entry_id", "person__public_id"):
            members.setdefault(entry_id, []).append(str(person))
        yield from (_build_entry(entry, members.get(entry.pk, [])) for entry in bundle)


def _iterate_entry_names(tournament: Tournament) -> Iterator[Json]:
    for entry in Entry.objects.filter(tournament=tournament).select_related("club").iterator(chunk_size=ROWS_AT_ONCE):
        yield {"number": entry.number, **read_columns(NAMED_FIELDS, entry)}


def _iterate_people(tournament: Tournament) -> Iterator[Person]:
    """Everybody who plays or played, without repetition."""
    present: set[int] = set()
    members = Member.objects.filter(tournament=tournament).select_related("person").order_by("entry__number", "position")
    substituted = (person for substitution in list_substitutions(tournament) for person in (substitution.leaves, substitution.comes))
    for person in chain((member.person for member in members.iterator(chunk_size=ROWS_AT_ONCE)), substituted):
        if person.pk not in present:
            present.add(person.pk)
            yield person


def _build_person(person: Person) -> Json:
    person_section = {"id": str(person.public_id), "name": person.name, "erased_at": format_time(person.erased_at)}
    return {**person_section, **read_columns(PERSON_FIELDS, person)}


def _build_entry(entry: Entry, persons: list[str]) -> Json:
    return {
        "id": entry.pk,
        "number": entry.number,
        "again_of": entry.again_of.number if entry.again_of else None,
        "phantom": entry.phantom,
        "persons": persons,
        **read_columns(PLAIN_FIELDS, entry),
    }


FILE_ROLES = (StaffRole.Role.DIRECTOR, StaffRole.Role.ASSISTANT)
"""The roles that the format knows; others are given again where the file is read."""


def _list_actors(tournament: Tournament) -> dict[str, tuple[str, str]]:
    """User name and role by actor: the staff, the founder, those who drew, and those in the ledger."""
    roles = dict(StaffRole.objects.filter(tournament=tournament, role__in=FILE_ROLES).values_list("user_id", "role"))
    drew = Draw.objects.filter(round__stage__tournament=tournament).values_list("made_by_id", "changes")
    written = LedgerEntry.objects.filter(tournament=tournament).order_by().values_list("actor", flat=True).distinct()
    user_keys = {*roles, tournament.created_by_id, *parse_staff_keys(written)}
    user_keys |= {made_by for made_by, _changes in drew} | {change["by"] for _made_by, changes in drew for change in changes}
    user_keys |= list_staff_of_extras(tournament) | list_staff_of_treasury(tournament)
    users = User.objects.filter(pk__in=user_keys).order_by("pk")
    ours = {build_staff_actor(user).id: (user.get_username(), roles.get(user.pk, "")) for user in users}
    strangers = read_foreign_staff(tournament.pk, {actor: name for actor, (name, _role) in ours.items()})
    return ours | {actor: (name[:MAX_USER_NAME_LENGTH], "") for actor, name in strangers.items()}


def _list_change_reasons(tournament: Tournament) -> list[Json]:
    draws = Draw.objects.filter(round__stage__tournament=tournament).select_related("round__stage").order_by("pk")
    return [
        {"stage": draw.round.stage.number, "round": draw.round.number, "place": place, "reason": change["reason"]}
        for draw in draws
        for place, change in enumerate(draw.changes)
    ]


def _build_stage(stage: Stage) -> Json:
    enrolled = StageEntry.objects.filter(stage=stage).order_by("rank").values_list("entry__number", "rank", "pool", "origin")
    rounds = Round.objects.filter(stage=stage).order_by("number")
    return {
        "number": stage.number,
        "name": stage.stored_name,
        "format": stage.format_key,
        "options": stage.options,
        "scheme": stage.scheme,
        "rules": stage.rules,
        "last_rules": stage.last_rules,
        "last_rounds": stage.last_rounds,
        "source": stage.source.number if stage.source else None,
        "takes": stage.takes,
        "of_each": stage.of_each,
        "best_others": stage.best_others,
        "lost_from": stage.lost_from,
        "lost_until": stage.lost_until,
        **{name: True for name in ("carries", "per_match") if getattr(stage, name)},
        "seeded": stage.seeded,
        "seed": stage.seed,
        "seed_committed_at": format_time(stage.seed_committed_at),
        "state": stage.state,
        "entries": Rows(lambda: (dict(zip(STAGE_ENTRY_FIELDS, row, strict=True)) for row in enrolled.iterator())),
        "rounds": Rows(lambda: map(_build_round, rounds), nested=True),
    }


def _build_round(round_: Round) -> Json:
    return {
        "number": round_.number,
        "state": round_.state,
        "published_at": format_time(round_.published_at),
        "closed_at": format_time(round_.closed_at),
        "starts_at": format_time(round_.starts_at),
        "draw": _build_draw(Draw.objects.filter(round=round_).first()),
        "matches": Rows(partial(_iterate_matches, round_)),
    }


def _build_draw(draw: Draw | None) -> Json | None:
    if draw is None:
        return None
    return {
        "inputs": _build_rows(draw.inputs),
        "outcome": _build_rows(draw.outcome),
        "changes": [_build_change(change) for change in draw.changes],
        "made_by": f"staff-{draw.made_by_id}",
        "made_at": format_time(draw.made_at),
    }


def _build_rows(part: Json) -> Json:
    """The part of a draw, whose lists are as long as its field."""
    return {name: Rows(partial(iter, value)) if isinstance(value, list) else value for name, value in part.items()}


CHANGE_FIELDS = ("first", "second", "drawing", "declined", "out_of_date", "door", "door_tables", "slips")
"""What a note of a draw may say, beside its reason, who made it and when."""


def _build_change(change: Mapping[str, Any]) -> Json:
    at = format_time(dt.datetime.fromisoformat(change["at"]))
    values = {name: change[name] for name in CHANGE_FIELDS if name in change}
    return {**values, "by": f"staff-{change['by']}", "at": at}


def _iterate_matches(round_: Round) -> Iterator[Json]:
    for bundle in iterate_bundles(Match.objects.filter(round=round_).order_by("position")):
        keys = [match.pk for match in bundle]
        seats: dict[int, dict[int, list[int]]] = {}
        for key, side, entry in Seat.objects.filter(match__in=keys).order_by("side", "place").values_list("match_id", "side", "entry_id"):
            seats.setdefault(key, {}).setdefault(side, []).append(entry)
        sheets: dict[int, list[Json]] = {}
        for sheet in SheetIssue.objects.filter(match__in=keys).order_by("serial", "pk"):
            sheets.setdefault(sheet.match_id, []).append(_build_sheet(sheet))
        results = {row.pop("match_id"): row for row in MatchResult.objects.filter(match__in=keys).values("match_id", *RESULT_FIELDS)}
        for match in bundle:
            sides = seats.get(match.pk, {})
            parts = {"seats": [sides[side] for side in sorted(sides)], "sheets": sheets.get(match.pk, []), "result": results.get(match.pk)}
            yield _build_match(match) | parts


def _build_match(match: Match) -> Json:
    """The columns of the match alone."""
    return {
        "code": match.code,
        "position": match.position,
        "kind": match.kind,
        "table": match.table,
        "sitting": match.sitting,
        "seated_at": format_time(match.seated_at),
        "pool": match.pool,
        "first_dealer": match.first_dealer,
        "bracket": match.bracket,
        "reasons": match.reasons,
        "not_before": format_time(match.not_before),
    }


def _build_sheet(sheet: SheetIssue) -> Json:
    return {
        "serial": sheet.serial,
        "what": sheet.what,
        "printed_at": format_time(sheet.printed_at),
        "head_seq": sheet.head_seq,
        "head_digest": sheet.head_digest,
        "returned_at": format_time(sheet.returned_at),
        "returned_by": sheet.returned_by,
        "agrees": sheet.agrees,
        "compared_seq": sheet.compared_seq,
    }


def _build_standings(stage: Stage) -> Json:
    return {"stage": stage.number, "places": Rows(partial(_iterate_places, stage))}


def _iterate_places(stage: Stage) -> Iterator[Json]:
    numbers = dict(Entry.objects.filter(tournament=stage.tournament_id).values_list("pk", "number"))
    for name, lines in compute_standings(stage).groups.items():
        yield from ({"pool": name, "rank": line.rank, "entry": numbers[line.entrant]} for line in lines)
