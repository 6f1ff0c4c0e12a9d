"""What the next draw is told."""

from scoring.standings import Result, Scheme, pairing_standings, played_history, standings, tally_of
from tournaments.pairing import Outcome, Played, Position, Standing

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
    assert pairing_standings(tally, lines, RESULTS) == (
        Standing(1, rank=1, primary=2, opponents=(2, 4), floated=True),
        Standing(3, rank=1, primary=2, opponents=(4,), forfeit_wins=1),
        Standing(5, rank=3, primary=1, byes=1),
        Standing(4, rank=4, primary=0, opponents=(3, 1), floated=True),
        Standing(2, rank=5, primary=0, opponents=(1,)),
    )


def test_history_for_the_draw():
    assert played_history(RESULTS[:1], {1: Position(1, 4, 0)}) == (Played(1, (1, 2), 0, Outcome.PLAYED, Position(1, 4, 0)),)
