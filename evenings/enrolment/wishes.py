"""Enrolling on a site for a tournament that a desk elsewhere holds: what people want is kept as wishes, and the desk answers later.

Nothing is decided here. The desk takes the wishes in their order (`evenings.enrolment.heeding`), and tells how each enrolment stands.
"""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from evenings.enrolment.details import EnrolmentDetails
from evenings.enrolment.services import (
    MOST_WAITING,
    answer_offer,
    build_closed_refusal,
    change_enrolment,
    check_details,
    enrol,
    find_next_number,
    may_enrol,
    queue_again,
    withdraw,
)
from jobs.databases import write_tx
from tournaments.announcing.queries import read_announcement
from tournaments.models import Enrolment, EnrolmentInbox, EnrolmentWish, Entry, Tournament
from tournaments.people.names import ERASED_NAME
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen

Json = Any
State, What = Enrolment.State, EnrolmentWish.WishKind
MOST_WISHES = 30
"""Of one enrolment: more are somebody's program."""
AT_ONCE = 100
"""Wishes in one answer to a desk."""


def ask_to_enrol(tournament: Tournament, details: EnrolmentDetails, *, code: str, origin: str, door_key: str = "") -> Enrolment:
    """Enrol here, or send an enrolment to the desk that holds the tournament. Raises: like `enrol`."""
    if not tournament.shown_from:
        return enrol(tournament, details, code=code, origin=origin, door_key=door_key)
    now = timezone.now()
    with write_tx():
        locked = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        earlier = Enrolment.objects.filter(tournament=locked, code=code).first()
        if earlier is not None:
            return earlier
        if not may_enrol(locked, read_announcement(locked), now):
            raise build_closed_refusal()
        check_details(locked, details)
        if Enrolment.objects.filter(tournament=locked, state__in=[State.SENT, State.ASKED, State.WAITING]).count() >= MOST_WAITING:
            raise ChangeRefused("full", _("The waiting list is full. Ask the desk."))
        columns = {"state": State.SENT, "origin": origin, "made_at": now, "number": find_next_number(locked), **details.list_columns()}
        enrolment = Enrolment.objects.create(tournament=locked, code=code, **columns)
        _send(enrolment, What.ENROL, now, details=asdict(details))
    return enrolment


def ask_to_change(enrolment: Enrolment, details: EnrolmentDetails, *, seen: Seen = UNSEEN) -> Enrolment:
    """Raises: like `change_enrolment`."""
    if not enrolment.tournament.shown_from:
        return change_enrolment(enrolment, details, seen=seen)
    with write_tx():
        current, now = _lock(enrolment), timezone.now()
        base = EnrolmentDetails.of(current)
        if base == details:
            return current
        seen.check()
        check_details(current.tournament, details, without=current)
        _send(current, What.CHANGE, now, details=asdict(details), base=asdict(base))
        for name, value in details.list_columns().items():
            setattr(current, name, value)
        current.save()
    return current


def ask_to_withdraw(enrolment: Enrolment) -> Enrolment:
    """Raises: like `withdraw`."""
    return _ask(enrolment, What.WITHDRAW, withdraw)


def ask_for_place(enrolment: Enrolment, *, accepted: bool) -> Enrolment:
    """Answer an offer. Raises: like `answer_offer`."""
    return _ask(enrolment, What.ACCEPT if accepted else What.DECLINE, lambda row: answer_offer(row, accepted=accepted))


def ask_to_queue_again(enrolment: Enrolment) -> Enrolment:
    """Raises: like `queue_again`."""
    return _ask(enrolment, What.AGAIN, queue_again)


def list_unheeded(enrolment: Enrolment) -> list[EnrolmentWish]:
    """What the desk has not answered yet, the oldest first; empty where the tournament is held here."""
    inbox = EnrolmentInbox.objects.filter(tournament=enrolment.tournament_id).first()
    return list(enrolment.wishes.filter(number__gt=inbox.heeded)) if inbox else []


