"""When it ends: the simulation against evenings that can be computed by hand, and the query against an evening that was played."""

import datetime as dt
import json

import pytest

from rules import game_by_key
from scoring.clocks.forecast import count_matches_to_come, read_forecast, simulate_lengths
from scoring.clocks.forecasting import BETWEEN_ROUNDS, CHANGE_OF_TABLE, FinishedMatch, ForecastInput, RunningMatch, compute_forecast
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tests.scoring.hall_evenings import count_held
from tests.scoring.hands import win
from tests.tournaments.conftest import NOON, draw_first, enter_pairs, found_tournament
from tests.tournaments.doors import publish_round
from tournaments.models import Match, Tournament

SURE = [FinishedMatch(1000, 100.0)] * 2000
"""So many matches at a hundred seconds a hand that the usual pace hardly counts."""


def evening(**more):
    return ForecastInput(**{"lengths": [10], "finished": SURE, "running": [], "waiting": 0, "later": [], "tables": 0, **more})


def test_a_match_of_ten_hands_takes_ten_times_a_hand():
    told = compute_forecast(evening(running=[RunningMatch(0, 0)]), "seed").round
    assert told.middle == pytest.approx(1000, rel=0.05)
    assert told.early < told.middle < told.late


def test_what_was_told_of_a_match_counts():
    assert compute_forecast(evening(running=[RunningMatch(850, 8)]), "seed").round.middle == pytest.approx(150, rel=0.05)
    late = compute_forecast(evening(running=[RunningMatch(5000, 0)]), "seed").round
    assert late.middle == pytest.approx(100, rel=0.05)


def test_a_slow_table_stays_slow_where_tables_differ():
    paces = [FinishedMatch(20, pace) for pace in (60.0, 80.0, 100.0, 130.0, 170.0) * 4]
    slow, quick = (compute_forecast(evening(finished=paces, running=[RunningMatch(8.5 * pace, 8)]), "seed").round for pace in (200, 60))
    assert slow.middle > 1.5 * 130 > 1.5 * 90 > quick.middle
    alike = evening(running=[RunningMatch(8.5 * 200, 8)])
    assert compute_forecast(alike, "seed").round.middle < slow.middle


HALLS = [(16, 16), (32, 32), (16, 9), (128, 128), (1000, 1000)]
"""Matches and tables."""
SPREADS = [0.15, 0.30]
"""By how much the tables of an evening differ in pace."""


def count_intervals_held(hall, spread, minutes, evenings):
    lengths, (matches, tables) = simulate_lengths("marafon", "{}"), hall
    seed = f"{hall} {spread} {minutes}"
    return count_held(lengths, evenings=evenings, minutes=minutes, seed=seed, matches=matches, tables=tables, spread=spread)


@pytest.mark.slow
@pytest.mark.turns(4)
@pytest.mark.parametrize("spread", SPREADS)
@pytest.mark.parametrize("hall", HALLS[:3])
def test_four_of_five_intervals_hold(hall, spread):
    """Three standard deviations of a hundred evenings on either side of eighty."""
    assert 68 <= count_intervals_held(hall, spread, 30, 100)[0] <= 92


@pytest.mark.proof
@pytest.mark.parametrize("minutes", [0, 30, 60])
@pytest.mark.parametrize("spread", SPREADS)
@pytest.mark.parametrize("hall", HALLS)
def test_between_75_and_85_of_a_hundred_intervals_hold(hall, spread, minutes, figures):
    held, late, early = (round(number / 20, 1) for number in count_intervals_held(hall, spread, minutes, 2000))
    figures(hall=hall, spread=spread, minutes=minutes, held=held, too_late=late, too_early=early)
    assert 75 <= held <= 85


