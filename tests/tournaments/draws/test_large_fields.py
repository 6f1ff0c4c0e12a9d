"""A field of thousands in every format: it is drawn, or refused in a sentence before anything is stored."""

import html
import re
from itertools import product

import pytest

from desk.overview.services import has_partners
from pairing import FORMATS
from rules import GAMES
from tests.tournaments.conftest import found_tournament
from tournaments.models import Entry, Match, Stage
from tournaments.stages.queries import find_unsuitability

pytestmark = pytest.mark.django_db

FEDERATION = 10_000
_INPUT = re.compile(r'<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"')


@pytest.fixture
def tournaments(director):
    """By format a tournament that it suits, without entries; formats share one where they can."""
    kinds = [(game, individual) for game, individual in product(GAMES, (False, True)) if not individual or has_partners(game.key)]
    candidates = [found_tournament(director, f"{game.key} {alone}", game_key=game.key, individual=alone) for game, alone in kinds]
    return {chosen: next(each for each in candidates if find_unsuitability(chosen, each) is None) for chosen in FORMATS}


def enter_many(tournament, count):
    Entry.objects.bulk_create(Entry(tournament=tournament, number=number, name=f"Anna {number}") for number in range(1, count + 1))


def plan_stage(client, tournament, chosen):
    path = f"/desk/{tournament.slug}/stages/new/?format={chosen.key}"
    return client.post(path, dict(_INPUT.findall(client.get(path).content.decode())))


def check_refusal(client, tournament, chosen, count):
    answer = plan_stage(client, tournament, chosen)
    sentence = f"This format takes at most {chosen.most} entries; there are {count}. Choose another format."
    assert sentence in html.unescape(answer.content.decode()), chosen.key
    assert not Stage.objects.filter(tournament=tournament, format_key=chosen.key).exists(), chosen.key


def test_a_format_that_cannot_hold_so_many_says_so_and_stores_nothing(director_client, tournaments):
    """One entry more than the largest of its limited formats holds, in each tournament."""
    limited = {chosen: tournament for chosen, tournament in tournaments.items() if chosen.most < FEDERATION}
    counts = {
        tournament.pk: 1 + max(chosen.most for chosen, each in limited.items() if each == tournament) for tournament in limited.values()
    }
    for tournament in {each.pk: each for each in limited.values()}.values():
        enter_many(tournament, counts[tournament.pk])
    for chosen, tournament in limited.items():
        check_refusal(director_client, tournament, chosen, counts[tournament.pk])


@pytest.mark.proof
def test_ten_thousand_entries_are_drawn_or_refused_in_every_format(director_client, tournaments, figures):
    for tournament in set(tournaments.values()):
        enter_many(tournament, FEDERATION)
    matches = {}
    for chosen, tournament in tournaments.items():
        if chosen.most < FEDERATION:
            check_refusal(director_client, tournament, chosen, FEDERATION)
            continue
        place = plan_stage(director_client, tournament, chosen)["Location"]
        assert director_client.post(f"{place}draw/", {"absent": "leave"}).status_code == 302, chosen.key
        drawn = Match.objects.filter(round__stage__tournament=tournament, round__stage__format_key=chosen.key)
        matches[chosen.key] = drawn.count()
    figures(matches=matches)
    assert matches == dict.fromkeys(("swiss", "danish", "heats"), FEDERATION // 2)
