"""A match computed from its ledger: what was entered, what counts, and the state after each line.

Everything is computed in memory from ledger rows; nothing queries the database.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pairing import MatchOutcome
from rules import Event, Game, HandEntry, MatchState, Options, OverruledEvent
from rules.events import MatchScore as GivenResult
from scoring.ledger.chain import parse_canonical
from scoring.models import LedgerEntry, MatchResult

AnyGame = Game[Any, Any]
State = MatchResult.State
Kind = LedgerEntry.Kind


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A match that was not played: `winner` is the side that was present, None when both were absent."""

    winner: int | None

    @property
    def outcome(self) -> MatchOutcome:
        return MatchOutcome.ABSENT if self.winner is None else MatchOutcome.WALKOVER


Statement = Event | Forfeit
"""What a ledger entry can say has happened."""
MOST_STATEMENTS = 20_000
_statements: dict[tuple[AnyGame, str], Statement] = {}
"""Statements by game and payload, as far as this process has read or written them."""


@dataclass(frozen=True, slots=True)
class Revision:
    """One revision of a line: the ledger entry and its statement (None when it cancels the line)."""

    entry: LedgerEntry
    statement: Statement | None


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A line of a match with all its revisions, oldest first. `seq` is that of the first revision and fixes the line's place."""

    seq: int
    revisions: tuple[Revision, ...]

    @property
    def current(self) -> Revision:
        return self.revisions[-1]

    @property
    def statement(self) -> Statement | None:
        return self.current.statement

    @property
    def latest_seq(self) -> int:
        return self.current.entry.seq

    @property
    def rules_version(self) -> int:
        """Version of the game's rules under which the statement was entered and judged."""
        return int(self.current.entry.engine_version.rpartition("/")[2])


@dataclass(frozen=True, slots=True)
class CountedLine:
    """A line that counts, with the state of the match before and after it."""

    line: LedgerLine
    event: Event
    before: MatchState[Options]
    after: MatchState[Options]


@dataclass(frozen=True, slots=True)
class MatchLog:
    """The match after its whole ledger. `lines` holds every line, cancelled ones too; `counted_lines` those that count."""

    game: AnyGame
    options: Options
    lines: tuple[LedgerLine, ...]
    counted_lines: tuple[CountedLine, ...]
    state: MatchState[Options]
    forfeit: Forfeit | None = None

    @property
    def is_decided(self) -> bool:
        return self.forfeit is not None or self.state.over

    @property
    def winner(self) -> int | None:
        return self.forfeit.winner if self.forfeit else self.state.winner

    @property
    def outcome(self) -> MatchOutcome:
        return self.forfeit.outcome if self.forfeit else MatchOutcome.PLAYED

    @property
    def enterers(self) -> frozenset[str]:
        """Actors of every current revision that counts, and the actor of the latest change even if it cancelled a line."""
        entries = [line.current.entry for line in self.lines]
        last = max((entry.seq for entry in entries), default=0)
        return frozenset(entry.actor for entry in entries if entry.kind != Kind.VOID or entry.seq == last)

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(line.statement for line in self.lines if isinstance(line.statement, Event))


@dataclass(frozen=True, slots=True)
class Dispute:
    """The latest that was said of a match: by `actor`, in the entry `seq`, that its result is not right, or that this is withdrawn."""

    seq: int
    actor: str
    withdrawn: bool = False


@dataclass(slots=True)
class _Signatures:
    """State, enterer and confirmer of a match, collected entry by entry."""

    state: State | None = None
    entered_by: str = ""
    confirmed_by: str = ""
    one_person: bool = False


@dataclass(frozen=True, slots=True)
class ResultColumns:
    """The columns of a `MatchResult`, computed from the ledger. Field names are the names of the columns."""

    state: State
    version: int
    seq: int
    outcome: str
    winner: int | None
    hands: int
    summary: dict[str, Any]
    entered_by: str
    confirmed_by: str
    one_person: bool


