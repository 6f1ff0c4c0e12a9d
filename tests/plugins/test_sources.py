"""Lists that a plug-in fetches, on every page that takes one in. If this failed, a register that does not answer would stop a page, or what
it gives would be stored although it cannot be read.
"""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from federation.models import UnionMember
from tests.pages import read_page
from tests.scoring.builders import build_user
from tests.tournaments.conftest import found_tournament
from tournaments.models import Entry, MemberCard, Organizer

pytestmark = [pytest.mark.django_db]
UNION = "/organizers/federazione/union/"
MEMBERS, ENTRIES = "/desk/{slug}/members/", "/desk/{slug}/entries/import/"
PAGES = {
    "members of a club": (MEMBERS, f"{MEMBERS}import/"),
    "entries": (ENTRIES, f"{ENTRIES}preview/"),
    "members of a federation": (UNION, f"{UNION}lists/members/"),
}
"""By what is taken in the page and where its list is posted."""


@pytest.fixture
def evening(installed, data):
    return found_tournament(build_user(), "Serata")


@pytest.fixture
def director(evening):
    Organizer.objects.create(slug="federazione", name="Federazione Prova")
    client = Client(headers={"accept-language": "en"})
    User.objects.filter(pk=build_user().pk).update(is_superuser=True)
    client.force_login(build_user())
    client.post(UNION)
    return client


def fetch(client, evening, name, key="registerexample"):
    return client.post(PAGES[name][1].format(slug=evening.slug), {"source": key}, follow=True)


def count_stored():
    return (MemberCard.objects.count(), Entry.objects.count(), UnionMember.objects.count())


@pytest.mark.parametrize("name", PAGES)
def test_every_page_that_takes_a_list_in_offers_to_fetch_it(director, evening, name):
    page = read_page(director.get(PAGES[name][0].format(slug=evening.slug)))
    assert "Fetch from Registro di esempio" in page.texts("main button")
    answer = fetch(director, evening, name)
    assert (answer.status_code, "Maria Bianchi" in answer.content.decode() or name.endswith("federation")) == (200, True)
    stored = {"members of a club": (2, 0, 0), "entries": (0, 0, 0), "members of a federation": (0, 0, 2)}
    assert count_stored() == stored[name]


def test_what_is_fetched_as_entries_is_looked_at_before_it_is_stored(director, evening):
    page = read_page(fetch(director, evening, "entries"))
    assert "2 entries can be imported." in page.text
    confirm = f"{ENTRIES}confirm/".format(slug=evening.slug)
    director.post(confirm, page.fields | {"digest": page.fields["digest"]})
    assert list(Entry.objects.order_by("number").values_list("name", flat=True)) == [
        "Maria Bianchi – Luca Rossi",
        "Anna Verdi – Bruno Neri",
    ]


class Unspeakable(Exception):
    def __str__(self):
        raise RuntimeError("not even this")


def leave():
    raise SystemExit(3)


def stumble():
    raise Unspeakable


FAILURES = {
    "raises": (lambda: {}["members"], "KeyError"),
    "ends the program": (leave, "SystemExit: 3"),
    "raises what cannot be told": (stumble, "Unspeakable"),
    "gives a text": (lambda: "number;name", "a list is a file as bytes, not str"),
    "gives nothing": (lambda: b" \n", "the list is empty"),
    "gives a number": (lambda: 10**9, "a list is a file as bytes, not int"),
}


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("failure", FAILURES)
def test_one_that_fails_is_named_and_nothing_is_taken_in(director, evening, installed, monkeypatch, name, failure):
    give, noted = FAILURES[failure]
    monkeypatch.setattr(type(installed["source", "example"].loaded), "fetch_list", lambda _self, _roll: give())
    answer = fetch(director, evening, name)
    said = "Nothing was taken in: the plug-in Registro di esempio (labella-federazione 2026.1) gave no list."
    assert (answer.status_code, said in read_page(answer).text, count_stored()) == (200, True, (0, 0, 0))
    assert noted in read_page(director.get("/plugins/")).text


@pytest.mark.parametrize("name", PAGES)
def test_one_that_is_gone_is_told(director, evening, name):
    answer = fetch(director, evening, name, key="elsewhere")
    assert ("the plug-in elsewhere gave no list" in read_page(answer).text, count_stored()) == (True, (0, 0, 0))


@pytest.mark.parametrize(("name", "content", "sentence"), [
    ("members of a club", b"%PDF-1.7", "This is a PDF"),
    ("members of a club", b"number;name;valid until\n7;Anna;domani\n", "\u201cdomani\u201d is no date"),
    ("members of a club", b"Anna\nBerto\n", "Write headings above the columns"),
    ("entries", b"%PDF-1.7", "This is a PDF"),
    ("members of a federation", b"%PDF-1.7", "This is a PDF"),
    ("members of a federation", b"number;name\n7;\n", "is empty"),
])  # fmt: skip
def test_a_fetched_list_that_cannot_be_read_is_refused_like_a_file(director, evening, installed, monkeypatch, name, content, sentence):
    monkeypatch.setattr(type(installed["source", "example"].loaded), "fetch_list", lambda _self, _roll: content)
    answer = fetch(director, evening, name)
    assert (sentence in read_page(answer).text, count_stored()) == (True, (0, 0, 0))


def test_rows_of_a_fetched_list_can_be_corrected_in_the_box(director, evening, installed, monkeypatch):
    content = b"number;name;valid until\n7;Anna;domani\n"
    monkeypatch.setattr(type(installed["source", "example"].loaded), "fetch_list", lambda _self, _roll: content)
    page = read_page(fetch(director, evening, "members of a club"))
    assert page.fields["text"].strip() == content.decode().strip()
