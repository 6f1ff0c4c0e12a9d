"""The screen of an evening that was called off: if this failed, those who come anyway would wait before it for pairings."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.evenings.conftest import found_evening
from tests.pages import read_page
from tests.scoring.builders import build_user
from tournaments.announcing.services import cancel_evening

pytestmark = pytest.mark.django_db


def test_it_says_so_at_the_next_poll_and_promises_no_pairings():
    director = build_user("director")
    evening = found_evening(director)
    address, hall = reverse("scoring:public_screen", args=[evening.slug]), Client(headers={"accept-language": "en"})
    poll = {"HTTP_HX_REQUEST": "true"}
    before = hall.get(address, **poll)
    assert "The pairings will appear here" in read_page(before).text
    cancel_evening(evening, actor=director)
    after = hall.get(address, HTTP_IF_NONE_MATCH=before["ETag"], **poll)
    assert ("This tournament is called off." in read_page(after).text, "will appear" in read_page(after).text) == (True, False)
    cancel_evening(evening, actor=director, cancelled=False)
    assert "The pairings will appear here" in read_page(hall.get(address, HTTP_IF_NONE_MATCH=after["ETag"], **poll)).text
