"""Demonstrations to choose from: of every game an evening in progress, and a season."""

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.urls import reverse
from django.utils import translation

from desk.demonstrations.services import REGULARS, create_demonstration, play_demonstration, play_demonstrations
from desk.verification.queries import verify_tournament
from jobs.models import Job
from rankings.seasons.services import SeasonDetails, create_season
from rules import GAMES
from scoring.models import MatchResult
from tests.scoring.builders import NOW, build_user
from tournaments.models import Match, Person, Round, Season, Tournament

pytestmark = pytest.mark.django_db
IN_SHORT = {(2, 2, True), (5, 1, True), (2, 4, False)}
"""Sides, persons of a side, with cards: one game of each is played by `make test`, all by `make proofs`."""


def list_games():
    kinds = set()
    for game in GAMES:
        kind = (game.side_count, game.entry_size, game.plays_cards)
        yield pytest.param(game, id=game.key, marks=() if kind in IN_SHORT - kinds else pytest.mark.proof)
        kinds.add(kind)


@pytest.fixture
def director(db):
    return build_user("director")


@pytest.mark.parametrize("game", tuple(list_games()))
def test_an_evening_of_any_game_is_in_its_second_round(director, game):
    tournament = create_demonstration(game.key, actor=director, at=NOW)
    play_demonstration(tournament, director, at=NOW, whole=False)
    first, second = Round.objects.filter(stage__tournament=tournament).order_by("number")
    assert (first.state, second.state) == (Round.State.CLOSED, Round.State.PUBLISHED)
    played = Match.objects.filter(round=second, kind=Match.Kind.PLAYED)
    confirmed = MatchResult.objects.filter(match__in=played, state="confirmed").count()
    assert 0 < confirmed < played.count()
    assert (tournament.public, tournament.demonstration, tournament.game_key) == (False, True, game.key)
    assert list(verify_tournament(tournament)) == []


def test_begun_again_after_an_interruption_it_goes_on(director, client):
    client.force_login(director)
    answer = client.post("/demonstrations/", {"what": GAMES[0].key})
    job = Job.objects.get(kind="demonstration")
    assert answer["Location"] == job.get_absolute_url()
    for _again in range(2):
        play_demonstrations(job.arguments, print)
    tournament = Tournament.objects.get()
    assert job.arguments["page"] == reverse("tournaments:desk", args=[tournament.slug])
    assert Round.objects.filter(stage__tournament=tournament).count() == 2
    assert client.get(job.arguments["page"]).status_code == 200


def test_an_unknown_game_is_no_page(director, client):
    client.force_login(director)
    assert client.post("/demonstrations/", {"what": "chess"}).status_code == 404
    assert not Tournament.objects.exists()


def test_a_season_ranks_three_evenings_and_is_deleted_as_a_whole(director, client):
    director.is_superuser = True
    director.save()
    call_command("demo", "season")
    season = Season.objects.get()
    assert set(Tournament.objects.values_list("state", flat=True)) == {Tournament.State.FINISHED}
    assert Person.objects.count() <= REGULARS
    client.force_login(director)
    page = client.get(reverse("scoring:season_desk", args=[season.slug])).content.decode()
    assert Person.objects.first().name.split()[-1] in page
    assert client.post(reverse("scoring:season_remove", args=[season.slug]))["Location"] == "/"
    assert not Season.objects.exists()
    assert "Demonstration: evening" not in client.get("/").content.decode()


def test_a_real_season_is_not_deleted(director, client):
    client.force_login(director)
    season = create_season(SeasonDetails("Stagione"), actor=director)
    refused = client.post(reverse("scoring:season_remove", args=[season.slug]), follow=True)
    assert "no demonstration" in refused.content.decode()
    assert Season.objects.exists()


@pytest.mark.parametrize(
    ("language", "name", "stage"), [("it", "Dimostrazione: ", "Sistema svizzero"), ("en", "Demonstration: ", "Swiss system")]
)
def test_the_console_names_demonstrations_in_the_language_of_the_site(director, settings, language, name, stage):
    """A name stays as it was given, and the console of a server or of `make run` is English."""
    User.objects.update(is_superuser=True)
    settings.SITE_LANGUAGE = language
    with translation.override("en"):
        call_command("demo", "marafon")
    assert Tournament.objects.get().name.startswith(name)
    assert Tournament.objects.get().stages.get().stored_name == stage
