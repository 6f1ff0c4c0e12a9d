"""Enrolling, answering an offer, changing, withdrawing: by the people themselves and by the desk.

Every service takes the lock of the tournament first, settles offers whose time is over, does its own, and offers what became free.
"""

import datetime as dt
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from evenings.enrolment.details import EnrolmentDetails
from evenings.enrolment.waiting_list import (
    admit,
    compute_end_of_offer,
    end_enrolment,
    give_place,
    note_step,
    offer_places,
    take_back_offers,
)
from jobs.databases import write_tx
from tournaments.announcing.queries import build_evening, count_places, is_enrolment_open, read_announcement
from tournaments.announcing.services import save_announcement
from tournaments.entries.queries import read_existing_entries
from tournaments.entries.services import change_unattended
from tournaments.models import Announcement, Enrolment, Tournament
from tournaments.people.names import compute_person_key
from tournaments.permissions import Right, require_here, require_right
from tournaments.reading.faults import describe_fault
from tournaments.reading.lists import find_row_faults
from tournaments.reading.repetitions import find_repetition_faults
from tournaments.reading.rows import ExistingEntries
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen

State = Enrolment.State
ACTIVE = (State.ASKED, State.WAITING, State.OFFERED, State.PLACED)
_CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
CODE_LENGTH = 12
MOST_WAITING = 2000
"""Enrolments without a place: more are no waiting list but somebody's program."""


def new_code() -> str:
    """Twelve random characters of an alphabet of 31: 59 bits, which nobody guesses."""
    return "".join(secrets.choice(_CODE_ALPHABET) for _place in range(CODE_LENGTH))


def enrol(
    tournament: Tournament,
    details: EnrolmentDetails,
    *,
    code: str,
    origin: str,
    actor: AbstractBaseUser | None = None,
    door_key: str = "",
    sent_at: dt.datetime | None = None,
    site: str = "",
) -> Enrolment:
    """Enrol; the answer's state says what came of it. `sent_at`: when it was sent on another `site`, whose deadline was that moment's.

    1. A form that is sent again gives the enrolment that it made before. 2. Checks names, and whether somebody is there already.
    3. A place while there is one and nobody waits, else the waiting list; with approval the director decides first.
    Raises: ValidationError by field; ChangeRefused when enrolment is closed; PermissionDenied.
    """
    now = timezone.now()
    with _locked(tournament, actor, now) as (locked, announcement):
        earlier = Enrolment.objects.filter(tournament=locked, code=code).first()
        if earlier is not None:
            return earlier
        if actor is None and not may_enrol(locked, announcement, sent_at or now, door_key):
            raise build_closed_refusal()
        check_details(locked, details)
        if actor is None and Enrolment.objects.filter(tournament=locked, state__in=[State.ASKED, State.WAITING]).count() >= MOST_WAITING:
            raise ChangeRefused("full", _("The waiting list is full. Ask the desk."))
        enrolment = Enrolment(
            tournament=locked, number=find_next_number(locked), code=code, origin=origin, made_at=sent_at or now, site=site
        )
        for name, value in details.list_columns().items():
            setattr(enrolment, name, value)
        note_step(enrolment, "enrolled", now)
        if actor is None and announcement.enrols == Announcement.Enrols.APPROVED and not door_key:
            enrolment.state = State.ASKED
            note_step(enrolment, "asked", now)
            enrolment.save()
        else:
            admit(enrolment, announcement, now)
    return enrolment


def may_enrol(tournament: Tournament, announcement: Announcement, now: dt.datetime, door_key: str = "") -> bool:
    """Whether somebody may enrol without the desk: while enrolment is open, or with the address of the QR code at the entrance."""
    if door_key:
        open_door = announcement.door_key == door_key and announcement.cancelled_at is None and tournament.handed_over_at is None
        return open_door and tournament.state == Tournament.State.PREPARING and tournament.archived_at is None
    return is_enrolment_open(tournament, announcement, now)


def build_closed_refusal() -> ChangeRefused:
    """What somebody reads whose form came after enrolment had closed."""
    return ChangeRefused("closed", _("You are not enrolled: enrolment is closed. Ask the desk: it can still enter you."))


def approve(enrolment: Enrolment, *, actor: AbstractBaseUser) -> Enrolment:
    """Let somebody into the list, or back into it who was refused. Raises: PermissionDenied; ValidationError."""
    now = timezone.now()
    with _locked(enrolment.tournament, actor, now) as (_locked_row, announcement):
        current = _read(enrolment)
        if current.state in {State.ASKED, State.REFUSED}:
            check_details(current.tournament, EnrolmentDetails.of(current), without=current)
            note_step(current, "approved", now)
            admit(current, announcement, now)
    return current


def refuse(enrolment: Enrolment, *, actor: AbstractBaseUser) -> Enrolment:
    """Refuse somebody; an entry that played nowhere is deleted. Raises: PermissionDenied."""
    return _leave(enrolment, State.REFUSED, "refused", actor)


