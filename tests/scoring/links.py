"""Slips of tables, as tests hold them."""

import datetime as dt

from django.contrib.auth.models import User
from django.test import Client

from scoring.ledger.appending import build_table_actor
from tests.pages import read_page
from tests.scoring.builders import NOW
from tournaments.models import Match
from visitors.phones.services import issue_links

DAY = dt.timedelta(days=1)


def issue(*matches: Match, sides=(0, 1), at=NOW):
    """A slip for each side of each match, in order."""
    places = [(match, side) for match in matches for side in sides]
    return issue_links(matches[0].round.stage.tournament, places, actor=User.objects.get(username="director"), at=at)


def actors(match):
    """Both sides of a match, as the ledger knows them."""
    return [build_table_actor(one.link) for one in issue(match)]


def place_on(page) -> str:
    """The place that the forms of a page carry."""
    return read_page(page).find("[name=place]")["value"]


class Phone(Client):
    """A browser at a table: what it sends carries the place of the page that it last saw; without one it looks first."""

    page = None

    def get(self, path, *arguments, **headers):
        answer = super().get(path, *arguments, **headers)
        if path.startswith("/t/match/") and 'name="place"' in answer.content.decode():
            self.page = answer
        return answer

    def post(self, path, data=None, *arguments, **headers):
        if path.startswith("/t/match/") and isinstance(data, dict | None) and "place" not in (data or {}):
            page = self.page or self.get("/t/match/")
            data = {"place": place_on(page), **(data or {})} if 'name="place"' in page.content.decode() else data
        return super().post(path, data, *arguments, **headers)


def phone(slip, **options) -> Client:
    """A browser that has opened the slip."""
    client = Phone(**options)
    answer = client.post("/t", {"secret": slip.secret})
    assert (answer.status_code, answer["Location"]) == (303, "/t/match/"), answer.content[:300]
    return client
