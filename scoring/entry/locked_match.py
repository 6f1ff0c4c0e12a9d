"""A match under its locks: everything that a decision depends on, read inside the transaction that writes it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.utils.functional import cached_property

from rules import game_by_key
from scoring.entry.outcomes import KEY_REUSED, Conflict, Created, Outcome, Refused, Replayed
from scoring.ledger.appending import Line, Submission, append_entry, lock_head
from scoring.ledger.match_log import AnyGame, Fold, fold_entries, judge
from scoring.matches.table_links import live_links
from scoring.models import Draft, LedgerEntry, LedgerHead, MatchResult
from scoring.standings_pages.services import follow_result
from tournaments.models import Match, StaffRole, Tournament

Answer = TypeVar("Answer", bound=Outcome | None)


@dataclass
class Case:
    """One match in front of the desk. `version` is what the person asking had seen; None for commands that read it here.

    Staff have a role; a side that asks from its table has no role but its side.
    """

    match: Match
    origin: Submission
    version: int | None
    head: LedgerHead
    result: MatchResult
    role: StaffRole.Role | None
    side: int | None = None

    @property
    def tournament(self) -> Tournament:
        return self.match.round.stage.tournament

    @property
    def directs(self) -> bool:
        return self.role == StaffRole.Role.DIRECTOR

    @cached_property
    def game(self) -> AnyGame:
        return game_by_key(self.tournament.game_key)

    @cached_property
    def options(self) -> Any:
        return self.game.options_from(self.tournament.rules)

    @cached_property
    def _read(self) -> list[LedgerEntry]:
        """The ledger of the match, and whatever came before under the same key: one query, because others wait meanwhile."""
        same_key = Q(actor=self.origin.actor.id, idempotency_key=self.origin.key)
        return list(LedgerEntry.objects.filter(Q(match=self.match) | same_key).order_by("seq"))

    @cached_property
    def entries(self) -> list[LedgerEntry]:
        return [entry for entry in self._read if entry.match_id == self.match.pk]

    @cached_property
    def met(self) -> LedgerEntry | None:
        """What was written before under the key of this request."""
        asked = (self.origin.actor.id, self.origin.key)
        return next((entry for entry in self._read if (entry.actor, entry.idempotency_key) == asked), None)

    @cached_property
    def fold(self) -> Fold:
        return fold_entries(self.game, self.options, self.entries)

    @property
    def engine_version(self) -> str:
        return f"{self.game.key}/{self.game.version}"


def open_case(match: Match, origin: Submission, version: int | None, *, tables: bool = False) -> Case:
    """Lock the tournament's head and the match's result, and read rights and state anew. Raises PermissionDenied.

    Sides at their tables are let in only with `tables`. Call inside `write_tx`.
    """
    head = lock_head(match.round.stage.tournament)
    result = _locked_result(match.pk) or _begin_result(match.pk)
    fresh = result.match
    tournament = fresh.round.stage.tournament
    side = side_of(origin, fresh) if tables else None
    role = role_of(origin, tournament) if side is None else None
    return Case(fresh, origin, version, head, result, role, side)


def _locked_result(match_pk: int) -> MatchResult | None:
    """The result with everything above its match, in one query: it is asked while others wait."""
    results = MatchResult.objects.select_for_update(of=("self",)).select_related("match__round__stage__tournament")
    return next(iter(results.filter(pk=match_pk)), None)


def _begin_result(match_pk: int) -> MatchResult:
    """The row of a match of which nothing is told yet. The locked head keeps others from making it too."""
    match = Match.objects.select_related("round__stage__tournament").get(pk=match_pk)
    tournament = match.round.stage.tournament
    game = game_by_key(tournament.game_key)
    verdict = judge(fold_entries(game, game.options_from(tournament.rules), ()), ())
    return MatchResult.objects.create(match=match, **{name: getattr(verdict, name) for name in verdict.__slots__})


def role_of(origin: Submission, tournament: Tournament) -> StaffRole.Role:
    """The role that whoever asks has at this moment. Raises PermissionDenied for none."""
    if origin.actor.user_pk is None:
        raise PermissionDenied
    roles = StaffRole.objects.filter(tournament=tournament, user_id=origin.actor.user_pk)
    found = next(iter(roles.values_list("role", flat=True)), None)
    if found is None:
        raise PermissionDenied
    return StaffRole.Role(found)


def side_of(origin: Submission, match: Match) -> int | None:
    """The side whose link asks; None for staff. Raises PermissionDenied for a link that does not, or no longer, open this match."""
    if origin.actor.link_pk is None:
        return None
    side = live_links().filter(pk=origin.actor.link_pk, match=match).values_list("side", flat=True).first()
    if side is None:
        raise PermissionDenied
    return side


class Look(Protocol):
    """Somebody who wants to see what a change would do: looks before it and after it, inside its transaction."""

    def before(self) -> None: ...

    def after(self) -> None: ...


def tried(change: Callable[[], Answer], look: Look | None) -> Answer:
    """Make a change. With `look` it is made for its eyes only: whatever it wrote is taken back with the transaction."""
    if look is None:
        return change()
    look.before()
    outcome = change()
    if isinstance(outcome, Created):
        look.after()
        transaction.set_rollback(True)
    return outcome


def met_before(case: Case) -> Outcome | None:
    """The answer to a request that came before under the same key."""
    earlier = case.met
    if earlier is None:
        return None
    if earlier.body_digest != case.origin.body_digest or earlier.match_id != case.match.pk:
        return Refused(refusal=KEY_REUSED)
    return Replayed(earlier, case.result)


def overtaken(case: Case, typed: Mapping[str, str] | None = None) -> Conflict | None:
    """A conflict when the match has moved since the person looked; what they typed is kept as a draft."""
    if case.version is None or case.version == case.result.version:
        return None
    draft = None
    if typed:
        draft = Draft.objects.create(
            match=case.match, actor=case.origin.actor.id, version=case.version, typed=dict(typed), kept_at=case.origin.at
        )
    return Conflict(case.result, draft)


def settle_drafts(match: Match, origin: Submission) -> None:
    """What whoever asks had typed about the match in vain is done with. Call inside a transaction."""
    Draft.objects.filter(match=match, actor=origin.actor.id, settled_at__isnull=True).update(settled_at=origin.at)


def write_line(case: Case, line: Line) -> Created:
    """Append `line`, and bring result and standings of the match up to it in the same transaction."""
    before, fold = case.entries, case.fold
    entry = append_entry(case.head, line, case.origin, match=case.match, match_version=case.result.version + 1)
    case.entries = [*before, entry]
    case.fold = fold_entries(case.game, case.options, case.entries, fold)
    keep_result(case)
    return Created(entry, case.result)


def keep_result(case: Case) -> None:
    """Store how the match stands now. Exactly one row must have had the version that was locked."""
    verdict = judge(case.fold, case.entries)
    columns = {name: getattr(verdict, name) for name in verdict.__slots__}
    rows = MatchResult.objects.filter(pk=case.match.pk, version=case.result.version)
    if rows.update(**columns, updated_at=case.origin.at) != 1:
        raise RuntimeError(f"the result of {case.match} changed under its lock")
    counted = _counts(case.result)
    for name, value in columns.items():
        setattr(case.result, name, value)
    case.result.updated_at = case.origin.at
    if _counts(case.result) != counted:
        follow_result(case.match, case.head)


def _counts(result: MatchResult) -> tuple[Any, ...]:
    """What of a result the standings depend on."""
    finished = result.state not in (MatchResult.State.OPEN, MatchResult.State.VOID)
    return (finished, result.winner, result.outcome, result.summary) if finished else (False,)
