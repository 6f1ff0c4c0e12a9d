"""A match under its locks: everything that a decision depends on, read inside the transaction that writes it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.functional import cached_property
from django.utils.translation import gettext

from jobs.databases import write_tx
from rules import is_absent
from scoring.entry.outcomes import KEY_REUSED, Conflict, Created, Outcome, Rejected, Replayed
from scoring.ledger.appending import EntryContent, Submission, append_entry, lock_head
from scoring.ledger.match_log import AnyGame, MatchLog, Statement, add_judged_line, build_match_log, compute_result_columns
from scoring.matches.seen_places import compute_people_fingerprint
from scoring.matches.table_links import select_live_links
from scoring.models import Draft, LedgerEntry, LedgerHead, MatchResult
from scoring.standings.stored import mark_standings_stale
from tournaments.models import Match, Round, Tournament
from tournaments.permissions import Right, Role, has_right, read_role_of
from tournaments.stages.match_rules import read_match_options


@dataclass
class LockedMatch:
    """One match that a request acts on, with its rows locked. `version` is the version that the person had seen; None for commands that
    read it here.

    Staff have a role; a side at its table has a side and no role. `prepared` is what was read and counted before the locks.
    `is_changed` is true once an entry was written.
    """

    match: Match
    origin: Submission
    version: int | None
    head: LedgerHead
    result: MatchResult
    role: Role | None
    side: int | None = None
    prepared: "PreparedMatch | None" = None
    is_changed: bool = False

    @property
    def tournament(self) -> Tournament:
        return self.match.round.stage.tournament

    @property
    def is_director(self) -> bool:
        return self.role == Role.DIRECTOR

    @cached_property
    def game(self) -> AnyGame:
        return self.tournament.game

    @cached_property
    def options(self) -> Any:
        return read_match_options(self.match.round)

    @cached_property
    def _related_entries(self) -> list[LedgerEntry]:
        """The match's ledger entries and any entry written earlier under the same key. Only those that came after the preparation are
        read now, because other writers wait.
        """
        known = self.prepared.entries if self.prepared else ()
        newer = select_related_entries(self.match, self.origin, after=max((entry.seq for entry in known), default=0))
        return [*known, *(entry for entry in newer if entry not in known)]

    @cached_property
    def entries(self) -> list[LedgerEntry]:
        return [entry for entry in self._related_entries if entry.match_id == self.match.pk]

    @cached_property
    def earlier_entry(self) -> LedgerEntry | None:
        """The entry that an earlier request with the same actor and key wrote."""
        request_key = (self.origin.actor.id, self.origin.key)
        return next((entry for entry in self._related_entries if (entry.actor, entry.idempotency_key) == request_key), None)

    @cached_property
    def match_log(self) -> MatchLog:
        if self.prepared and self.prepared.options == self.options and len(self.entries) == self.prepared.line_count:
            return self.prepared.match_log
        return build_match_log(self.game, self.options, self.entries)

    @property
    def engine_version(self) -> str:
        return f"{self.game.key}/{self.game.version}"


@dataclass(frozen=True, slots=True)
class PreparedMatch:
    """What a change of a match needs, read and counted before the locks; what came after is added under them."""

    entries: tuple[LedgerEntry, ...]
    options: Any
    match_log: MatchLog
    line_count: int


def prepare_match(match: Match, origin: Submission) -> PreparedMatch:
    """Read the match's ledger entries, and any that has the request's key, and count the match. One query."""
    entries = tuple(select_related_entries(match, origin))
    own = [entry for entry in entries if entry.match_id == match.pk]
    stage = match.round.stage
    options = read_match_options(match.round)
    return PreparedMatch(entries, options, build_match_log(stage.tournament.game, options, own), len(own))


def select_related_entries(match: Match, origin: Submission, *, after: int = 0) -> QuerySet[LedgerEntry]:
    """The match's entries after number `after`, and any that was written under the request's key."""
    same_key = Q(actor=origin.actor.id, idempotency_key=origin.key)
    return LedgerEntry.objects.filter(Q(match=match, seq__gt=after) | same_key).order_by("seq")


def lock_match(
    match: Match,
    origin: Submission,
    version: int | None,
    *,
    allow_tables: bool = False,
    right: Right = Right.ENTER,
    prepared: PreparedMatch | None = None,
) -> LockedMatch:
    """Lock the tournament's head and the match's result, and read rights and state again. Raises PermissionDenied.

    Staff need `right`; sides at their tables are admitted only with `allow_tables`. Call inside `write_tx`.
    """
    head = lock_head(match.round.stage.tournament)
    has_entries = prepared is None or prepared.line_count > 0
    result = (_lock_existing_result(match.pk, head) if has_entries else None) or _create_result(match.pk, head)
    current = result.match
    tournament = current.round.stage.tournament
    side = read_side(origin, current) if allow_tables else None
    role = read_role(origin, tournament, right) if side is None else None
    return LockedMatch(current, origin, version, head, result, role, side, prepared)


def _lock_existing_result(match_pk: int, head: LedgerHead) -> MatchResult | None:
    """The result with the rows above its match, in one query, because other writers wait; its tournament came with the head."""
    results = MatchResult.objects.select_for_update(of=("self",)).select_related("match__round__stage")
    result = next(iter(results.filter(pk=match_pk)), None)
    if result is not None:
        result.match.round.stage.tournament = head.tournament
    return result


def _create_result(match_pk: int, head: LedgerHead) -> MatchResult:
    """Create the result row of a match without ledger entries, unless it has one. The locked head prevents a second one."""
    match = Match.objects.select_related("round__stage", "result").get(pk=match_pk)
    match.round.stage.tournament = head.tournament
    if hasattr(match, "result") and (existing := _lock_existing_result(match_pk, head)) is not None:
        return existing
    verdict = compute_result_columns(build_match_log(head.tournament.game, read_match_options(match.round), ()), ())
    return MatchResult.objects.create(match=match, **{name: getattr(verdict, name) for name in verdict.__slots__})


def read_role(origin: Submission, tournament: Tournament, right: Right) -> Role:
    """The role that the actor has now. Raises PermissionDenied without one, and for one without `right`."""
    role = None if origin.actor.user_pk is None else read_role_of(origin.actor.user_pk, tournament.pk)
    if role is None or not has_right(role, right):
        raise PermissionDenied
    return role


def read_side(origin: Submission, match: Match) -> int | None:
    """The side of the link that sent the request; None for staff. Raises PermissionDenied for a link that does not, or no longer, open
    this match, and when others sit there than the phone saw.
    """
    if origin.actor.link_pk is None:
        return None
    side = select_live_links().filter(pk=origin.actor.link_pk, match=match).values_list("side", flat=True).first()
    if side is None or (origin.actor.people and origin.actor.people != compute_people_fingerprint(match)):
        raise PermissionDenied
    return side


class DryRun(Protocol):
    """Observes a change without keeping it: it is called before and after the change, inside its transaction."""

    def record_before(self) -> None: ...

    def record_after(self) -> None: ...


@contextmanager
def change_match(
    match: Match,
    origin: Submission,
    version: int | None,
    *,
    allow_tables: bool = False,
    dry_run: DryRun | None = None,
    right: Right = Right.ENTER,
) -> Iterator[LockedMatch]:
    """A transaction that holds the match's locks: what the block writes is saved when it ends, nothing when it raises.

    The match is read and counted before the locks. With `dry_run` the change is observed and rolled back. Raises PermissionDenied.
    """
    prepared = prepare_match(match, origin)
    with write_tx(queue=match.round.stage.tournament_id):
        locked = lock_match(match, origin, version, allow_tables=allow_tables, right=right, prepared=prepared)
        if dry_run is not None:
            dry_run.record_before()
        yield locked
        if dry_run is not None and locked.is_changed:
            dry_run.record_after()
            discard_changes(locked)


def discard_changes(locked: LockedMatch) -> None:
    """Roll back everything that the transaction wrote, when it ends."""
    locked.is_changed = False
    transaction.set_rollback(True)


def touches_signed_result(match: Match) -> bool:
    """Whether the match is signed or its round is closed. No query where the match comes with its result."""
    signed = (MatchResult.State.CONFIRMED, MatchResult.State.LOCKED)
    result = getattr(match, "result", None)
    return match.round.state == Round.State.CLOSED or (result is not None and result.state in signed)


def find_replayed_answer(locked: LockedMatch) -> Outcome | None:
    """The answer to a request that was already processed under the same key: Replayed, or a refusal when the body differs."""
    earlier = locked.earlier_entry
    if earlier is None:
        return None
    if earlier.body_digest != locked.origin.body_digest or earlier.match_id != locked.match.pk:
        return Rejected(refusal=KEY_REUSED)
    return Replayed(earlier, locked.result)


def find_version_conflict(locked: LockedMatch, typed: Mapping[str, str] | None = None) -> Conflict | None:
    """A conflict when the match has changed since the person saw it; what they typed is stored as a draft."""
    if locked.version is None or locked.version == locked.result.version:
        return None
    draft = None
    if typed:
        draft = Draft.objects.create(
            match=locked.match, actor=locked.origin.actor.id, version=locked.version, typed=dict(typed), kept_at=locked.origin.at
        )
    return Conflict(locked.result, draft)


def settle_drafts(match: Match, origin: Submission) -> None:
    """Mark the actor's open drafts of the match as settled. Call inside a transaction."""
    Draft.objects.filter(match=match, actor=origin.actor.id, settled_at__isnull=True).update(settled_at=origin.at)


