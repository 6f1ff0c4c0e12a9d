"""Slips of tables, as tests hold them."""

import datetime as dt

from django.contrib.auth.models import User
from django.test import Client

from scoring.ledger.appending import build_table_actor
from scoring.phones.services import issue_links
from tests.scoring.builders import NOW
from tournaments.models import Match

DAY = dt.timedelta(days=1)


def issue(*matches: Match, sides=(0, 1), at=NOW):
    """A slip for each side of each match, in order."""
    places = [(match, side) for match in matches for side in sides]
    return issue_links(matches[0].round.stage.tournament, places, actor=User.objects.get(username="director"), at=at)


def actors(match):
    """Both sides of a match, as the ledger knows them."""
    return [build_table_actor(one.link) for one in issue(match)]


def phone(slip, **options) -> Client:
    """A browser that has opened the slip."""
    client = Client(**options)
    answer = client.post("/t", {"secret": slip.secret})
    assert (answer.status_code, answer["Location"]) == (303, "/t/match/"), answer.content[:300]
    return client
