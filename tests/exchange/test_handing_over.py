"""A tournament that is played on another computer: nothing is written here, until its file comes home or somebody takes it back."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from desk.rounds.services import draw_next_round
from exchange.continuing import continue_tournament
from exchange.handing_over import hand_over, take_back
from exchange.writing import build_document
from scoring.entry.services import submit_event
from scoring.models import LedgerEntry
from tests.exchange.encoded import encode_document
from tests.exchange.test_continuing import play_elsewhere, play_on
from tests.scoring.builders import NOW, build_user, origin
from tests.scoring.evenings import play_evening
from tests.scoring.hands import fresh_key, typed
from tests.tournaments.doors import publish_round
from tournaments.importing.services import import_entries
from tournaments.models import Match, Stage, Tournament
from tournaments.refusals import HandedOver

pytestmark = pytest.mark.django_db
PLACE = "portatile del Bar Centrale"


@pytest.fixture
def evening():
    """One round is over and the second is being played."""
    tournament, director = play_evening(rounds=1), build_user("director")
    publish_round(draw_next_round(Stage.objects.get(), actor=director, seed="on", at=NOW), actor=director, at=NOW)
    return tournament


@pytest.fixture
def desk(evening):
    client = Client()
    client.force_login(build_user("director"))
    return client


def address(name, tournament):
    return reverse(f"backup:{name}", args=[tournament.slug])


def test_whoever_has_an_old_page_open_is_refused_under_the_lock(evening, desk):
    """The tournament was read before it was handed over: rights and fingerprints are read again where the writing begins."""
    director, match = build_user("director"), Match.objects.select_related("round__stage__tournament").last()
    before = LedgerEntry.objects.count()
    hand_over(evening, PLACE, actor=director, at=NOW)
    with pytest.raises(HandedOver, match=PLACE):
        submit_event(match, typed(45), origin=origin(fresh_key(), director), version=None)
    with pytest.raises(HandedOver):
        draw_next_round(Stage.objects.get(), actor=director, seed="s", at=NOW)
    with pytest.raises(HandedOver):
        import_entries(evening, "Tardi / Arrivata", actor=director)
    with pytest.raises(HandedOver):
        hand_over(evening, "altrove", actor=director, at=NOW)
    assert LedgerEntry.objects.count() == before


def test_the_desk_says_where_it_is_played_and_takes_it_back_with_a_tick(evening, desk):
    page = address("safety", evening)
    assert "Write where it will be played" in desk.post(address("hand_over", evening), {"place": " "}, follow=True).content.decode()
    assert "Handed over." in desk.post(address("hand_over", evening), {"place": PLACE}, follow=True).content.decode()
    overview = desk.get(reverse("tournaments:desk", args=[evening.slug])).content.decode()
    assert f"Being played on another computer: {PLACE}" in overview
    match = Match.objects.filter(kind=Match.Kind.PLAYED).last()
    enter = reverse("scoring:enter_hand", args=[evening.slug, match.code])
    assert PLACE in desk.get(reverse("scoring:match", args=[evening.slug, match.code])).content.decode()
    refused = desk.post(enter, {"version": "0", "key": fresh_key(), "total_0": "45"})
    assert (refused.status_code, PLACE in refused.content.decode()) == (423, True)
    row = desk.post(enter, {"version": "0", "key": fresh_key(), "total_0": "45"}, headers={"accept": "application/json"})
    assert (row.json()["plain"], row.json()["saved"]) == (True, False)
    typed = desk.post(
        reverse("scoring:command", args=[evening.slug]), {"command": f"{match.table} 2-0"}, headers={"accept": "application/json"}
    )
    assert f"played on another computer ({PLACE})" in typed.json()["said"], "the line that the console shows"
    assert desk.get(address("safety_file", evening)).status_code == 200
    desk.post(address("take_back", evening))
    assert Tournament.objects.get().handed_over_at is not None
    assert "Resumed" in desk.post(address("take_back", evening), {"sure": "yes"}, follow=True).content.decode()
    assert Tournament.objects.get().handed_over_at is None
    assert PLACE not in desk.get(page).content.decode()


def test_the_file_that_comes_home_takes_the_note_away(evening):
    document = play_elsewhere(evening, play_on)
    hand_over(evening, PLACE, actor=build_user("director"), at=NOW)
    assert PLACE not in encode_document(build_document(Tournament.objects.get())).decode()
    continue_tournament(document, actor=build_user("director"))
    tournament = Tournament.objects.get()
    assert (tournament.handed_over_at, tournament.handed_over_to) == (None, "")


def test_only_a_director_hands_over_and_takes_back(evening):
    for change in (lambda who: hand_over(evening, PLACE, actor=who, at=NOW), lambda who: take_back(evening, actor=who)):
        with pytest.raises(PermissionDenied):
            change(build_user("somebody"))
