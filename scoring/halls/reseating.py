"""Wrong seats found out after several hands: cancelled, exchanged and entered anew as one action, with the whole story in the ledger."""

from collections.abc import Iterable, Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from rules import Event, RuleViolation
from rules.mirror import mirrored
from scoring.entry import outcomes
from scoring.entry.locked_match import Case, met_before, open_case, write_line
from scoring.entry.outcomes import Created, Locked, Outcome, Refusal, Refused
from scoring.entry.services import closed_to
from scoring.ledger.appending import Line, Submission, append_entry, lock_head
from scoring.ledger.match_log import Forfeit, Told, told_to_json
from scoring.models import LedgerEntry
from scoring.standings_pages.stored import keep_standings
from tournaments import refusals
from tournaments.draws.publishing import exchange_seats, read_reason
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Match, Round
from tournaments.transactions import retried, write_tx

Kind, Reason = LedgerEntry.Kind, LedgerEntry.Reason
SEATS = "seats"
NOT_TWO = Refusal("not_two", _("Choose another match of the same tournament that is being played."))
NOTHING_WRITTEN = Refusal("nothing_written", _("Nothing was entered at these tables yet: there is nothing to put right."))
TWO_SIDES = Refusal("two_sides", _("Only at tables of two sides can the sides be exchanged."))
ROUND_CLOSED = Refusal("round_closed", _("This round is closed: what was played stays."))


@retried
def exchange_tables(first: Match, second: Match, *, origin: Submission, words: str) -> Outcome:
    """Two matches sat at each other's tables: what was written of the one was played by the other.

    1. Cancels every line of both. 2. Enters for each what was written of the other, in the same order. Confirmations are gone: both are
    confirmed anew. The director's, with a reason. Raises PermissionDenied.
    """
    with write_tx():
        cases = _cases((first, second), origin)
        answer = _refusal(cases, words)
        if answer is not None:
            return answer
        if cases[0].tournament != cases[1].tournament or first.pk == second.pk:
            return Refused(refusal=NOT_TWO)
        told = [_told(case) for case in cases]
        return _rewrite(cases, [told[1], told[0]], Reason.WRONG_TABLE, words)


@retried
def turn_sides(match: Match, *, origin: Submission, words: str) -> Outcome:
    """The two sides of a match were taken for each other from the beginning: every line is cancelled and entered for the other side.

    The director's, with a reason. Raises PermissionDenied.
    """
    with write_tx():
        cases = _cases((match,), origin)
        answer = _refusal(cases, words)
        if answer is not None:
            return answer
        game = cases[0].game
        if game.side_count != 2:
            return Refused(refusal=TWO_SIDES)
        try:
            return _rewrite(cases, [[_turned(told, game.seat_count) for told in _told(cases[0])]], Reason.WRONG_SIDE, words)
        except RuleViolation as violation:
            return Refused(violation.problems)


@retried
def exchange_entries(round_: Round, first: Entry, second: Entry, *, actor: AbstractBaseUser, origin: Submission, words: str) -> None:
    """Two entries of a published round sat in each other's place: they are seated where they played, and the hands stay where they were.

    1. Exchanges the seats and notes it in the draw, beside what was drawn. 2. Notes it in the ledger; the standings follow.
    The director's, with a reason, until the round is closed. Raises: tournaments.refusals.Refused; ValidationError; PermissionDenied.
    """
    why = read_reason(words)
    with write_tx():
        tournament = lock_for_director(round_.stage.tournament, actor)
        head = lock_head(tournament)
        current = Round.objects.select_for_update().select_related("stage").get(pk=round_.pk)
        if current.state != Round.State.PUBLISHED:
            raise refusals.Refused(ROUND_CLOSED.code, ROUND_CLOSED.message)
        exchange_seats(current, first, second, why=why, actor=actor, at=origin.at)
        told = {"decision": SEATS, "stage": current.stage.number, "round": current.number, "first": first.number, "second": second.number}
        line = Line(Kind.SUBMIT, f"{tournament.game_key}/{tournament.rules_version}", told, reason=Reason.WRONG_TABLE, words=why)
        append_entry(head, line, origin)
        keep_standings(current.stage, seq=head.seq)


def _cases(matches: Sequence[Match], origin: Submission) -> list[Case]:
    """The matches under their locks, with one head between them."""
    cases = [open_case(match, origin, None) for match in matches]
    for case in cases[1:]:
        case.head = cases[0].head
    return cases


def _refusal(cases: Sequence[Case], words: str) -> Outcome | None:
    again = met_before(cases[0])
    if again is not None:
        return again
    if not cases[0].directs:
        return Locked(outcomes.DIRECTOR_ONLY)
    barred = next((barred for barred in map(closed_to, cases) if barred is not None), None)
    if barred is not None:
        return barred
    if not words.strip():
        return Refused(refusal=outcomes.REASON_NEEDED)
    return None if any(_told(case) for case in cases) else Refused(refusal=NOTHING_WRITTEN)


def _told(case: Case) -> list[Told]:
    """What counts in the match, in order."""
    return [account.told for account in case.fold.accounts if account.told is not None]


def _turned(told: Told, seats: int) -> Told:
    if isinstance(told, Forfeit):
        return Forfeit(None if told.winner is None else 1 - told.winner)
    assert isinstance(told, Event)  # noqa: S101 - the only other kind
    return mirrored(told, seats)


def _rewrite(cases: Sequence[Case], wanted: Sequence[Iterable[Told]], reason: str, words: str) -> Outcome:
    """Cancel everything that counts, the last line first, then enter what is wanted; the first line keeps the request's own key."""
    origin = cases[0].origin
    lines: list[tuple[Case, Line]] = []
    for case in cases:
        standing = [account for account in case.fold.accounts if account.told is not None]
        lines += [
            (case, Line(Kind.VOID, case.engine_version, supersedes=account.latest_seq, reason=reason)) for account in reversed(standing)
        ]
    for case, told in zip(cases, wanted, strict=True):
        lines += [(case, Line(Kind.SUBMIT, case.engine_version, told_to_json(case.game, one), reason=reason)) for one in told]
    done: Created | None = None
    for number, (case, line) in enumerate(lines):
        case.origin = origin.part(number) if number else origin
        written = write_line(case, line if number else _with_words(line, words))
        done = done or written
    assert done is not None  # noqa: S101 - refused before when there is nothing to write
    return done


def _with_words(line: Line, words: str) -> Line:
    return Line(line.kind, line.engine_version, line.payload, line.supersedes, line.reason, words)
