"""Team matches: the totals of a published event, and every way in which three boards can end."""

import itertools
from pathlib import Path

import pytest

from pairing import MatchOutcome
from pairing.format import TeamDecision
from standings import CountingScheme, rank_results
from standings.teams import TeamBoard, decide_team_match, gather_team_matches

EVENT = [line.split() for line in Path(__file__).with_name("team_event.txt").read_text(encoding="utf-8").splitlines() if line[0] != "#"]
TOTALS = {int(team): (int(match_points), int(halves)) for mark, team, match_points, halves in EVENT if mark == "="}
UNPLAYED = {"+": (2, 0), "-": (0, 2)}


def read_boards():
    """The boards of the event, with what each side scored in half points."""
    for number, home, away, marks in (line for line in EVENT if line[0] != "="):
        for mark in marks:
            points = UNPLAYED.get(mark) or (int(mark), 2 - int(mark))
            winner = -1 if points[0] == points[1] else int(points[1] > points[0])
            yield TeamBoard(0, int(number), (int(home), int(away)), points, winner, is_played=mark not in UNPLAYED)


def test_match_and_game_points_are_those_of_a_published_event():
    matches = gather_team_matches(read_boards())
    teams = sorted({team for match in matches for team in match.teams})
    results = [decide_team_match(match, TeamDecision.POINTS) for match in matches]
    lines = rank_results(teams, results, CountingScheme("two_one_zero", ("points_scored",)))
    counted = {line.entrant: (line.points, line.cells[0]) for line in lines}
    assert len(TOTALS) == 27
    assert {team: counted[team] for team in TOTALS} == TOTALS


def play(ends):
    """Three boards; an end is who won it, with 3 points to 1, or 2 each."""
    points = {0: (3, 1), 1: (1, 3), -1: (2, 2)}
    return next(iter(gather_team_matches(TeamBoard(place, 1, (4, 7), points[end], end) for place, end in enumerate(ends))))


@pytest.mark.parametrize("ends", list(itertools.product((0, 1, -1), repeat=3)))
def test_who_wins_more_boards_wins_whatever_the_order(ends):
    result = decide_team_match(play(ends), TeamDecision.BOARDS)
    lead = ends.count(0) - ends.count(1)
    assert result.winner == (0 if lead > 0 else 1 if lead < 0 else -1)
    assert (result.sides, result.games) == ((4, 7), (ends.count(0), ends.count(1)))
    assert sum(result.points) == 12


def test_points_decide_alone_or_only_where_boards_do_not():
    boards = [TeamBoard(1, 1, (1, 2), (30, 31), 1), TeamBoard(2, 1, (1, 2), (41, 10), 0)]
    level = gather_team_matches(boards)[0]
    assert [decide_team_match(level, rule).winner for rule in TeamDecision] == [-1, 0, 0]
    behind = gather_team_matches([*boards, TeamBoard(3, 1, (1, 2), (30, 31), 1)])[0]
    assert [decide_team_match(behind, rule).winner for rule in TeamDecision] == [1, 1, 0]


def test_a_match_nobody_played_is_a_walkover_or_nothing():
    one = TeamBoard(1, 1, (1, 2), winner=1, is_played=False)
    nobody = TeamBoard(2, 1, (1, 2), is_played=False)
    assert decide_team_match(gather_team_matches([one, nobody])[0], TeamDecision.BOARDS).outcome is MatchOutcome.WALKOVER
    assert decide_team_match(gather_team_matches([nobody])[0], TeamDecision.BOARDS).outcome is MatchOutcome.ABSENT
    waiting = gather_team_matches([one, TeamBoard(3, 1, (1, 2), is_over=False)])[0]
    assert (waiting.open_boards, waiting.won) == (1, (0, 1))


def test_a_board_on_which_nothing_counts_has_no_points_no_games_and_no_winner():
    board = TeamBoard(1, 1, (1, 2))
    assert (board.points, board.games, board.winner) == ((0, 0), (0, 0), -1)
