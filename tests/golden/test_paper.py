"""The text of every print, line by line, as it was last approved: `REWRITE_GOLDEN=1` writes it anew (with `-m ""` all of it),
to be read before it is committed.
"""

import os
from pathlib import Path

import pytest

from paper.sheets import Paper, render_score_sheets
from tests.paper.reading import joined_runs, read
from tests.paper.samples import PRINTS
from tests.paper.sheets.samples import GAME_KEYS, played, setup, sheet
from tests.sweeps import sweep

FOLDER = Path(__file__).parent / "paper"
NAMES = ["Anna Melis", "Giovanni Battista Carta", "Maria Antonietta Pinna-Pintor", "Lìa D’Angelo"]


def text_of(pdf: bytes) -> str:
    pages = [[run.text for run in joined_runs(page)] for page in read(pdf)]
    return "".join(f"== page {number}\n" + "\n".join(lines) + "\n" for number, lines in enumerate(pages, start=1))


def compare(name: str, pdf: bytes) -> None:
    path = FOLDER / f"{name.replace(' ', '-')}.txt"
    if os.environ.get("REWRITE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text_of(pdf), encoding="utf-8")
    assert text_of(pdf) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PRINTS)
def test_lists(name: str) -> None:
    compare(name, PRINTS[name](NAMES))


@pytest.mark.parametrize(("game", "paper"), sweep(GAME_KEYS, tuple(Paper)))
def test_score_sheets(game: str, paper: Paper) -> None:
    made = setup(game, paper)
    compare(f"sheet {game} {paper.value}", render_score_sheets(made, [sheet(made.side_count), sheet(made.side_count, number=129)]))


@pytest.mark.parametrize("game", GAME_KEYS)
def test_records(game: str) -> None:
    made = setup(game, Paper.A4)
    compare(f"record {game}", render_score_sheets(made, [played(made, sheet(made.side_count), 4)]))
