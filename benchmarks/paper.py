"""Score sheets a second and bytes a sheet: ours beside the common way, platypus with reportlab's QR widget.

    python -m benchmarks.paper [--json] [--quick]

A sheet is one printed A5 or A4 side: tournament, round and table, both pairs, a QR code of its own, and a grid for the hands. A match of
three games needs two of ours (36 rows, check line, signatures, corrections); the others draw one a match, with head, names, QR code and a
31 × 6 grid. So the ratios of a match are half those of a sheet, and stand beside them. Python searches for garbage as seldom as on the
desk, for all alike. `--quick` draws a few of each once, to see that everything runs: its figures mean nothing.
"""

import argparse
import io
import json
import statistics
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import segno
from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.shapes import Drawing
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import StyleSheet1, getSampleStyleSheet
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table
from rich.console import Console
from rich.table import Table as RichTable

from jobs.machine import search_seldom
from paper.sheets import Paper, Sheet, SheetEvent, SheetGame, SheetSetup, SheetSide, list_sheet_fields, render_score_sheets
from rules import game_by_key

fpdf: Any = import_module("fpdf") if find_spec("fpdf") else None

GOALS = {"vs_platypus": 200.0, "bytes_vs_platypus": 0.25}
MANY, EVENING, PLATYPUS_SAMPLE, QUICK_SAMPLE = 1_000, 64, 40, 4
FACES = 2
"""Sides of paper of one match of ours."""
ROWS, COLUMNS = 31, 6

DrawSheets = Callable[[Sequence[Sheet]], bytes]


def build_sheets(count: int) -> list[Sheet]:
    return [_build_sheet(number) for number in range(1, count + 1)]


def _build_sheet(number: int) -> Sheet:
    code = f"K3QX{number:04d}"
    pairs = (
        SheetSide(f"{2 * number - 1}", (f"Anna Melis {number}", f"Efisio Carta {number}"), "Bar Centrale"),
        SheetSide(f"{2 * number}", (f"Lia Sanna {number}", f"Ugo Piras {number}"), "Circolo di Ozieri"),
    )
    link = f"http://192.168.178.20:8000/s/{code}"
    return Sheet(pairs, "2", f"{number}", f"T2-{number:04d}", code, link, head="7K3Q-XM2P-8ZTW-41AB · 41")


def make_our_drawer(paper: Paper) -> DrawSheets:
    game = game_by_key("mariglia")
    event = SheetEvent("Torneo di San Giovanni", game.key, game.name, "2 su 3 · 35/35/45", "14 novembre 2026", "Circolo di Ozieri")
    games = (SheetGame(35), SheetGame(35), SheetGame(45))
    setup = SheetSetup(event, list_sheet_fields(game, game.options_from({})), games, paper=paper)
    return lambda sheets_to_draw: render_score_sheets(setup, sheets_to_draw)


def draw_with_platypus(sheet_list: Sequence[Sheet]) -> bytes:
    styles = getSampleStyleSheet()
    story: list[object] = []
    for sheet in sheet_list:
        head = Table([[_build_platypus_title(sheet, styles), _build_platypus_qr(sheet.link)]], colWidths=[140 * mm, 30 * mm])
        grid = Table([[""] * COLUMNS for _ in range(ROWS)], colWidths=[28 * mm] * COLUMNS, rowHeights=[6.5 * mm] * ROWS)
        grid.setStyle([("GRID", (0, 0), (-1, -1), 0.5, colors.black)])
        story += [head, Spacer(1, 4 * mm), grid, PageBreak()]
    output = io.BytesIO()
    SimpleDocTemplate(output, pagesize=A4, invariant=1).build(story)
    return output.getvalue()


def _build_platypus_title(sheet: Sheet, styles: StyleSheet1) -> list[Paragraph]:
    names = [" – ".join(side.names) + " · " + side.club for side in sheet.sides]
    lines = ["Torneo di San Giovanni", f"Round {sheet.round} · Table {sheet.table} · {sheet.serial} · {sheet.code}", *names]
    return [Paragraph(line, styles["Normal"]) for line in lines]


def _build_platypus_qr(link: str) -> Drawing:
    drawing = Drawing(28 * mm, 28 * mm)
    drawing.add(QrCodeWidget(link, barWidth=28 * mm, barHeight=28 * mm, barLevel="M"))
    return drawing


