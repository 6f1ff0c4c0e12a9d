"""Decisions of a director about a stage: how it counts, a penalty, a place decided at the table, a tie. Each is a ledger entry."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from jobs.databases import write_tx
from pairing import format_by_key
from pairing.lots import Lots
from rankings.standings_pages.chains import TiedPlace, read_tied_place
from scoring.ledger.appending import Submission, append_decision, lock_head
from scoring.models import LedgerEntry, LedgerHead, StandingsCache
from scoring.standings.decisions import PENALTY, PLACE, REMOVED, SCHEME, has_decisions, list_decision_lines
from scoring.standings.stored import read_counting, read_scheme, store_standings
from standings.schemes import NOTHING, PLACES
from standings.tie_breaks.without_play import DecidedAtTable, Lot
from tournaments.locks import lock_for_director, lock_with_right
from tournaments.models import Entry, Stage
from tournaments.people.names import clean_name
from tournaments.permissions import Right
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen, compute_fingerprint
from tournaments.stages.services import remove_under_lock

HIGHEST_AMOUNT = 10_000


def choose_scheme(stage: Stage, *, actor: AbstractBaseUser, origin: Submission, typed: Mapping[str, object], seen: Seen = UNSEEN) -> None:
    """Choose how the stage counts, at any time.

    1. Reads point system, bye and tie-breaks. 2. Records them in the ledger. 3. Stores them with the stage and ranks it again.

    Raises: rules.problems.RuleViolation; ChangeRefused when the page showed another choice; PermissionDenied.
    """
    counting = read_counting(stage)
    chosen = counting.options_to_json(counting.options_from(typed))
    if chosen.get("bye_average"):
        _refuse_average_carried(stage)
    with write_tx():
        tournament = lock_for_director(stage.tournament, actor)
        head = lock_head(tournament)
        current = Stage.objects.select_related("tournament").get(pk=stage.pk)
        if current.scheme != chosen:
            seen.check()
            store_scheme(current, chosen, head, origin)
            store_standings(current, seq=head.seq)


def _refuse_average_carried(stage: Stage) -> None:
    follower = next((one for one in stage.followers.filter(carries=True) if format_by_key(one.format_key).uses_results), None)
    if follower is not None:
        sentence = _("Not saved: “%(stage)s” carries these points and is drawn by them, so a bye needs a number.")
        raise ChangeRefused("average_carried", sentence % {"stage": follower.name})


def compute_scheme_fingerprint(stage: Stage) -> str:
    """The fingerprint of how the stage counts. One query."""
    return compute_fingerprint(Stage.objects.values_list("scheme", flat=True).get(pk=stage.pk))


def fix_scheme(stage: Stage, head: LedgerHead, *, origin: Submission) -> None:
    """Store today's defaults as the stage's choice where nobody chose how it counts, so that a later release with other defaults ranks
    nobody
    again. It is a ledger entry like any other decision. Call inside the transaction that locked `head`.
    """
    if stage.scheme:
        return
    counting = read_counting(stage)
    store_scheme(stage, counting.options_to_json(counting.options_from({})), head, origin)


def store_scheme(stage: Stage, chosen: Mapping[str, Any], head: LedgerHead, origin: Submission) -> None:
    payload = {"decision": SCHEME, "stage": stage.number, "scheme": chosen}
    append_decision(head, payload, origin)
    stage.scheme = dict(chosen)
    stage.save(update_fields=["scheme"])


def decide_penalty(
    stage: Stage, entry: Entry, *, actor: AbstractBaseUser, origin: Submission, points: int, words: str, seen: Seen = UNSEEN
) -> None:
    """Set the points that an entry loses in this stage, as a total; 0 gives them back.

    Raises: ChangeRefused, also when the page did not show the last decision about it; PermissionDenied.
    """
    _store_decision(stage, entry, PENALTY, points, actor=actor, origin=origin, words=words, seen=seen)


def decide_place(
    stage: Stage, entry: Entry, *, actor: AbstractBaseUser, origin: Submission, place: int, words: str, seen: Seen = UNSEEN
) -> None:
    """Record a place decided at the table between tied entries: the lower place comes first, where the tie-break “decided” is used.

    Raises: as `decide_penalty`.
    """
    _store_decision(stage, entry, PLACE, place, actor=actor, origin=origin, words=words, seen=seen)


def find_decided_fingerprint(stage: Stage, entry: Entry, decision: str, fingerprint: str) -> str:
    """The fingerprint that came with a form, the number of the last decision that its page showed, where no later one is about the same of
    this entry; else empty.
    """
    lines = (line for line in list_decision_lines(stage) if (line.what, line.number) == (decision, entry.number))
    last = max((line.seq for line in lines), default=0)
    return fingerprint if fingerprint.isdecimal() and len(fingerprint) < 12 and last <= int(fingerprint) else ""


def _store_decision(
    stage: Stage, entry: Entry, decision: str, amount: int, *, actor: AbstractBaseUser, origin: Submission, words: str, seen: Seen
) -> None:
    reason = clean_name(words)
    if not reason:
        raise ChangeRefused("no_reason", _("Give a short reason: it stays in the ledger."))
    if not 0 <= amount <= HIGHEST_AMOUNT:
        raise ChangeRefused("amount_impossible", _("Type a number from 0 to 10,000; 0 cancels the decision."))
    with write_tx():
        tournament = lock_with_right(stage.tournament, actor, Right.PENALIZE)
        head = lock_head(tournament)
        if not stage.stage_entries.filter(entry=entry).exists():
            raise ChangeRefused("not_in_stage", _("This entry does not play this stage."))
        seen.check()
        _keep_number(stage, head, origin)
        append_amount(head, stage, entry, decision, amount, origin=origin, words=reason)
        store_standings(Stage.objects.get(pk=stage.pk), seq=head.seq)


def _keep_number(stage: Stage, head: LedgerHead, origin: Submission) -> None:
    """Fix how the stage counts before anything else is decided about it: the ledger knows it by its number, which it keeps from then on
    (`tournaments.stage_pages.services.move_stage`).
    """
    current = Stage.objects.select_related("tournament").get(pk=stage.pk)
    if not current.rounds.exists():
        fix_scheme(current, head, origin=origin.derive_part(1))


def remove_stage(stage: Stage, *, actor: AbstractBaseUser, origin: Submission, seen: Seen = UNSEEN) -> None:
    """Take back a stage in which nothing is drawn.

    1. Deletes its standings. 2. Records that it is gone, where anything was decided about it: the next stage may get its number. 3. Deletes
    it; a tournament of which all other stages are played is over without it.
    Raises: ChangeRefused (drawn, another stage takes its entries from it, or the page showed other stages); PermissionDenied.
    """
    with write_tx():
        tournament = lock_for_director(stage.tournament, actor)
        seen.check()
        head = lock_head(tournament)
        StandingsCache.objects.filter(stage=stage).delete()
        if has_decisions(stage):
            append_decision(head, {"decision": REMOVED, "stage": stage.number}, origin)
        remove_under_lock(tournament, stage)


def append_amount(head: LedgerHead, stage: Stage, entry: Entry, decision: str, amount: int, *, origin: Submission, words: str) -> None:
    payload = {"decision": decision, "stage": stage.number, "entry": entry.number, "amount": amount}
    append_decision(head, payload, origin, reason=LedgerEntry.Reason.REFEREE, words=words)


def draw_tie_lots(tie: TiedPlace) -> tuple[int, ...]:
    """The tied entries in an order drawn from the random number of the stage's first draw: the same tie gives the same order."""
    numbers = dict(Entry.objects.filter(pk__in=tie.entries).order_by("number").values_list("number", "pk"))
    purpose = " ".join(["tie", *map(str, numbers)])
    return tuple(numbers[number] for number in Lots(read_scheme(tie.stage).seed, purpose).draw_order(list(numbers)))


