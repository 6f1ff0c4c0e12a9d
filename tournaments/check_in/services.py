"""At the door: who is here, and who has paid."""

from collections.abc import Iterable

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from tournaments.check_in.queries import missing_before_draw
from tournaments.locks import lock_for_director, lock_for_staff
from tournaments.models import Entry, Stage, Tournament
from tournaments.permissions import require_director
from tournaments.refusals import Refused
from tournaments.stages.services import FIRST_STAGE
from tournaments.transactions import write_tx

State = Entry.State


def check_in(entry: Entry, *, actor: AbstractBaseUser, paid: bool = False) -> Entry:
    """Note that an entry is here; with `paid` also that it has paid the tournament's fee, unless it paid something already.

    Who had withdrawn plays again from the next draw on, if it is a director who lets them in. Raises: PermissionDenied.
    """
    with write_tx():
        tournament = lock_for_staff(entry.tournament, actor)
        current = Entry.objects.select_for_update().get(pk=entry.pk)
        if current.state == State.WITHDRAWN:
            require_director(actor, tournament)
        current.state = State.PRESENT
        if paid and not current.fee_paid_cents:
            current.fee_paid_cents = tournament.fee_cents
        current.save()
    return current


def undo_check_in(entry: Entry, *, actor: AbstractBaseUser) -> Entry:
    """Take back that an entry is here; what it paid stays. Raises: PermissionDenied."""
    with write_tx():
        lock_for_staff(entry.tournament, actor)
        current = Entry.objects.select_for_update().get(pk=entry.pk)
        if current.state == State.PRESENT:
            current.state = State.ENTERED
            current.save()
    return current


def check_in_everybody(tournament: Tournament, *, actor: AbstractBaseUser) -> int:
    """Note that everybody is here who has not withdrawn; how many that were not noted yet. Raises: PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        return _set_all(Entry.objects.filter(tournament=locked, state=State.ENTERED), State.PRESENT)


def withdraw_missing(tournament: Tournament, *, actor: AbstractBaseUser) -> int:
    """Leave everybody out of the draws to come who is not here; how many. Raises: PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        return _set_all(Entry.objects.filter(tournament=locked, state=State.ENTERED), State.WITHDRAWN)


def settle_missing(stage: Stage, choice: str, *, actor: AbstractBaseUser) -> int:
    """Before the first draw: whoever was not seen at the door is left out (`choice` "leave") or drawn all the same ("with").

    How many were left out. Raises: Refused where somebody is missing and nothing was chosen; PermissionDenied.
    """
    if stage.number != FIRST_STAGE or stage.rounds.exists():
        return 0
    missing = missing_before_draw(stage.tournament)
    if not missing or choice == "with":
        return 0
    if choice != "leave":
        numbers = ", ".join(str(line.number) for line in missing)
        sentence = _("Not checked in: %(numbers)s. Say whether they are left out or drawn all the same.")
        raise Refused("not_checked_in", sentence % {"numbers": numbers})
    return withdraw_missing(stage.tournament, actor=actor)


def _set_all(entries: Iterable[Entry], state: State) -> int:
    """One by one, so that each leaves its line in the history."""
    count = 0
    for entry in entries:
        entry.state = state
        entry.save()
        count += 1
    return count
