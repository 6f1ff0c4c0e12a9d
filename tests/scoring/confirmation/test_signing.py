"""Who may confirm, as the pages say it."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.scoring.hands import enter, typed
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def browser(name):
    client = Client()
    client.force_login(User.objects.get(username=name))
    return client


@pytest.mark.parametrize("one_person", [False, True])
def test_who_may_confirm_is_told_where_it_is_done(match, assistant, other_assistant, director_actor, one_person):
    """Two have entered a line each, a third has entered nothing."""
    Tournament.objects.update(one_person=one_person)
    enter(match, typed(70), assistant)
    enter(match, typed(70), other_assistant)
    address = reverse("scoring:match", args=["evening", match.code])
    confirm = reverse("scoring:confirm", args=["evening", match.code])
    for name, entered in (("assistant", True), ("other", True), ("director", False)):
        barred = entered and not one_person
        page = browser(name).get(address).content.decode()
        assert ("Entered by assistant, other: somebody else must confirm it." in page, "data-confirm" in page) == (barred, not barred)
        assert (confirm in page) == (not barred)


def test_whoever_asks_all_the_same_is_told_why_not(match, assistant, other_assistant):
    enter(match, typed(70), assistant)
    enter(match, typed(70), other_assistant)
    confirm = reverse("scoring:confirm", args=["evening", match.code])
    answer = browser("assistant").post(confirm, {"version": 2, "key": "k"})
    assert (answer.status_code, "You entered part of this match yourself" in answer.content.decode()) == (422, True)
