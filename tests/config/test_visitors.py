"""Whose address counts when a proxy stands before the site."""

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import override_settings

from config.visitors import VisitorAddressMiddleware


def address_seen(proxies, header):
    seen = []
    with override_settings(PROXIES=proxies):
        answer = VisitorAddressMiddleware(lambda request: seen.append(request.META["REMOTE_ADDR"]) or HttpResponse())
        answer(RequestFactory().get("/", headers={"X-Forwarded-For": header} if header is not None else {}))
    return seen[0]


@pytest.mark.parametrize(
    ("proxies", "header", "address"),
    [
        (1, "203.0.113.7", "203.0.113.7"),
        (1, "2001:db8::7", "2001:db8::7"),
        (1, "198.51.100.1, 203.0.113.7", "203.0.113.7"),
        (2, "198.51.100.1, 203.0.113.7, 10.0.0.2", "203.0.113.7"),
        (2, "203.0.113.7", "127.0.0.1"),
        (1, "nobody", "127.0.0.1"),
        (1, "", "127.0.0.1"),
        (1, None, "127.0.0.1"),
    ],
)
def test_the_address_that_our_outermost_proxy_saw_counts(proxies, header, address):
    assert address_seen(proxies, header) == address


def test_without_proxies_nobody_is_believed():
    with override_settings(PROXIES=0), pytest.raises(MiddlewareNotUsed):
        VisitorAddressMiddleware(HttpResponse)


@pytest.mark.django_db
def test_behind_a_proxy_one_stranger_locks_out_himself_only(director, settings):
    settings.PROXIES = 1
    stranger, honest = ({"X-Forwarded-For": f"203.0.113.{number}"} for number in (66, 7))
    client = Client()
    wrong = {"username": "director", "password": "wrong"}
    for _try in range(settings.AXES_FAILURE_LIMIT):
        locked = client.post("/login/", wrong, headers=stranger, secure=True)
    assert locked.status_code == 429
    right = {"username": "director", "password": "asso-due-tre-quattro-0000"}
    assert client.post("/login/", right, headers=stranger, secure=True).status_code == 429
    assert client.post("/login/", right, headers=honest, secure=True).status_code == 302
