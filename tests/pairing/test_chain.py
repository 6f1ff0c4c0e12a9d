"""Plans of several stages."""

import pytest

from pairing import format_reason
from pairing.chain import PlannedStage, StageSetup, compute_plan, list_losers
from pairing.values import PlayedMatch, Position
from standings import build_played_history
from tests.pairing.evenings import Evening, people


def test_pools_then_knockout():
    plans = [StageSetup("round_robin", {"pool_size": 4}, of_each=2), StageSetup("knockout")]
    assert compute_plan(plans, 30) == (PlannedStage(30, 8, 3, 16, ()), PlannedStage(16, 1, 4, 16, ()))


def test_heats_then_a_swiss_final_of_the_best():
    plans = [
        StageSetup("heats", {"heats": 8, "rounds": 3}, best_others=32),
        StageSetup("swiss", {"rounds": 5}, of_each=8),
        StageSetup("knockout"),
    ]
    assert [(stage.entries, stage.groups, stage.through) for stage in compute_plan(plans, 140)] == [(140, 8, 32), (32, 1, 8), (8, 1, 8)]


@pytest.mark.parametrize(
    ("plans", "count", "codes"),
    [
        ([StageSetup("knockout"), StageSetup("swiss")], 8, [["nobody_drops_out"], []]),
        ([StageSetup("round_robin", of_each=4), StageSetup("knockout")], 7, [["more_than_a_group"], []]),
        ([StageSetup("swiss", of_each=1), StageSetup("knockout")], 9, [[], ["too_few_entries"]]),
        ([StageSetup("tables_of_five")], 4, [["too_few_entries"]]),
    ],
)
def test_what_cannot_work_is_told(plans, count, codes):
    stages = compute_plan(plans, count)
    assert [[reason.code for reason in stage.problems] for stage in stages] == codes
    assert [stage.rounds == 0 for stage in stages] == ["too_few_entries" in told for told in codes]
    assert all("{" not in format_reason(reason) for stage in stages for reason in stage.problems)


@pytest.mark.parametrize(
    ("count", "lost", "through"),
    [(16, (1, 1), 8), (16, (1, 2), 12), (16, (2, 2), 4), (11, (1, 1), 3), (11, (2, 2), 4), (11, (1, 2), 7), (5, (1, 1), 1)],
)
def test_who_loses_in_some_rounds_goes_on(count, lost, through):
    plans = [StageSetup("knockout", {"play_for": 4}, lost=lost), StageSetup("swiss", {"rounds": 3})]
    stages = compute_plan(plans, count)
    assert (stages[0].through, stages[1].entries, stages[0].problems) == (through, through, ())


@pytest.mark.parametrize(
    ("key", "options", "lost", "codes"),
    [
        ("swiss", {}, (1, 1), ["losers_need_knockout"]),
        ("repechage", {}, (1, 1), ["losers_need_knockout"]),
        ("knockout", {}, (1, 5), ["losers_rounds"]),
        ("knockout", {}, (2, 1), ["losers_rounds"]),
        ("knockout", {"play_for": 4}, (1, 3), ["losers_play_on"]),
        ("knockout", {"play_for": 2}, (1, 3), []),
        ("knockout", {"play_for": 1024}, (1, 1), ["losers_play_on"]),
        ("knockout", {"play_for": 8}, (1, 1), []),
    ],
)
def test_losers_that_cannot_go_on_at_once_are_told(key, options, lost, codes):
    first, _second = compute_plan([StageSetup(key, options, lost=lost), StageSetup("swiss")], 16)
    assert [reason.code for reason in first.problems] == codes
    assert all("{" not in format_reason(reason) for reason in first.problems)


@pytest.mark.parametrize("count", [2, 3, 5, 8, 11, 16, 21])
def test_those_who_lost_are_as_many_as_were_expected_and_nobody_who_is_still_there(count):
    evening = Evening("knockout", people(count, seeds=2), {"play_for": 2}).play_all()
    history = build_played_history(evening.results, evening.positions)
    ids = [entrant.id for entrant in evening.entrants]
    rounds = evening.rounds
    for first in range(1, rounds + 1):
        for last in range(first, rounds + 1):
            found = list_losers(history, ids, (first, last))
            assert len(found) == compute_plan([StageSetup("knockout", {"play_for": 2}, lost=(first, last))], count)[0].through
            lost = [{side for side in played.sides if played.round == number and side != played.sides[played.winner]}
                    for number in range(last, first - 1, -1) for played in history]  # fmt: skip
            assert set(found) == set().union(*lost)
    assert len(list_losers(history, ids, (1, rounds))) == count - 1
    latest = list_losers(history, ids, (1, rounds))[0]
    assert next(played for played in history if played.round == rounds and latest in played.sides)


def test_who_sits_in_the_next_match_did_not_lose_and_who_won_but_does_not_sit_there_did():
    """1 lost to 2 and won after a correction; 2 plays the final, which is not over."""
    semi_finals = [PlayedMatch(1, (1, 2), 0, position=Position(1, 4, 0)), PlayedMatch(1, (3, 4), 0, position=Position(1, 4, 1))]
    final = PlayedMatch(2, (2, 3), position=Position(1, 2, 0))
    assert list_losers(semi_finals, [1, 2, 3, 4], (1, 1)) == [2, 4]
    assert list_losers([*semi_finals, final], [1, 2, 3, 4], (1, 1)) == [1, 4]
