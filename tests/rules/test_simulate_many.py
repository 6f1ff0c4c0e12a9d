"""The compiled simulation against the play-out in pure Python, which the referee is compared with elsewhere."""

import json
import random
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from rules import game_by_key
from rules.masses import MassResult, packed, unpacked
from rules.playout import play_out, shuffle_deck
from rules.scorebook import sum_steps
from rules.simulate_kernel import holder_of_top, play, shuffle
from rules.simulate_many import CHUNK, mass_results, score_frequencies, table_arrays

KEYS = ("mariglia", "marafon")


def mass_of(key, **options):
    game = game_by_key(key)
    return game, game.mass(game.start(game.options_from(options)))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("must_beat", [False, True])
def test_every_hand_comes_to_the_same_as_in_pure_python(key, must_beat):
    game, mass = mass_of(key)
    power, values = table_arrays(mass)
    rng = random.Random(11)
    for _hand in range(500):
        deck, leader, trump = shuffle_deck(40, rng), rng.randrange(4), rng.randrange(4)
        slow = play_out(game.pack, deck, leader, trump, must_beat=must_beat)
        fast = play(np.array(deck, np.uint8), leader, trump, must_beat, power[trump], values[trump])
        assert fast == (slow.tricks[0], slow.points[0], slow.last)


def test_a_shuffled_deck_is_the_pack_in_any_order():
    """Every card falls on every place about as often: chi square over the table of 40 by 40."""
    deck, state, rounds = np.arange(40).astype(np.uint8), np.array([1], np.uint64), 20_000
    seen = np.zeros((40, 40), np.int64)
    for _round in range(rounds):
        shuffle(deck, state)
        seen[deck, np.arange(40)] += 1
    assert sorted(deck.tolist()) == list(range(40))
    assert seen.sum(axis=0).tolist() == [rounds] * 40
    chi_square = (((seen - rounds / 40) ** 2) / (rounds / 40)).sum()
    assert abs(chi_square - 39 * 39) < 5 * (2 * 39 * 39) ** 0.5


def test_the_top_trumps_in_one_hand_are_found():
    deck = list(range(40))
    assert holder_of_top(np.array(deck, np.uint8), 2, 3) == 3
    deck[19], deck[29] = deck[29], deck[19]
    assert [holder_of_top(np.array(deck, np.uint8), trump, 3) for trump in range(4)] == [1, 0, 0, 4]


@pytest.mark.parametrize("top", [None, 0, 3])
def test_a_packed_result_is_the_result(top):
    result = MassResult(3, 9, 10, 60, 1, top)
    assert unpacked(packed(result)) == result


@pytest.mark.parametrize("key", KEYS)
def test_the_kernel_packs_as_the_unpacker_reads(key):
    game, mass = mass_of(key)
    state = game.start(game.options_from({}))
    for codes in mass_results(mass, 200, random.Random(5)):
        for code in codes.tolist():
            assert packed(unpacked(code)) == code
            assert not any(problem.is_impossible for problem in game.problems(state, mass.sheet(unpacked(code))))


@pytest.mark.parametrize("key", KEYS)
def test_frequencies_are_those_of_hands_played_one_by_one(key):
    """Two independent samples of the same law: no score differs by more than six standard deviations."""
    game, deals = game_by_key(key), 20_000
    options = game.options_from({})
    state, rng = game.start(options), random.Random(17)
    slow = Counter(sum_steps(game.compute_steps(state, game.random_hand(state, rng)), 2) for _hand in range(deals))
    fast = score_frequencies(game, options, deals, "17", lambda _done: None)
    assert fast.total() == deals
    assert [score for score in slow | fast if abs(slow[score] - fast[score]) > 6 * (slow[score] + fast[score]) ** 0.5] == []


def test_the_same_seed_gives_the_same_and_progress_adds_up():
    game, heard = game_by_key("marafon"), []
    options = game.options_from({})
    first, again, other = (score_frequencies(game, options, CHUNK + 10, seed, heard.append) for seed in ("1", "1", "2"))
    assert first == again != other
    assert heard == [CHUNK, 10] * 3


def test_games_of_another_kind_are_played_one_by_one():
    game, heard = game_by_key("maranna"), []
    assert game.mass(game.start(game.options_from({}))) is None
    assert score_frequencies(game, game.options_from({}), 1500, "1", heard.append).total() == 1500
    assert heard == [1000, 500]


WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
from rules.__main__ import main
from rules.simulate_many import compiled
assert not compiled()
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("key", ["marafon", "mariglia", "sancagna2"])
def test_without_numba_the_same_is_told_more_slowly(key):
    """In a process that cannot import it; hands are then played one by one."""
    words = [sys.executable, "-c", WITHOUT_NUMBA, "simulate", key, "--deals", "300", "--seed", "1", "--json"]
    told = subprocess.run(words, capture_output=True, text=True, check=True)
    assert told.stderr == ""
    data = json.loads(told.stdout)
    assert sum(data["scores"].values()) <= 300
    assert sum(data["scores"].values()) > 250
