"""Rows of a sheet against the matches that they are for, and short sheets against the engine that has to understand them."""

import itertools
import random

import pytest

from rules import GAMES, HandEntry, game_by_key
from rules.contract import Preset
from rules.game import Game
from rules.lengths import choose_rows, count_hands_per_game, count_hands_per_match
from rules.simulate import play_random_steps
from tests.cases import every_case
from tests.rules.playouts import compute_overflow

PRESETS = [(game, preset) for game in GAMES for preset in game.presets]
NAMES = [f"{game.key}-{preset.key}" for game, preset in PRESETS]
QUICK = [("marafon", "tournament-31"), ("sancagna", "tournament")]


def compute_share_without_rows(game: Game, preset: Preset, matches: int) -> float:
    """Share of fresh random matches that do not fit the rows chosen from others."""
    options = game.options_from(dict(preset.options))
    plan = game.build_plan(options)
    targets = [plan.target_points(number) for number in range(1, 2 if plan.carries else plan.most_games + 1)]
    rows = choose_rows(count_hands_per_game(game, options, 1_200, f"{game.version}"), targets)
    return compute_overflow(count_hands_per_game(game, options, matches, "afresh"), rows)


@pytest.mark.parametrize(("key", "preset_key"), QUICK)
def test_ninety_nine_matches_of_a_hundred_fit(key: str, preset_key: str) -> None:
    game = game_by_key(key)
    preset = next(preset for preset in game.presets if preset.key == preset_key)
    assert compute_share_without_rows(game, preset, 300) <= 0.015  # the error of a share of 300


@pytest.mark.proof
@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=NAMES)
def test_ninety_nine_matches_of_a_hundred_fit_under_every_preset(game: Game, preset: Preset) -> None:
    assert compute_share_without_rows(game, preset, 3_000) <= 0.0125


@every_case("seed", range(20))
def test_the_rows_are_the_fewest_that_brute_force_finds(seed: int) -> None:
    """Of two targets, with a share so low that rows are taken from both."""
    dice = random.Random(seed)
    matches = [tuple(dice.randint(1, 6) for _game in range(dice.choice((2, 3)))) for _match in range(30)]
    rows = choose_rows(matches, (35, 35, 45), 0.8)
    fitting = [
        (first, last)
        for first, last in itertools.product(range(1, 7), repeat=2)
        if compute_overflow(matches, (first, first, last)) <= 0.2 + 1e-9
    ]
    assert 2 * rows[0] + rows[2] == min(2 * first + last for first, last in fitting)
    assert (rows[0], rows[2]) in fitting


def test_games_are_counted_one_by_one() -> None:
    game = game_by_key("marafon")
    options = game.options_from({})
    by_game = count_hands_per_game(game, options, 50, "seed")
    assert tuple(map(sum, by_game)) == count_hands_per_match(game, options, 50, "seed")
    assert {len(match) for match in by_game} == {2, 3}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_what_a_short_sheet_says_is_enough_for_the_score(game: Game) -> None:
    """Every hand of random matches, from the fields of the short sheet alone."""
    dice = random.Random(5)
    state = game.start(game.options_from({}))
    for event, after in play_random_steps(game, state.options, dice):
        if isinstance(event, HandEntry):
            typed = {box: text for box, text in list_written(game, event).items() if is_short(game, box)}
            read = game.advance(state, game.entry_from(state, typed))
            assert (read.score, read.games_won, read.over) == (after.score, after.games_won, after.over)
        state = after


def is_short(game: Game, box: str) -> bool:
    return any(box in {name, *(f"{name}_{side}" for side in range(game.side_count))} for name in game.paper.short)


def list_written(game: Game, event: HandEntry) -> dict[str, str]:
    """The boxes of the hand as they were typed; where the score above the half is written, that instead of the totals."""
    typed = dict(game.typed_from(event))
    if "score" in game.paper.short and typed.get("total_0"):
        totals = [int(typed[f"total_{side}"]) for side in (0, 1)]
        typed |= {f"score_{side}": str(max(0, total - 35)) for side, total in enumerate(totals)}
    return typed
