"""What desks ask, as programs: JSON both ways, no cookie and no form token. Each question is judged by a signature or a code of its own."""

import json
import uuid
from collections.abc import Callable
from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.http.request import RawPostDataException
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import View

from jobs.permissions import everybody
from publishing.pairing_codes.services import clean_code, may_try, note_wrong_try, pair_desk
from publishing.pieces.codec import MOST_BYTES
from publishing.pieces.questions import MOST_BYTES as MOST_OF_QUESTION
from publishing.receiving.enrolments import answer_question
from publishing.receiving.evenings import answer_evenings
from publishing.receiving.problems import BridgeProblem
from publishing.receiving.queries import build_state, is_asked_by, read_state
from publishing.receiving.services import find_desk, receive_piece
from tournaments.models import get_house
from tournaments.refusals import ChangeRefused

MOST_OF_PAIRING = 4_000
"""Bytes of a question to pair."""
LONGEST_NAME = 200


@method_decorator(csrf_exempt, name="dispatch")
class BridgeView(View):
    """Says every problem as JSON, in the language that the desk asks for."""

    policy: Callable[..., bool] = staticmethod(everybody)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return super().dispatch(request, *args, **kwargs)
        except BridgeProblem as problem:
            return JsonResponse({"problem": problem.problem, "sentence": problem.sentence, **problem.more}, status=problem.status)


def read_body(request: HttpRequest, most: int) -> bytes:
    """Raises: BridgeProblem for a body that is too large, or is no plain one."""
    too_large = BridgeProblem(413, "too_large", _("The site does not take this: it is too large. Update La Bella on that computer."))
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or len(length) > 12 or int(length) > most:
        raise too_large
    try:
        body = request.body
    except (SuspiciousOperation, RawPostDataException, OSError) as error:
        raise BridgeProblem(400, "damaged", _("The site cannot read this. Update La Bella on that computer.")) from error
    if len(body) > most:
        raise too_large
    return body


class PairDesk(BridgeView):
    """`/bridge/pair/`: a program sends its code and its key; a person who follows the link of a code reads what to do with it."""

    http_method_names = ["get", "head", "post", "options"]

    def get(self, request: HttpRequest) -> HttpResponse:
        return render(request, "publishing/receiving/pair_here.html", {"code": clean_code(request.GET.get("code", ""))[:8]})

    def post(self, request: HttpRequest) -> HttpResponse:
        address = request.META.get("REMOTE_ADDR", "")
        if not may_try(address):
            sentence = _("Not connected: too many wrong codes. Wait a quarter of an hour, then make another code on the site.")
            raise BridgeProblem(429, "too_many_tries", sentence)
        code, name, key = _parse_pairing(read_body(request, MOST_OF_PAIRING))
        try:
            desk = pair_desk(code, name=name, key=key, at=timezone.now())
        except ChangeRefused as refusal:
            note_wrong_try(address)
            raise BridgeProblem(400 if refusal.code == "damaged" else 403, refusal.code, str(refusal)) from refusal
        site = request.build_absolute_uri("/").rstrip("/")
        return JsonResponse({"desk": str(desk.pk), "club": desk.organizer.name, "site": get_house().name, "address": site})


def _parse_pairing(body: bytes) -> tuple[str, str, str]:
    """Code, name and key that a desk sends. Raises: BridgeProblem."""
    try:
        values = json.loads(body)
        sent = [values[name] for name in ("code", "desk", "key")]
    except (ValueError, KeyError, TypeError, RecursionError):
        sent = [None]
    if not all(isinstance(value, str) and len(value) <= LONGEST_NAME and "\0" not in value for value in sent):
        raise BridgeProblem(400, "damaged", _("Not connected: what the desk sent is incomplete. Update La Bella on that computer."))
    code, name, key = map(str, sent)
    return code, name, key


class ReceivePiece(BridgeView):
    """`/bridge/<desk>/pieces/`: one piece of a change, signed."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, desk_id: uuid.UUID) -> HttpResponse:
        body = read_body(request, MOST_BYTES)
        receipt = receive_piece(desk_id, body, request.headers.get("X-Signature", ""), at=timezone.now())
        return JsonResponse(build_state(receipt.received) | ({"parts": receipt.parts} if receipt.parts else {}))


class AnswerEnrolments(BridgeView):
    """`/bridge/<desk>/enrolments/`: what people want who enrolled here, for how their enrolments stand at the desk; signed."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, desk_id: uuid.UUID) -> HttpResponse:
        body = read_body(request, MOST_OF_QUESTION)
        answer = JsonResponse(answer_question(desk_id, body, request.headers.get("X-Signature", ""), at=timezone.now()))
        add_never_cache_headers(answer)
        return answer


class TellEvenings(BridgeView):
    """`/bridge/<desk>/evenings/`: the evenings of its club for the desk of a final, or one of them; signed."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, desk_id: uuid.UUID) -> HttpResponse:
        body = read_body(request, MOST_OF_QUESTION)
        answer = JsonResponse(answer_evenings(desk_id, body, request.headers.get("X-Signature", ""), at=timezone.now()))
        add_never_cache_headers(answer)
        return answer


class TellState(BridgeView):
    """`/bridge/<desk>/state/?tournament=…`: what the site has of a tournament."""

    http_method_names = ["get", "head", "options"]

    def get(self, request: HttpRequest, desk_id: uuid.UUID) -> HttpResponse:
        desk = find_desk(desk_id)
        time, signature = (request.headers.get(name, "")[:200] for name in ("X-Time", "X-Signature"))
        if not is_asked_by(desk, address=request.get_full_path(), time=time, signature=signature):
            sentence = _("The site does not know the signature of this computer: connect it again with a new code.")
            raise BridgeProblem(403, "signature", sentence)
        state = read_state(desk, request.GET.get("tournament", ""))
        if state is None:
            raise BridgeProblem(404, "unknown_tournament", _("The site has nothing of this tournament from this computer."))
        return JsonResponse(state)
