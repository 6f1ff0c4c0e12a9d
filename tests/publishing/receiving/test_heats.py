"""Heats in several places whose desks share no network. If these failed, their one page and one ranking would lack a heat, or count one
twice, or keep one that its desk took back.
"""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from publishing.models import PairedDesk, ReceivedTournament
from publishing.pairing_codes.services import make_code
from publishing.receiving.services import decide_desk
from rankings.seasons.services import SeasonDetails, create_season, remove_evening
from tests.publishing.receiving.desks import Desk, found_club, read_document, take_away
from tests.scoring.evenings import play_evening
from tournaments.models import Season, SeasonEvening, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return found_club()


@pytest.fixture
def heats(club):
    """Two evenings as their desks send them, and the season of the club."""
    documents = []
    for name in ("uno", "due"):
        tournament = play_evening(name=f"Bar {name}")
        Tournament.objects.filter(pk=tournament.pk).update(public=True, demonstration=False, venue=f"Bar {name}")
        documents.append(read_document(tournament))
        take_away(tournament)
    season = create_season(SeasonDetails("Batterie"), actor=club[1])
    return documents, season


def pair(club, season, name):
    desk = Desk(name)
    assert desk.pair(make_code(club[0], actor=club[1], at=timezone.now(), season=season)).status_code == 200
    return desk


def list_places(season):
    return sorted(row.tournament.venue for row in SeasonEvening.objects.filter(season=season).select_related("tournament"))


def test_every_desk_of_a_season_brings_its_heats_to_one_page_and_one_ranking(club, heats):
    documents, season = heats
    desks = [pair(club, season, name) for name in ("Bar uno", "Bar due")]
    for desk, document in zip(desks, documents, strict=True):
        assert desk.send(document).status_code == 200
    assert list_places(season) == ["Bar due", "Bar uno"]
    page = Client().get(f"/seasons/{season.slug}/").text
    assert ("Bar uno" in page, "Bar due" in page) == (True, True)
    renamed = documents[0] | {"tournament": documents[0]["tournament"] | {"name": "Batteria al porto"}}
    assert desks[0].send(renamed).status_code == 200
    assert (list_places(season), "Batteria al porto" in Client().get(f"/seasons/{season.slug}/").text) == (["Bar due", "Bar uno"], True)
    assert desks[1].withdraw(documents[1]["tournament"]["created_at"]).status_code == 200
    assert (list_places(season), "Bar due" in Client().get(f"/seasons/{season.slug}/").text) == (["Bar uno"], False)
    assert desks[1].send(documents[1], whole=True).status_code == 200  # public again: it counts again
    assert list_places(season) == ["Bar due", "Bar uno"]


def test_who_takes_a_heat_out_of_the_season_has_the_last_word_and_another_desk_changes_nothing(club, heats):
    documents, season = heats
    first, second = pair(club, season, "Bar uno"), pair(club, season, "Riserva")
    assert first.send(documents[0]).status_code == 200
    assert second.send(documents[0]).json()["problem"] == "two_desks"
    decide_desk(ReceivedTournament.objects.get(desk=second.key), actor=club[1])
    second.document = None
    assert second.send(documents[0]).status_code == 200
    assert list_places(season) == ["Bar uno"]
    remove_evening(season, SeasonEvening.objects.get(), actor=club[1])
    changed = documents[0] | {"tournament": documents[0]["tournament"] | {"venue": "Bar tre"}}
    assert second.send(changed).status_code == 200
    assert (Tournament.objects.get().venue, list_places(season)) == ("Bar tre", [])


def test_a_heat_of_another_game_does_not_count_and_a_season_that_ended_asks_nothing(club, heats):
    documents, season = heats
    Season.objects.filter(pk=season.pk).update(game_key="mattazza")
    desk = pair(club, season, "Bar uno")
    assert desk.send(documents[0]).status_code == 200
    assert list_places(season) == []
    Season.objects.all().delete()
    assert PairedDesk.objects.get().season is None
    desk.document = None
    assert desk.send(documents[1]).status_code == 200


def test_the_code_of_a_season_is_for_those_who_direct_it(club, heats):
    _documents, season = heats
    other = found_club("Altro", "altra")
    with pytest.raises(PermissionDenied):
        make_code(*other[:1], actor=other[1], at=timezone.now(), season=season)
    president = Client()
    president.force_login(club[1])
    page = president.post("/organizers/circolo/desks/code/", {"season": season.pk}).text
    assert "What that desk shows counts in “Batterie”." in page
    refused = president.post("/organizers/circolo/desks/code/", {"season": season.pk + 1}, follow=True).text
    assert "No code was made" in refused
