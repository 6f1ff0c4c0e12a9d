"""A match as its ledger tells it: what was entered, what of it counts, and how it stands after each line.

Everything here is computed from ledger rows in memory; nothing asks the database.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pairing import Outcome
from rules import Event, Game, HandEntry, MatchState, Options, Overruled
from rules.events import MatchResult as GivenResult
from scoring.ledger import parse_canonical
from scoring.models import LedgerEntry, MatchResult

AnyGame = Game[Any, Any]
State = MatchResult.State
Kind = LedgerEntry.Kind


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A match that nobody played: `winner` is the side that was there, None when both were absent."""

    winner: int | None

    @property
    def outcome(self) -> Outcome:
        return Outcome.ABSENT if self.winner is None else Outcome.WALKOVER


Told = Event | Forfeit
"""What a ledger entry can say has happened."""


@dataclass(frozen=True, slots=True)
class Version:
    """One wording of a line: the entry, and what it says (nothing when it cancels)."""

    entry: LedgerEntry
    told: Told | None


@dataclass(frozen=True, slots=True)
class Account:
    """A line of a match with all its wordings, oldest first. `seq` is that of the first: it gives the line its place."""

    seq: int
    versions: tuple[Version, ...]

    @property
    def current(self) -> Version:
        return self.versions[-1]

    @property
    def told(self) -> Told | None:
        return self.current.told

    @property
    def latest_seq(self) -> int:
        return self.current.entry.seq


@dataclass(frozen=True, slots=True)
class Progress:
    """A line that counts, and the match before and after it."""

    account: Account
    event: Event
    before: MatchState[Options]
    after: MatchState[Options]


@dataclass(frozen=True, slots=True)
class Fold:
    """The match after its whole ledger. `accounts` holds every line, cancelled ones too; `progress` those that count."""

    game: AnyGame
    options: Options
    accounts: tuple[Account, ...]
    progress: tuple[Progress, ...]
    state: MatchState[Options]
    forfeit: Forfeit | None = None

    @property
    def decided(self) -> bool:
        return self.forfeit is not None or self.state.over

    @property
    def winner(self) -> int | None:
        return self.forfeit.winner if self.forfeit else self.state.winner

    @property
    def outcome(self) -> Outcome:
        return self.forfeit.outcome if self.forfeit else Outcome.PLAYED

    @property
    def enterers(self) -> frozenset[str]:
        """Everybody whose word stands on a line that counts, and whoever changed a line last, be it by taking it back."""
        words = [account.current.entry for account in self.accounts]
        last = max((entry.seq for entry in words), default=0)
        return frozenset(entry.actor for entry in words if entry.kind != Kind.VOID or entry.seq == last)

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(account.told for account in self.accounts if isinstance(account.told, Event))


@dataclass(slots=True)
class _Standing:
    """Who last changed, confirmed or closed a match, read off its entries one by one."""

    state: State | None = None
    entered_by: str = ""
    confirmed_by: str = ""
    one_person: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """The columns of a `MatchResult`, computed anew."""

    state: State
    version: int
    seq: int
    outcome: str
    winner: int | None
    hands: int
    summary: dict[str, Any]
    entered_by: str = ""
    confirmed_by: str = ""
    one_person: bool = False


def read_accounts(game: AnyGame, entries: Iterable[LedgerEntry]) -> tuple[Account, ...]:
    """Every line in order of its first wording."""
    lines: dict[int, list[Version]] = {}
    first: dict[int, int] = {}
    for entry in entries:
        if entry.supersedes is not None:
            place = first[entry.supersedes]
        elif entry.kind == Kind.SUBMIT:
            place = entry.seq
        else:
            continue
        first[entry.seq] = place
        lines.setdefault(place, []).append(Version(entry, _told(game, entry)))
    return tuple(Account(seq, tuple(versions)) for seq, versions in sorted(lines.items()))


def told_to_json(game: AnyGame, told: Told) -> dict[str, Any]:
    """The payload of an entry."""
    if isinstance(told, Forfeit):
        return {"forfeit": {"winner": told.winner}}
    return {"event": game.event_to_json(told)}


def _told(game: AnyGame, entry: LedgerEntry) -> Told | None:
    return None if entry.kind == Kind.VOID else _said(game, entry.payload)


