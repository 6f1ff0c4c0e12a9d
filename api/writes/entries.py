"""Entries, enrolment and check-in for programs."""

import hashlib
from collections.abc import Callable
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, PermissionDenied, ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

from api.callers.problems import Refused
from api.models import AnsweredRequest, ApiToken
from api.reads.finding import TournamentAccess, get_caller
from api.reads.schemas import EntryOut
from api.reads.tournaments import build_entries, read_entry
from api.writes.schemas import EnrolmentIn, EnrolmentOut, EntryIn
from evenings.enrolment.details import EnrolmentDetails
from evenings.enrolment.forms import EnrolmentForm
from evenings.enrolment.services import CODE_LENGTH
from evenings.enrolment.wishes import ask_to_enrol
from jobs.databases import write_tx
from tournaments.announcing.queries import read_evening
from tournaments.check_in.services import check_in_entry, undo_check_in
from tournaments.entries.forms import EntryForm
from tournaments.entries.services import enter_under_lock, readmit_entry, withdraw_entry
from tournaments.fields.details import EntryDetails
from tournaments.locks import lock_with_right
from tournaments.models import Enrolment, Entry
from tournaments.permissions import Right
from tournaments.refusals import ChangeRefused, HandedOver

_CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def answer_service(service: Callable[[], Any]) -> Any:
    """What a service of the desk returns; its refusals as problems. Raises: Refused."""
    try:
        return service()
    except HandedOver as refusal:
        raise Refused("handed_over", str(refusal)) from refusal
    except ChangeRefused as refusal:
        raise Refused("refused", str(refusal), reason=refusal.code) from refusal
    except ValidationError as problem:
        raise Refused("invalid", errors=_list_errors(problem)) from problem
    except PermissionDenied as refusal:
        raise Refused("not_allowed") from refusal


def _list_errors(problem: ValidationError) -> list[tuple[str, str]]:
    if not hasattr(problem, "error_dict"):
        return [("body", text) for text in problem.messages]
    return [(_find_place(field), text) for field, texts in problem.message_dict.items() for text in texts]


def _find_place(field: str) -> str:
    """Where a program wrote what a form calls `person_0`."""
    name, _underscore, place = field.rpartition("_")
    if field == NON_FIELD_ERRORS:
        return "body"
    return f"body.persons.{place}.{'name' if name == 'person' else name}" if name and place.isdecimal() else f"body.{field}"


def require_token(request: HttpRequest) -> ApiToken:
    token = get_caller(request).token
    if token is None:
        raise Refused("token_needed")
    return token


def add_entry_once(request: HttpRequest, access: TournamentAccess, body: EntryIn, key: str) -> tuple[EntryOut, bool]:
    """Enter a pair, team or player; the same key enters nobody twice. Returns it, and whether it was made now. Raises: Refused."""
    token, size = require_token(request), access.tournament.entry_size
    if len(body.persons) != size:
        raise Refused("invalid", errors=[("body.persons", _count_persons(size))])
    typed: dict[str, Any] = {"name": body.name, "club": body.club, "seed": "" if body.seed is None else str(body.seed)}
    for place, person in enumerate(body.persons):
        typed |= {f"person_{place}": person.name, f"phone_{place}": person.phone, f"membership_{place}": person.membership}
    form = EntryForm(typed, size=size)
    _require_valid(form)
    digest = hashlib.sha256(body.model_dump_json().encode()).hexdigest()
    entry, is_new = answer_service(lambda: _enter_once(access, form.build_details(), token, key, digest))
    if entry is None:
        raise Refused("entry_deleted")
    return build_entries([Entry.objects.select_related("club").get(pk=entry.pk)], access)[0], is_new


def _enter_once(access: TournamentAccess, details: EntryDetails, token: ApiToken, key: str, digest: str) -> tuple[Entry | None, bool]:
    with write_tx():
        locked = lock_with_right(access.tournament, token.made_by, Right.REGISTER)
        earlier = AnsweredRequest.objects.select_related("entry").filter(token=token, key=key).first()
        if earlier is not None:
            if earlier.body_digest != digest:
                raise Refused("key_reused")
            return earlier.entry, False
        entry = enter_under_lock(locked, details, token.made_by)
        AnsweredRequest.objects.create(token=token, key=key, body_digest=digest, entry=entry, made_at=timezone.now())
    return entry, True


