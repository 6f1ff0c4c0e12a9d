"""Rows of the score sheets under every preset, and how many fresh random matches need more: the table of docs/paper.md.

python -m benchmarks.rows [--matches 2000]
"""

import argparse
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace

from paper.sheets import Paper, SheetEvent, SheetKind, SheetSetup, count_blank_rows, list_sheet_fields
from paper.sheets.booklet import build_planner
from rules import GAMES
from rules.contract import Preset
from rules.lengths import count_hands_per_game
from tests.rules.playouts import compute_overflow

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from scoring.matches.sheet_grid import AnyGame, build_sheet_games  # noqa: E402 - needs the settings

PAPERS = ((Paper.A5_TWO_UP, SheetKind.FULL), (Paper.A5_TWO_UP, SheetKind.SHORT), (Paper.A4, SheetKind.FULL), (Paper.A4, SheetKind.SHORT))


def list_rows(matches: int) -> Iterator[tuple[str, ...]]:
    yield ("preset", "rows needed", "printed on A5", "matches without a row", "faces A5 full", "A5 short", "A4 full", "A4 short")
    for game in GAMES:
        for preset in game.presets:
            yield build_row(game, preset, matches)


def build_row(game: AnyGame, preset: Preset, matches: int) -> tuple[str, ...]:
    """Rows are chosen from as many matches as the site simulates; the overflow is that of others."""
    options = game.options_from(dict(preset.options))
    games = build_sheet_games(game, options)
    setup = SheetSetup(SheetEvent("", game.key, game.name), (), games, side_count=game.side_count, legend="A")
    setups = [replace(setup, paper=paper, kind=kind, fields=list_sheet_fields(game, options, kind)) for paper, kind in PAPERS]
    plans = [build_planner(variant).plan_blank(games) for variant in setups]
    printed = count_blank_rows(setups[0])
    overflow = compute_overflow(count_hands_per_game(game, options, matches, "afresh"), printed)
    counts = (str(len(faces)) for faces in plans)
    return (
        f"{game.key} {preset.key}",
        format_rows([sheet_game.hands for sheet_game in games]),
        format_rows(printed),
        f"{overflow:.1%}",
        *counts,
    )


def format_rows(rows: Sequence[int]) -> str:
    return " ".join(map(str, rows))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=2_000)
    for number, row in enumerate(list_rows(parser.parse_args().matches)):
        print("| " + " | ".join(row) + " |")
        if number == 0:
            print("|" + "---|" * len(row))


if __name__ == "__main__":
    main()