def let_in(enrolment: Enrolment, *, actor: AbstractBaseUser) -> Enrolment:
    """Give a place to somebody who waits, whether or not one is free: the director has counted the chairs.

    Raises: PermissionDenied; ValidationError.
    """
    now = timezone.now()
    with _locked(enrolment.tournament, actor, now):
        current = _read(enrolment)
        if current.state in {State.ASKED, State.WAITING, State.OFFERED}:
            note_step(current, "let_in", now)
            give_place(current, now)
    return current


def let_everybody_in(tournament: Tournament, *, actor: AbstractBaseUser, seen: Seen = UNSEEN) -> int:
    """Raise the limit to all who are here or wait, and give them places; return how many waited.

    Raises: ChangeRefused when the page showed others; PermissionDenied.
    """
    now = timezone.now()
    with _locked(tournament, actor, now) as (locked, announcement):
        seen.check()
        waiting = list(Enrolment.objects.filter(tournament=locked, state__in=[State.WAITING, State.OFFERED]))
        for enrolment in waiting:
            note_step(enrolment, "let_in", now)
            give_place(enrolment, now)
        _raise_limit(locked, announcement, actor)
    return len(waiting)


def answer_offer(enrolment: Enrolment, *, accepted: bool) -> Enrolment:
    """Accept or decline a place that is offered. Raises: ChangeRefused when it is no longer offered, or the tournament has begun."""
    now = timezone.now()
    with _locked(enrolment.tournament, None, now) as (locked, _announcement):
        current = _read(enrolment)
        if current.state == State.PLACED and accepted:  # pressed twice
            return current
        if current.state != State.OFFERED:
            raise ChangeRefused("not_offered", _("This place is no longer offered to you. The page shows how it is now."))
        if accepted and locked.state != Tournament.State.PREPARING:
            raise ChangeRefused("begun", _("You have no place: the tournament has begun. Ask the desk: it can still enter you."))
        note_step(current, "accepted" if accepted else "declined", now)
        if accepted:
            give_place(current, now)
        else:
            end_enrolment(current, State.WITHDRAWN, now)
    return current


def queue_again(enrolment: Enrolment) -> Enrolment:
    """Back to the end of the list for somebody who withdrew, declined, or did not answer. Raises: ChangeRefused; ValidationError."""
    now = timezone.now()
    with _locked(enrolment.tournament, None, now) as (locked, announcement):
        current = _read(enrolment)
        if current.state != State.WITHDRAWN:
            return current
        if not may_enrol(locked, announcement, now):
            raise build_closed_refusal()
        check_details(locked, EnrolmentDetails.of(current), without=current)
        current.number = find_next_number(locked)
        note_step(current, "again", now)
        if announcement.enrols == Announcement.Enrols.APPROVED:
            current.state = State.ASKED
            current.save()
        else:
            admit(current, announcement, now)
    return current


def change_enrolment(
    enrolment: Enrolment, details: EnrolmentDetails, *, actor: AbstractBaseUser | None = None, seen: Seen = UNSEEN
) -> Enrolment:
    """Change what somebody wrote; the place in the list stays, but for a pair that becomes a single or the reverse: that needs a new one.

    Raises: ValidationError by field; ChangeRefused once the tournament has begun, or when the page showed something else.
    """
    now = timezone.now()
    with _locked(enrolment.tournament, actor, now) as (locked, _announcement):
        current = _read(enrolment)
        if EnrolmentDetails.of(current) == details:
            return current
        seen.check()
        if current.state not in ACTIVE:
            raise ChangeRefused("withdrawn", _("This enrolment is withdrawn. Enrol again."))
        if locked.state != Tournament.State.PREPARING:
            raise ChangeRefused("begun", _("The tournament has begun. Ask the desk to change it."))
        if details.looking != current.looking and (current.entry_id or current.state == State.OFFERED):
            raise ChangeRefused("kind", _("To change between pair and single, withdraw and enrol again."))
        check_details(locked, details, without=current)
        if current.entry is not None:
            if Enrolment.objects.filter(entry=current.entry).count() > 1:
                raise ChangeRefused("paired", _("You have a partner already. Ask the desk to change it."))
            change_unattended(locked, current.entry, details.build_entry_details())
        for name, value in details.list_columns().items():
            setattr(current, name, value)
        note_step(current, "changed", now)
        current.save()
    return current


def withdraw(enrolment: Enrolment, *, actor: AbstractBaseUser | None = None) -> Enrolment:
    """Withdraw; the place goes to the next. Raises: ChangeRefused once the tournament has begun, without the desk; PermissionDenied."""
    return _leave(enrolment, State.WITHDRAWN, "withdrawn" if actor is None else "withdrawn_desk", actor)