def write_entry(locked: LockedMatch, content: EntryContent, judged: Statement | None = None) -> Created:
    """Append `content`, update the result of the match and mark its standings as stale, in the same transaction.

    `judged` is what a new line says, if the rules have judged it: the match moves on by this event. Without it the match is computed
    again from its entries. Raises: rules.RuleViolation when they do not fit.
    """
    earlier_entries, match_log = locked.entries, locked.match_log
    entry = append_entry(locked.head, content, locked.origin, match=locked.match, match_version=locked.result.version + 1)
    locked.entries = [*earlier_entries, entry]
    if judged is not None:
        locked.match_log = add_judged_line(match_log, entry, judged)
    else:
        locked.match_log = build_match_log(locked.game, locked.options, locked.entries, match_log)
    store_result(locked)
    locked.is_changed = True
    return Created(entry, locked.result, tuple(locked.entries))


def store_result(locked: LockedMatch) -> None:
    """Store the current result of the match. Exactly one row must have the version that was locked; raises RuntimeError otherwise.
    Raises: PermissionDenied where the game is not installed, because nothing of it could be counted again.
    """
    if is_absent(locked.tournament.game_key):
        raise PermissionDenied(gettext("This game is not installed here: nothing can be entered. Install its plug-in again."))
    verdict = compute_result_columns(locked.match_log, locked.entries)
    columns = {name: getattr(verdict, name) for name in verdict.__slots__}
    rows = MatchResult.objects.filter(pk=locked.match.pk, version=locked.result.version)
    if rows.update(**columns, updated_at=locked.origin.at) != 1:
        raise RuntimeError(f"the result of {locked.match} changed under its lock")
    counted = _select_counting_values(locked.result)
    for name, value in columns.items():
        setattr(locked.result, name, value)
    locked.result.updated_at = locked.origin.at
    if _select_counting_values(locked.result) != counted:
        mark_standings_stale(locked.match.round.stage_id, seq=locked.head.seq)


def _select_counting_values(result: MatchResult) -> tuple[Any, ...]:
    """The values of a result that the standings depend on."""
    if result.state in (MatchResult.State.OPEN, MatchResult.State.VOID):
        return (result.state,)  # a board that is cancelled lets its team match count
    return (result.winner, result.outcome, result.summary)
