"""Every recorded hand of the dossier replays, trick by trick, to the same winners, points and score."""

import json
from dataclasses import replace

import pytest

from rules import game_by_key, record
from rules.__main__ import main
from rules.record import replay_record
from tests.rules import vectors

MARIGLIA = [*vectors.load("mariglia"), vectors.load("mariglia_extreme_k1")]
MARAFON = vectors.load("marafon")


@pytest.mark.parametrize("vector", MARIGLIA)
def test_mariglia(vector):
    game = game_by_key("mariglia")
    played = replay_record(game, vectors.mariglia_record(vector))
    assert played.problems == ()
    assert [trick.winner for trick in played.deal.tricks] == [winner for _cards, winner in vector["tricks"]]
    assert (list(played.event.tricks), list(played.event.total)) == (vector["tricks_won"], vector["totals"])
    assert [played.deal.points_of(side) + won for side, won in enumerate(vector["tricks_won"])] == vector["totals"]


@pytest.mark.parametrize("vector", vectors.load("mariglia"))
def test_mariglia_scores(vector):
    game = game_by_key("mariglia")
    played = replay_record(game, vectors.mariglia_record(vector))
    turned, *hand = (
        game.compute_steps(played.deal.state, played.event)
        if vector["trionfo_bonus"]
        else (None, *game.compute_steps(played.deal.state, played.event))
    )
    assert list(hand[0].points) == vector["hand_score"]
    assert (turned is None and vector["trionfo_bonus"] == 0) or turned.points[vector["dealer"] % 2] == vector["trionfo_bonus"]
    assert [played.deal.points_of(side) for side in (0, 1)] == vector["card_points"]


@pytest.mark.parametrize("vector", MARAFON)
def test_marafon(vector):
    game = game_by_key("marafon")
    played = replay_record(game, vectors.marafon_record(vector))
    assert played.problems == ()
    assert [trick.winner for trick in played.deal.tricks] == [winner for _cards, winner in vector["tricks"]]
    hand = played.event
    assert (list(hand.tricks), list(hand.thirds), list(hand.points), hand.last) == (
        vector["tricks_won"], vector["thirds"], vector["points"], vector["last"])  # fmt: skip
    assert list(game.advance(played.deal.state, hand).score) == vector["hand_score"]


def test_a_hand_that_ends_the_second_game_is_told_with_the_score_of_that_game(capsys, tmp_path):
    kept = replace(vectors.marafon_record(vectors.load("marafon")[0]), number=2, score=(38, 20))
    (tmp_path / "hand.json").write_text(json.dumps(record.to_json(kept)), encoding="utf-8")
    assert main(["replay", str(tmp_path / "hand.json"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["score"] == [38 + 7, 20 + 4]
