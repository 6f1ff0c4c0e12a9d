"""Hands card by card: entered as a hand, as the penalty that they show, or kept as evidence of what was entered."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rules import Event, MatchState, Penalty, RuleViolation
from rules.cardplay import Replay
from rules.record import Record, record_of
from scoring.entry import outcomes
from scoring.entry.locked_match import Case, Look, met_before, open_case, overtaken, tried, write_line
from scoring.entry.outcomes import Created, Outcome, Refused
from scoring.entry.services import PLAIN, Insistence, closed_to, enter_told
from scoring.evidence.penalties import fixed_penalty
from scoring.evidence.queries import contradictions, evidence_to_json, replay_at, state_for
from scoring.ledger.appending import Line, Submission
from scoring.models import LedgerEntry
from tournaments.models import Match
from tournaments.transactions import write_tx

Kind = LedgerEntry.Kind
NOTHING_TO_SHOW = ("not_published", "not_played")
"""Evidence changes no result: of what closes a match to entries only these two keep it out."""


class Use(StrEnum):
    """What becomes of a recorded hand."""

    HAND = "hand"
    PENALTY = "penalty"
    EVIDENCE = "evidence"


@dataclass(frozen=True, slots=True)
class Played:
    """A record replayed at its place in the match; `record` is written anew from there, with the rules of the tournament."""

    state: MatchState[Any]
    replay: Replay
    record: Record


def submit_record(
    match: Match,
    record: Record,
    *,
    use: Use,
    origin: Submission,
    version: int | None,
    line: int | None = None,
    insistence: Insistence = PLAIN,
    look: Look | None = None,
) -> Outcome:
    """Enter a hand by its cards, the penalty that it shows, or keep it as evidence; `line` is the line that it is evidence of.

    1. Answers a repeated request as the first time. 2. Replays the record where it stood in the match, by this tournament's rules.
    3. HAND and PENALTY append what follows from the cards, judged like anything typed. EVIDENCE refuses what contradicts its line.
    4. Appends the record as an entry of its own that names the line. With `look` nothing stays. Raises PermissionDenied.
    """

    def decide(case: Case) -> Outcome:
        played = _replayed(case, record, line if use is Use.EVIDENCE else None)
        return played if isinstance(played, Refused) else USES[use](case, played, line, insistence)

    with write_tx():
        case = open_case(match, origin, version)
        closed = closed_to(case)
        if closed and use is Use.EVIDENCE and closed.refusal.code not in NOTHING_TO_SHOW:
            closed = None
        return tried(lambda: met_before(case) or overtaken(case) or closed or decide(case), look)


def _replayed(case: Case, record: Record, line: int | None) -> Played | Refused:
    state = state_for(case.fold, line, record)
    try:
        replay = replay_at(case.game, state, record)
    except RuleViolation as violation:
        return Refused(violation.problems)
    placed = record_of(case.game, replay.deal)
    return Played(state, replay, replace(placed, actions=record.actions))


def _enter_hand(case: Case, played: Played, line: int | None, insistence: Insistence) -> Outcome:
    if played.replay.illegal is not None:
        return Refused(played.replay.problems, outcomes.ILLEGAL_CARD)
    if played.replay.event is None:
        return Refused(refusal=outcomes.HAND_NOT_OVER)
    return _enter(case, played, played.replay.event, insistence)


def _enter_penalty(case: Case, played: Played, line: int | None, insistence: Insistence) -> Outcome:
    punishment = fixed_penalty(case.game, played.replay, played.record)
    if punishment is None:
        return Refused(refusal=outcomes.NO_ILLEGAL_CARD)
    return _enter(case, played, punishment, insistence)


def _enter(case: Case, played: Played, event: Event | Penalty, insistence: Insistence) -> Outcome:
    entered = enter_told(case, event, insistence)
    if not isinstance(entered, Created):
        return entered
    return _keep(replace(case, origin=case.origin.part(2)), played, entered.entry.seq)


def _keep_only(case: Case, played: Played, line: int | None, insistence: Insistence) -> Outcome:
    if line is None:
        return _keep(case, played, None)
    account = next((one for one in case.fold.accounts if one.seq == line and one.told is not None), None)
    if account is None:
        return Refused(refusal=outcomes.NO_SUCH_LINE)
    event = played.replay.event
    found = contradictions(case.game, account.told, event) if event and isinstance(account.told, Event) else ()
    return Refused(refusal=outcomes.cards_say_otherwise(found)) if found else _keep(case, played, line)


def _keep(case: Case, played: Played, line: int | None) -> Outcome:
    return write_line(case, Line(Kind.EVIDENCE, case.engine_version, evidence_to_json(played.record, line)))


USES: dict[Use, Callable[[Case, Played, int | None, Insistence], Outcome]] = {
    Use.HAND: _enter_hand,
    Use.PENALTY: _enter_penalty,
    Use.EVIDENCE: _keep_only,
}
