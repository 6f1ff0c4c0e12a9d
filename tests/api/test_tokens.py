"""If these fail, a token outlives its end, its secret lies somewhere, or somebody makes one who may not."""

import datetime as dt

import pytest
import time_machine
from django.urls import reverse

from api.models import ApiToken, TokenUse
from tests.api.callers import Program, founder, issue
from tests.pages import read_page
from tests.tournaments.conftest import found_tournament
from tournaments.models import Organizer, OrganizerMember, StaffRole, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(director):
    return found_tournament(director, name="Sera")


def make(client, tournament, **more):
    data = {"name": "sito", "scope": "read", "days": "30", **more}
    return client.post(reverse("api:tokens", args=[tournament.slug]), data)


def test_the_secret_is_shown_once_and_stored_nowhere(evening, director_client):
    answer = make(director_client, evening)
    secret = read_page(answer).find("pre#secret").text.strip()
    assert Program(secret).read(f"/tournaments/{evening.slug}/entries").status_code == 200
    assert secret not in str(list(ApiToken.objects.values()))
    page = director_client.get(reverse("api:tokens", args=[evening.slug]))
    assert secret not in page.content.decode()
    assert f"…{secret[-4:]}" in page.content.decode()
    assert "no-store" in answer["Cache-Control"]


def test_an_ended_token_opens_nothing_from_that_moment(evening, director_client, director):
    Tournament.objects.update(public=False)
    program = Program(issue(evening, director))
    assert program.read(f"/tournaments/{evening.slug}").status_code == 200
    director_client.post(reverse("api:token_end", args=[evening.slug, ApiToken.objects.get().pk]))
    answer = program.read(f"/tournaments/{evening.slug}")
    assert (answer.status_code, answer.json()["code"], "Bearer" in answer["WWW-Authenticate"]) == (401, "token_revoked", True)


def test_a_token_ends_with_its_time_and_with_its_makers_login(evening, director):
    program = Program(issue(evening, director, days=1))
    with time_machine.travel(dt.datetime.now(dt.UTC) + dt.timedelta(days=2)):
        assert program.read("/games").json()["code"] == "token_expired"
    director.is_active = False
    director.save()
    assert program.read("/games").json()["code"] == "token_unknown"


def test_the_page_says_when_a_token_was_last_used(evening, director, director_client):
    secret = issue(evening, director)
    page = reverse("api:tokens", args=[evening.slug])
    assert read_page(director_client.get(page)).rows[1][3].endswith("never")
    Program(secret).read("/games")
    noted = TokenUse.objects.get().used_at
    Program(secret).read("/games")
    assert TokenUse.objects.get().used_at == noted  # every ten minutes is enough
    assert not read_page(director_client.get(page)).rows[1][3].endswith("never")


def test_only_directors_make_and_end_tokens(evening, client, stranger):
    address = reverse("api:tokens", args=[evening.slug])
    client.force_login(stranger)
    assert client.get(address).status_code == client.post(address, {"name": "x"}).status_code == 404
    StaffRole.objects.create(tournament=evening, user=stranger, role="assistant")
    assert client.get(address).status_code == client.post(address, {"name": "x", "scope": "direct", "days": "1"}).status_code == 403
    assert ApiToken.objects.count() == 0


def test_a_token_of_a_club_is_for_all_its_tournaments_and_no_others(evening, director, client):
    club = Organizer.objects.create(slug="circolo", name="Circolo")
    OrganizerMember.objects.create(organizer=club, user=director, role="director")
    own = found_tournament(director, name="Del circolo")
    Tournament.objects.filter(pk=own.pk).update(organizer=club, public=False)
    Tournament.objects.filter(pk=evening.pk).update(public=False)
    client.force_login(director)
    answer = client.post(reverse("api:club_tokens", args=["circolo"]), {"name": "ufficio", "scope": "read", "days": "365"})
    program = Program(read_page(answer).find("pre#secret").text.strip())
    assert program.read(f"/tournaments/{own.slug}").status_code == 200
    assert program.read(f"/tournaments/{evening.slug}").status_code == 404
    assert [one["slug"] for one in program.read("/tournaments").json()["items"]] == [own.slug]


def test_what_is_typed_wrong_is_said_and_kept(evening, director_client):
    answer = make(director_client, evening, scope="everything", name="sito nostro")
    assert answer.status_code == 422
    assert read_page(answer).fields["name"] == "sito nostro"
    assert "Choose again" in read_page(answer).text


def test_fifty_open_tokens_are_enough(evening, director, director_client):
    for _number in range(50):
        issue(evening, director)
    assert make(director_client, evening).status_code == 422
    assert founder(evening) == director