def _require_valid(form: forms.Form) -> None:
    if not form.is_valid():
        errors = [(_find_place(field), str(text)) for field, texts in form.errors.items() for text in texts]
        raise Refused("invalid", errors=errors)


def _count_persons(size: int) -> str:
    return ngettext("An entry of this game is %(count)d person.", "An entry of this game is %(count)d persons.", size) % {"count": size}


def change_check_in(request: HttpRequest, access: TournamentAccess, number: int, *, present: bool, paid: bool = False) -> EntryOut:
    """Note that an entry is here, or that it is not. Doing it twice is doing it once. Raises: Refused."""
    entry, actor = _find_entry(access, number), require_token(request).made_by
    if present:
        answer_service(lambda: check_in_entry(entry, actor=actor, paid=paid))
    else:
        answer_service(lambda: undo_check_in(entry, actor=actor))
    return _read_again(access, number)


def change_withdrawal(request: HttpRequest, access: TournamentAccess, number: int, *, withdrawn: bool) -> EntryOut:
    """Withdraw an entry from the next draws, or let it play again. Raises: Refused."""
    entry, actor = _find_entry(access, number), require_token(request).made_by
    answer_service(lambda: (withdraw_entry if withdrawn else readmit_entry)(entry, actor=actor))
    return _read_again(access, number)


def _find_entry(access: TournamentAccess, number: int) -> Entry:
    entry = Entry.objects.select_related("tournament").filter(tournament=access.tournament, number=number, phantom=False).first()
    if entry is None:
        raise Refused("not_found")
    return entry


def _read_again(access: TournamentAccess, number: int) -> EntryOut:
    entry = read_entry(access, number)
    if entry is None:
        raise Refused("not_found")
    return entry


def enrol_once(request: HttpRequest, access: TournamentAccess, body: EnrolmentIn, key: str) -> tuple[EnrolmentOut, bool]:
    """Enrol as the public form does: while enrolment is open, with its waiting list and approval; the same key enrols nobody twice.

    Raises: Refused.
    """
    token, tournament = require_token(request), access.tournament
    code = _derive_code(f"{token.pk}:{key}")
    typed: dict[str, Any] = {name: getattr(body, name) for name in ("phone", "club", "heat", "wish", "note")}
    typed |= {f"person_{place}": name for place, name in enumerate(body.names)}
    typed |= {f"membership_{place}": card for place, card in enumerate(body.memberships)}
    typed |= {"code": code, "notice": "on", "strength": str(body.strength)} | ({"looking": "on"} if body.looking else {})
    if len(body.names) > tournament.entry_size:
        raise Refused("invalid", errors=[("body.names", _count_persons(tournament.entry_size))])
    form = EnrolmentForm(typed, size=tournament.entry_size, heats=read_evening(tournament).heats)
    _require_valid(form)
    details = form.build_details()
    earlier = Enrolment.objects.filter(tournament=tournament, code=code).first()
    if earlier is not None and EnrolmentDetails.written_in(earlier) != details:
        raise Refused("key_reused")
    enrolment = answer_service(lambda: ask_to_enrol(tournament, details, code=code, origin=Enrolment.Origin.PHONE))
    entry = enrolment.entry.number if enrolment.entry else None
    own = reverse("evenings:own", args=[code])
    return EnrolmentOut(number=enrolment.number, state=enrolment.state, entry=entry, own=own), earlier is None


def _derive_code(text: str) -> str:
    """The code of an enrolment that a program makes: nobody else can work it out, the same request gives the same."""
    digest = salted_hmac("api.enrolment", text, algorithm="sha256").digest()
    return "".join(_CODE_ALPHABET[byte % len(_CODE_ALPHABET)] for byte in digest[:CODE_LENGTH])
