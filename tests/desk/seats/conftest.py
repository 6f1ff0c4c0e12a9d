"""Stages that a correction contradicts."""

import pytest

from tests.scoring.corrected import close, draw_and_publish, found_stage, play_round, sides
from tournaments.models import Stage


@pytest.fixture
def pools(db):
    """Two pools of four, all played: the lower number wins; the first two of each go on to a knockout, the others to a consolation."""
    stage = found_stage(8, "round_robin", options={"pool_size": 4})
    for _number in range(3):
        close(play_round(draw_and_publish(stage), lambda match: 0 if sides(match) == sorted(sides(match)) else 1))
    return Stage.objects.get(pk=stage.pk)
