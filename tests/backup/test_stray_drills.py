"""A rehearsed restore that was killed. If this failed, a whole copy of a tournament would stay on the disk, with names that were erased."""

import os
import time
from pathlib import Path

import pytest

from backup.event_check import DRILL_TIMEOUT, _simulate_other_computer
from config.resuming import finish_interrupted

pytestmark = pytest.mark.django_db


def leave_drill(data: Path, *, seconds: float) -> Path:
    left = data / "drill-killed"
    (left / "backups").mkdir(parents=True)
    (left / "labella.sqlite3").write_text("Zanzottera")
    os.utime(left, (time.time() - seconds,) * 2)
    return left


def test_a_start_and_a_later_check_delete_what_a_killed_check_left(data):
    left = leave_drill(data, seconds=60)
    with _simulate_other_computer() as laptop:
        assert Path(laptop["DATA"]).parent == data
        assert left.is_dir(), "another worker may be at it"
    assert list(finish_interrupted(data)) == []
    assert list(data.glob("drill-*")) == []
    leave_drill(data, seconds=3 * DRILL_TIMEOUT)
    with _simulate_other_computer() as laptop:
        assert [directory.name for directory in data.glob("drill-*")] == [Path(laptop["DATA"]).name]
