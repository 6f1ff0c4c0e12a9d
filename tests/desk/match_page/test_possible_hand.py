"""A made-up hand that ends as a remarkable line says: shown to whoever wonders, and never kept."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from desk.referee import views
from scoring.matches.queries import load_match
from scoring.models import LedgerEntry
from tests.pages import read_page
from tests.scoring.hands import enter, fresh_key, typed

pytestmark = pytest.mark.django_db
ALL_TRICKS = {"turned": "2", "total_0": "70"}
PHRASE = "Show a hand that ends like this"


@pytest.fixture
def desk(match):
    client = Client()
    client.force_login(User.objects.get(username="director"))
    return client


def address(match, name="possible_hand"):
    return reverse(f"scoring:{name}", args=[match.round.stage.tournament.slug, match.code])


def open_link(client, page):
    """Follow the only link to a made-up hand on a page."""
    (link,) = [address for words, address in read_page(page).links if words == PHRASE]
    return client.get(link)


def test_the_question_whether_it_is_right_leads_to_such_a_hand(desk, match):
    question = desk.post(address(match, "enter_hand"), {"version": "0", "key": fresh_key(), **ALL_TRICKS})
    assert question.status_code == 422
    hand = open_link(desk, question).context["hand"]
    assert (hand.over, hand.fault, len(hand.tricks)) == (True, None, 10)
    assert {"70–0", "2"} <= {box.text for box in hand.boxes}
    assert LedgerEntry.objects.count() == 0


def test_a_line_that_was_entered_leads_to_such_a_hand(desk, match):
    enter(match, typed(61))
    seq = load_match(match).log.counted_lines[0].line.seq
    page = open_link(desk, desk.get(address(match, "match"), {"correct": seq}))
    assert {box.text for box in page.context["boxes"]} == {"61–9", "2"} <= {box.text for box in page.context["hand"].boxes}
    tool = desk.get(dict(read_page(page).links)["Look at it step by step"])
    assert (tool.status_code, tool.context["hand"].text) == (200, page.context["hand"].text)


def test_the_same_sheet_shows_the_same_cards(desk, match):
    first, second = (desk.get(address(match), ALL_TRICKS).context["hand"].text for _time in range(2))
    assert first == second


def test_what_cannot_be_says_why(desk, match):
    page = desk.get(address(match), {"turned": "2", "total_0": "40", "total_1": "40"})
    assert page.context.get("hand") is None
    assert "No hand can end like this" in page.content.decode()
    assert page.context["faults"]


def test_a_search_that_finds_nothing_says_that_it_proves_nothing(desk, match, monkeypatch):
    monkeypatch.setattr(views, "SEARCH_ATTEMPTS", 0)
    page = desk.get(address(match), ALL_TRICKS, headers={"accept-language": "it"})
    assert page.context["hand"] is None
    assert "non dimostra nulla" in page.content.decode()


def test_a_line_without_a_hand_leads_back_to_the_referee(desk, match):
    answer = desk.get(address(match), {"line": "999"})
    assert (answer.status_code, answer["location"]) == (303, address(match, "referee"))


def test_strangers_do_not_see_it(match):
    assert Client().get(address(match), ALL_TRICKS).status_code in {302, 403}