def parse_lines(game: AnyGame, entries: Iterable[LedgerEntry]) -> tuple[LedgerLine, ...]:
    """All lines, in the order of their first revisions."""
    lines: dict[int, list[Revision]] = {}
    first: dict[int, int] = {}
    for entry in entries:
        if entry.supersedes is not None:
            place = first[entry.supersedes]
        elif entry.kind == Kind.SUBMIT:
            place = entry.seq
        else:
            continue
        first[entry.seq] = place
        lines.setdefault(place, []).append(Revision(entry, _find_statement(game, entry)))
    return tuple(LedgerLine(seq, tuple(revisions)) for seq, revisions in sorted(lines.items()))


def statement_to_json(game: AnyGame, statement: Statement) -> dict[str, Any]:
    """The payload of an entry."""
    if isinstance(statement, Forfeit):
        return {"forfeit": {"winner": statement.winner}}
    return {"event": game.event_to_json(statement)}


def _find_statement(game: AnyGame, entry: LedgerEntry) -> Statement | None:
    return None if entry.kind == Kind.VOID else _parse_statement(game, entry.payload)


def _parse_statement(game: AnyGame, text: str) -> Statement:
    """Parse a payload, once in a process: every new line reads the same immutable lines again."""
    statement = _statements.get((game, text))
    if statement is None:
        statement = _remember_statement(game, text, _read_payload(game, parse_canonical(text)))
    return statement


def _read_payload(game: AnyGame, payload: Any) -> Statement:
    if "forfeit" in payload:
        return Forfeit(payload["forfeit"]["winner"])
    return game.event_from_json(payload["event"])


def _remember_statement(game: AnyGame, text: str, statement: Statement) -> Statement:
    if len(_statements) >= MOST_STATEMENTS:
        _statements.clear()
    return _statements.setdefault((game, text), statement)


def build_match_log(game: AnyGame, options: Options, entries: Sequence[LedgerEntry], before: MatchLog | None = None) -> MatchLog:
    """Compute the match from its entries. Raises: rules.RuleViolation when the ledger holds an event that does not fit."""
    return build_match_log_from_lines(game, options, parse_lines(game, entries), before)


def build_match_log_from_lines(game: AnyGame, options: Options, lines: tuple[LedgerLine, ...], before: MatchLog | None = None) -> MatchLog:
    """Compute the match from its lines. The common beginning with `before`, an earlier log with the same game and options, is reused.

    Raises: rules.RuleViolation.
    """
    earlier_lines = before.counted_lines if before else ()
    state = earlier_lines[0].before if earlier_lines else game.start(options)
    counted_lines: list[CountedLine] = []
    forfeit: Forfeit | None = None
    for line in lines:
        match line.statement:
            case Forfeit() as given_match:
                forfeit = given_match
            case Event() as event:
                reusable = earlier_lines[len(counted_lines) :][:1]
                after = _find_counted_state(reusable, state, event) or game.advance(state, event, line.rules_version)
                counted_lines.append(CountedLine(line, event, state, after))
                state = after
    return MatchLog(game, options, lines, tuple(counted_lines), state, forfeit)


def add_judged_line(log: MatchLog, entry: LedgerEntry, statement: Statement) -> MatchLog:
    """The match after one more line, whose statement the rules have judged: nothing is parsed or judged again."""
    _remember_statement(log.game, entry.payload, statement)
    line = LedgerLine(entry.seq, (Revision(entry, statement),))
    if isinstance(statement, Forfeit):
        return replace(log, lines=(*log.lines, line), forfeit=statement)
    after = log.game.apply_judged(log.state, statement)
    counted_line = CountedLine(line, statement, log.state, after)
    return replace(log, lines=(*log.lines, line), counted_lines=(*log.counted_lines, counted_line), state=after)


