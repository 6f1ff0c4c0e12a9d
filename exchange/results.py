"""The ledger of a document as rows of this desk; results and standings computed from it and compared with the document's."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from exchange.extras import ROWS_AT_ONCE, iterate_parts, parse_time
from exchange.import_state import ImportState
from exchange.places import break_document
from exchange.values import BrokenCopy
from pairing.pools import compute_pool_order
from scoring.ledger.match_log import build_match_log, compute_result_columns
from scoring.models import LedgerEntry, LedgerHead, LedgerText, MatchResult
from scoring.standings.stored import compute_standings, store_standings
from tournaments.models import Round, Stage
from tournaments.stages.match_rules import read_match_options

Json = Mapping[str, Any]


def store_ledger(state: ImportState) -> None:
    """Append what the ledger here does not have yet; its words too."""
    present = LedgerEntry.objects.filter(tournament=state.tournament).count()
    lines = state.document["ledger"]
    for start in range(present, len(lines), ROWS_AT_ONCE):
        LedgerEntry.objects.bulk_create([_build_entry(state, line) for line in lines[start : start + ROWS_AT_ONCE]], batch_size=200)
    words = (text for text in state.document["persons"]["words"] if text["seq"] > present)
    for texts in iterate_parts(words):
        LedgerText.objects.bulk_create(LedgerText(tournament=state.tournament, **text) for text in texts)
    if len(lines) > present:
        columns = {"seq": lines[-1]["seq"], "digest": lines[-1]["digest"]}
        LedgerHead.objects.update_or_create(tournament=state.tournament, defaults=columns)


def _build_entry(state: ImportState, line: Json) -> LedgerEntry:
    return LedgerEntry(
        **{
            **{name: value for name, value in line.items() if name != "match"},
            "tournament_id": state.tournament.pk,
            "match_id": state.matches[line["match"]] if line["match"] else None,
            "match_version": line["match_version"] or None,
            "supersedes": line["supersedes"] or None,
            "recorded_at": parse_time(line["recorded_at"]),
        }
    )


def store_results(state: ImportState) -> None:
    """Store every result as its ledger gives it, compared with the document's. Raises BrokenCopy."""
    orphans: set[str] = set()
    for round_, place, section in _iterate_rounds(state):
        options, position = read_match_options(round_), 0
        for sections in iterate_parts(section["matches"]):
            entries = _read_entries(state, sections)
            results = [
                _build_result(state, f"{place}.matches[{number}]", match, options, entries.get(match["code"], ()))
                for number, match in enumerate(sections, start=position)
                if match["result"] is not None
            ]
            MatchResult.objects.bulk_create(results)
            orphans |= entries.keys() - {match["code"] for match in sections if match["result"] is not None}
            position += len(sections)
    if orphans:
        raise BrokenCopy(_("match %(code)s") % {"code": min(orphans)}, _("has entries in the ledger and no result"))


def _iterate_rounds(state: ImportState) -> Iterator[tuple[Round, str, Json]]:
    """Every round with its place and section in the document."""
    rounds = Round.objects.filter(stage__tournament=state.tournament).select_related("stage__tournament")
    stored = {(round_.stage.number, round_.number): round_ for round_ in rounds}
    for stage_place, stage in enumerate(state.document["stages"]):
        for round_place, section in enumerate(stage["rounds"]):
            yield stored[stage["number"], section["number"]], f"stages[{stage_place}].rounds[{round_place}]", section


def _read_entries(state: ImportState, sections: Sequence[Json]) -> dict[str, list[LedgerEntry]]:
    """The ledger entries of some matches, by code."""
    codes = {state.matches[section["code"]]: section["code"] for section in sections}
    entries: dict[str, list[LedgerEntry]] = {}
    for entry in LedgerEntry.objects.filter(tournament=state.tournament, match__in=codes).order_by("seq"):
        entries.setdefault(codes[entry.match_id or 0], []).append(entry)
    return entries


def _build_result(state: ImportState, place: str, section: Json, options: Any, entries: Sequence[LedgerEntry]) -> MatchResult:
    """Raises BrokenCopy where the ledger gives another one than the document says."""
    computed = compute_result_columns(build_match_log(state.tournament.game, options, entries), entries)
    columns = {name: getattr(computed, name) for name in computed.__slots__}
    if any(columns[name] != value for name, value in section["result"].items()):
        raise break_document(state.document, f"{place}.result", _("differs from what its ledger says"))
    updated = entries[-1].recorded_at if entries else None
    return MatchResult(match_id=state.matches[section["code"]], updated_at=updated, **columns)


def store_all_standings(state: ImportState) -> None:
    """Store the standings as the results give them, compared with those of the document. Raises BrokenCopy."""
    numbers = {pk: number for number, pk in state.by_number.items()}
    stages = {stage.number: stage for stage in Stage.objects.filter(tournament=state.tournament)}
    for place, section in enumerate(state.document["standings"]):
        stage = stages[section["stage"]]
        computed = [
            {"pool": name, "rank": line.rank, "entry": numbers[line.entrant]}
            for name, lines in compute_standings(stage).groups.items()
            for line in lines
        ]
        if computed != sorted(section["places"], key=lambda line: compute_pool_order(line["pool"])):
            raise break_document(state.document, f"standings[{place}]", _("differs from what the results give"))
        store_standings(stage, seq=len(state.document["ledger"]))
