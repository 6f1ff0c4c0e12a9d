"""Check-in: who is present, and who has paid."""

import datetime as dt

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.utils import bulk_update_with_history

from jobs.databases import write_tx
from tournaments.cash.book import get_fee_cents, note_fees_paid, read_fee_plan
from tournaments.check_in.door_tables import give_door_seat
from tournaments.check_in.queries import select_missing_entries
from tournaments.locks import lock_for_director, lock_with_right
from tournaments.models import Entry, Stage, Tournament
from tournaments.permissions import Right, require_director
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen, compute_fingerprint
from tournaments.stages.services import FIRST_STAGE

State = Entry.State
SAVED_AT_ONCE = 300
"""Rows of one statement."""
MOST_LISTED = 40
"""Of the entries that are missing, so many are named."""
LEAVE, WITH_ALL = "leave", "with"
"""What becomes of them at the first draw: they are left out, or drawn all the same."""


def check_in_entry(
    entry: Entry, *, actor: AbstractBaseUser, paid: bool = False, at: dt.datetime | None = None, seen: Seen = UNSEEN
) -> Entry:
    """Mark an entry as present; with `paid` also note that it paid its fee, unless it has paid something already.

    Where tables are given at the door, who has nothing left to pay draws a seat of the first round (`door_tables`).
    A withdrawn entry plays again from the next draw on; only a director can check it in.
    Raises: ChangeRefused for a phantom, or where the fee to be noted is not the one that was `seen`; PermissionDenied.
    """
    with write_tx():
        tournament = lock_with_right(entry.tournament, actor, Right.CHECK_IN)
        current = Entry.objects.select_for_update().get(pk=entry.pk)
        if current.phantom:
            raise ChangeRefused("phantom", _("A phantom plays in this seat: change it on the page of the entry."))
        if current.state == State.WITHDRAWN:
            require_director(actor, tournament)
        current.state = State.PRESENT
        if paid and not current.fee_paid_cents:
            seen.check()
            current.fee_paid_cents = _get_fee_cents(tournament, current)
            note_fees_paid(tournament, [current], actor=actor)
        current.save()
        if owes_nothing(tournament, current):
            give_door_seat(tournament, current, at or timezone.now())
    return current


def owes_nothing(tournament: Tournament, entry: Entry) -> bool:
    """Whether an entry has paid something, or has nothing to pay. One query at most."""
    return entry.fee_paid_cents > 0 or not _get_fee_cents(tournament, entry)


def _get_fee_cents(tournament: Tournament, entry: Entry) -> int:
    return get_fee_cents(tournament, read_fee_plan(tournament), again=entry.again_of_id is not None)


def compute_fee_fingerprint(tournament: Tournament, entry: Entry) -> str:
    """The fingerprint of the fee that the page of the door names beside an entry."""
    return compute_fingerprint(_get_fee_cents(tournament, entry))


def undo_check_in(entry: Entry, *, actor: AbstractBaseUser) -> Entry:
    """Undo a check-in; what the entry paid stays. Raises: PermissionDenied."""
    with write_tx():
        lock_with_right(entry.tournament, actor, Right.CHECK_IN)
        current = Entry.objects.select_for_update().get(pk=entry.pk)
        if current.state == State.PRESENT:
            current.state = State.ENTERED
            current.save()
    return current


def check_in_everybody(tournament: Tournament, *, actor: AbstractBaseUser, seen: Seen = UNSEEN) -> int:
    """Check in every entry that has not withdrawn; return how many were not checked in before.

    Raises: ChangeRefused when the page counted others; PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        seen.check()
        return _save_all(Entry.objects.filter(tournament=locked, state=State.ENTERED), State.PRESENT, actor)


def withdraw_missing(tournament: Tournament, *, actor: AbstractBaseUser, seen: Seen = UNSEEN) -> int:
    """Withdraw every entry that is not checked in from the next draws; return how many.

    Raises: ChangeRefused when the page counted others; PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        seen.check()
        return _withdraw_missing(locked, actor)


def _withdraw_missing(locked: Tournament, actor: AbstractBaseUser) -> int:
    return _save_all(Entry.objects.filter(tournament=locked, state=State.ENTERED), State.WITHDRAWN, actor)


def compute_missing_fingerprint(tournament: Tournament) -> str:
    """The fingerprint of the entries that are not checked in. One query."""
    missing = Entry.objects.filter(tournament=tournament, state=State.ENTERED).order_by("pk")
    return compute_fingerprint(list(missing.values_list("pk", flat=True)))


def resolve_missing(stage: Stage, choice: str, *, actor: AbstractBaseUser, seen: Seen = UNSEEN) -> int:
    """Before the first draw: withdraw the entries that were not checked in or draw them all the same (`choice`).

    Call inside the transaction that draws: where that is refused nobody is withdrawn. Returns how many were withdrawn.
    Raises: ChangeRefused where somebody is missing and nothing was chosen, or the page named others.
    """
    if choice == WITH_ALL or stage.number != FIRST_STAGE or stage.rounds.exists():
        return 0
    missing = select_missing_entries(stage.tournament)
    if not missing.exists():
        return 0
    if choice == LEAVE:
        seen.check()
        return _withdraw_missing(stage.tournament, actor)
    listed = list(missing.values_list("number", flat=True)[: MOST_LISTED + 1])
    numbers = ", ".join(map(str, listed[:MOST_LISTED])) + (" …" if len(listed) > MOST_LISTED else "")
    sentence = _("Not checked in: %(numbers)s. Choose whether to leave them out or draw them anyway.")
    raise ChangeRefused("not_checked_in", sentence % {"numbers": numbers})


def _save_all(entries: QuerySet[Entry], state: State, actor: AbstractBaseUser) -> int:
    """Save the entries with another state, each change in the history, in a few statements for a hundred of them; return how many."""
    changed = list(entries)
    for entry in changed:
        entry.state = state
    bulk_update_with_history(changed, Entry, ["state"], batch_size=SAVED_AT_ONCE, default_user=actor)
    return len(changed)
