"""The addresses that programs write to: entries, enrolment, check-in, hands and confirmations. They join the router of those that are read,
because an address may have both.
"""

from typing import Annotated, Any, TypeVar

from django.http import HttpRequest
from django.utils.translation import gettext_noop as _
from ninja import Header, Status

from api.reads.finding import find_writable
from api.reads.operations import Code, EntryNumber, Slug, router
from api.reads.schemas import EntryOut
from api.writes import entries, results
from api.writes.schemas import CheckInIn, EnrolmentIn, EnrolmentOut, EntryIn, HandIn, MatchAnswer, StepIn
from tournaments.permissions import Right

IdempotencyKey = Annotated[str, Header(alias="Idempotency-Key", pattern=r"^[0-9A-Za-z_-]{1,40}$")]

DOOR, RESULTS = _("Entries and check-in"), _("Entering results")
TOKEN: dict[str, Any] = {"security": [{"token": []}]}
TOKEN_OR_SLIP: dict[str, Any] = {"security": [{"token": []}, {"slip": []}]}
AnswerT = TypeVar("AnswerT")


def answer_made(made: tuple[AnswerT, bool]) -> Status[AnswerT]:
    """201 for what was made now, 200 for what the same key made before."""
    answer, is_new = made
    return Status(201 if is_new else 200, answer)


@router.post(
    "/tournaments/{slug}/entries",
    response={201: EntryOut, 200: EntryOut},
    tags=[DOOR],
    summary=_("Enter a pair, a team or a player"),
    openapi_extra=TOKEN,
)
def add_entry(request: HttpRequest, slug: Slug, body: EntryIn, key: IdempotencyKey) -> Status[EntryOut]:
    return answer_made(entries.add_entry_once(request, find_writable(request, slug, Right.REGISTER), body, key))


@router.put(
    "/tournaments/{slug}/entries/{number}/check-in",
    response=EntryOut,
    tags=[DOOR],
    summary=_("An entry is here, and has paid"),
    openapi_extra=TOKEN,
)
def check_in(request: HttpRequest, slug: Slug, number: EntryNumber, body: CheckInIn) -> EntryOut:
    access = find_writable(request, slug, Right.CHECK_IN)
    return entries.change_check_in(request, access, number, present=True, paid=body.paid)


@router.delete(
    "/tournaments/{slug}/entries/{number}/check-in",
    response=EntryOut,
    tags=[DOOR],
    summary=_("An entry is not here"),
    openapi_extra=TOKEN,
)
def undo_check_in(request: HttpRequest, slug: Slug, number: EntryNumber) -> EntryOut:
    return entries.change_check_in(request, find_writable(request, slug, Right.CHECK_IN), number, present=False)


@router.put(
    "/tournaments/{slug}/entries/{number}/withdrawal",
    response=EntryOut,
    tags=[DOOR],
    summary=_("Withdraw an entry from the next draws"),
    openapi_extra=TOKEN,
)
def withdraw(request: HttpRequest, slug: Slug, number: EntryNumber) -> EntryOut:
    return entries.change_withdrawal(request, find_writable(request, slug, Right.DIRECT), number, withdrawn=True)


@router.delete(
    "/tournaments/{slug}/entries/{number}/withdrawal",
    response=EntryOut,
    tags=[DOOR],
    summary=_("A withdrawn entry plays again"),
    openapi_extra=TOKEN,
)
def readmit(request: HttpRequest, slug: Slug, number: EntryNumber) -> EntryOut:
    return entries.change_withdrawal(request, find_writable(request, slug, Right.DIRECT), number, withdrawn=False)


@router.post(
    "/tournaments/{slug}/enrolments",
    response={201: EnrolmentOut, 200: EnrolmentOut},
    tags=[DOOR],
    summary=_("Enrol, as the public form does"),
    openapi_extra=TOKEN,
)
def enrol(request: HttpRequest, slug: Slug, body: EnrolmentIn, key: IdempotencyKey) -> Status[EnrolmentOut]:
    """While enrolment is open, with its deadline, waiting list and approval. `own` is the page of these people."""
    return answer_made(entries.enrol_once(request, find_writable(request, slug, Right.REGISTER), body, key))


@router.post(
    "/tournaments/{slug}/matches/{code}/hands",
    response={201: MatchAnswer, 200: MatchAnswer},
    tags=[RESULTS],
    summary=_("Enter a hand, or another line of the sheet"),
    openapi_extra=TOKEN_OR_SLIP,
)
def enter_hand(request: HttpRequest, slug: Slug, code: Code, body: HandIn, key: IdempotencyKey) -> Status[MatchAnswer]:
    """The boxes of each kind stand in the game: `/games/{key}`. `seen` is the match as the program read it."""
    return answer_made(results.enter_hand(request, slug, code, body, key))


@router.post(
    "/tournaments/{slug}/matches/{code}/undo",
    response={201: MatchAnswer, 200: MatchAnswer},
    tags=[RESULTS],
    summary=_("Cancel the last line"),
    openapi_extra=TOKEN_OR_SLIP,
)
def undo(request: HttpRequest, slug: Slug, code: Code, body: StepIn, key: IdempotencyKey) -> Status[MatchAnswer]:
    return answer_made(results.take_step(request, slug, code, body.seen, key, "undo"))


@router.post(
    "/tournaments/{slug}/matches/{code}/confirmation",
    response={201: MatchAnswer, 200: MatchAnswer},
    tags=[RESULTS],
    summary=_("Confirm what somebody else entered"),
    openapi_extra=TOKEN_OR_SLIP,
)
def confirm(request: HttpRequest, slug: Slug, code: Code, body: StepIn, key: IdempotencyKey) -> Status[MatchAnswer]:
    return answer_made(results.take_step(request, slug, code, body.seen, key, "confirm"))


@router.post(
    "/tournaments/{slug}/matches/{code}/dispute",
    response={201: MatchAnswer, 200: MatchAnswer},
    tags=[RESULTS],
    summary=_("Say that what was entered is not what was played"),
    openapi_extra=TOKEN_OR_SLIP,
)
def dispute(request: HttpRequest, slug: Slug, code: Code, body: StepIn, key: IdempotencyKey) -> Status[MatchAnswer]:
    return answer_made(results.take_step(request, slug, code, body.seen, key, "dispute"))


@router.post(
    "/tournaments/{slug}/matches/{code}/dispute/withdrawal",
    response={201: MatchAnswer, 200: MatchAnswer},
    tags=[RESULTS],
    summary=_("Withdraw one’s own dispute while nobody has decided"),
    openapi_extra=TOKEN_OR_SLIP,
)
def withdraw_dispute(request: HttpRequest, slug: Slug, code: Code, body: StepIn, key: IdempotencyKey) -> Status[MatchAnswer]:
    return answer_made(results.take_step(request, slug, code, body.seen, key, "withdraw"))
