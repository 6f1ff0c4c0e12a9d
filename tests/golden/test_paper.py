"""What stands where on every print, as it was last approved: `REWRITE_GOLDEN=1` writes it anew (with `-m ""` all of it),
to be read before it is committed. Tenths of a millimetre from the upper left corner: texts by lines with their size in points, then
lines and areas, those of one kind together. Of some what those who listen hear follows.
"""

import io
import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import pypdf
import pytest

from paper.sheets import Paper, SheetKind, render_score_sheets
from tests.paper.rare_prints import RARE_PRINTS
from tests.paper.reading import BLACK, MM, Sheet, joined_runs, read
from tests.paper.samples import PRINTS
from tests.paper.sheets.rare_sheets import RARE_SHEETS
from tests.paper.sheets.samples import GAME_KEYS, played, record_setup, setup, sheet
from tests.sweeps import sweep

FOLDER = Path(__file__).parent / "paper"
NAMES = ["Anna Melis", "Giovanni Battista Carta", "Maria Antonietta Pinna-Pintor", "Lìa D’Angelo"]

TREES = ("bracket", "poster", "elimination", "places", "repechage")
"""Prints of many names alike."""


def describe_pdf(pdf: bytes) -> str:
    lines: list[str] = []
    known: dict[tuple[str, ...], int] = {}
    for number, page in enumerate(read(pdf), start=1):
        shapes = tuple(describe_shapes(page))
        first = known.setdefault(shapes, number)
        size = f"{tenths(page.width)} × {tenths(page.height)}"
        lines += [
            f"== page {number}, {size}",
            *describe_texts(page),
            *(shapes if first == number else [f"lines and areas of page {first}"]),
        ]
    return "\n".join(lines) + "\n"


def describe_texts(page: Sheet) -> Iterator[str]:
    """Texts that follow each other on one line stand on one line."""
    for (foot, size, ink), runs in groupby(joined_runs(page), lambda run: (tenths(page.height - run.y0), run.size, run.ink)):
        look = "" if ink == BLACK else f" ink {ink}"
        yield f"{foot} {size:g} pt{look} " + " | ".join(f"{tenths(run.x0)} {run.text}" for run in runs)


def describe_shapes(page: Sheet) -> Iterator[str]:
    """Lines and areas of one kind that stand below each other, or upright lines beside each other, are written together."""
    together: dict[str, list[int]] = {}
    for kind, shapes in (("line", page.strokes), ("outline", page.outlines), ("area", page.areas)):
        for one in shapes:
            (left, right), (low, high) = sorted((one.x0, one.x1)), sorted((one.y0, one.y1))
            x, y, width, height = (tenths(length) for length in (left, page.height - high, right - left, high - low))
            slant = " rising" if kind == "line" and (one.x1 - one.x0) * (one.y1 - one.y0) > 0 else ""
            if kind == "line" and not width:
                together.setdefault(f"line {one.look}, {height} down from {y}, at", []).append(x)
            else:
                together.setdefault(f"{kind} {one.look}{slant}, {width} × {height} from {x}, at", []).append(y)
    return (f"{words} {' '.join(map(str, places))}" for words, places in together.items())


def describe_reading(pdf: bytes) -> Iterator[str]:
    """The elements as they are read, a row of a table on a line, with what is said of them and what they hold."""
    file = pypdf.PdfReader(io.BytesIO(pdf))
    if "/StructTreeRoot" not in file.trailer["/Root"]:
        return
    numbers = {page.indirect_reference.idnum: number for number, page in enumerate(file.pages)}
    heights = [float(page.mediabox.height) for page in file.pages]
    texts: dict[tuple[int, int], list[str]] = {}
    for number, page in enumerate(read(pdf)):
        for text in page.texts:
            if text.mark is not None:
                texts.setdefault((number, text.mark), []).append(text.text)

    def describe_element(element: dict, page: int) -> Iterator[str]:
        kids = [kid.get_object() for kid in element["/K"]]
        marks = [(numbers[kid.raw_get("/Pg").idnum], kid["/MCID"]) for kid in kids if "/MCID" in kid]
        page = marks[0][0] if marks else page
        words = " ".join(word for mark in marks for word in texts.get(mark, ()))
        own = " ".join(filter(None, (element["/S"][1:], *describe_attributes(element, heights[page]), words)))
        below = [[*describe_element(kid, page)] for kid in kids if "/S" in kid]
        if element["/S"] in {"/TR", "/TD", "/TH", "/P"}:
            yield " | ".join((own, *(line for lines in below for line in lines)))
        else:
            yield own
            yield from (f"  {line}" for lines in below for line in lines)

    yield "== as it is read"
    yield from describe_element(file.trailer["/Root"]["/StructTreeRoot"]["/K"][0].get_object(), 0)