def _find_counted_state(earlier_lines: Sequence[CountedLine], state: MatchState[Options], event: Event) -> MatchState[Options] | None:
    """The state after `event` if the earlier log has the same event at this place in the same state; else None."""
    return next(
        (counted_line.after for counted_line in earlier_lines if counted_line.before is state and counted_line.event == event), None
    )


def compute_result_columns(log: MatchLog, entries: Sequence[LedgerEntry]) -> ResultColumns:
    """Compute the result of a match from its log and its entries in order."""
    signatures = _Signatures()
    for entry in entries:
        _apply_entry(signatures, entry)
    content = State.SUBMITTED if log.is_decided else State.OPEN
    return ResultColumns(
        state=signatures.state or content,
        version=len(entries),
        seq=entries[-1].seq if entries else 0,
        outcome=log.outcome.value,
        winner=log.winner,
        hands=sum(isinstance(unwrap_overruled(event), HandEntry) for event in log.events),
        summary=build_summary(log),
        entered_by=signatures.entered_by,
        confirmed_by=signatures.confirmed_by,
        one_person=signatures.one_person,
    )


def build_summary(log: MatchLog) -> dict[str, Any]:
    """The score as JSON: games won, final scores of the games played, the running score and its target.

    `lowest_wins` is set where the fewest points win, because standings read only the summary.
    """
    state = log.state
    lowest = {"lowest_wins": True} if state.plan.lowest_wins else {}
    return lowest | {
        "games_won": list(_list_games_won(log)),
        "games": [list(game.score) for game in state.finished],
        "score": list(state.score),
        "target": None if log.is_decided else state.target,
    }


def _list_games_won(log: MatchLog) -> tuple[int, ...]:
    """Games won per side. A result entered as games won holds no games; a walk-over gives the games that win a match."""
    plan = log.state.plan
    if log.forfeit:
        return tuple(plan.walkover_games if side == log.forfeit.winner else 0 for side in range(plan.sides))
    entered_games = [event.games for event in map(unwrap_overruled, log.events) if isinstance(event, GivenResult)]
    return entered_games[-1] if entered_games else log.state.games_won


def unwrap_overruled(event: Event) -> Event:
    """The event itself, without the director's overruling."""
    return event.event if isinstance(event, OverruledEvent) else event


def find_dispute(entries: Sequence[LedgerEntry]) -> Dispute | None:
    """The dispute, or its withdrawal, after which nothing was decided; None where there is none."""
    last = next((entry for entry in reversed(entries) if entry.kind != Kind.EVIDENCE), None)
    if last is None or not (last.kind == Kind.DISPUTE or is_withdrawal(last)):
        return None
    return Dispute(last.seq, last.actor, withdrawn=last.kind != Kind.DISPUTE)


def is_withdrawal(entry: LedgerEntry) -> bool:
    """Whether a dispute was withdrawn by whoever raised it: the result is again what it was before."""
    return entry.kind == Kind.REOPEN and bool(parse_canonical(entry.payload).get("withdrawn"))


def _apply_entry(signatures: _Signatures, entry: LedgerEntry) -> None:
    match entry.kind:
        case Kind.CONFIRM:
            signatures.state, signatures.confirmed_by = State.CONFIRMED, entry.actor
            signatures.one_person = bool(parse_canonical(entry.payload).get("one_person"))
        case Kind.DISPUTE:
            signatures.state = State.DISPUTED
        case Kind.LOCK:
            signatures.state = State.LOCKED
        case Kind.VOID if entry.supersedes is None:
            signatures.state = State.VOID
        case Kind.REOPEN if is_withdrawal(entry):
            signatures.state = State.CONFIRMED if signatures.confirmed_by else None
        case Kind.REOPEN:
            _clear_signatures(signatures)
        case Kind.EVIDENCE:
            return
        case _:
            _clear_signatures(signatures)
            signatures.entered_by = entry.actor


def _clear_signatures(signatures: _Signatures) -> None:
    signatures.state, signatures.confirmed_by, signatures.one_person = None, "", False