@lru_cache(maxsize=20_000)
def _said(game: AnyGame, text: str) -> Told:
    """What a payload says. Kept, because the same lines are read again with every line that follows, and are values that never change."""
    payload = parse_canonical(text)
    if "forfeit" in payload:
        return Forfeit(payload["forfeit"]["winner"])
    return game.event_from_json(payload["event"])


def fold_entries(game: AnyGame, options: Options, entries: Sequence[LedgerEntry], before: Fold | None = None) -> Fold:
    """The match over all that counts. Raises rules.RuleViolation when the ledger holds an event that does not fit."""
    return fold_accounts(game, options, read_accounts(game, entries), before)


def fold_accounts(game: AnyGame, options: Options, accounts: tuple[Account, ...], before: Fold | None = None) -> Fold:
    """The match over these lines. What `before`, an earlier fold of the same game and options, had in common is not counted again."""
    counted = before.progress if before else ()
    state = counted[0].before if counted else game.start(options)
    progress: list[Progress] = []
    forfeit: Forfeit | None = None
    for account in accounts:
        match account.told:
            case Forfeit() as told:
                forfeit = told
            case Event() as told:
                after = _counted_already(counted[len(progress) :][:1], state, told) or game.advance(state, told)
                progress.append(Progress(account, told, state, after))
                state = after
    return Fold(game, options, accounts, tuple(progress), state, forfeit)


def _counted_already(then: Sequence[Progress], state: MatchState[Options], told: Event) -> MatchState[Options] | None:
    """The state after `told`, if at this place the same was told in the same state before."""
    return next((one.after for one in then if one.before is state and one.event == told), None)


def judge(fold: Fold, entries: Sequence[LedgerEntry]) -> Verdict:
    """How the match stands, from its fold and its entries in order."""
    standing = _Standing()
    for entry in entries:
        _follow(standing, entry)
    content = State.SUBMITTED if fold.decided else State.OPEN
    return Verdict(
        state=standing.state or content,
        version=len(entries),
        seq=entries[-1].seq if entries else 0,
        outcome=fold.outcome.value,
        winner=fold.winner,
        hands=sum(isinstance(plain(event), HandEntry) for event in fold.events),
        summary=summary_of(fold),
        entered_by=standing.entered_by,
        confirmed_by=standing.confirmed_by,
        one_person=standing.one_person,
    )


def summary_of(fold: Fold) -> dict[str, Any]:
    """The score as JSON: games won, final scores of the games played, the running score and what wins the running game.

    It says so where the fewest points win, because standings look at nothing else.
    """
    state = fold.state
    lowest = {"lowest_wins": True} if state.plan.lowest_wins else {}
    return lowest | {
        "games_won": list(_games_won(fold)),
        "games": [list(game.score) for game in state.finished],
        "score": list(state.score),
        "target": None if fold.decided else state.target,
    }


def _games_won(fold: Fold) -> tuple[int, ...]:
    """A result given as games won holds no games; a walk-over is worth the games that win a match."""
    plan = fold.state.plan
    if fold.forfeit:
        return tuple(plan.games_to_win if side == fold.forfeit.winner else 0 for side in range(plan.sides))
    given = [event.games for event in map(plain, fold.events) if isinstance(event, GivenResult)]
    return given[-1] if given else fold.state.games_won


def plain(event: Event) -> Event:
    """The event itself, whether or not the director had to insist on it."""
    return event.event if isinstance(event, Overruled) else event


def _follow(standing: _Standing, entry: LedgerEntry) -> None:
    match entry.kind:
        case Kind.CONFIRM:
            standing.state, standing.confirmed_by = State.CONFIRMED, entry.actor
            standing.one_person = bool(parse_canonical(entry.payload).get("one_person"))
        case Kind.DISPUTE:
            standing.state = State.DISPUTED
        case Kind.LOCK:
            standing.state = State.LOCKED
        case Kind.VOID if entry.supersedes is None:
            standing.state = State.VOID
        case Kind.REOPEN:
            _begin_again(standing)
        case Kind.EVIDENCE:
            return
        case _:
            _begin_again(standing)
            standing.entered_by = entry.actor


def _begin_again(standing: _Standing) -> None:
    standing.state, standing.confirmed_by, standing.one_person = None, "", False
