"""At the desk: heed what people who enrolled on a site want, and tell how their enrolments stand.

The desk decides. A change is taken while the desk still has what its person saw; what the desk changed meanwhile stays, and the steps of
the enrolment say so at both ends. Every wish can come twice: the second time it changes nothing.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone

from evenings.enrolment.details import EnrolmentDetails
from evenings.enrolment.services import answer_offer, change_enrolment, enrol, find_next_number, queue_again, withdraw
from evenings.enrolment.waiting_list import note_step
from jobs.databases import write_tx
from tournaments.models import Enrolment, EnrolmentWish, Tournament
from tournaments.models.prefetches import prefetch_members
from tournaments.refusals import ChangeRefused

Json = Any
State, What = Enrolment.State, EnrolmentWish.WishKind
LATE = {What.CHANGE: "change_kept", What.ACCEPT: "too_late", What.DECLINE: "too_late", What.WITHDRAW: "too_late", What.AGAIN: "too_late"}


def heed_wish(tournament: Tournament, wish: Mapping[str, Json], *, site: str) -> None:
    """Do what the wish says, or note in the steps why not. Raises: KeyError, TypeError, ValueError for what is no wish."""
    what, number, code = What(wish["what"]), int(wish["number"]), str(wish["code"])
    if what == What.ENROL:
        _heed_enrolment(tournament, wish, code, site)
    row = Enrolment.objects.filter(tournament=tournament, code=code).select_related("tournament").first()
    if row is None or row.wish_number >= number:  # deleted at the desk, or heeded before
        return
    if what != What.ENROL:
        try:
            _heed(row, what, wish)
        except (ChangeRefused, ValidationError):
            _note(row, LATE[what])
    Enrolment.objects.filter(pk=row.pk, wish_number__lt=number).update(wish_number=number)


def list_stands(tournament: Tournament, site: str) -> list[dict[str, Json]]:
    """How the enrolments from a site stand, with what is written in them; of no other enrolment anything."""
    rows = Enrolment.objects.filter(tournament=tournament, site=site).select_related("entry__club").order_by("number")
    return [
        {
            "code": row.code,
            "number": row.number,
            "state": row.state,
            "steps": row.steps,
            "offered_until": row.offered_until.isoformat() if row.offered_until else None,
            "entry": row.entry.number if row.entry else None,
            "details": EnrolmentDetails.of(row).list_columns(),
        }
        for row in rows.prefetch_related(prefetch_members("entry__members"))
    ]


def _heed_enrolment(tournament: Tournament, wish: Mapping[str, Json], code: str, site: str) -> None:
    """Enrol by the rules of the moment at which it was sent; who cannot be taken stands in the list as refused, for the director to see."""
    details, sent_at = EnrolmentDetails.from_values(wish["details"]), dt.datetime.fromisoformat(wish["made_at"])
    if Enrolment.objects.filter(code=code).exists():
        Enrolment.objects.filter(tournament=tournament, code=code, site="").update(site=site)  # it came with the tournament’s file
        return
    try:
        enrol(tournament, details, code=code, origin=Enrolment.Origin.PHONE, sent_at=sent_at, site=site)
    except ValidationError:
        _keep_refused(tournament, details, code, site, "known")
    except ChangeRefused as refusal:
        _keep_refused(tournament, details, code, site, "full" if refusal.code == "full" else "closed")


def _keep_refused(tournament: Tournament, details: EnrolmentDetails, code: str, site: str, step: str) -> None:
    now = timezone.now()
    with write_tx():
        locked = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        columns: dict[str, Json] = {"site": site, "origin": Enrolment.Origin.PHONE, "state": State.REFUSED, **details.list_columns()}
        row = Enrolment(tournament=locked, number=find_next_number(locked), code=code, made_at=now, **columns)
        note_step(row, "enrolled", now)
        note_step(row, step, now)
        row.save()


def _heed(row: Enrolment, what: str, wish: Mapping[str, Json]) -> None:
    match what:
        case What.CHANGE:
            wanted = EnrolmentDetails.from_values(wish["details"])
            if EnrolmentDetails.of(row) not in {wanted, EnrolmentDetails.from_values(wish["base"])}:
                raise ChangeRefused("changed", "")
            change_enrolment(row, wanted)
        case What.WITHDRAW:
            withdraw(row)
        case What.AGAIN:
            queue_again(row)
        case What.DECLINE if row.state == State.WITHDRAWN:
            return
        case _:
            answer_offer(row, accepted=what == What.ACCEPT)


def _note(row: Enrolment, step: str) -> None:
    with write_tx():
        current = Enrolment.objects.get(pk=row.pk)
        note_step(current, step, timezone.now())
        current.save(update_fields=["steps"])