def settle_offers(tournament: Tournament) -> bool:
    """Note offers whose time is over, and offer places that are free; return whether there was anything to do. Else no lock is taken."""
    now = timezone.now()
    enrolments = Enrolment.objects.filter(tournament=tournament)
    is_late = enrolments.filter(state=State.OFFERED, offered_until__lte=now).exists()
    if tournament.handed_over_at or not (is_late or is_somebody_next(tournament, now)):
        return False
    with _locked(tournament, None, now):
        pass
    return True


def is_somebody_next(tournament: Tournament, now: dt.datetime) -> bool:
    """Whether somebody waits for a place that is free: the desk withdrew an entry, or raised the limit."""
    if not Enrolment.objects.filter(tournament=tournament, state=State.WAITING).exists():
        return False
    announcement = read_announcement(tournament)
    until = compute_end_of_offer(build_evening(tournament, announcement), announcement.offer_hours, now)
    may_offer = until is not None or not announcement.offer_hours
    is_preparing = tournament.state == Tournament.State.PREPARING and announcement.cancelled_at is None
    return may_offer and is_preparing and not count_places(tournament, announcement).is_full


def settle_all_offers(now: dt.datetime) -> int:
    """Settle the offers of every tournament: the sweeper's part. Returns in how many there was something to do."""
    late = Enrolment.objects.filter(state=State.OFFERED, offered_until__lte=now).values("tournament")
    return sum(settle_offers(tournament) for tournament in Tournament.objects.filter(pk__in=late))


def check_details(tournament: Tournament, details: EnrolmentDetails, *, without: Enrolment | None = None) -> None:
    """Raises: ValidationError by field: names that are no names, and people who are in the list already."""
    problems: dict[str, list[str]] = {}
    needed = 1 if details.looking else tournament.entry_size
    entry = details.build_entry_details()
    for fault in (*find_row_faults(entry, needed), *find_repetition_faults(entry, ExistingEntries())):
        problems.setdefault(fault.field, []).append(describe_fault(fault))
    person_keys = read_taken_names(tournament, without=without)
    for place, name in enumerate(details.names):
        if compute_person_key(name) in person_keys:
            sentence = _(
                "%(name)s is already in the list. Is it the same enrolment? Then open its page by its code. If these are two people, "
                "tell them apart: “%(name)s junior”."
            )
            problems.setdefault(f"person_{place}", []).append(sentence % {"name": name})
    if problems:
        raise ValidationError(problems)


def read_taken_names(tournament: Tournament, *, without: Enrolment | None = None) -> set[str]:
    """The keys of everybody who is entered or enrolled, except those of the enrolment `without`."""
    entry = without.entry if without is not None else None
    person_keys = set(read_existing_entries(tournament, without=entry).persons)
    enrolments = Enrolment.objects.filter(tournament=tournament, state__in=ACTIVE, entry__isnull=True)
    if without is not None:
        enrolments = enrolments.exclude(pk=without.pk)
        if entry is not None:  # partners whom the desk found stay in the list
            partners = Enrolment.objects.filter(entry=entry).exclude(pk=without.pk).values_list("names", flat=True)
            person_keys |= {compute_person_key(name) for names in partners for name in names}
    return person_keys | {compute_person_key(name) for names in enrolments.values_list("names", flat=True) for name in names}


@contextmanager
def _locked(tournament: Tournament, actor: AbstractBaseUser | None, now: dt.datetime) -> Iterator[tuple[Tournament, Announcement]]:
    """The tournament under its lock with its announcement; offers are settled before the block and made after it."""
    with write_tx():
        locked = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        if actor is not None:
            require_right(actor, locked, Right.REGISTER)
        require_here(locked)
        announcement = read_announcement(locked)
        take_back_offers(locked, now)
        yield locked, announcement
        offer_places(locked, read_announcement(locked), now)


def _leave(enrolment: Enrolment, state: str, step: str, actor: AbstractBaseUser | None) -> Enrolment:
    now = timezone.now()
    with _locked(enrolment.tournament, actor, now) as (locked, _announcement):
        current = _read(enrolment)
        if current.state == state:
            return current
        if actor is None and locked.state != Tournament.State.PREPARING:
            raise ChangeRefused("begun", _("The tournament has begun. Tell the desk that you cannot play."))
        note_step(current, step, now)
        end_enrolment(current, state, now)
    return current


def _raise_limit(tournament: Tournament, announcement: Announcement, actor: AbstractBaseUser) -> None:
    places = count_places(tournament, announcement)
    if places.limit is not None and places.taken > places.limit:
        save_announcement(announcement, {"places": places.taken}, actor)


def _read(enrolment: Enrolment) -> Enrolment:
    return Enrolment.objects.select_related("tournament", "entry").get(pk=enrolment.pk)


def find_next_number(tournament: Tournament) -> int:
    """The next order of arrival. Call it under the tournament's lock."""
    return (Enrolment.objects.filter(tournament=tournament).aggregate(highest=Max("number"))["highest"] or 0) + 1