def take_stands(tournament: Tournament, stands: Sequence[Mapping[str, Json]], *, heeded: int, at: dt.datetime) -> EnrolmentInbox:
    """Note how the enrolments stand at the desk, which has heeded the wishes up to `heeded`. Call inside `write_tx`.

    What the desk had and has no more was deleted there, so it goes here too, with its wishes. A desk that went back to an older copy has
    heeded fewer: it gets the later ones again.
    """
    inbox, _new = EnrolmentInbox.objects.select_for_update().get_or_create(tournament=tournament, defaults={"heard_at": at})
    inbox.heeded, inbox.open, inbox.heard_at = min(heeded, inbox.last_number), True, at
    inbox.save()
    by_code = {stand["code"]: stand for stand in stands}
    entries = dict(Entry.objects.filter(tournament=tournament).values_list("number", "pk"))
    for row in Enrolment.objects.filter(tournament=tournament).prefetch_related("wishes"):
        numbers = [wish.number for wish in row.wishes.all()]
        stand = by_code.get(row.code)
        if stand is not None:
            _take_stand(row, stand, entries, is_settled=not numbers or numbers[-1] <= inbox.heeded)
        elif not numbers or numbers[0] <= inbox.heeded:
            row.delete()
    return inbox


def list_wishes(inbox: EnrolmentInbox) -> list[dict[str, Json]]:
    """The next wishes that the desk has not heeded, with names and telephone."""
    rows = EnrolmentWish.objects.filter(enrolment__tournament=inbox.tournament_id, number__gt=inbox.heeded).select_related("enrolment")
    return [
        {
            "number": row.number,
            "code": row.enrolment.code,
            "what": row.what,
            "details": row.details,
            "base": row.base,
            "made_at": row.made_at.isoformat(),
        }
        for row in rows.order_by("number")[:AT_ONCE]
    ]


def _take_stand(row: Enrolment, stand: Mapping[str, Json], entries: Mapping[int, int], *, is_settled: bool) -> None:
    """Raises: KeyError, TypeError, ValueError for what is no stand."""
    until = stand["offered_until"]
    row.state = State(stand["state"])
    row.offered_until = dt.datetime.fromisoformat(until) if until else None
    row.number, row.steps, row.entry_id = int(stand["number"]), list(stand["steps"]), entries.get(stand["entry"])
    if is_settled:
        for name, value in EnrolmentDetails.from_values(stand["details"]).list_columns().items():
            setattr(row, name, value)
        if ERASED_NAME in row.names:  # what the person wrote goes at both ends
            row.wishes.all().delete()
    row.save()


def _ask(enrolment: Enrolment, what: str, do_here: Callable[[Enrolment], Enrolment]) -> Enrolment:
    if not enrolment.tournament.shown_from:
        return do_here(enrolment)
    with write_tx():
        current = _lock(enrolment)
        unheeded = list_unheeded(current)
        if not unheeded or unheeded[-1].what != what:
            _send(current, what, timezone.now())
    return current


def _lock(enrolment: Enrolment) -> Enrolment:
    """The enrolment under the lock of its tournament. Raises: ChangeRefused where nobody would hear a wish."""
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=enrolment.tournament_id)
    if tournament.state != Tournament.State.PREPARING:
        raise ChangeRefused("begun", _("The tournament has begun. Tell the desk."))
    if not EnrolmentInbox.objects.filter(tournament=tournament, open=True).exists():
        raise ChangeRefused("unheard", _("The desk of this tournament takes nothing from this site any more. Ask the organisers."))
    return Enrolment.objects.select_related("tournament", "entry").get(pk=enrolment.pk)


def _send(enrolment: Enrolment, what: str, now: dt.datetime, **values: Json) -> None:
    if enrolment.wishes.count() >= MOST_WISHES:
        raise ChangeRefused("full", _("This was changed too often. Ask the organisers."))
    EnrolmentInbox.objects.filter(tournament=enrolment.tournament_id).update(last_number=F("last_number") + 1)
    number = EnrolmentInbox.objects.get(tournament=enrolment.tournament_id).last_number
    EnrolmentWish.objects.create(enrolment=enrolment, number=number, what=what, made_at=now, **values)
