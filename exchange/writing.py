"""Write a tournament as a document."""

import datetime as dt
from collections.abc import Iterable, Mapping
from io import BytesIO, TextIOWrapper
from json import JSONEncoder
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from exchange.cash import build_cash_section, build_fee_plan_section
from exchange.extras import (
    build_forbidden_section,
    build_links_section,
    build_paper_section,
    build_substitutions_section,
    format_time,
    list_staff_of_extras,
    list_substitutions,
)
from exchange.fields import FORMAT, NAMED_FIELDS, PLAIN_FIELDS, VERSION, read_columns
from scoring.ledger.appending import build_staff_actor
from scoring.ledger.journal import build_journal_fields
from scoring.ledger.queries import read_links
from scoring.matches.history import parse_staff_keys, read_foreign_staff
from scoring.models import LedgerEntry, LedgerText, SheetIssue
from scoring.standings_pages.stored import compute_standings
from tournaments.fields.declared import PERSON_FIELDS
from tournaments.models import Draw, Entry, HallTable, Match, Person, Round, StaffRole, Stage, StageEntry, Tournament
from tournaments.models.prefetches import prefetch_members

MAX_USER_NAME_LENGTH = 150
"""Characters of a user's name."""
Json = dict[str, Any]


def build_document(tournament: Tournament) -> Json:
    """Everything that another desk needs to continue. Call inside `snapshot_tx`, so that all parts show the same moment."""
    entries = list(Entry.objects.filter(tournament=tournament).select_related("club", "again_of").prefetch_related(prefetch_members()))
    stages = list(Stage.objects.filter(tournament=tournament).select_related("source").order_by("number"))
    actors = _list_actors(tournament)
    return {
        "format": FORMAT,
        "version": VERSION,
        "made_at": format_time(timezone.now()),
        "tournament": _build_tournament(tournament),
        "persons": {
            "people": [_build_person(person) for person in _list_people(entries, tournament)],
            "entries": [{"number": entry.number, **read_columns(NAMED_FIELDS, entry)} for entry in entries],
            "desk": [{"actor": actor, "user": name} for actor, (name, _role) in actors.items()],
            "words": list(LedgerText.objects.filter(tournament=tournament).order_by("seq").values("seq", "salt", "text")),
            "changes": _list_change_reasons(tournament),
            "forbidden": build_forbidden_section(tournament),
            "substitutions": build_substitutions_section(tournament),
            "paper": build_paper_section(tournament),
            "fee_plan": build_fee_plan_section(tournament),
            "cash": build_cash_section(tournament),
        },
        "entries": [_build_entry(entry) for entry in entries],
        "hall_tables": list(HallTable.objects.filter(tournament=tournament).values("number", "in_use", "place")),
        "desk": [{"actor": actor, "role": role} for actor, (_name, role) in actors.items()],
        "stages": [_build_stage(stage) for stage in stages],
        "links": build_links_section(tournament),
        "ledger": [build_journal_fields(link) for link in read_links(tournament)],
        "standings": [_build_standings(stage, {entry.pk: entry.number for entry in entries}) for stage in stages if _has_results(stage)],
    }


def encode_document(document: Json) -> bytes:
    """The document as JSON, written piece by piece: `json.dumps` holds millions of pieces before it joins them."""
    encoded = BytesIO()
    with TextIOWrapper(encoded, encoding="utf-8", newline="") as text:
        text.writelines(JSONEncoder(ensure_ascii=False, indent=1, sort_keys=True).iterencode(document))
        text.flush()
        return encoded.getvalue()


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


def _list_people(entries: Iterable[Entry], tournament: Tournament) -> list[Person]:
    """Everybody who plays or played, without repetition."""
    members = [member.person for entry in entries for member in entry.members.all()]
    substituted = [person for substitution in list_substitutions(tournament) for person in (substitution.leaves, substitution.comes)]
    return list({person.pk: person for person in (*members, *substituted)}.values())


def _build_person(person: Person) -> Json:
    own = {"id": str(person.public_id), "name": person.name, "erased_at": format_time(person.erased_at)}
    return {**own, **read_columns(PERSON_FIELDS, person)}


def _build_entry(entry: Entry) -> Json:
    return {
        "id": entry.pk,
        "number": entry.number,
        "again_of": entry.again_of.number if entry.again_of else None,
        "persons": [str(member.person.public_id) for member in entry.members.all()],
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
    user_keys |= list_staff_of_extras(tournament)
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
        "name": stage.name,
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
        "seeded": stage.seeded,
        "seed": stage.seed,
        "seed_committed_at": format_time(stage.seed_committed_at),
        "state": stage.state,
        "entries": [{"entry": number, "rank": rank, "pool": pool, "origin": origin} for number, rank, pool, origin in enrolled],
        "rounds": [_build_round(round_) for round_ in rounds],
    }


def _build_round(round_: Round) -> Json:
    matches = Match.objects.filter(round=round_).select_related("result").prefetch_related("seats", "sheets").order_by("position")
    return {
        "number": round_.number,
        "state": round_.state,
        "published_at": format_time(round_.published_at),
        "closed_at": format_time(round_.closed_at),
        "starts_at": format_time(round_.starts_at),
        "draw": _build_draw(Draw.objects.filter(round=round_).first()),
        "matches": [_build_match(match) for match in matches],
    }


def _build_draw(draw: Draw | None) -> Json | None:
    if draw is None:
        return None
    return {
        "inputs": draw.inputs,
        "outcome": draw.outcome,
        "changes": [_build_change(change) for change in draw.changes],
        "made_by": f"staff-{draw.made_by_id}",
        "made_at": format_time(draw.made_at),
    }


def _build_change(change: Mapping[str, Any]) -> Json:
    at = format_time(dt.datetime.fromisoformat(change["at"]))
    values = {name: change[name] for name in ("first", "second", "drawing", "declined", "out_of_date") if name in change}
    return {**values, "by": f"staff-{change['by']}", "at": at}


def _build_match(match: Match) -> Json:
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
        "seats": _group_seats(match),
        "sheets": [_build_sheet(sheet) for sheet in match.sheets.all()],
        "result": _build_result(match),
    }


def _group_seats(match: Match) -> list[list[int]]:
    """Entries by side, and by place where a side has more than one."""
    sides: dict[int, list[int]] = {}
    for seat in match.seats.all():
        sides.setdefault(seat.side, []).append(seat.entry_id)
    return [sides[side] for side in sorted(sides)]


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


def _build_result(match: Match) -> Json | None:
    result = getattr(match, "result", None)
    if result is None:
        return None
    return {name: getattr(result, name) for name in ("state", "version", "seq", "outcome", "winner")}


def _has_results(stage: Stage) -> bool:
    return hasattr(stage, "standings")


def _build_standings(stage: Stage, numbers: Mapping[int, int]) -> Json:
    places = [
        {"pool": name, "rank": line.rank, "entry": numbers[line.entrant]}
        for name, lines in compute_standings(stage).groups.items()
        for line in lines
    ]
    return {"stage": stage.number, "places": places}
