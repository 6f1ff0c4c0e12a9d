"""The pages on which directors say who is told what. If these failed, somebody else could listen, or what was typed would be lost."""

import pytest
from django.test import Client

from tests.pages import read_page
from tests.scoring.builders import build_user
from tests.webhooks.conftest import work
from tournaments.models import OrganizerMember
from webhooks.models import Subscription

pytestmark = pytest.mark.django_db

LIST = "/desk/evening/webhooks/"
TYPED = {"kinds": ["round.published", "match.confirmed"]}


@pytest.fixture
def desk(real) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user("director"))
    return client


def add(client, receiver, place=LIST):
    return client.post(place, {"address": receiver.address, **TYPED})


def press(client, page, what):
    return client.post(page, {"do": what})


def test_a_webhook_is_added_tried_and_its_answer_is_shown(desk, receiver):
    receiver.statuses, receiver.body = [200], b"<b>ok</b>"
    page = add(desk, receiver).url
    press(desk, page, "ping")
    work()
    text = read_page(desk.get(page)).text
    assert receiver.kinds == ["webhook.ping"]
    assert all(words in text for words in ("a test", "delivered", "answer 200", "<b>ok</b>"))


def test_its_buttons_switch_it_change_the_secret_and_delete_it(desk, receiver):
    page = add(desk, receiver).url
    before = Subscription.objects.get()
    press(desk, page, "off")
    press(desk, page, "secret")
    after = Subscription.objects.get()
    assert (after.state, after.old_secret == before.secret, after.secret != before.secret) == ("off", True, True)
    press(desk, page, "on")
    assert Subscription.objects.get().state == "active"
    assert (press(desk, page, "explode").status_code, press(desk, page, "999999").status_code) == (404, 404)
    press(desk, page, "remove")
    assert (Subscription.objects.count(), desk.get(page).status_code) == (0, 404)


@pytest.mark.parametrize(
    ("address", "local", "said"),
    [
        ("hooks", True, "no web address"),
        ("http://hooks.example.org/", False, "must begin with https://"),
        ("https://10.0.0.1/", False, "private network"),
        ("https://169.254.169.254/", True, "private network"),
    ],
)
def test_an_address_that_cannot_be_is_refused_and_stays_in_its_box(desk, settings, address, local, said):
    settings.WEBHOOKS_LOCAL = local
    answer = desk.post(LIST, {"address": address, **TYPED})
    page = read_page(answer)
    assert (answer.status_code, said in page.text, Subscription.objects.count()) == (422, True, 0)
    assert page.find("[name=address]")["value"] == address
    assert len(page.find_all("[name=kinds][checked]")) == 2


def test_a_club_has_its_own(real, receiver):
    owner = build_user("president")
    OrganizerMember.objects.create(organizer=real.organizer, user=owner, role="director")
    client = Client(headers={"accept-language": "en"})
    client.force_login(owner)
    page = add(client, receiver, f"/organizers/{real.organizer.slug}/webhooks/").url
    assert (Subscription.objects.get().organizer, client.get(page).status_code) == (real.organizer, 200)


def test_nobody_reaches_the_webhook_of_somebody_else(desk, real, receiver, subscribe):
    of_club = subscribe(real, of_club=True)
    assert desk.get(f"{LIST}{of_club.pk}/").status_code == 404
    assistant = Client()
    assistant.force_login(build_user("assistant"))
    assert assistant.get(LIST).status_code in {403, 404}


def test_there_are_not_more_than_can_be_told(desk, real, receiver, subscribe):
    for _number in range(10):
        subscribe(real)
    answer = add(desk, receiver)
    assert (answer.status_code, "Delete one" in read_page(answer).text) == (422, True)
