"""Where the boxes of a sheet stand before anything is drawn: of every game, paper and kind, and of records by their hands and corrections.
If this failed, rows would be too low for a pencil, a game would go on where nobody looks, or the foot stand upon the last hands.

As approved; `REWRITE_GOLDEN=1` writes it anew. Hundredths of a millimetre: left, top, width and height.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from paper.layout import PrintPicture, Rect
from paper.sheets import Paper, SheetGame, SheetKind
from paper.sheets.booklet import build_planner, count_blank_rows
from paper.sheets.plan import SheetPlan
from paper.sheets.planner import Planner
from tests.golden.test_paper import compare_text
from tests.paper.sheets.rare_sheets import THREE, build_setup
from tests.paper.sheets.samples import GAME_KEYS

LENGTHS = {"three": THREE, "one": (SheetGame(45, 26),), "short": (SheetGame(None, 3, exact=True), SheetGame(None, 2, exact=True))}
LOGOS = {"flat": (32, 4), "just flat": (22, 10), "wide": (20, 10), "square": (5, 5), "tall": (2, 6)}


def say(box: Rect | None) -> str:
    return "–" if box is None else " ".join(str(round(length * 100)) for length in box)


def describe_plan(plan: SheetPlan) -> Iterator[str]:
    header, footer = plan.header, plan.footer
    yield f"page {plan.size.width * 100:.0f} × {plan.size.height * 100:.0f}"
    yield "head " + " / ".join(map(say, (header.logo, header.text, header.round, header.table, header.qr, header.code)))
    yield "sides " + " / ".join(map(say, plan.sides)) + f"; facts {say(plan.facts)}; notes {say(plan.notes)}; free {say(plan.free)}"
    yield "foot " + " / ".join(map(say, (footer.result, footer.signatures, footer.corrections, footer.bottom)))
    for grid in plan.grids:
        cells = (f"{round(cell.x * 100)}+{round(cell.width * 100)} {cell.column.ink.value}" for cell in grid.cells)
        yield f"grid {say(grid.head)}; number {say(grid.number)}; " + ", ".join(cells)
        for planned in grid.blocks:
            block, rows = planned.block, planned.rows
            assert {(row.x, row.width, round(row.height, 9)) for row in rows} == {(rows[0].x, rows[0].width, round(rows[0].height, 9))}
            yield f"  game {block.game} from {block.first}: bar {say(planned.bar)}; {len(rows)} rows from {say(rows[0])}"


def describe(plans: Sequence[SheetPlan], title: str) -> str:
    return "\n".join([f"== {title}", *(line for plan in plans for line in describe_plan(plan))]) + "\n"


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("game", GAME_KEYS)
def test_blank_sheets(game: str, paper: Paper) -> None:
    parts = []
    for kind in dict.fromkeys(kind.on_paper(paper) for kind in (SheetKind.FULL, SheetKind.SHORT)):
        for name, games in LENGTHS.items():
            made = build_setup(game, paper, kind, games)
            plans = build_planner(made).plan_blank(made.games)
            parts.append(describe(plans, f"{kind.value}, {name}"))
            planned = [one for plan in plans for grid in plan.grids for one in grid.blocks]
            rows = [sum(len(one.rows) for one in planned if one.block.game == number) for number in range(len(games))]
            assert count_blank_rows(made) == tuple(rows)
            assert count_blank_rows(replace(made, kind=SheetKind.SLIP)) == ()
    compare_text(f"plan {game} {paper.value}", "".join(parts))


def plan_record(planner: Planner, hands: Sequence[int], corrections: int) -> list[SheetPlan]:
    shown = planner.count_shown_corrections(corrections)
    return [planner.build_plan(face, shown, row=planner.metrics.least_row) for face in planner.split_record(hands, shown)]


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("game", ["mariglia", "trionfo5", "mattazza3"])
def test_records(game: str, paper: Paper) -> None:
    planner = build_planner(build_setup(game, paper))
    cases = [((0,), 0), ((8, 9, 7), 0), ((30, 2), 3), ((70,), 1), ((41, 41), 0), ((40,), 0), ((60, 2), 0), ((55, 3, 4), 1), ((1,), 40)]
    parts = [describe(plan_record(planner, hands, corrections), f"{hands}, {corrections} corrections") for hands, corrections in cases]
    compare_text(f"plan of records {game} {paper.value}", "".join(parts))


@pytest.mark.parametrize("paper", Paper)
def test_logos(paper: Paper) -> None:
    made = build_setup("mariglia", paper)
    groups = build_planner(made).groups
    parts = []
    for name, (width, height) in LOGOS.items():
        logo = PrintPicture(width, height, grey=True, pixels=bytes(width * height))
        parts.append(describe(Planner(paper, groups, 2, logo=logo).plan_blank((SheetGame(35),)), name))
    compare_text(f"plan under logos {paper.value}", "".join(parts))
