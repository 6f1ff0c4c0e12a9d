"""What holds for every format: stored draws repeat, refusals carry every reason, sentences exist."""

import hashlib
import json

import pytest

from pairing import (
    FORMATS,
    DrawReason,
    DrawRefused,
    Entrant,
    Position,
    build_match_title,
    compute_commitment,
    draw_from_json,
    draw_round,
    draw_to_json,
    format_reason,
    repeat_draw,
)
from rules.problems import RuleViolation


def entrants(count):
    return [Entrant(100 + n, n) for n in range(1, count + 1)]


@pytest.mark.parametrize("entry", FORMATS, ids=lambda entry: entry.key)
class TestEveryFormat:
    def first(self, entry, seed="s", count=20):
        return draw_round(entry.key, entrants=entrants(count), round_number=1, seed=seed)

    def test_json_is_an_exact_inverse(self, entry):
        draw = self.first(entry)
        assert draw_from_json(json.loads(json.dumps(draw_to_json(draw)))) == draw

    def test_the_digest_is_that_of_the_stored_request(self, entry):
        stored = draw_to_json(self.first(entry, count=203))
        text = json.dumps(stored["request"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert stored["digest"] == hashlib.sha256(text.encode()).hexdigest()

    def test_replay_gives_the_same_draw(self, entry):
        draw = self.first(entry)
        assert repeat_draw(draw_to_json(draw)) == draw

    def test_a_changed_pairing_is_found(self, entry):
        stored = draw_to_json(self.first(entry))
        stored["pairings"][0]["sides"].reverse()
        with pytest.raises(DrawRefused) as refused:
            repeat_draw(stored)
        assert [reason.code for reason in refused.value.reasons] == ["replay_differs"]

    def test_every_reason_has_its_sentence(self, entry):
        for pairing in self.first(entry).pairings:
            assert pairing.reasons
            assert all("{" not in format_reason(reason) for reason in pairing.reasons)

    def test_everybody_is_seated_once(self, entry):
        seated = [side for pairing in self.first(entry).pairings for side in pairing.sides]
        assert sorted(seated) == [player.id for player in entrants(20)]

    def test_options_are_stored_with_every_value(self, entry):
        options = entry.options_from({})
        assert entry.options_from(entry.options_to_json(options)) == options


def test_a_refusal_tells_every_reason():
    with pytest.raises(DrawRefused) as refused:
        draw_round("knockout", entrants=[Entrant(1, 1, seed=1), Entrant(1, 2, seed=1)], round_number=7, seed="s")
    assert [reason.code for reason in refused.value.reasons] == ["repeated_entry", "repeated_seed", "round_beyond_end"]


def test_unknown_options_are_refused_with_all_problems():
    with pytest.raises(RuleViolation) as refused:
        draw_round("knockout", entrants=entrants(4), round_number=1, seed="s", options={"play_for": 3, "colour": "red"})
    assert len(refused.value.problems) == 2


def test_entries_are_named_where_they_are_shown():
    assert format_reason(DrawReason.of("opponent_withdrew", other=7), name_of={7: "Rossi – Bianchi"}.__getitem__) == (
        "Bye: Rossi – Bianchi has withdrawn."
    )


@pytest.mark.parametrize(
    ("position", "title"),
    [
        (Position(1, 2, 0), "Final"),
        (Position(1, 4, 1), "Semi-final"),
        (Position(1, 32, 1), "Round of 32"),
        (Position(3, 2, 0), "Match for place 3"),
        (Position(5, 4, 0), "Places 5–8"),
    ],
)
def test_matches_of_a_bracket_have_titles(position, title):
    assert format_reason(build_match_title(position)) == title


def test_a_commitment_binds_the_seed():
    assert compute_commitment("a") != compute_commitment("b")
    assert compute_commitment("la bella") == "89c3a845a420bffd07a12897e37f4b6a073c660c9e9e47299240a69cf3f0e3e4"


@pytest.mark.parametrize("key", ["knockout", "repechage", "double_elimination"])
def test_a_bracket_does_not_go_on_without_the_round_before(key):
    with pytest.raises(DrawRefused) as refused:
        draw_round(key, entrants=entrants(8), round_number=2, seed="s")
    (reason,) = refused.value.reasons
    assert reason.code == "round_missing"
    assert "where its matches are cancelled, open one again" in format_reason(reason)  # the round may be closed, and nobody be due to win


@pytest.mark.parametrize("chosen", FORMATS, ids=lambda one: one.key)
def test_nobody_is_drawn_from_nobody(chosen):
    gone = [Entrant(number, number, withdrawn=True) for number in range(1, 9)]
    with pytest.raises(DrawRefused) as refused:
        draw_round(chosen, entrants=gone, round_number=1, seed="s")
    assert "nobody_left" in [reason.code for reason in refused.value.reasons]
