"""Correct wrong seats found after several hands: the lines are cancelled, exchanged and entered again in one action, all in the ledger."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from jobs.databases import retry_on_conflict, write_tx
from rules import Event, RuleViolation
from rules.mirror import mirror_event
from scoring.entry import outcomes
from scoring.entry.locked_match import LockedMatch, find_replayed_answer, lock_match, write_entry
from scoring.entry.outcomes import Created, Locked, Outcome, Refusal, Rejected
from scoring.entry.services import find_edit_refusal
from scoring.ledger.appending import EntryContent, Submission, append_decision, lock_head
from scoring.ledger.match_log import Forfeit, Statement, statement_to_json
from scoring.models import LedgerEntry
from scoring.standings.stored import store_standings
from tournaments import refusals
from tournaments.draws.publishing import clean_change_reason, exchange_seats
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Match, Round
from tournaments.seen import UNSEEN, Seen, compute_fingerprint

Kind, Reason = LedgerEntry.Kind, LedgerEntry.Reason
SEATS_DECISION = "seats"
SAME_MATCH = Refusal("not_two", _("Choose another match in progress of the same tournament."))
NOTHING_WRITTEN = Refusal("nothing_written", _("Nothing was changed: nothing is entered at these tables yet."))
TWO_SIDES = Refusal("two_sides", _("Sides can be exchanged only at tables with two sides."))
ROUND_CLOSED = Refusal("round_closed", _("This round is closed: what was played stays."))


def compute_place_fingerprint(match: Match) -> str:
    """The fingerprint of a match's table, seats and result: whoever exchanges twice what was exchanged once undoes it. Two queries."""
    seats = list(match.seats.order_by("side", "place").values_list("entry_id", flat=True))
    row = Match.objects.filter(pk=match.pk).values_list("table", "result__version", "result__state").first()
    return compute_fingerprint(seats, row)


@retry_on_conflict
def exchange_tables(first: Match, second: Match, *, origin: Submission, words: str, seen: Seen = UNSEEN) -> Outcome:
    """Two matches were played at each other's tables: what was entered for one was played by the other.

    1. Cancels every line of both. 2. Enters for each the lines of the other, in the same order. Both must be confirmed again.
    For the director, with a reason. Raises: ChangeRefused when the page showed something else; PermissionDenied.
    """
    with write_tx():
        locked_matches = _lock_matches((first, second), origin)
        refusal = _find_refusal(locked_matches, words)
        if refusal is not None:
            return refusal
        seen.check()
        if locked_matches[0].tournament != locked_matches[1].tournament or first.pk == second.pk:
            return Rejected(refusal=SAME_MATCH)
        statements = [_list_statements(locked) for locked in locked_matches]
        return _rewrite_lines(locked_matches, [statements[1], statements[0]], Reason.WRONG_TABLE, words)


@retry_on_conflict
def exchange_sides(match: Match, *, origin: Submission, words: str, seen: Seen = UNSEEN) -> Outcome:
    """The two sides of a match were exchanged from the beginning: every line is cancelled and entered for the other side.

    For the director, with a reason. Raises: ChangeRefused when the page showed something else; PermissionDenied.
    """
    with write_tx():
        locked_matches = _lock_matches((match,), origin)
        refusal = _find_refusal(locked_matches, words)
        if refusal is not None:
            return refusal
        seen.check()
        game = locked_matches[0].game
        if game.side_count != 2:
            return Rejected(refusal=TWO_SIDES)
        try:
            return _rewrite_lines(
                locked_matches,
                [[_exchange_statement(statement, game.seat_count) for statement in _list_statements(locked_matches[0])]],
                Reason.WRONG_SIDE,
                words,
            )
        except RuleViolation as violation:
            return Rejected(violation.problems)


