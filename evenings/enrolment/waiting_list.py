"""The waiting list: who has a place, who is offered one, and until when. Call everything that writes under the tournament's lock.

Whoever comes is placed at once only while nobody waits who came before; a place that becomes free is offered to the first who wait, in
the order of arrival.
"""

import datetime as dt

from django.utils.translation import gettext_lazy as _

from evenings.enrolment.details import EnrolmentDetails
from tournaments.announcing.queries import AnnouncedEvening, Places, build_evening, count_places
from tournaments.entries.services import delete_untouched, enter_under_lock
from tournaments.models import Announcement, Enrolment, Entry, Tournament

State = Enrolment.State

STEPS = {
    "enrolled": _("Enrolled."),
    "asked": _("Sent to the director, who decides."),
    "approved": _("Approved by the director."),
    "refused": _("Refused by the director."),
    "placed": _("Has a place."),
    "waiting": _("No place was free: put on the waiting list."),
    "offered": _("A place became free and is offered."),
    "accepted": _("Accepted the place."),
    "declined": _("Declined the place."),
    "lapsed": _("Did not answer in time: the place was offered to the next."),
    "again": _("Put at the end of the waiting list."),
    "let_in": _("Let in by the director."),
    "changed": _("Changed what was written."),
    "withdrawn": _("Withdrawn."),
    "withdrawn_desk": _("Withdrawn by the desk."),
    "paired": _("Got a partner."),
    "moved": _("Moved to a second tournament on the same day."),
    "parted": _("The pair was undone."),
    "known": _("Not taken: somebody with this name is in the list already. The desk decides."),
    "full": _("Not taken: the waiting list was full."),
    "closed": _("Not taken: enrolment was closed, or the tournament had begun."),
    "change_kept": _("A change from the site was not taken: the desk had changed it meanwhile, or the tournament had begun."),
    "too_late": _("An answer from the site came too late and changed nothing."),
}
"""What can happen to an enrolment, in the words in which everybody sees it."""


def note_step(enrolment: Enrolment, what: str, now: dt.datetime) -> None:
    """Note what happened, one of `STEPS`; the caller saves."""
    enrolment.steps = [*enrolment.steps, {"at": now.isoformat(), "what": what}]


def is_lapsed(enrolment: Enrolment, now: dt.datetime) -> bool:
    """Whether the time to answer is over, whether or not that was noted already."""
    return enrolment.state == State.OFFERED and enrolment.offered_until is not None and enrolment.offered_until <= now


def read_place_in_line(enrolment: Enrolment) -> int | None:
    """The place on the waiting list, from 1; None for who does not wait."""
    if enrolment.state != State.WAITING:
        return None
    return Enrolment.objects.filter(tournament=enrolment.tournament_id, state=State.WAITING, number__lte=enrolment.number).count()


def compute_end_of_offer(evening: AnnouncedEvening, hours: int, now: dt.datetime) -> dt.datetime | None:
    """Until when a place is offered: so many hours, but not beyond the start; None when there is no time left to ask anybody."""
    until = now + dt.timedelta(hours=hours)
    latest = evening.starts
    if latest is not None:
        until = min(until, latest)
    return until if until > now else None


def take_back_offers(tournament: Tournament, now: dt.datetime) -> None:
    """Take back the offers whose time is over."""
    for enrolment in Enrolment.objects.filter(tournament=tournament, state=State.OFFERED, offered_until__lte=now):
        note_step(enrolment, "lapsed", now)
        end_enrolment(enrolment, State.WITHDRAWN, now)


def offer_places(tournament: Tournament, announcement: Announcement, now: dt.datetime) -> None:
    """Offer what is free to the first who wait, or give it to them where nobody has to answer."""
    if announcement.cancelled_at is not None or tournament.state != Tournament.State.PREPARING:
        return
    until = compute_end_of_offer(build_evening(tournament, announcement), announcement.offer_hours, now)
    if announcement.offer_hours and until is None:  # it is about to begin: the desk decides who takes the chair
        return
    places, somebody_waits = count_places(tournament, announcement), False
    for enrolment in Enrolment.objects.filter(tournament=tournament, state=State.WAITING).order_by("number"):
        if not may_have_place(places, looking=enrolment.looking, somebody_waits=somebody_waits):
            somebody_waits = True
            continue
        places = places.add(looking=enrolment.looking)
        if not announcement.offer_hours:
            give_place(enrolment, now)
            continue
        enrolment.state, enrolment.offered_until = State.OFFERED, until
        note_step(enrolment, "offered", now)
        enrolment.save()


def may_have_place(places: Places, *, looking: bool, somebody_waits: bool) -> bool:
    """Whether there is a place for one more: while others wait who came before only for a single who completes an entry of singles."""
    completes = places.add(looking=looking).taken == places.taken
    return places.fits(looking=looking) and (completes or not somebody_waits)


def admit(enrolment: Enrolment, announcement: Announcement, now: dt.datetime) -> None:
    """Place somebody while there is room and nobody waits who came before; else the waiting list."""
    tournament = enrolment.tournament
    waiting = Enrolment.objects.filter(tournament=tournament, state=State.WAITING).exclude(pk=enrolment.pk)
    somebody_waits = waiting.exists()
    if may_have_place(count_places(tournament, announcement), looking=enrolment.looking, somebody_waits=somebody_waits):
        give_place(enrolment, now)
        return
    enrolment.state = State.WAITING
    note_step(enrolment, "waiting", now)
    enrolment.save()


def give_place(enrolment: Enrolment, now: dt.datetime) -> None:
    """Give a place: an entry, or to a single one in the pool."""
    if not enrolment.looking:
        enrolment.entry = enter_under_lock(enrolment.tournament, EnrolmentDetails.of(enrolment).build_entry_details(), None)
    enrolment.state, enrolment.offered_until = State.PLACED, None
    note_step(enrolment, "placed", now)
    enrolment.save()


def end_enrolment(enrolment: Enrolment, state: str, now: dt.datetime) -> None:
    """End an enrolment. Its entry is deleted, or withdraws if it played or paid; a partner whom the desk found looks for another."""
    entry = enrolment.entry
    enrolment.entry, enrolment.state, enrolment.offered_until = None, state, None
    enrolment.save()
    if entry is None:
        return
    for partner in Enrolment.objects.filter(entry=entry):
        partner.entry = None
        note_step(partner, "parted", now)
        partner.save()
    if not delete_untouched(entry):
        entry.state = Entry.State.WITHDRAWN
        entry.save()
