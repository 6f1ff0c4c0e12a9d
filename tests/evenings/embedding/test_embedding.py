"""Pages in frames of other sites. If these failed, any page could be framed, or a frame would show what is not public."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.faults.addresses import every_address, target_of
from tests.pages import read_page
from tests.scoring.evenings import play_evening
from tournaments.models import Tournament
from tournaments.pages.framed import FramedPage

pytestmark = pytest.mark.django_db

FRAMES = ("standings", "bracket", "pairings", "enrolment")


@pytest.fixture
def played(db) -> Tournament:
    return play_evening(name="Serata <b>del</b> Bar")


@pytest.fixture
def desk(played) -> Client:
    client = Client()
    client.force_login(User.objects.get(username="director"))
    return client


def address_of(tournament, name):
    return reverse(f"evenings:embedded_{name}", args=[tournament.slug])


def can_be_framed(answer):
    return "X-Frame-Options" not in answer, "frame-ancestors 'none'" not in answer.get("Content-Security-Policy", "")


def test_of_all_addresses_only_those_made_for_it_may_be_framed(played, desk):
    target, framed, made_for_it = target_of(played), set(), set()
    for address in every_address():
        if isinstance(address.view, type) and issubclass(address.view, FramedPage):
            made_for_it.add(address.name)
        for client in (Client(), desk) if address.pattern.startswith("embed/") else (Client(),):
            answer = client.get(address.of(target))
            if any(can_be_framed(answer)):
                assert all(can_be_framed(answer)), address
                framed.add(address.name)
    assert made_for_it == {address.name for address in every_address() if address.pattern.startswith("embed/")}
    assert framed == made_for_it


@pytest.mark.parametrize("name", FRAMES)
def test_a_framed_page_has_no_form_no_cookie_and_opens_links_beside_itself(played, name):
    answer = Client().get(address_of(played, name), {"lang": "it", "look": "dark"})
    text = answer.content.decode()
    assert (answer.status_code, answer.cookies, "<form" in text, "<button" in text, "<nav" in text) == (200, {}, False, False, False)
    assert ("form-action 'none'" in answer["Content-Security-Policy"], '<base target="_blank">' in text) == (True, True)
    assert ('lang="it"' in text, 'data-look="dark"' in text, "Serata &lt;b&gt;del" in text) == (True, True, True)


@pytest.mark.parametrize("name", FRAMES)
def test_nothing_unpublished_is_framed_not_even_for_its_director(played, desk, name):
    Tournament.objects.filter(pk=played.pk).update(public=False)
    addresses = [address_of(played, name), "/embed/tournaments/nowhere/standings/", "/embed/nothing/"]
    answers = [client.get(address, {"lang": "it", "look": "dark"}) for client in (Client(), desk) for address in addresses]
    assert [(answer.status_code, all(can_be_framed(answer))) for answer in answers] == [(404, True)] * 6
    texts = {answer.content.decode() for answer in answers}
    assert len(texts) == 1, "nobody learns which tournaments there are"
    text = texts.pop()
    assert ("Serata" in text, "<form" in text, 'data-look="dark"' in text, "niente da mostrare" in text) == (False, False, True, True)


def test_a_framed_page_is_the_same_for_somebody_with_a_login_and_costs_a_query_unchanged(played, desk, django_assert_num_queries):
    address = address_of(played, "standings")
    first = Client().get(address)
    assert desk.get(address)["ETag"] == first["ETag"]
    with django_assert_num_queries(1):
        again = Client().get(address, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, can_be_framed(again)) == (304, (True, True))


def test_the_script_of_a_frame_gets_the_part_that_moves(played):
    answer = Client().get(address_of(played, "pairings"), headers={"HX-Request": "true"})
    assert answer.content.decode().lstrip().startswith('<div id="live">')


def test_an_unknown_look_and_language_are_those_of_the_reader(played):
    text = Client().get(address_of(played, "standings"), {"lang": "xx", "look": '"><script>'}).content.decode()
    assert ('lang="en"' in text, "data-look" in text) == (True, False)


@pytest.mark.parametrize(("public", "name"), [("scoring:public_standings", "standings"), ("scoring:public_results", "pairings")])
def test_a_public_page_has_the_line_to_copy_and_a_private_one_has_none(played, desk, settings, public, name):
    settings.ALLOWED_HOSTS = ["*"]
    address = reverse(public, args=[played.slug])
    lines = read_page(Client().get(address, headers={"host": "tornei.example.org"})).find_all("#frame-line")
    assert len(lines) == 1
    assert f'<iframe src="http://tornei.example.org{address_of(played, name)}?lang=en"' in lines[0].text
    Tournament.objects.filter(pk=played.pk).update(public=False)
    assert read_page(desk.get(address)).find_all("#frame-line") == []


def test_enrolment_in_a_frame_leads_to_a_form_that_cannot_be_framed(evening):
    page = read_page(Client().get(address_of(evening, "enrolment")))
    assert page.find_all("a.button")[0].attributes["href"] == reverse("evenings:enrol", args=[evening.slug])
    assert not any(can_be_framed(Client().get(reverse("evenings:enrol", args=[evening.slug]))))
