"""What a tie-break must declare, and that the parts of its cells come to what they explain."""

import random

import pytest

from pairing.values import MatchOutcome
from standings import TIE_BREAKS, CountingScheme, StandingResult, build_tally, explain_cell, find_tied_before, rank_tally
from standings.tie_breaks import ForAll, MatchSum, TieBreak, tie_break_by_key
from standings.tie_breaks.base import DECLARED
from tests.standings.parts import add_up

WORDS = {"key": "games_lost", "title": "Games lost", "sentence": "All games lost."}


@pytest.mark.parametrize("missing", WORDS)
def test_a_tie_break_without_its_words_is_refused(missing):
    words = {name: word for name, word in WORDS.items() if name != missing}
    with pytest.raises(TypeError, match=f"The tie-break GamesLost has no {missing}"):
        type("GamesLost", (MatchSum,), words)


def test_words_are_not_inherited():
    with pytest.raises(TypeError, match="The tie-break StrongerCut has no key"):
        type("StrongerCut", (type(tie_break_by_key("buchholz_cut")),), {"cut_count": 3})


def test_two_tie_breaks_of_one_key_are_refused():
    with pytest.raises(TypeError, match="The tie-breaks GamesWon and GamesLost have the same key, games_won"):
        type("GamesLost", (MatchSum,), {**WORDS, "key": "games_won"})


def test_a_tie_break_on_no_base_is_refused():
    with pytest.raises(TypeError, match="The tie-break GamesLost must be a ForAll, a MatchSum or an AmongTied"):
        type("GamesLost", (TieBreak,), WORDS)


@pytest.mark.parametrize(("base", "method"), [(MatchSum, "get_gains"), (ForAll, "compute_values")])
def test_a_tie_break_that_cannot_count_is_refused(base, method, monkeypatch):
    monkeypatch.setattr("standings.tie_breaks.base.DECLARED", [])
    with pytest.raises(TypeError, match=method):
        type("GamesLost", (base,), WORDS)()


def test_every_declared_tie_break_is_offered():
    assert {type(tie_break) for tie_break in TIE_BREAKS} == set(DECLARED)


def build_random_round(chance, entrants, number):
    """A round of every kind of match: played, drawn, walk-over, both absent, a rest, and some who are not there."""
    present = chance.sample(entrants, len(entrants) - chance.choice([0, 0, 1, 2]))
    matches = [
        build_random_result(chance, StandingResult(100 * number + place, number, sides))
        for place, sides in enumerate(zip(present[::2], present[1::2], strict=False))
    ]
    if len(present) % 2:
        matches.append(StandingResult(100 * number + len(matches), number, (present[-1],), (2,), (), 0, MatchOutcome.BYE))
    return matches


def build_random_result(chance, result):
    outcome = chance.choice([MatchOutcome.PLAYED] * 5 + [MatchOutcome.WALKOVER, MatchOutcome.ABSENT])
    winner = -1 if outcome is MatchOutcome.ABSENT else chance.choice([0, 1, -1] if outcome is MatchOutcome.PLAYED else [0, 1])
    games = [(1, 1), (2, chance.randrange(2)), (chance.randrange(2), 2)][0 if winner == -1 else 1 + winner]
    points = (chance.randrange(-3, 12), chance.randrange(12)) if outcome is MatchOutcome.PLAYED else ()
    return result._replace(games=games, points=points, winner=winner, outcome=outcome, first_dealer=chance.randrange(2))


@pytest.mark.parametrize("everybody_meets", [False, True])
@pytest.mark.parametrize("tie_break", [each for each in TIE_BREAKS if each.key != "direct_encounter"], ids=lambda each: each.key)
def test_parts_add_up_whatever_happened(tie_break, everybody_meets):
    """All but the direct encounter, which counts points only where all of the tied have met."""
    chance = random.Random(tie_break.key)
    entrants = list(range(11, 25))
    scheme = CountingScheme("two_one_zero", (tie_break.key,), seed="s", everybody_meets=everybody_meets)
    for _tournament in range(15):
        results = [result for number in range(1, 6) for result in build_random_round(chance, entrants, number)]
        order = {entrant: place for place, entrant in enumerate(entrants, start=1)}
        tally = build_tally(entrants, results, scheme, decided=order)
        for line in rank_tally(tally, scheme):
            parts = explain_cell(tally, tie_break.key, line.entrant, find_tied_before(tally, (), line.entrant)).parts
            assert line.cells[0] is None or add_up(tie_break, parts) == line.cells[0]
