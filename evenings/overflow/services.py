"""A second tournament for those who found no place in the first."""

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone
from django.utils.translation import gettext as _

from desk.rehearsal.copying import EveningPart, copy_group, found_copy
from evenings.enrolment.waiting_list import give_place, note_step
from evenings.overflow.queries import WAITING
from jobs.databases import write_tx
from tournaments.announcing.queries import count_places, read_announcement
from tournaments.announcing.services import save_announcement
from tournaments.locks import lock_for_director
from tournaments.models import Enrolment, Tournament
from tournaments.people.names import MAX_NAME_LENGTH
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen


def open_second(tournament: Tournament, *, actor: AbstractBaseUser, seen: Seen = UNSEEN) -> Tournament:
    """Open a tournament like this one on the same day for all who wait; their own pages lead there.

    1. Copies game, rules, stages, fees, tables, papers, staff and announcement. 2. Moves every enrolment that waits or is offered a place,
    in the order of the list, and enters it. 3. Sets the places of the new one to those who are in it, if this one has a limit.
    Raises: ChangeRefused when nobody waits, or the page showed others; QuotaReached; PermissionDenied.
    """
    now = timezone.now()
    with write_tx():
        locked = lock_for_director(tournament, actor)
        seen.check()
        waiting = list(Enrolment.objects.filter(tournament=locked, state__in=WAITING).order_by("number"))
        if not waiting:
            raise ChangeRefused("nobody_waits", _("Nobody waits for a place any more."))
        second = found_copy(locked, actor=actor, name=_build_second_name(locked.name), date=locked.date)
        for group in EveningPart:
            copy_group(locked, second, group, actor=actor, at=now)
        second.refresh_from_db()
        for number, enrolment in enumerate(waiting, 1):
            enrolment.tournament, enrolment.number = second, number
            note_step(enrolment, "moved", now)
            give_place(enrolment, now)
        announcement = read_announcement(second)
        if announcement.places is not None:
            places = max(count_places(second, announcement).taken, announcement.places)
            save_announcement(announcement, {"places": places}, actor)
    return second


def _build_second_name(name: str) -> str:
    addition = _(" – second tournament")
    return name[: MAX_NAME_LENGTH - len(addition)] + addition
