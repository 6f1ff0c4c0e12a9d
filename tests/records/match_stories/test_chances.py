"""The chance of winning. If this failed, a page would say 70 to 30 of matches that are won as often as not."""

import json

import pytest
from django.test import Client

from records.match_stories.chances import WinningChances, compute_chain, compute_race, has_chances, interpolate, share_units
from records.match_stories.queries import read_chances
from records.match_stories.stories import list_chances, tell_story, to_percent
from records.told_matches.queries import read_told_evening
from records.told_matches.telling import play_told_matches
from rules import GAMES, game_by_key
from tests.pages import read_page
from tests.records import retold
from tests.records.evening_numbers.test_oddities import play_told, read_lines

pytestmark = pytest.mark.turns(4)


def write_rules(key, **rules):
    game = game_by_key(key)
    return json.dumps({"game": key, "rules": game.options_to_json(game.options_from(rules))}, sort_keys=True)


def count_won(key, matches, low, high):
    """Of the scores at which the chance lies between the bounds: how many, how many of these were won, and what was told together."""
    rules = write_rules(key)
    chances = read_chances(rules)
    told = won = 0
    together = 0.0
    for match in play_told_matches(game_by_key(key), json.loads(rules)["rules"], matches, "other matches"):
        for value in list_chances(match, chances)[:-1]:
            for side, chance in ((0, value), (1, 1 - value)):
                if low <= chance <= high:
                    told, won, together = told + 1, won + (match.winner == side), together + chance
    return told, won, together


@pytest.mark.parametrize("key", ["marafon", "tressette", "maranna", "mariglia"])
def test_of_matches_told_seventy_to_thirty_so_many_are_won(key):
    told, won, _together = count_won(key, 400, 0.65, 0.75)
    assert told > 200
    assert 0.65 <= won / told <= 0.75, (told, won)


@pytest.mark.proof
@pytest.mark.parametrize("key", [game.key for game in GAMES if has_chances(game.start(game.options_from({})).plan)])
@pytest.mark.parametrize("tenth", range(10))
def test_every_tenth_of_the_scale_is_right_within_five_in_a_hundred(key, tenth):
    told, won, together = count_won(key, 1500, tenth / 10, tenth / 10 + 0.1)
    assert told < 600 or abs(won - together) / told <= 0.05, (told, won, together)


def test_the_chain_agrees_with_what_can_be_counted_by_hand():
    coin = {(1, 0): 0.5, (0, 1): 0.5}
    chain = compute_chain(coin, 3)
    assert [chain[at] for at in ((0, 0), (2, 0), (2, 1), (1, 2))] == [0.5, 7 / 8, 3 / 4, 1 / 4]
    assert all(chain[own, other] == pytest.approx(1 - chain[other, own]) for own, other in chain)
    assert (compute_race(1, 2), compute_race(2, 2), interpolate(chain, 3, 2, 3)) == (0.75, 0.5, 1.0)
    shared = share_units({(10, 7): 1.0}, 4)
    assert sum(first * 4 * share for (first, _second), share in shared.items()) == pytest.approx(10)


def test_a_chance_is_certain_only_at_the_end_and_even_at_the_beginning():
    rules = write_rules("marafon")
    match = play_told_matches(game_by_key("marafon"), json.loads(rules)["rules"], 1, "one")[0]
    values = list_chances(match, read_chances(rules))
    assert values[0] == pytest.approx(0.5)
    assert values[-1] == float(match.winner == 0)
    assert (to_percent(0.004), to_percent(0.999), to_percent(1.0)) == (1, 99, 100)
    story = tell_story(match, read_chances(rules))
    assert [hand.score for hand in story.hands] == [hand.after for hand in match.hands]


def test_after_the_turning_point_the_loser_was_never_level_or_ahead_again():
    rules = write_rules("tressette")
    for match in play_told_matches(game_by_key("tressette"), json.loads(rules)["rules"], 40, "turns"):
        story = tell_story(match, read_chances(rules))
        own = [value if match.winner == 0 else 1 - value for value in list_chances(match, read_chances(rules))]
        assert own[story.turning.number - 1] <= 0.5 + 1e-9, own
        assert min(own[story.turning.number :]) > 0.5


def test_games_without_such_a_chain_have_curves_only():
    sancagna = game_by_key("sancagna")
    assert not has_chances(sancagna.start(sancagna.options_from({})).plan)
    match = play_told_matches(sancagna, {}, 1, "one")[0]
    assert tell_story(match, None).chance_path == ""
    assert isinstance(read_chances(write_rules("briscola")), WinningChances)


@pytest.mark.django_db
def test_the_public_page_tells_the_scores_of_the_ledger(data):
    tournament = play_told("tressette")
    again = retold.retell("tressette", read_lines(tournament))
    match = max(read_told_evening(tournament).matches, key=lambda one: len(one.hands))
    page = read_page(Client(headers={"accept-language": "en"}).get(f"/tournaments/{tournament.slug}/matches/{match.code}/"))
    rows = page.texts(".match-story tbody tr")
    assert [row.split()[2] for row in rows] == [f"{after[0]}–{after[1]}" for _game, _before, after in again[match.code].hands]
    assert rows[-1].split()[3] == ("100%" if again[match.code].winner == 0 else "0%")
