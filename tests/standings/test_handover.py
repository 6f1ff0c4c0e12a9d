"""What the next draw is told."""

import pytest

from pairing import EntrantStanding, MatchOutcome, PlayedMatch, Position
from standings import (
    Carried,
    CountingScheme,
    StandingResult,
    build_pairing_standings,
    build_played_history,
    build_tally,
    rank_results,
    rank_tally,
)

RESULTS = [
    StandingResult(1, 1, (1, 2), (2, 0), winner=0),
    StandingResult(2, 1, (3, 4), (2, 1), winner=0),
    StandingResult(3, 1, (5,), (2,), winner=0, outcome=MatchOutcome.BYE),
    StandingResult(4, 2, (1, 4), (2, 0), winner=0),
    StandingResult(5, 2, (3, 5), (2, 0), winner=0, outcome=MatchOutcome.WALKOVER),
]


def test_standings_for_the_draw():
    scheme = CountingScheme(tie_breaks=("games_won",))
    tally = build_tally([1, 2, 3, 4, 5], RESULTS, scheme)
    lines = rank_results([1, 2, 3, 4, 5], RESULTS, scheme)
    assert build_pairing_standings(tally, lines, RESULTS, scheme) == (
        EntrantStanding(1, rank=1, primary=2, secondary=4, opponents=(2, 4), floated=True),
        EntrantStanding(3, rank=1, primary=2, secondary=4, opponents=(4,), forfeit_wins=1),
        EntrantStanding(5, rank=3, primary=1, secondary=2, byes=1),
        EntrantStanding(4, rank=4, primary=0, secondary=1, opponents=(3, 1), floated=True),
        EntrantStanding(2, rank=5, primary=0, opponents=(1,)),
    )


def test_who_did_not_go_on_counts_as_an_opponent_and_is_not_ranked():
    scheme = CountingScheme(tie_breaks=("buchholz",))
    final = StandingResult(6, 1, (1, 3), (2, 1), winner=0)
    tally = build_tally([1, 3], [final], scheme, carried=Carried(2, tuple(RESULTS), (1, 2, 3, 4, 5)))
    assert [(line.entrant, line.points) for line in rank_tally(tally, scheme)] == [(1, 3), (3, 2)]


def test_two_who_had_equal_points_have_not_floated_whoever_won():
    results = [
        StandingResult(1, 1, (1, 2), (2, 0), winner=0),
        StandingResult(2, 1, (3, 4), (2, 0), winner=0),
        StandingResult(3, 2, (1, 3), (2, 0), winner=0),
        StandingResult(4, 2, (4, 2), (2, 0), winner=0),
    ]
    scheme = CountingScheme()
    tally = build_tally([1, 2, 3, 4], results, scheme)
    assert not any(one.floated for one in build_pairing_standings(tally, rank_tally(tally, scheme), results, scheme))


def test_whom_a_penalty_brought_down_to_the_points_of_the_other_has_not_floated():
    results = [
        StandingResult(1, 1, (1, 2), (2, 0), winner=0),
        StandingResult(2, 1, (3, 4), (2, 0), winner=0),
        StandingResult(3, 2, (1, 4), (2, 0), winner=0),
        StandingResult(4, 2, (3, 2), (2, 0), winner=0),
    ]
    scheme = CountingScheme()
    tally = build_tally([1, 2, 3, 4], results, scheme, penalties={1: 1})
    floated = {one.entrant for one in build_pairing_standings(tally, rank_tally(tally, scheme), results, scheme) if one.floated}
    assert floated == {2, 3}


@pytest.mark.parametrize(
    ("points", "secondary"),
    [("match_won", [4, 4, 2, 1, 0]), ("three_zero", [4, 4, 2, 1, 0]), ("games_won", [2, 2, 1, 0, 0]), ("points_scored", [2, 2, 1, 0, 0])],
)
def test_the_other_score_is_games_where_matches_count_and_matches_where_anything_else_does(points, secondary):
    scheme = CountingScheme(points=points)
    tally = build_tally([1, 3, 5, 4, 2], RESULTS, scheme)
    told = {
        one.entrant: one.secondary
        for one in build_pairing_standings(tally, rank_results([1, 3, 5, 4, 2], RESULTS, scheme), RESULTS, scheme)
    }
    assert [told[entry] for entry in (1, 3, 5, 4, 2)] == secondary


def test_a_penalty_is_taken_off_the_primary_score_alone():
    scheme = CountingScheme()
    tally = build_tally([1, 2, 3, 4, 5], RESULTS, scheme, penalties={1: 1})
    told = {one.entrant: (one.primary, one.secondary) for one in build_pairing_standings(tally, rank_tally(tally, scheme), RESULTS, scheme)}
    assert told[1] == (1, 4)


def test_history_for_the_draw():
    assert build_played_history(RESULTS[:1], {1: Position(1, 4, 0)}) == (PlayedMatch(1, (1, 2), 0, MatchOutcome.PLAYED, Position(1, 4, 0)),)
