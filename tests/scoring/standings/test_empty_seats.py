"""Somebody leaves a tournament of individuals: the desk says what it does to the others, and a substitute keeps every table full."""

import pytest
from django.urls import reverse

from desk.rounds.services import close_round, draw_next_round
from scoring.entry.services import submit_event
from scoring.ledger.match_log import Forfeit
from scoring.standings.stored import compute_standings
from tests.scoring.builders import NOW, build_user, origin
from tests.scoring.evenings import origin_of
from tests.scoring.hands import SURE, fresh_key
from tests.tournaments.conftest import found_tournament
from tests.tournaments.doors import publish_round
from tournaments.importing.services import import_entries
from tournaments.models import Entry, Match, Round, Seat, Tournament
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db
NAMES = ("Anna", "Bruno", "Carla", "Dino", "Elsa", "Fabio", "Gina", "Ivo")


@pytest.fixture
def evening():
    director = build_user()
    tournament = found_tournament(director, "Baraonda", game_key="marafon", individual=True)
    import_entries(tournament, "\n".join(f"Guerra {name}" for name in NAMES), actor=director)
    stage = create_stage(tournament, actor=director, format_key="individual", options={"rounds": 3})
    publish_round(draw_next_round(stage, actor=director, seed="seed", at=NOW), actor=director, at=NOW)
    return tournament


def finish_round(tournament):
    """The first side wins every match without playing, and the round is closed."""
    director = build_user()
    round_ = Round.objects.get(stage__tournament=tournament, state=Round.State.PUBLISHED)
    for match in round_.matches.filter(kind=Match.Kind.PLAYED):
        submit_event(match, Forfeit(0), origin=origin(fresh_key()), version=None, override=SURE)
    close_round(round_, actor=director, origin=origin_of(director))


def draw_next(tournament):
    director = build_user()
    return publish_round(draw_next_round(tournament.stages.get(), actor=director, seed="next", at=NOW), actor=director, at=NOW)


def test_the_page_says_how_many_would_rest_and_where_substitutes_are_allowed(evening, client):
    client.force_login(build_user())
    address = reverse("tournaments:entry_edit", args=[evening.slug, 3])
    page = client.get(address).content.decode()
    assert "With 7 players 3 have a bye in every round" in page
    assert reverse("tournaments:settings", args=[evening.slug]) in page
    Tournament.objects.update(substitutions=True)
    assert 'href="#substitute"' in client.get(address).content.decode()
    Entry.objects.filter(number=8).update(state=Entry.State.WITHDRAWN)
    assert "have a bye in every round" not in client.get(address).content.decode()


def test_a_substitute_has_the_place_and_the_points_and_nobody_rests(evening, client):
    Tournament.objects.update(substitutions=True)
    finish_round(evening)
    stage = evening.stages.get()
    before = {line.entrant: line.points for line in compute_standings(stage).lines}
    client.force_login(build_user())
    page = client.get(reverse("tournaments:entry_edit", args=[evening.slug, 3]))
    typed = {"leaves": "0", "comes": "Guerra Sostituto", "words": "deve andare", "seen": page.context["members_fingerprint"]}
    key = {"key": fresh_key()}
    done = client.post(reverse("scoring:substitute", args=[evening.slug, 3]), typed | key, follow=True)
    assert "Guerra Sostituto plays for Guerra Carla from now on." in done.content.decode()
    round_ = draw_next(evening)
    assert Seat.objects.filter(round=round_).count() == 8
    assert not round_.matches.filter(kind=Match.Kind.BYE).exists()
    entry = Entry.objects.get(tournament=evening, number=3)
    assert entry.name == "Guerra Sostituto"
    assert {line.entrant: line.points for line in compute_standings(stage).lines} == before


def test_without_a_substitute_three_of_seven_rest_in_turn(evening, client):
    finish_round(evening)
    client.force_login(build_user())
    client.post(reverse("tournaments:entry_withdraw", args=[evening.slug, 3]))
    resting = []
    for _round in (2, 3):
        round_ = draw_next(evening)
        resting += Seat.objects.filter(round=round_, match__kind=Match.Kind.BYE).values_list("entry__number", flat=True)
        finish_round(evening)
    assert len(resting) == len(set(resting)) == 6
    assert 3 not in resting