@retry_on_conflict
def exchange_entries(
    round_: Round, first: Entry, second: Entry, *, actor: AbstractBaseUser, origin: Submission, words: str, seen: Seen = UNSEEN
) -> None:
    """Two entries of a published round sat in each other's place: they are seated where they played, and the hands stay.

    1. Exchanges the seats and records it with the draw. 2. Records it in the ledger; updates the standings.
    For the director, with a reason, until the round is closed. Raises: ChangeRefused; ValidationError;
    PermissionDenied.
    """
    reason = clean_change_reason(words)
    with write_tx():
        head = lock_head(lock_for_director(round_.stage.tournament, actor))
        seen.check()
        current = Round.objects.select_for_update().select_related("stage").get(pk=round_.pk)
        if current.state != Round.State.PUBLISHED:
            raise refusals.ChangeRefused(ROUND_CLOSED.code, ROUND_CLOSED.message)
        exchange_seats(current, first, second, why=reason, actor=actor, at=origin.at)
        payload = {
            "decision": SEATS_DECISION,
            "stage": current.stage.number,
            "round": current.number,
            "first": first.number,
            "second": second.number,
        }
        append_decision(head, payload, origin, reason=Reason.WRONG_TABLE, words=reason)
        store_standings(current.stage, seq=head.seq)


def _lock_matches(matches: Sequence[Match], origin: Submission) -> list[LockedMatch]:
    """The matches under their locks, sharing one head."""
    locked_matches = [lock_match(match, origin, None) for match in matches]
    for locked in locked_matches[1:]:
        locked.head = locked_matches[0].head
    return locked_matches


def _find_refusal(locked_matches: Sequence[LockedMatch], words: str) -> Outcome | None:
    replayed_answer = find_replayed_answer(locked_matches[0])
    if replayed_answer is not None:
        return replayed_answer
    if not locked_matches[0].is_director:
        return Locked(outcomes.DIRECTOR_ONLY)
    refusal = next((refusal for refusal in map(find_edit_refusal, locked_matches) if refusal is not None), None)
    if refusal is not None:
        return refusal
    if not words.strip():
        return Rejected(refusal=outcomes.REASON_NEEDED)
    return None if any(_list_statements(locked) for locked in locked_matches) else Rejected(refusal=NOTHING_WRITTEN)


def _list_statements(locked: LockedMatch) -> list[Statement]:
    """The statements that count in the match, in order."""
    return [line.statement for line in locked.match_log.lines if line.statement is not None]


def _exchange_statement(statement: Statement, seats: int) -> Statement:
    if isinstance(statement, Forfeit):
        return Forfeit(None if statement.winner is None else 1 - statement.winner)
    assert isinstance(statement, Event)  # noqa: S101 - the only other kind
    return mirror_event(statement, seats)


def _rewrite_lines(locked_matches: Sequence[LockedMatch], statements: Sequence[Iterable[Statement]], reason: str, words: str) -> Outcome:
    """Cancel every line that counts, the last first, then enter `statements`, one sequence a match; the first entry has the request's
    own key.
    """
    origin = locked_matches[0].origin
    contents: list[tuple[LockedMatch, EntryContent]] = []
    for locked in locked_matches:
        counting = [account for account in locked.match_log.lines if account.statement is not None]
        contents += [
            (locked, EntryContent(Kind.VOID, locked.engine_version, supersedes=account.latest_seq, reason=reason))
            for account in reversed(counting)
        ]
    for locked, match_statements in zip(locked_matches, statements, strict=True):
        contents += [
            (locked, EntryContent(Kind.SUBMIT, locked.engine_version, statement_to_json(locked.game, statement), reason=reason))
            for statement in match_statements
        ]
    first_written: Created | None = None
    for number, (locked, content) in enumerate(contents):
        locked.origin = origin.derive_part(number) if number else origin
        written = write_entry(locked, content if number else replace(content, words=words))
        first_written = first_written or written
    assert first_written is not None  # noqa: S101 - refused before when there is nothing to write
    return first_written
