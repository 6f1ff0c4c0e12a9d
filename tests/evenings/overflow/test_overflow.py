"""If this fails, people who came unannounced are lost between two tournaments, or told a wrong end."""

import pytest
from django.urls import reverse

from evenings.enrolment.services import let_everybody_in, withdraw
from evenings.overflow.queries import read_overflow
from evenings.overflow.services import open_second
from evenings.overflow.views import compute_overflow_fingerprint
from tests.evenings.conftest import enrol_pair, enrol_single, found_evening
from tournaments.announcing.queries import read_announcement
from tournaments.models import Enrolment, Entry, StaffRole, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.seen import Seen

pytestmark = pytest.mark.both_databases


@pytest.fixture
def crowded(director):
    """Four places, ten pairs and three singles."""
    tournament = found_evening(director)
    for number in range(10):
        enrol_pair(tournament, f"P{number}")
    for number in range(3):
        enrol_single(tournament, f"S{number}")
    return tournament


def test_each_way_names_how_many_and_ends_later_with_more(crowded):
    overflow = read_overflow(crowded)
    ways = {way.key: way for way in overflow.ways}
    assert {key: way.entries for key, way in ways.items()} == {"now": 4, "everybody": 12, "halves": 6, "second": 8}
    assert all(way.hours is not None for way in ways.values())


def test_a_second_tournament_takes_all_who_wait_in_their_order(crowded, director, client):
    waiting = list(Enrolment.objects.filter(tournament=crowded, state="waiting"))
    second = open_second(crowded, actor=director)
    assert (second.date, second.game_key, second.rules) == (crowded.date, crowded.game_key, crowded.rules)
    moved = list(Enrolment.objects.filter(tournament=second))
    assert [row.pk for row in moved] == [row.pk for row in waiting]
    assert {row.state for row in moved} == {"placed"}
    assert Entry.objects.filter(tournament=second).count() == 6
    assert Entry.objects.filter(tournament=crowded).count() == 4
    page = client.get(reverse("evenings:own", args=[waiting[0].code])).content.decode()
    assert second.name in page
    assert "Moved to a second tournament on the same day." in page
    assert StaffRole.objects.filter(tournament=second, user=director, role="director").exists()


def test_a_second_tournament_is_opened_once(crowded, director):
    open_second(crowded, actor=director)
    with pytest.raises(ChangeRefused):
        open_second(crowded, actor=director)
    assert Tournament.objects.count() == 2


def test_everybody_in_raises_the_limit_to_those_who_are_here(crowded, director):
    assert let_everybody_in(crowded, actor=director) == 9
    assert read_announcement(crowded).places == 12
    assert not Enrolment.objects.filter(tournament=crowded, state="waiting").exists()


@pytest.mark.parametrize("act", [let_everybody_in, open_second])
def test_what_was_decided_on_another_number_changes_nothing(crowded, director, act):
    seen = Seen(compute_overflow_fingerprint(crowded), lambda: compute_overflow_fingerprint(crowded))
    withdraw(Enrolment.objects.filter(tournament=crowded, state="waiting").last())
    with pytest.raises(ChangeRefused):
        act(crowded, actor=director, seen=seen)
    assert Tournament.objects.count() == 1
    assert Enrolment.objects.filter(tournament=crowded, state="waiting").exists()


def test_the_page_shows_the_ways_while_somebody_waits(crowded, director, director_client):
    address = reverse("evenings:overflow", args=[crowded.slug])
    assert "Open a second tournament" in director_client.get(address).content.decode()
    let_everybody_in(crowded, actor=director)
    assert "Nobody waits for a place." in director_client.get(address).content.decode()
