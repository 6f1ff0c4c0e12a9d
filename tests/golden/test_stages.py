"""If this fails, the same seed gives another draw than it gave: whole stages of every format, as they were approved, line by line.

`REWRITE_GOLDEN=1` writes them anew, to be read before they are committed: a format that draws otherwise on purpose has another `version`.
"""

from pathlib import Path

import pytest

from pairing import FORMATS
from tests.golden.kept_text import compare_with_kept
from tests.pairing.stages import Scene, tell_stage

FOLDER = Path(__file__).parent / "stages"
APART = ((1, 2), (3, 4), (1, 5))
SCENES = (
    Scene("knockout", 2),
    Scene("knockout", 3, {"play_for": 2}, seeds=1),
    Scene("knockout", 11, {"play_for": 8}, seeds=4, clubs=3),
    Scene("knockout", 16, {"play_for": 1024}, clubs=3, gone={2: (3, 8), 3: (5,)}),
    Scene("knockout", 13, {"play_for": 4}, seeds=2, clubs=2, apart=APART),
    Scene("knockout", 20, {"clubs_apart": False, "play_for": 16}, clubs=2, gone={2: (1, 2, 3, 4)}),
    Scene("knockout", 12, seeds=12, pools=4, clubs=3),
    Scene("knockout", 16, seeds=16, pools=8, apart=((1, 16), (2, 15), (3, 4))),
    Scene("knockout", 10, seeds=10, pools=2, calm=True),
    Scene("knockout", 9, pools=3, clubs=2),
    Scene("knockout", 24, seeds=24, pools=3, clubs=4, apart=((1, 24), (5, 9), (6, 7))),
    Scene("repechage", 4),
    Scene("repechage", 7, {"play_for": 2}),
    Scene("repechage", 12, clubs=3, seeds=3, declining=1),
    Scene("repechage", 12, {"way": "played"}, clubs=3, apart=APART, declining=1),
    Scene("repechage", 21, {"way": "played", "play_for": 1024}, gone={2: (2, 9), 3: (4,)}, calm=True),
    Scene("repechage", 18, {"play_for": 1024}, seeds=4, pools=3, apart=APART, gone={2: (1, 2, 3), 4: (5, 6)}, declining=3),
    Scene("double_elimination", 3, calm=True),
    Scene("double_elimination", 6, {"reset": False}, seeds=2, gone={3: (1,)}),
    Scene("double_elimination", 8, calm=True, clubs=3),
    Scene("double_elimination", 11, seeds=3, clubs=2, apart=APART, gone={2: (7,), 4: (2, 3)}),
    Scene("double_elimination", 16, {"clubs_apart": False}, clubs=2, calm=True, gone={6: (1, 2, 3, 4)}),
    Scene("double_elimination", 12, seeds=12, pools=4, calm=True),
    Scene("round_robin", 4),
    Scene("round_robin", 11, {"pool_size": 4}, seeds=3, clubs=3, gone={2: (1, 5), 3: (6, 7)}),
    Scene("round_robin", 13, {"pool_size": 5, "distribution": "serpentine"}, strong=True, clubs=4, apart=APART),
    Scene("round_robin", 7, {"pool_size": 0, "meetings": 2}, gone={3: (2,)}),
    Scene("round_robin", 12, {"pool_size": 3, "clubs_apart": False}, clubs=2, seeds=5, apart=APART),
    Scene("round_robin", 10, {"pool_size": 4}, pools=3, apart=((1, 2), (1, 3), (1, 4), (2, 3))),
    Scene("swiss", 2, {"rounds": 2}),
    Scene("swiss", 6, {"rounds": 7}, calm=True),
    Scene("swiss", 9, {"rounds": 6}, seeds=3, gone={3: (2, 5)}, late={2: 1}),
    Scene("swiss", 16, {"rounds": 6, "numbers": "given"}, apart=APART),
    Scene("swiss", 23, {"rounds": 7}, seeds=5, gone={4: (1, 2)}, late={3: 2}),
    Scene("swiss", 14, {"rounds": 5, "acceleration": "baku"}, seeds=14),
    Scene("swiss", 33, {"rounds": 6, "acceleration": "baku", "numbers": "given"}, gone={2: (3,)}, apart=APART),
    Scene("swiss", 5, {"rounds": 7}, apart=((1, 2), (2, 3), (4, 5))),
    Scene("danish", 2, {"rounds": 3}),
    Scene("danish", 7, {"rounds": 8}, apart=((1, 2), (3, 4))),
    Scene("danish", 12, {"rounds": 5, "rematch_gap": 1, "first_round": "given"}, gone={3: (2,)}),
    Scene("danish", 15, {"rounds": 5}, seeds=4, late={2: 1, 3: 2}, apart=APART),
    Scene("danish", 6, {"rounds": 6, "rematch_gap": 0}),
    Scene("mitchell", 4),
    Scene("mitchell", 8, {"rounds": 5, "deals_travel": True, "switched": 1}),
    Scene("mitchell", 11, {"rounds": 6}, seeds=4, strong=True, gone={2: (3,), 4: (7, 8)}, late={3: 1}),
    Scene("mitchell", 14, {"rounds": 7}, strong=True, apart=APART),
    Scene("mitchell", 13, {"rounds": 4, "deals_travel": True}, apart=((1, 2), (2, 3))),
    Scene("howell", 3),
    Scene("howell", 8, {"rounds": 7}, strong=True),
    Scene("howell", 9, {"rounds": 9, "deals_travel": True}, gone={3: (1, 2)}),
    Scene("howell", 11, {"rounds": 5}, apart=APART),
    Scene("howell", 10, {"rounds": 5, "deals_travel": True}, gone={2: (4,)}),
    Scene("individual", 4),
    Scene("individual", 9, {"rounds": 9}),
    Scene("individual", 12, {"rounds": 11}, gone={4: (5,)}),
    Scene("individual", 17, {"rounds": 3}, seeds=3, late={2: 1}),
    Scene("individual", 16, {"rounds": 5}, apart=APART),
    Scene("individual", 22, {"rounds": 4}),
    Scene("tables_of_three", 3, {"rounds": 2}),
    Scene("tables_of_three", 9, {"rounds": 5}),
    Scene("tables_of_three", 14, {"rounds": 5}, gone={3: (2,)}),
    Scene("tables_of_three", 21, {"rounds": 4}),
    Scene("tables_of_four", 5, {"rounds": 3}),
    Scene("tables_of_four", 16, {"rounds": 6}),
    Scene("tables_of_four", 27, {"rounds": 3}, late={2: 1}),
    Scene("tables_of_four", 18, {"rounds": 3}, apart=APART),
    Scene("tables_of_five", 5, {"rounds": 2}),
    Scene("tables_of_five", 12, {"rounds": 4}, gone={2: (1, 2)}),
    Scene("tables_of_five", 25, {"rounds": 3}),
    Scene("heats", 4, {"rounds": 2}),
    Scene("heats", 13, {"heats": 3, "rounds": 4}, seeds=5, clubs=3, apart=APART, late={2: 2}),
    Scene("heats", 16, {"heats": 2, "rounds": 5, "rematch_gap": 1}, pools=4, gone={2: (1,), 3: (2, 3)}),
    Scene("team_matches", 6, {"boards": 2, "rounds": 3}, clubs=2),
    Scene("team_matches", 17, {"boards": 3, "rounds": 7}, seeds=4, clubs=4, gone={2: (3,), 4: (6, 7)}),
    Scene("team_matches", 14, {"boards": 3, "rounds": 5}, apart=((1, 2), (1, 3), (2, 5))),
    Scene("team_matches", 11, {"boards": 2, "rounds": 6}, clubs=3, apart=((1, 2), (3, 4))),
)


@pytest.mark.parametrize("key", [form.key for form in FORMATS])
def test_stages_are_drawn_as_they_were(key):
    compare_with_kept(FOLDER / f"{key}.txt", (line for scene in SCENES if scene.key == key for line in tell_stage(scene)))


def test_no_stage_is_left_of_a_format_that_is_gone():
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted({scene.key for scene in SCENES}) == sorted(form.key for form in FORMATS)