def test_who_waits_sits_down_where_it_is_free_first():
    two = compute_forecast(evening(running=[RunningMatch(0, 0)], waiting=1, tables=1), "seed").round
    assert two.middle == pytest.approx(2000 + CHANGE_OF_TABLE, rel=0.1)
    free = compute_forecast(evening(running=[RunningMatch(0, 0)], waiting=1, tables=2), "seed").round
    assert free.middle < 1300


def test_later_rounds_come_one_after_the_other():
    told = compute_forecast(evening(running=[RunningMatch(0, 0)], later=[1, 1]), "seed")
    assert told.stage.middle == pytest.approx(3000 + 2 * BETWEEN_ROUNDS, rel=0.05)


def test_more_tables_never_end_later_and_more_matches_never_sooner():
    ends = [compute_forecast(evening(waiting=12, tables=tables), "seed").round.middle for tables in (1, 2, 4, 8, 12)]
    assert ends == sorted(ends, reverse=True)
    ends = [compute_forecast(evening(waiting=waiting, tables=3), "seed").round.middle for waiting in (3, 6, 9)]
    assert ends == sorted(ends)


def test_the_same_seed_tells_the_same():
    assert compute_forecast(evening(waiting=3, tables=2), "seed") == compute_forecast(evening(waiting=3, tables=2), "seed")


def test_shorter_targets_are_shorter():
    game = game_by_key("mariglia")
    rules = game.options_to_json(game.preset_options("tournament"))
    long = simulate_lengths("mariglia", json.dumps(rules, sort_keys=True))
    short = simulate_lengths("mariglia", json.dumps({**rules, "targets": [21, 21, 21]}, sort_keys=True))
    assert sum(short) < sum(long)


@pytest.mark.django_db
def test_nothing_is_foreseen_before_a_round():
    assert read_forecast(found_tournament(build_user()), at=NOON) is None


@pytest.mark.django_db
def test_an_evening_learns_from_its_own_matches():
    director = build_user()
    tournament = found_tournament(director, one_person=True)
    enter_pairs(tournament, director, 4)
    publish_round(draw_first(tournament, director, format_key="swiss", options={"rounds": 3}), actor=director, at=NOON)
    fresh = read_forecast(tournament, at=NOON)
    assert (fresh.learnt, fresh.round, fresh.tables) == (0, 1, 0)
    assert NOON < fresh.round_ends.early <= fresh.round_ends.middle <= fresh.round_ends.late < fresh.stage_ends.middle
    match = Match.objects.select_related("round__stage__tournament").filter(round__stage__tournament=tournament).first()
    win(match)
    ended = match.ledger.order_by("-seq").first().recorded_at
    match.round.starts_at = ended - dt.timedelta(minutes=4)
    match.round.save()
    learnt = read_forecast(tournament, at=ended)
    assert (learnt.learnt, learnt.pace) == (1, 120)


@pytest.mark.django_db
def test_three_matches_cost_as_many_queries_as_one(django_assert_num_queries):
    for pairs in (2, 6):
        tournament = play_evening(pairs=pairs, rounds=1, closed=0, name=f"Serata {pairs}")
        tournament = Tournament.objects.get(pk=tournament.pk)
        read_forecast(tournament, at=NOON)
        with django_assert_num_queries(5):
            read_forecast(tournament, at=NOON)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("format_key", "pairs", "closed", "later"),
    [
        ("double_elimination", 8, 0, [4, 3, 1, 1, 1]),
        ("double_elimination", 8, 1, [3, 1, 1, 1]),
        ("knockout", 6, 0, [2, 2]),
        ("repechage", 6, 0, [2, 2]),
    ],
)
def test_the_matches_to_come_in_a_bracket_are_those_that_will_be_drawn(format_key, pairs, closed, later):
    """Winners' and losers' bracket side by side; the final beside the match for third place; no place for who rests."""
    tournament = play_evening(format_key=format_key, pairs=pairs, rounds=closed + 1, closed=closed)
    assert list(count_matches_to_come(tournament.stages.get().rounds.order_by("-number")[0]).values()) == later
