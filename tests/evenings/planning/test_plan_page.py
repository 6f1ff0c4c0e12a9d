"""If this fails, the page on which a format is chosen shows no plans, wrong ones, or adopts something else than it shows."""

import datetime as dt
import re

import pytest
from django.test import Client

from tests.scoring.builders import build_user
from tests.tournaments.conftest import enter_pairs, found_tournament
from tournaments.models import Announcement, Stage, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def client():
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user("director"))
    return client


@pytest.fixture
def evening():
    tournament = found_tournament(build_user("director"), "Serata")
    enter_pairs(tournament, build_user("director"), 16)
    Tournament.objects.filter(pk=tournament.pk).update(table_count=8)
    return Tournament.objects.get(pk=tournament.pk)


def get_address(tournament):
    return f"/desk/{tournament.slug}/plan/"


def read_cards(page):
    """The hidden fields of each card's form."""
    forms = re.findall(r'<form method="post".*?</form>', page.content.decode(), re.DOTALL)
    return [dict(re.findall(r'name="(\w+)"\s+value="([^"]*)"', form)) for form in forms if 'name="plan"' in form]


def test_a(client, evening):
    page = client.get(get_address(evening))
    assert page.status_code == 200
    for card in page.context["planner"].cards:
        print(card)
    cards = read_cards(page)
    print(cards)
    answer = client.post(get_address(evening), cards[-1])
    print(answer.status_code, answer.headers.get("Location"), Stage.objects.values_list("number","name","format_key","options","source"))
    assert 0
