"""Measured from the plan: what a pencil needs in a dim bar."""

from dataclasses import replace
from itertools import product

import pytest
from django.utils.translation import gettext, override

from paper.sheets import Paper, SheetKind, render_score_sheets
from paper.sheets.booklet import build_planner
from paper.sheets.columns import PencilGuide
from paper.sheets.faces import divide_into_faces
from paper.sheets.plan import QR_SIDE, Block, SheetPlan
from tests.paper.reading import MM, read
from tests.paper.sheets.samples import GAME_KEYS, setup, sheet
from tests.sweeps import sweep

pytestmark = pytest.mark.turns(4)

LEAST_ROWS = {Paper.A5_TWO_UP: 6.0, Paper.A4: 7.0, Paper.ROLL_80: 6.0}
FLAT = (Paper.A5_TWO_UP, Paper.A4)
WRITTEN = (SheetKind.FULL, SheetKind.SHORT)


def plan_faces(game: str, paper: Paper, kind: SheetKind) -> tuple[SheetPlan, ...]:
    made = replace(setup(game, paper, kind=kind), translate=gettext, language="it")
    with override("it"):
        return build_planner(made).plan_blank(made.games)


@pytest.mark.parametrize(("game", "form"), sweep(GAME_KEYS, tuple(product(Paper, WRITTEN)), diagonals=2))
def test_rows_and_boxes_are_large_enough(game: str, form: tuple[Paper, SheetKind]) -> None:
    paper, kind = form
    for face in plan_faces(game, paper, kind):
        for grid in face.grids:
            heights = [row.height for planned in grid.blocks for row in planned.rows]
            assert min(heights) >= LEAST_ROWS[paper] - 1e-9
            assert grid.blocks[-1].rows[-1].bottom <= (face.footer.result or face.footer.bottom).y
            rings = [cell.width / len(cell.column.rings) for cell in grid.cells if cell.column.ink is PencilGuide.RING]
            assert min(rings, default=6.0) >= 6.0 - 1e-9
            assert min(cell.width for cell in grid.cells) >= (5.6 if paper in FLAT else 4.5)


@pytest.mark.parametrize("kind", WRITTEN)
@pytest.mark.parametrize("paper", FLAT)
@pytest.mark.parametrize("game", GAME_KEYS)
def test_every_game_has_its_rows_on_at_most_two_faces(game: str, paper: Paper, kind: SheetKind) -> None:
    made = setup(game, paper, kind=kind)
    faces = plan_faces(game, paper, kind)
    rows: dict[int, int] = {}
    for face in faces:
        for grid in face.grids:
            for planned in grid.blocks:
                rows[planned.block.game] = rows.get(planned.block.game, 0) + len(planned.rows)
    assert all(rows[number] >= wanted.hands for number, wanted in enumerate(made.games))
    assert len(faces) <= 2
    assert [face.footer.result is not None for face in faces] == [False] * (len(faces) - 1) + [True]


@pytest.mark.parametrize("room", range(1, 6))
@pytest.mark.parametrize("rows", [1, 4, 9, 23])
def test_a_game_that_is_longer_than_a_face_fills_it_and_leaves_three_rows_for_the_last(rows: int, room: int) -> None:
    faces = divide_into_faces([(Block(0, 0, rows),)], lambda face: face.strips[0][0].count <= room)
    left, wanted = rows, []
    while left:
        wanted.append(left if left <= room else max(1, min(room, left - 3)))
        left -= wanted[-1]
    assert [face.strips[0][0].count for face in faces] == wanted


def test_a_short_sheet_of_three_games_is_one_face() -> None:
    assert [len(plan_faces("mariglia", paper, SheetKind.SHORT)) for paper in FLAT] == [1, 1]


@pytest.mark.parametrize(("game", "form"), sweep(GAME_KEYS, tuple(product(Paper, SheetKind)), diagonals=2))
def test_no_letter_is_too_small_and_the_code_is_large(game: str, form: tuple[Paper, SheetKind]) -> None:
    paper, kind = form
    made = replace(setup(game, paper, kind=kind), translate=gettext, language="it")
    with override("it"):
        pages = read(render_score_sheets(made, [sheet(made.side_count)]))
    assert min(text.size for page in pages for text in page.texts) >= 5.9
    for page in pages:
        codes = [area for area in page.areas if abs((area.x1 - area.x0) - QR_SIDE * MM) < 1]
        assert codes