def decide_tie(
    following: Stage, order: Sequence[int], *, actor: AbstractBaseUser, origin: Submission, words: str, seen: Seen = UNSEEN
) -> Stage:
    """Decide who goes on to `following` of those that are tied for its last places; `order` holds their ids, the best first.

    1. Records a place decided at the table for each, with `words`. 2. Where the stage does not count places decided at the table, adds
    that tie-break behind its others. 3. Ranks the stage again.

    Raises: ChangeRefused when the tie is another one by now, without `words`, or when all tie-breaks are taken; PermissionDenied.
    """
    reason = clean_name(words)
    if not reason:
        raise ChangeRefused("no_reason", _("Give a short reason: it stays in the ledger."))
    with write_tx():
        tournament = lock_for_director(following.tournament, actor)
        head = lock_head(tournament)
        seen.check()
        tie = read_tied_place(following)
        if tie is None or set(tie.entries) != set(order):
            raise ChangeRefused("tie_changed", _("Nothing was changed: results or decisions have changed meanwhile. Look again."))
        stage = Stage.objects.select_related("tournament").get(pk=tie.stage.pk)
        entries = Entry.objects.in_bulk(order)
        for place, entry in enumerate(order, start=1):
            append_amount(head, stage, entries[entry], PLACE, place, origin=origin.derive_part(place), words=reason)
        scheme = _add_decided(stage)
        if scheme != stage.scheme:
            store_scheme(stage, scheme, head, origin.derive_part(len(order) + 1))
        store_standings(stage, seq=head.seq)
    return stage


def _add_decided(stage: Stage) -> Mapping[str, Any]:
    """The scheme of the stage with places decided at the table as its last tie-break, or before the lots."""
    counting = read_counting(stage)
    values = counting.options_to_json(counting.options_from(stage.scheme))
    keys = [values[f"tie_break_{place}"] for place in range(1, PLACES + 1) if values[f"tie_break_{place}"] != NOTHING]
    if DecidedAtTable.key in keys:
        return stage.scheme or values
    if len(keys) == PLACES:
        raise ChangeRefused("tie_breaks_full", _("All tie-breaks of the stage are in use: remove one under “How it counts” first."))
    keys.insert(keys.index(Lot.key) if Lot.key in keys else len(keys), DecidedAtTable.key)
    return values | {f"tie_break_{place}": keys[place - 1] if place <= len(keys) else NOTHING for place in range(1, PLACES + 1)}
