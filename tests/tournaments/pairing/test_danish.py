"""The Danish system and its proof."""

import pytest

from tests.tournaments.pairing.evenings import Evening, people
from tournaments.pairing import Standing, draw_round, draw_to_json
from tournaments.pairing.checker import check


def test_first_meets_second_when_rematches_are_allowed():
    standings = [Standing(105 - n, rank=n, primary=9 - n, opponents=(104, 103, 102, 101)[n - 1 :]) for n in range(1, 5)]
    draw = draw_round("danish", options={"rematch_gap": 0}, entrants=people(4), round_number=2, seed="s", standings=standings)
    assert [pairing.sides for pairing in draw.pairings] == [(104, 103), (102, 101)]


@pytest.mark.parametrize("count", [4, 7, 10, 16, 31])
@pytest.mark.parametrize("gap", [0, 2, 99])
def test_every_draw_is_proven(count, gap):
    evening = Evening("danish", people(count), {"rounds": 8, "rematch_gap": gap}).play_all()
    for draw in evening.draws:
        assert check(draw_to_json(draw)).faults == []


def test_a_gap_forgets_old_meetings():
    evening = Evening("danish", people(6), {"rounds": 9, "rematch_gap": 2}).play_all()
    rounds = [{frozenset(pairing.sides) for pairing in draw.matches} for draw in evening.draws]
    for number, pairs in enumerate(rounds):
        exceptions = {frozenset(pair) for pair in evening.draws[number].certificate["exceptions"]}
        assert pairs & set().union(*rounds[max(0, number - 2) : number], set()) == exceptions


def test_forged_pairs_are_found():
    stored = draw_to_json(Evening("danish", people(8)).play())
    one, other = stored["certificate"]["pairs"][:2]
    one[1], other[1] = other[1], one[1]
    assert "everybody meets the highest who leaves a legal round" in map(str, check(stored).faults)