def draw_with_canvas(sheet_list: Sequence[Sheet]) -> bytes:
    """Canvas and segno without forms: the careful way."""
    output = io.BytesIO()
    canvas = Canvas(output, pagesize=A4, invariant=1)
    for sheet in sheet_list:
        canvas.setFont("Helvetica", 11)
        canvas.drawString(20 * mm, 280 * mm, f"Torneo di San Giovanni · Round {sheet.round} · Table {sheet.table} · {sheet.code}")
        for place, side in enumerate(sheet.sides):
            canvas.drawString(20 * mm, (272 - 6 * place) * mm, " – ".join(side.names) + " · " + side.club)
        for row, modules in enumerate(segno.make(sheet.link, error="m", micro=False).matrix):
            for column, dark in enumerate(modules):
                if dark:
                    canvas.rect(160 * mm + column * 2.6, 286 * mm - row * 2.6, 2.6, 2.6, stroke=0, fill=1)
        canvas.grid([20 * mm + place * 28 * mm for place in range(COLUMNS + 1)], [20 * mm + place * 6.5 * mm for place in range(ROWS + 1)])
        canvas.showPage()
    canvas.save()
    return output.getvalue()


def draw_with_fpdf2(sheet_list: Sequence[Sheet]) -> bytes:
    document = fpdf.FPDF()
    for sheet in sheet_list:
        document.add_page()
        document.set_font("helvetica", size=11)
        document.cell(
            text=f"Torneo di San Giovanni - Round {sheet.round} - Table {sheet.table} - {sheet.code}", new_x="LMARGIN", new_y="NEXT"
        )
        for side in sheet.sides:
            document.cell(text=" - ".join(side.names) + " - " + side.club, new_x="LMARGIN", new_y="NEXT")
        for row, modules in enumerate(segno.make(sheet.link, error="m", micro=False).matrix):
            for column, dark in enumerate(modules):
                if dark:
                    document.rect(160 + column * 0.9, 10 + row * 0.9, 0.9, 0.9, style="F")
        for row in range(ROWS):
            for column in range(COLUMNS):
                document.rect(20 + column * 28, 60 + row * 6.5, 28, 6.5)
    return bytes(document.output())


def measure_drawing(draw: DrawSheets, count: int, rounds: int) -> tuple[float, float]:
    """Processor seconds a match (median of the rounds, after one warm-up) and bytes a match."""
    sheet_list = build_sheets(count)
    size = len(draw(sheet_list))
    seconds = []
    for _ in range(rounds):
        start = time.process_time()
        draw(sheet_list)
        seconds.append(time.process_time() - start)
    return statistics.median(seconds) / count, size / count


def run_comparison(*, quick: bool) -> dict[str, tuple[float, float]]:
    """Measure every way to draw the sheets of matches; our and the other ways alternate, so that a busy machine slows both."""
    ways: dict[str, tuple[DrawSheets, int, int]] = {
        "ours, 1,000 on A4": (make_our_drawer(Paper.A4), MANY, 7),
        "platypus": (draw_with_platypus, PLATYPUS_SAMPLE, 3),
        "ours, 1,000 two-up A5": (make_our_drawer(Paper.A5_TWO_UP), MANY, 7),
        "ours, 64 two-up A5": (make_our_drawer(Paper.A5_TWO_UP), EVENING, 7),
        "platypus, 64": (draw_with_platypus, EVENING, 1),
        "canvas and segno": (draw_with_canvas, EVENING, 3),
    }
    if fpdf is not None:
        ways["fpdf2"] = (draw_with_fpdf2, EVENING, 1)
    return {
        name: measure_drawing(draw, QUICK_SAMPLE if quick else count, 1 if quick else rounds)
        for name, (draw, count, rounds) in ways.items()
    }


def compute_ratios(measurements: dict[str, tuple[float, float]]) -> dict[str, float]:
    seconds, size = measurements["ours, 1,000 on A4"]
    theirs, their_size = measurements["platypus"]
    return {
        "vs_platypus": round(FACES * theirs / seconds, 1),
        "bytes_vs_platypus": round(size / FACES / their_size, 3),
        "match_vs_platypus": round(theirs / seconds, 1),
        "bytes_of_match_vs_platypus": round(size / their_size, 3),
        "match_two_up_vs_platypus": round(theirs / measurements["ours, 1,000 two-up A5"][0], 1),
        "evening_of_64_vs_platypus": round(measurements["platypus, 64"][0] / measurements["ours, 64 two-up A5"][0], 1),
        "match_vs_canvas_and_segno": round(measurements["canvas and segno"][0] / seconds, 1),
    }


def print_table(measurements: dict[str, tuple[float, float]]) -> None:
    table = RichTable(title="The score sheets of a match: two sides of ours, one of the others")
    for heading in ("way", "matches/s", "bytes/match"):
        table.add_column(heading, justify="left" if heading == "way" else "right")
    for name, (seconds, size) in measurements.items():
        table.add_row(name, f"{1 / seconds:,.0f}", f"{size:,.0f}")
    Console().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--quick", action="store_true", help="a few of each, once")
    arguments = parser.parse_args()
    search_seldom()
    measurements = run_comparison(quick=arguments.quick)
    print_table(measurements)
    missing = [] if fpdf is not None else ["fpdf2"]
    if arguments.json:
        print(json.dumps({"benchmark": "paper", "ratios": compute_ratios(measurements), "goals": GOALS, "missing": missing}))


if __name__ == "__main__":
    main()
