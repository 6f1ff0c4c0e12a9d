"""Tournaments that are put away: deleted where nothing was entered, else archived."""

import pytest
from django.db import connection
from django.test import Client

from desk.overview.archiving import archive_tournament
from desk.rehearsal.removal import remove_tournament
from desk.rounds.services import draw_next_round
from jobs.worker import report_worker_alive
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import play_evening
from tests.tournaments.conftest import enter_pairs, found_tournament
from tests.tournaments.doors import publish_round
from tournaments.models import Entry, Person, Round, Seat, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stages.services import create_stage

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def director(db):
    return build_user("director")


@pytest.fixture
def mistake(director):
    """A tournament with a published round in which nothing was entered."""
    tournament = found_tournament(director, "Sbagliato")
    enter_pairs(tournament, director, 4)
    stage = create_stage(tournament, actor=director, format_key="knockout", options={})
    publish_round(draw_next_round(stage, actor=director, seed="x", at=NOW), actor=director, at=NOW)
    return Tournament.objects.get(pk=tournament.pk)


@pytest.fixture
def desk(director):
    report_worker_alive()
    client = Client()
    client.force_login(director)
    return client


def test_a_tournament_without_results_is_deleted_with_everything(mistake, director):
    other = found_tournament(director, "Vero")
    enter_pairs(other, director, 2)
    remove_tournament(mistake, actor=director)
    connection.check_constraints()
    assert list(Tournament.objects.values_list("name", flat=True)) == ["Vero"]
    assert (Entry.objects.count(), Round.objects.count(), Seat.objects.count()) == (2, 0, 0)
    assert set(Person.objects.values_list("memberships__tournament", flat=True)) == {other.pk}
    assert not Tournament.history.filter(id=mistake.pk).exists()


def test_a_tournament_with_results_stays(director):
    tournament = play_evening()
    with pytest.raises(ChangeRefused) as refused:
        remove_tournament(tournament, actor=director)
    assert refused.value.code == "has_results"
    assert Tournament.objects.filter(pk=tournament.pk).exists()


def test_the_button_wants_its_box_ticked(mistake, desk):
    address = f"/desk/{mistake.slug}/remove/"
    assert desk.post(address).headers["Location"] == f"/desk/{mistake.slug}/settings/"
    assert Tournament.objects.filter(pk=mistake.pk).exists()
    assert desk.post(address, {"sure": "1"}).headers["Location"] == "/"
    assert not Tournament.objects.filter(pk=mistake.pk).exists()


def test_an_archived_tournament_leaves_the_start_page_and_comes_back(desk, director):
    tournament = play_evening(closed=2, name="Vecchia serata")
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=False)
    desk.post(f"/desk/{tournament.slug}/archive/")
    home = desk.get("/").context["home"]
    assert ([line.name for line in home.mine.page], [line.name for line in home.archived.page]) == ([], ["Vecchia serata"])
    assert "Vecchia serata" not in Client().get("/").content.decode()
    assert desk.get(f"/desk/{tournament.slug}/").status_code == 200
    desk.post(f"/desk/{tournament.slug}/archive/", {"back": "1"})
    assert [line.name for line in desk.get("/").context["home"].mine.page] == ["Vecchia serata"]


def test_nothing_is_archived_while_it_is_played(mistake, director):
    with pytest.raises(ChangeRefused) as refused:
        archive_tournament(mistake, actor=director, at=NOW)
    assert refused.value.code == "round_open"
