"""Hands card by card: entered as a hand, as the penalty that they show, or stored as evidence of what was entered."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from jobs.databases import retry_on_conflict
from rules import Event, MatchState, RuleViolation
from rules.cardplay import HandReplay
from rules.record import HandRecord, build_record, replay_record
from scoring.entry import outcomes
from scoring.entry.locked_match import DryRun, LockedMatch, change_match, find_replayed_answer, find_version_conflict, write_entry
from scoring.entry.outcomes import Created, Locked, Outcome, Rejected
from scoring.entry.services import NO_OVERRIDE, FilledBoxes, Override, enter_statement, find_edit_refusal, find_line, parse_statement
from scoring.evidence.penalties import find_fixed_penalty
from scoring.evidence.queries import evidence_to_json, find_state_before, list_contradictions
from scoring.ledger.appending import EntryContent, Submission
from scoring.ledger.match_log import Statement
from scoring.models import LedgerEntry
from tournaments.models import Match
from tournaments.permissions import Right

Kind = LedgerEntry.Kind
EVIDENCE_REFUSALS = ("not_published", "not_played")
"""Evidence changes no result: of the refusals that lock a match, only these two apply to it."""


class RecordUse(StrEnum):
    """How a recorded hand is used."""

    HAND = "hand"
    PENALTY = "penalty"
    EVIDENCE = "evidence"


@dataclass(frozen=True, slots=True)
class RecordPlace:
    """What a record belongs to: a line that was entered, or a penalty that is entered with it."""

    line: int | None = None
    ruling: FilledBoxes | None = None


@dataclass(frozen=True, slots=True)
class ReplayedHand:
    """A record replayed at its place in the match; `record` is written again from there, with the rules of the tournament."""

    state: MatchState[Any]
    replay: HandReplay
    record: HandRecord


@retry_on_conflict
def submit_record(
    match: Match,
    record: HandRecord,
    *,
    use: RecordUse,
    origin: Submission,
    version: int | None,
    line: int | None = None,
    ruling: FilledBoxes | None = None,
    override: Override = NO_OVERRIDE,
    dry_run: DryRun | None = None,
) -> Outcome:
    """Enter a hand by its cards, a penalty, or store it as evidence; `line` is the line that it is evidence of.

    `ruling` is the penalty that the referee decides; without one it is that which the rules of the tournament fix for the illegal card.

    1. Answers a repeated request as the first time. 2. Replays the record at its place in the match, by this tournament's rules.
    3. HAND and PENALTY append what follows from the cards, checked like typed boxes. EVIDENCE refuses what contradicts its line.
    4. Appends the record as an entry of its own that names the line. With `dry_run` nothing is stored. Raises PermissionDenied.
    """

    with change_match(match, origin, version, dry_run=dry_run, right=Right.RULE) as locked:
        return (
            find_replayed_answer(locked)
            or find_version_conflict(locked)
            or _find_use_refusal(locked, use)
            or _write_record(locked, record, use, RecordPlace(line, ruling), override)
        )


def _find_use_refusal(locked: LockedMatch, use: RecordUse) -> Locked | None:
    refusal = find_edit_refusal(locked)
    if refusal and use is RecordUse.EVIDENCE and refusal.refusal.code not in EVIDENCE_REFUSALS:
        return None
    return refusal


def _write_record(locked: LockedMatch, record: HandRecord, use: RecordUse, place: RecordPlace, override: Override) -> Outcome:
    hand = _replay_record(locked, record, place.line if use is RecordUse.EVIDENCE else None)
    return hand if isinstance(hand, Rejected) else USE_HANDLERS[use](locked, hand, place, override)


def _replay_record(locked: LockedMatch, record: HandRecord, line: int | None) -> ReplayedHand | Rejected:
    state = find_state_before(locked.match_log, line, record)
    try:
        replay = replay_record(locked.game, record, state)
    except RuleViolation as violation:
        return Rejected(violation.problems)
    placed = build_record(locked.game, replay.deal)
    return ReplayedHand(state, replay, replace(placed, actions=record.actions))


def _enter_hand(locked: LockedMatch, hand: ReplayedHand, place: RecordPlace, override: Override) -> Outcome:
    if hand.replay.illegal is not None:
        return Rejected(hand.replay.problems, outcomes.ILLEGAL_CARD)
    if hand.replay.event is None:
        return Rejected(refusal=outcomes.HAND_NOT_OVER)
    return _enter_event(locked, hand, hand.replay.event, override)


def _enter_penalty(locked: LockedMatch, hand: ReplayedHand, place: RecordPlace, override: Override) -> Outcome:
    if place.ruling is not None:
        return _enter_event(locked, hand, parse_statement(locked, place.ruling, locked.match_log), override)
    penalty = find_fixed_penalty(locked.game, hand.replay, hand.record)
    if penalty is None:
        return Rejected(refusal=outcomes.NO_ILLEGAL_CARD)
    return _enter_event(locked, hand, penalty, override)


def _enter_event(locked: LockedMatch, hand: ReplayedHand, event: Statement | Rejected, override: Override) -> Outcome:
    outcome = enter_statement(locked, event, override)
    if not isinstance(outcome, Created):
        return outcome
    locked.origin = locked.origin.derive_part(2)
    return _write_evidence(locked, hand, outcome.entry.seq)


def _enter_evidence(locked: LockedMatch, hand: ReplayedHand, place: RecordPlace, override: Override) -> Outcome:
    line = place.line
    if line is None:
        return _write_evidence(locked, hand, None)
    ledger_line = find_line(locked.match_log, line)
    if ledger_line is None:
        return Rejected(refusal=outcomes.NO_SUCH_LINE)
    event = hand.replay.event
    differences = (
        list_contradictions(locked.game, ledger_line.statement, event) if event and isinstance(ledger_line.statement, Event) else ()
    )
    return Rejected(refusal=outcomes.build_card_refusal(differences)) if differences else _write_evidence(locked, hand, line)


def _write_evidence(locked: LockedMatch, hand: ReplayedHand, line: int | None) -> Outcome:
    return write_entry(locked, EntryContent(Kind.EVIDENCE, locked.engine_version, evidence_to_json(hand.record, line)))


USE_HANDLERS: dict[RecordUse, Callable[[LockedMatch, ReplayedHand, RecordPlace, Override], Outcome]] = {
    RecordUse.HAND: _enter_hand,
    RecordUse.PENALTY: _enter_penalty,
    RecordUse.EVIDENCE: _enter_evidence,
}
