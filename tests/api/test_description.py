"""If these fail, the description of the API says something else than its answers, or a strange request is not told so in words.

Judged by schemathesis: every operation is asked what its description allows, and what it does not.
"""

import copy
import datetime as dt
import json
import os
import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
import schemathesis
import time_machine
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from jsonschema import FormatChecker
from jsonschema.validators import validator_for
from schemathesis import GenerationMode
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi import checks as judged

from api.door import retiring
from api.door.v1 import build_description
from scoring.models import LedgerEntry
from tests.api.callers import issue
from tests.scoring.builders import NOW, build_user
from tournaments.models import Entry

pytestmark = [pytest.mark.django_db, pytest.mark.turns(4)]
PUBLISHED = Path(__file__).resolve().parents[2] / "docs" / "openapi-v1.json"
FEW, MANY = 3, 300
CHECKS = [
    schemathesis.checks.not_a_server_error,
    judged.status_code_conformance,
    judged.content_type_conformance,
    judged.response_headers_conformance,
    judged.response_schema_conformance,
]
DESCRIPTION = build_description()
OPERATIONS = [(path, method) for path, methods in DESCRIPTION["paths"].items() for method in methods]


@pytest.fixture
def application():
    """The site as another program reaches it, within the transaction of the test."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield WSGIHandler()
    for signal in signals:
        signal.connect(close_old_connections)


def ask(application, tournament, match, path, method, mode, examples):
    """Send what the strategy makes, at a match and an entry that exist as often as at those that it thinks up."""
    schema = schemathesis.openapi.from_dict(DESCRIPTION)
    schema.app = application
    number = match.seats.first().entry.number
    known = {"slug": tournament.slug, "code": match.code, "stage": 1, "number": number if "entries" in path else 1, "key": "mariglia"}
    secret = issue(tournament, build_user(), "direct")

    @given(case=schema[path][method.upper()].as_strategy(generation_mode=mode))
    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def send(case):
        if mode is GenerationMode.POSITIVE:
            case.path_parameters |= {name: value for name, value in known.items() if name in (case.path_parameters or {})}
        answer = case.call(headers={"Authorization": f"Bearer {secret}"})
        case.validate_response(answer, checks=CHECKS)
        if mode is GenerationMode.NEGATIVE and not is_allowed(answer.request.url, path, method):
            assert 400 <= answer.status_code < 500, (case.as_curl_command(), answer.status_code)

    send()


def is_allowed(url, path, method):
    """Whether an address asks, as it was sent, only what the description allows: of a value that is nothing no trace is left in it."""
    schemas = {one["name"]: one["schema"] for one in DESCRIPTION["paths"][path][method].get("parameters", ()) if one["in"] == "query"}
    asked = parse_qsl(urlsplit(url).query, keep_blank_values=True)
    known_place = not re.search(r"[^-\w/.]", urlsplit(url).path)
    return method == "get" and known_place and all(name in schemas and fits(value, schemas[name]) for name, value in asked)


def fits(value, schema):
    readings = [value, *([int(value)] if value.isdecimal() and len(value) < 20 else [])]
    return any(validator_for(schema)(schema, format_checker=FormatChecker()).is_valid(reading) for reading in readings)


@pytest.mark.parametrize(("path", "method"), OPERATIONS, ids=lambda value: str(value).removeprefix("/api/v1/"))
def test_every_answer_is_as_the_description_says(application, tournament, match, path, method):
    ask(application, tournament, match, path, method, GenerationMode.POSITIVE, FEW)


@pytest.mark.parametrize(("path", "method"), OPERATIONS, ids=lambda value: str(value).removeprefix("/api/v1/"))
def test_what_the_description_does_not_allow_is_a_problem_in_words_and_writes_nothing(application, tournament, match, path, method):
    before = (Entry.objects.count(), LedgerEntry.objects.count())
    try:
        ask(application, tournament, match, path, method, GenerationMode.NEGATIVE, FEW)
    except Exception as error:
        if "Unsatisfiable" not in type(error).__name__:  # an address without anything to get wrong
            raise
    assert (Entry.objects.count(), LedgerEntry.objects.count()) == before


@pytest.mark.proof
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["allowed", "not allowed"])
@pytest.mark.parametrize(("path", "method"), OPERATIONS, ids=lambda value: str(value).removeprefix("/api/v1/"))
def test_many_requests_of_every_shape(application, tournament, match, path, method, mode):
    before = (Entry.objects.count(), LedgerEntry.objects.count())
    try:
        ask(application, tournament, match, path, method, mode, MANY)
    except Exception as error:
        if "Unsatisfiable" not in type(error).__name__:
            raise
    assert mode is GenerationMode.POSITIVE or (Entry.objects.count(), LedgerEntry.objects.count()) == before


def test_a_description_that_promises_more_than_is_answered_is_found_out(application, tournament, match, monkeypatch):
    """The positive control."""
    false = copy.deepcopy(DESCRIPTION)
    false["paths"]["/api/v1/games"]["get"]["responses"]["200"]["content"]["application/json"]["schema"] = {"type": "integer"}
    monkeypatch.setitem(globals(), "DESCRIPTION", false)
    with pytest.raises(FailureGroup, match="is not of type"):
        ask(application, tournament, match, "/api/v1/games", "get", GenerationMode.POSITIVE, FEW)


def test_the_published_description_is_true_and_nothing_left_it():
    """A field may be added to v1, none may go: after an addition write the file anew with REWRITE_GOLDEN=1, and read its difference."""
    if os.environ.get("REWRITE_GOLDEN"):
        PUBLISHED.write_text(json.dumps(DESCRIPTION, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    assert json.loads(PUBLISHED.read_text(encoding="utf-8")) == DESCRIPTION


def test_what_is_going_to_end_says_so_with_every_answer(tournament, monkeypatch):
    monkeypatch.setitem(retiring.RETIRING, "GET /tournaments/{slug}/now", retiring.Retirement(dt.date(2026, 11, 28), dt.date(2028, 1, 1)))
    answer = Client().get("/api/v1/tournaments/evening/now")
    assert (answer["Deprecation"], answer["Sunset"]) == ("@1795824000", "Sat, 01 Jan 2028 00:00:00 GMT")
    assert "Deprecation" not in Client().get("/api/v1/tournaments/evening/stages")
    assert build_description.__wrapped__()["paths"]["/api/v1/tournaments/{slug}/now"]["get"]["deprecated"] is True


def test_what_the_middleware_refuses_is_a_problem_too(tournament):
    for address in ("/api/v1/tournaments/%00", "/api/v1/tournaments?q=%00", "/api/v1/%0a", "/api/v1/tournaments/evening/x"):
        answer = Client().get(address)
        assert (answer.status_code in {400, 404, 422}, answer["Content-Type"]) == (True, "application/problem+json"), address


def test_an_address_that_asks_too_often_is_told_to_wait(tournament, monkeypatch):
    monkeypatch.setattr("config.middleware.API_A_MINUTE", 3)
    phone = Client(REMOTE_ADDR="192.0.2.7")
    with time_machine.travel(NOW, tick=False):
        cache.clear()
        statuses = [phone.get("/api/v1/nothing").status_code for _time in range(4)]
        answer = phone.get("/api/v1/nothing")
    assert set(statuses[:-1]) == {404}
    assert (answer.status_code, answer["Retry-After"], answer.json()["code"]) == (429, "60", "too_many")
