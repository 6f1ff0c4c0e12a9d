"""Random hands of every game from the table to the score: a few hundred always, a million in the long form."""

import multiprocessing
import sys

import pytest

from rules import GAMES, HandEntry, game_by_key
from tests.rules.million import halves, judge_hands, refusals

pytestmark = pytest.mark.turns(4)

SEED, MILLION = 2026, 1_000_000


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_no_random_hand_is_refused(game):
    judged = judge_hands(game.key, 300, SEED)
    assert (judged.refused, judged.void, judged.hands) == ((), 0, 300)


def test_a_hand_that_cannot_be_is_refused():
    """The control: a sheet that no cards give does not pass."""
    game = game_by_key("marafon")
    state = game.start(game.options_from({}))
    wrong = game.entry_from(state, {"points_0": "11", "tricks_0": "2"})
    assert isinstance(wrong, HandEntry)
    assert list(refusals(game, state, wrong)) == [f"{wrong}: ['count_by_tricks', 'cappotto']"]


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_no_hand_of_a_million_is_refused(game, capsys):
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        parts = pool.starmap(judge_hands, halves(game.key, MILLION, SEED))
    judged, seconds = sum(part.different for part in parts), sum(part.seconds for part in parts)
    with capsys.disabled():
        sys.stdout.write(
            f"\n{game.key}: {MILLION} hands, {judged} sheets judged, seeds {SEED} and {SEED + 1}, {seconds:.0f} seconds of processor time\n"
        )
    assert [part.refused for part in parts] == [(), ()]
    assert sum(part.hands for part in parts) == MILLION
