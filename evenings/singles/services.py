"""Making pairs of people who came alone, and undoing it."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone
from django.utils.translation import gettext as _

from evenings.enrolment.details import EnrolmentDetails, build_entry_details
from evenings.enrolment.waiting_list import note_step
from evenings.singles.queries import build_singles, select_singles
from jobs.databases import write_tx
from pairing.singles import Grouping, Method, group_singles
from tournaments.announcing.queries import read_announcement
from tournaments.announcing.services import save_announcement
from tournaments.entries.services import delete_untouched, enter_under_lock
from tournaments.locks import lock_with_right
from tournaments.models import Enrolment, Entry, Tournament
from tournaments.permissions import Right
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen


def pair_up(tournament: Tournament, method: Method, *, actor: AbstractBaseUser, seen: Seen = UNSEEN) -> Grouping:
    """Make entries of the singles who have a place: wishes first, the others by lot or by strength. The lot is kept with its random number.

    Raises: ChangeRefused when there are too few, or the page showed others; PermissionDenied.
    """
    with write_tx():
        locked = lock_with_right(tournament, actor, Right.REGISTER)
        seen.check()
        rows = {enrolment.number: enrolment for enrolment in select_singles(locked)}
        seed = secrets.token_hex(8)
        grouping = group_singles(build_singles(rows.values()), max(locked.entry_size, 2), method, seed)
        if not grouping.groups or locked.entry_size < 2:
            raise ChangeRefused("too_few", _("There are too few singles to make an entry."))
        entries = [_enter(locked, [rows[number] for number in group]) for group in grouping.groups]
        _keep_lot(locked, method, seed, list(rows.values()), entries, grouping, actor)
    return grouping


def pair_two(tournament: Tournament, chosen: Sequence[int], *, actor: AbstractBaseUser) -> Entry:
    """Make one entry of the singles whom the desk chose, by their keys. Raises: ChangeRefused; PermissionDenied."""
    with write_tx():
        locked = lock_with_right(tournament, actor, Right.REGISTER)
        rows = list(select_singles(locked).filter(pk__in=chosen))
        if len(rows) != locked.entry_size or len(rows) != len(set(chosen)):
            sentence = _("Tick exactly %(needed)d who still look for a partner.")
            raise ChangeRefused("not_so_many", sentence % {"needed": locked.entry_size})
        return _enter(locked, rows)


def part_pair(entry: Entry, *, actor: AbstractBaseUser) -> None:
    """Undo an entry that was made of singles: they look for a partner again. Raises: ChangeRefused where it played or paid already."""
    with write_tx():
        locked = lock_with_right(entry.tournament, actor, Right.REGISTER)
        partners = list(Enrolment.objects.filter(tournament=locked, entry=entry, looking=True))
        if not partners:
            return
        current = Entry.objects.get(pk=entry.pk)
        Enrolment.objects.filter(pk__in=[partner.pk for partner in partners]).update(entry=None)
        if not delete_untouched(current):
            raise ChangeRefused("touched", _("This entry is here, has paid or is drawn already: substitute a player on its page instead."))
        for partner in partners:
            partner.entry = None
            note_step(partner, "parted", timezone.now())
            partner.save()


def _enter(tournament: Tournament, rows: Sequence[Enrolment]) -> Entry:
    entry = enter_under_lock(tournament, build_entry_details([EnrolmentDetails.of(row) for row in rows]), None)
    for row in rows:
        row.entry = entry
        note_step(row, "paired", timezone.now())
        row.save()
    return entry


def _keep_lot(
    tournament: Tournament,
    method: Method,
    seed: str,
    rows: Sequence[Enrolment],
    entries: Sequence[Entry],
    grouping: Grouping,
    actor: AbstractBaseUser,
) -> None:
    """Keep what the lot was made of, so that it can be repeated: numbers alone, no names."""
    announcement = read_announcement(tournament)
    lot: dict[str, Any] = {
        "at": timezone.now().isoformat(),
        "method": str(method),
        "seed": seed,
        "singles": [[single.number, single.strength, single.wish] for single in build_singles(rows)],
        "groups": [list(group) for group in grouping.groups],
        "wished": grouping.wished,
        "entries": [entry.number for entry in entries],
        "left": list(grouping.left),
    }
    save_announcement(announcement, {"lots": [*announcement.lots, lot]}, actor)
