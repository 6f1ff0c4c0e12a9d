"""Codes for a place and a day: who opens one works at the door and the score sheets of that place, without a login, on that day."""

import datetime as dt
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, User
from django.core import signing
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from jobs.databases import write_tx
from tournaments.locks import lock_for_director
from tournaments.models import PlaceCode, Tournament
from tournaments.models.staff import find_day
from tournaments.people.names import clean_name
from tournaments.permissions import PAGES_OF_PLACE
from tournaments.places import list_places
from tournaments.refusals import ChangeRefused

_SIGNER = signing.Signer(salt="tournaments.place_code")
SESSION = "place_code"
MOST_CODES = 100
"""Of one tournament, that still work."""
LONGEST_STEM = 100


@dataclass(frozen=True, slots=True)
class PlaceOrder:
    """What a director asks for: a code for this place on this day; `note` reminds for whom."""

    place: str
    day: dt.date
    note: str = ""


def make_place_code(tournament: Tournament, order: PlaceOrder, *, actor: AbstractBaseUser, at: dt.datetime) -> PlaceCode:
    """1. Checks place and day again. 2. Makes the user under whose name the ledger keeps what is done with the code, and as
    whom nobody logs in. 3. Stores the code. Raises: ChangeRefused; PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        if order.place not in list_places(locked):
            raise ChangeRefused("no_place", _("Not saved: no table is at this venue. Name the venues of the tables first."))
        if order.day < find_day(at):
            raise ChangeRefused("past", _("Not saved: this day is over. Choose today or a later one."))
        if len(list_place_codes(locked, at)) >= MOST_CODES:
            raise ChangeRefused("too_many", _("Not saved: 100 codes still work. Revoke some first."))
        user = User(username=_find_free_username(order), is_active=False)
        user.set_unusable_password()
        user.save()
        columns = {"place": order.place, "day": order.day, "note": clean_name(order.note)[:80], "user": user}
        return PlaceCode.objects.create(tournament=locked, made_by_id=actor.pk, made_at=at, **columns)


def revoke_place_code(code: PlaceCode, *, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """From the next request on nobody works with it. Raises: PermissionDenied."""
    with write_tx():
        lock_for_director(code.tournament, actor)
        PlaceCode.objects.filter(pk=code.pk, revoked_at=None).update(revoked_at=at)


def list_place_codes(tournament: Tournament, at: dt.datetime) -> list[PlaceCode]:
    """Those that work now or later."""
    return list(PlaceCode.objects.filter(tournament=tournament, revoked_at=None, day__gte=find_day(at)))


def build_place_path(code: PlaceCode) -> str:
    """The path of the link: the number of the code, signed with the key of this site."""
    return reverse("tournaments:place_open", args=[_SIGNER.sign(str(code.pk))])


def find_place_code(token: str) -> PlaceCode | None:
    """The code of a link; None for one that this site did not make."""
    try:
        key = _SIGNER.unsign(token)
    except signing.BadSignature:
        return None
    return PlaceCode.objects.select_related("tournament", "user").filter(pk=int(key)).first()


def explain_closed(code: PlaceCode | None, at: dt.datetime) -> str:
    """Why nobody works with the code at this moment; empty where it works."""
    if code is None or code.revoked_at is not None:
        return _("This code does not exist, or the director revoked it. Ask the director for a new one.")
    if code.day < find_day(at):
        return _("This code worked for one day, which is over. Ask the director for a new one.")
    if code.day > find_day(at):
        return _("This code works on its day, which is still to come. Open it again then.")
    return ""


def open_place(request: HttpRequest, code: PlaceCode) -> None:
    """Let this browser work with the code. It is no login: on every other page the browser is a visitor."""
    request.session.cycle_key()
    request.session[SESSION] = [code.pk, code.user.username]
    with write_tx():
        PlaceCode.objects.filter(pk=code.pk, opened_at=None).update(opened_at=timezone.now())


def act_for_place(request: HttpRequest) -> str:
    """On the pages of a place, whoever opened its code and is not logged in acts as the user of the code.

    Returns why the code that this browser opened for this tournament does not work any more; empty where it works, or none was opened.
    """
    match = request.resolver_match
    if match is None or match.view_name not in PAGES_OF_PLACE or request.user.is_authenticated:
        return ""
    key, name = request.session.get(SESSION) or (None, "")
    if key is None:
        return ""
    # After an older state was restored the number may be that of another code: its user has another name.
    codes = PlaceCode.objects.select_related("user").filter(pk=key, user__username=name, tournament__slug=match.kwargs.get("slug", ""))
    code = codes.first()
    if code is None:
        return ""
    refusal = explain_closed(code, timezone.now())
    if not refusal:
        request.user = code.user
    return refusal


def _find_free_username(order: PlaceOrder) -> str:
    stem = f"{order.place} {order.day:%d/%m/%Y}"[:LONGEST_STEM]
    used = set(User.objects.filter(username__startswith=stem).values_list("username", flat=True))
    return next(name for name in (stem, *(f"{stem} ({count})" for count in range(2, len(used) + 3))) if name not in used)
