"""The stages of a document with their rounds, draws, matches and sheets as rows of this desk."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from exchange.draws import translate_draw, translate_reasons
from exchange.extras import build_sheet, iterate_parts, parse_time
from exchange.import_state import ImportState
from jobs.machine import free_after_large_work
from scoring.models import SheetIssue
from tournaments.models import Draw, Match, Round, Seat, Stage, StageEntry
from tournaments.stages.match_rules import resolve_last_rules, resolve_rules

Json = Mapping[str, Any]
MATCH_FIELDS = ("position", "kind", "table", "sitting", "pool", "first_dealer", "bracket")
MATCH_TIMES = ("not_before", "seated_at")


def store_stages(state: ImportState) -> None:
    """Store every stage with what was drawn in it. Raises: rules.RuleViolation where its rules cannot be played."""
    stages: dict[int, Stage] = {}
    for section in state.document["stages"]:
        same_fields = ("name", "options", "scheme", "takes", "of_each", "best_others", "seeded", "seed", "state")
        columns = {name: section[name] for name in (*same_fields, "rules", "last_rules", "last_rounds")} | {
            name: section.get(name, 0) for name in ("lost_from", "lost_until")
        }
        columns |= {name: section.get(name, False) for name in ("carries", "per_match")}
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
            _store_round(state, stage, round_section)


def _store_round(state: ImportState, stage: Stage, section: Json) -> None:
    times = {name: parse_time(section[name]) for name in ("published_at", "closed_at", "starts_at")}
    columns = {"state": section["state"], **times}
    round_, _new = Round.objects.update_or_create(stage=stage, number=section["number"], defaults=columns)
    if section["draw"] is not None:
        _store_draw(state, round_, section["draw"])
        free_after_large_work()
    for match_sections in iterate_parts(section["matches"]):
        _store_matches(state, round_, match_sections)


def _store_matches(state: ImportState, round_: Round, sections: Sequence[Json]) -> None:
    """Store matches with their seats and sheets; those that are here already keep their rows."""
    matches = {section["code"]: _build_match(state, round_, section) for section in sections}
    present = Match.objects.filter(round__stage__tournament=state.tournament, code__in=matches)
    for code, key in present.values_list("code", "pk"):
        matches[code].pk = key
    Match.objects.bulk_update([match for match in matches.values() if match.pk], ["round", "reasons", *MATCH_FIELDS, *MATCH_TIMES])
    Match.objects.bulk_create([match for match in matches.values() if not match.pk])
    state.matches |= {code: match.pk for code, match in matches.items()}
    Seat.objects.bulk_create(
        Seat(match=matches[section["code"]], round=round_, entry_id=state.entries[entry], side=side, place=place)
        for section in sections
        for side, entries in enumerate(section["seats"])
        for place, entry in enumerate(entries)
    )
    SheetIssue.objects.bulk_create(build_sheet(matches[section["code"]], sheet) for section in sections for sheet in section["sheets"])


def _build_match(state: ImportState, round_: Round, section: Json) -> Match:
    columns = {name: section[name] for name in MATCH_FIELDS} | {name: parse_time(section[name]) for name in MATCH_TIMES}
    return Match(code=section["code"], round=round_, reasons=translate_reasons(section["reasons"], state.entries), **columns)


def _store_draw(state: ImportState, round_: Round, section: Json) -> None:
    inputs, outcome, repeated = translate_draw(section["inputs"], section["outcome"], state.entries)
    if not repeated:
        state.not_repeated.append(f"{round_.stage.number}.{round_.number}")
    change_notes = state.document["persons"]["changes"]
    reasons = {
        note["place"]: note["reason"] for note in change_notes if (note["stage"], note["round"]) == (round_.stage.number, round_.number)
    }
    Draw.objects.create(
        round_id=round_.pk,
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
    values |= {name: change[name] for name in ("drawing", "out_of_date", "door", "door_tables", "slips") if name in change}
    return {**values, "reason": reason, "by": state.users.get(change["by"], state.actor.pk), "at": change["at"]}
