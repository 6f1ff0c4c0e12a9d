"""From a public page to the page of the desk that is about the same: one link, for the staff of that tournament alone."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.pages import read_page
from tests.scoring.builders import NOW
from tests.scoring.seasons import build_evening, build_season
from tests.tournaments.conftest import draw_first, enter_pairs, found_tournament
from tests.tournaments.doors import publish_round
from tournaments.models import Match, StaffRole, Tournament

pytestmark = pytest.mark.django_db
WAYS = {
    "": "results/",
    "results/": "results/",
    "results/?round=1.1": "results/?stage=1&round=1",
    "results/?round=1.x": "results/",
    "matches/{code}/": "matches/{code}/",
    "pools/": "results/?view=picture",
    "bracket/": "results/?view=picture",
    "standings/": "standings/",
    "final/": "final/",
    "players/": "entries/",
    "players/2/": "entries/2/",
    "draws/1/1/": "stages/1/rounds/1/why/",
    "calendar/": "calendar/",
    "rules/": "",
    "ledger/": "",
}
"""From which public page of a tournament to which page of its desk."""


@pytest.fixture
def evening(director):
    tournament = found_tournament(director, "Serata")
    enter_pairs(tournament, director, 4)
    publish_round(draw_first(tournament, director, format_key="round_robin"), actor=director, at=NOW)
    return Tournament.objects.get(pk=tournament.pk)


def list_ways(answer) -> list[str]:
    assert answer.status_code == 200
    return [link["href"] for link in read_page(answer).find_all("li.to-desk a")]


def test_every_public_page_leads_its_director_to_the_same_at_the_desk(evening, director_client):
    code = Match.objects.filter(kind=Match.Kind.PLAYED).first().code
    for public, desk in WAYS.items():
        way = f"/desk/{evening.slug}/{desk.replace('{code}', code)}"
        assert list_ways(director_client.get(f"/tournaments/{evening.slug}/{public.replace('{code}', code)}")) == [way]
        assert director_client.get(way).status_code == 200


def test_the_page_of_a_season_leads_its_directors_to_its_desk(director_client):
    season = build_season(build_evening("One", 1, "Loi"))
    ways = [list_ways(client.get(reverse("scoring:season", args=[season.slug]))) for client in (director_client, Client())]
    assert ways == [[reverse("scoring:season_desk", args=[season.slug])], []]


def test_nobody_else_sees_the_way(evening, director_client):
    """Readers without a login, and somebody who works elsewhere."""
    address = reverse("scoring:public_standings", args=[evening.slug])
    other = Client()
    other.force_login(User.objects.create_user("elsewhere"))
    assert [list_ways(client.get(address)) for client in (Client(), other)] == [[], []]
    bodies = {Client().get(address).content for _reader in range(2)}
    director_client.get(address)
    assert {Client().get(address).content} == bodies


def test_without_the_right_to_its_page_the_way_leads_to_the_evening(evening):
    reader = User.objects.create_user("reader")
    StaffRole.objects.create(tournament=evening, user=reader, role=StaffRole.Role.READER)
    client = Client()
    client.force_login(reader)
    for path in ("players/2/", "draws/1/1/"):
        assert list_ways(client.get(f"/tournaments/{evening.slug}/{path}")) == [f"/desk/{evening.slug}/results/"]


def test_a_new_role_is_seen_although_the_page_has_not_changed(evening):
    address = reverse("scoring:public_results", args=[evening.slug])
    helper = User.objects.create_user("helper")
    client = Client()
    client.force_login(helper)
    tag = client.get(address)["ETag"]
    assert client.get(address, HTTP_IF_NONE_MATCH=tag).status_code == 304
    StaffRole.objects.create(tournament=evening, user=helper, role=StaffRole.Role.ASSISTANT)
    assert list_ways(client.get(address, HTTP_IF_NONE_MATCH=tag)) == [reverse("scoring:results", args=[evening.slug])]
