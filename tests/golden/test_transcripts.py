"""Whole hands of every game as they were last approved: the record that a person can type, and what the referee says of it.

`REWRITE_GOLDEN=1` writes them anew, to be read before they are committed. A game without transcripts fails.
"""

import os
import random
from pathlib import Path

import pytest

from rules import CARD_GAMES
from rules.__main__ import main
from rules.notation import from_text, to_text
from rules.record import build_record
from tests.rules.playouts import play_random_deal

FOLDER = Path(__file__).parent / "transcripts"
SEEDS = (1, 2, 3)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.key)
def test_a_hand_is_played_and_replayed_as_before(game, seed, tmp_path, capsys):
    deal = play_random_deal(game, game.options_from({}), random.Random(seed))
    text = to_text(game, build_record(game, deal))
    hand = tmp_path / "hand.txt"
    hand.write_text(text, encoding="utf-8")
    assert main(["replay", str(hand)]) == 0
    transcript = f"{text.rstrip()}\n\n{capsys.readouterr().out}"
    path = FOLDER / f"{game.key}-{seed}.txt"
    if os.environ.get("REWRITE_GOLDEN"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(transcript, encoding="utf-8")
    assert transcript == path.read_text(encoding="utf-8")
    assert from_text(game, text) == build_record(game, deal)


def test_no_transcript_is_left_of_a_game_that_is_gone():
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(f"{game.key}-{seed}" for game in CARD_GAMES for seed in SEEDS)
