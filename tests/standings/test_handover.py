"""What the next draw is told."""

import pytest

from pairing import Outcome, Played, Position, Standing
from standings import Result, Scheme, pairing_standings, played_history, ranked, standings, tally_of

RESULTS = [
    Result(1, 1, (1, 2), (2, 0), winner=0),
    Result(2, 1, (3, 4), (2, 1), winner=0),
    Result(3, 1, (5,), (2,), winner=0, outcome=Outcome.BYE),
    Result(4, 2, (1, 4), (2, 0), winner=0),
    Result(5, 2, (3, 5), (2, 0), winner=0, outcome=Outcome.WALKOVER),
]


def test_standings_for_the_draw():
    scheme = Scheme(tie_breaks=("games_won",))
    tally = tally_of([1, 2, 3, 4, 5], RESULTS, scheme)
    lines = standings([1, 2, 3, 4, 5], RESULTS, scheme)
    assert pairing_standings(tally, lines, RESULTS, scheme) == (
        Standing(1, rank=1, primary=2, secondary=4, opponents=(2, 4), floated=True),
        Standing(3, rank=1, primary=2, secondary=4, opponents=(4,), forfeit_wins=1),
        Standing(5, rank=3, primary=1, secondary=2, byes=1),
        Standing(4, rank=4, primary=0, secondary=1, opponents=(3, 1), floated=True),
        Standing(2, rank=5, primary=0, opponents=(1,)),
    )


@pytest.mark.parametrize(
    ("points", "secondary"),
    [("match_won", [4, 4, 2, 1, 0]), ("three_zero", [4, 4, 2, 1, 0]), ("games_won", [2, 2, 1, 0, 0]), ("points_scored", [2, 2, 1, 0, 0])],
)
def test_the_other_score_is_games_where_matches_count_and_matches_where_anything_else_does(points, secondary):
    scheme = Scheme(points=points)
    tally = tally_of([1, 3, 5, 4, 2], RESULTS, scheme)
    told = {one.entrant: one.secondary for one in pairing_standings(tally, standings([1, 3, 5, 4, 2], RESULTS, scheme), RESULTS, scheme)}
    assert [told[entry] for entry in (1, 3, 5, 4, 2)] == secondary


def test_a_penalty_is_taken_off_the_primary_score_alone():
    scheme = Scheme()
    tally = tally_of([1, 2, 3, 4, 5], RESULTS, scheme, penalties={1: 1})
    told = {one.entrant: (one.primary, one.secondary) for one in pairing_standings(tally, ranked(tally, scheme), RESULTS, scheme)}
    assert told[1] == (1, 4)


def test_history_for_the_draw():
    assert played_history(RESULTS[:1], {1: Position(1, 4, 0)}) == (Played(1, (1, 2), 0, Outcome.PLAYED, Position(1, 4, 0)),)
