"""Plans of several stages."""

import pytest

from tournaments.pairing import describe
from tournaments.pairing.chain import PlannedStage, StagePlan, planned


def test_pools_then_knockout():
    plans = [StagePlan("round_robin", {"pool_size": 4}, of_each=2), StagePlan("knockout")]
    assert planned(plans, 30) == (PlannedStage(30, 8, 3, 16, ()), PlannedStage(16, 1, 4, 16, ()))


def test_heats_then_a_swiss_final_of_the_best():
    plans = [
        StagePlan("heats", {"heats": 8, "rounds": 3}, best_others=32),
        StagePlan("swiss", {"rounds": 5}, of_each=8),
        StagePlan("knockout"),
    ]
    assert [(stage.entries, stage.groups, stage.through) for stage in planned(plans, 140)] == [(140, 8, 32), (32, 1, 8), (8, 1, 8)]


@pytest.mark.parametrize(
    ("plans", "count", "codes"),
    [
        ([StagePlan("knockout"), StagePlan("swiss")], 8, [["nobody_drops_out"], []]),
        ([StagePlan("round_robin", of_each=4), StagePlan("knockout")], 7, [["more_than_a_group"], []]),
        ([StagePlan("swiss", of_each=1), StagePlan("knockout")], 9, [[], ["too_few_entries"]]),
        ([StagePlan("tables_of_five")], 4, [["too_few_entries"]]),
    ],
)
def test_what_cannot_work_is_told(plans, count, codes):
    stages = planned(plans, count)
    assert [[reason.code for reason in stage.problems] for stage in stages] == codes
    assert all("{" not in describe(reason) for stage in stages for reason in stage.problems)