def describe_attributes(element: dict, height: float) -> Iterator[str]:
    for name in ("/Alt", "/ActualText"):
        if name in element:
            yield f"{name[1:]} “{element[name]}”"
    for about in (one.get_object() for one in element.get("/A", ())):
        for name, value in about.items():
            if name == "/BBox":
                left, low, right, high = map(float, value)
                yield f"at {tenths(left)} {tenths(height - high)}, {tenths(right - left)} × {tenths(high - low)}"
            elif name != "/O":
                yield f"{name[1:]} {value}"


def tenths(points: float) -> int:
    return round(points / MM * 10)


def compare(name: str, pdf: bytes, *, aloud: bool = False) -> None:
    heard = describe_reading(pdf) if aloud else ()
    compare_text(name, describe_pdf(pdf) + "".join(f"{line}\n" for line in heard))


def compare_text(name: str, text: str) -> None:
    path = FOLDER / f"{name.replace(' ', '-')}.txt"
    if os.environ.get("REWRITE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", RARE_PRINTS)
def test_rare_lists(name: str) -> None:
    compare(f"rare {name}", RARE_PRINTS[name](), aloud=True)


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", RARE_SHEETS)
def test_rare_sheets(name: str) -> None:
    compare(f"rare {name}", RARE_SHEETS[name](), aloud=True)


@pytest.mark.parametrize("name", PRINTS)
def test_lists(name: str) -> None:
    compare(name, PRINTS[name](NAMES), aloud=True)


@pytest.mark.parametrize("name", [name for name in PRINTS if not name.endswith(TREES)])
def test_lists_of_one_name_that_fits_nowhere(name: str) -> None:
    compare(f"cramped {name}", PRINTS[name](["Wolfgang-Maximilian " * 12]))


@pytest.mark.parametrize("name", ["minutes", "regulation", "manual", "results", "standings", "entries", "check-in", "why this draw"])
def test_lists_of_several_pages(name: str) -> None:
    compare(f"many {name}", PRINTS[name]([f"{NAMES[number % 4]} {number}" for number in range(30)]))


@pytest.mark.parametrize("kind", SheetKind)
def test_sheets_of_names_that_fit_nowhere(kind: SheetKind) -> None:
    long = "Wolfgang-Maximilian " * 12
    made = setup("mariglia", Paper.A4, long, kind)
    made = replace(made, event=replace(made.event, stage=long, options=long))
    compare(f"cramped {kind.value}", render_score_sheets(made, [sheet(2, long, long)]))


@pytest.mark.parametrize(("game", "paper"), sweep(GAME_KEYS, tuple(Paper)))
def test_score_sheets(game: str, paper: Paper) -> None:
    made = setup(game, paper)
    compare(f"sheet {game} {paper.value}", render_score_sheets(made, [sheet(made.side_count), sheet(made.side_count, number=129)]))


@pytest.mark.parametrize("kind", [SheetKind.SHORT, SheetKind.SLIP])
@pytest.mark.parametrize("game", ["mariglia", "trionfo5", "sancagna6", "pointsonly2"])
def test_short_sheets_and_slips(game: str, kind: SheetKind) -> None:
    made = setup(game, Paper.A4, kind=kind)
    compare(f"{kind.value} {game}", render_score_sheets(made, [sheet(made.side_count), sheet(made.side_count, number=129)]))


@pytest.mark.parametrize(
    ("game", "paper", "hands"), [("mariglia", Paper.A5_TWO_UP, 14), ("marafon", Paper.A5_TWO_UP, 60), ("trionfo5", Paper.ROLL_80, 14)]
)
def test_long_records_on_small_paper(game: str, paper: Paper, hands: int) -> None:
    made = record_setup(game, paper)
    compare(f"record {game} {paper.value}", render_score_sheets(made, [played(made, sheet(made.side_count), hands)]), aloud=True)


@pytest.mark.parametrize("game", GAME_KEYS)
def test_records(game: str) -> None:
    made = setup(game, Paper.A4)
    compare(f"record {game}", render_score_sheets(made, [played(made, sheet(made.side_count), 4)]), aloud=True)
