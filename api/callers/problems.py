"""Problems as RFC 9457 writes them: what was wrong, in words for people, by a code for programs."""

import json
from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

PROBLEM_TYPE = "application/problem+json"
WORDS: dict[str, tuple[int, Promise]] = {
    "not_found": (404, gettext_lazy("There is nothing here, or it may not be seen.")),
    "no_such_address": (404, gettext_lazy("The API has no such address. /api/v1/ lists them all.")),
    "wrong_method": (405, gettext_lazy("This address does not answer to that method.")),
    "unreadable": (400, gettext_lazy("The request cannot be read: its body must be JSON.")),
    "too_large": (413, gettext_lazy("The body is too large.")),
    "invalid": (422, gettext_lazy("Something in the request is not as it must be; each error names its place.")),
    "token_needed": (401, gettext_lazy("This needs a token: a director makes one in the settings of the tournament or the club.")),
    "token_unknown": (401, gettext_lazy("This token is not known here. Ask the director for a new one.")),
    "token_revoked": (401, gettext_lazy("This token was ended. Ask the director for a new one.")),
    "token_expired": (401, gettext_lazy("The time of this token is over. Ask the director for a new one.")),
    "not_allowed": (403, gettext_lazy("This token does not allow that, or the person who made it may no longer do it.")),
    "key_needed": (400, gettext_lazy("Send the header Idempotency-Key: 1 to 40 letters, digits, - and _, another one for each request.")),
    "key_reused": (422, gettext_lazy("This Idempotency-Key was used for another request. Take a new one.")),
    "entry_deleted": (410, gettext_lazy("The entry that this request made was deleted since.")),
    "changed": (409, gettext_lazy("Somebody else was faster: read the match again, then send your request with its new version.")),
    "rejected": (422, gettext_lazy("The rules of the game forbid it; each error says why.")),
    "unusual": (422, gettext_lazy('This is unusual. If it was played like that, send it again with "sure": true.')),
    "refused": (409, gettext_lazy("That cannot be done now.")),
    "locked": (423, gettext_lazy("Nothing was changed: the match is closed to this.")),
    "handed_over": (423, gettext_lazy("This tournament is being played on another computer: nothing can be changed here.")),
    "too_many": (429, gettext_lazy("Too many requests from this address. Wait a minute.")),
    "busy": (503, gettext_lazy("The database is busy. Nothing was saved; send the request again.")),
    "damaged": (503, gettext_lazy("The database of this desk is damaged. Nothing is written until it is repaired.")),
    "broken": (500, gettext_lazy("Something failed here. Nothing was saved; the people who run this site find it in the log.")),
}
"""By code the status and the sentence."""


class Refused(Exception):
    """Ends a request with a problem. `errors` are pairs of a place in the request and a sentence; `extra` further members."""

    def __init__(self, code: str, detail: str | Promise = "", errors: Sequence[tuple[str, str]] = (), **extra: Any) -> None:
        super().__init__(code)
        self.code, self.detail, self.errors, self.extra = code, detail, errors, extra


def build_problem(code: str, detail: str | Promise = "", errors: Sequence[tuple[str, str]] = (), **extra: Any) -> dict[str, Any]:
    """The members of a problem; `detail` is the sentence of the code unless there is a better one."""
    status, sentence = WORDS[code]
    listed = [{"field": field, "detail": str(text)} for field, text in errors]
    return {
        "type": f"/api/v1/#problem-{code}",
        "title": str(sentence),
        "status": status,
        "code": code,
        "detail": str(detail or sentence),
        "errors": listed,
        **extra,
    }


def answer_problem(code: str, detail: str | Promise = "", errors: Sequence[tuple[str, str]] = (), **extra: Any) -> HttpResponse:
    problem = build_problem(code, detail, errors, **extra)
    answer = HttpResponse(json.dumps(problem, ensure_ascii=False), status=problem["status"], content_type=PROBLEM_TYPE)
    if problem["status"] == 401:
        answer["WWW-Authenticate"] = 'Bearer realm="La Bella"'
    if problem["status"] in {429, 503}:
        answer["Retry-After"] = "60" if problem["status"] == 429 else "5"
    return answer


def answer_refusal(refusal: Refused) -> HttpResponse:
    return answer_problem(refusal.code, refusal.detail, refusal.errors, **refusal.extra)


def describe_place(location: Sequence[Any]) -> str:
    """The place of an error in a request: `body.persons.0.name`."""
    return ".".join(str(part) for part in location) or _("the request")
