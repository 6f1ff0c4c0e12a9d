"""Sheets of every game on every paper."""

from dataclasses import replace

from paper.sheets import (
    Correction,
    Paper,
    PlayedGame,
    Sheet,
    SheetEvent,
    SheetHand,
    SheetRecord,
    SheetSetup,
    SheetSide,
    list_sheet_fields,
)
from paper.sheets.columns import build_groups
from rules import GAMES
from scoring.printing.sheets import build_sheet_games

GAME_KEYS = [game.key for game in GAMES]


def setup(game_key: str, paper: Paper, name: str = "Torneo di prova") -> SheetSetup:
    game = next(game for game in GAMES if game.key == game_key)
    event = SheetEvent(name, game.key, game.name, "2 su 3 · 35/35/45", "14 novembre 2026", name, name)
    options = game.options_from({})
    games = build_sheet_games(game.build_plan(options))
    return SheetSetup(event, list_sheet_fields(game, options), games, paper=paper, side_count=game.side_count)


def sheet(sides: int = 2, *names: str, number: int = 128) -> Sheet:
    side = SheetSide("128", names or ("Anna Melis", "Efisio Carta"), (names or ("Ozieri",))[0])
    code = f"K{number:07d}"
    return Sheet(
        (side,) * sides, "12", f"{number}", f"T12-{number}", code, f"http://desk.example/s/{code}", "A1 Melis", "20:45", "21:40", "HEAD-41"
    )


def played(made: SheetSetup, blank: Sheet, hands: int, note: str = "copying mistake") -> Sheet:
    """A record with that many hands in each of two games, one of them corrected."""
    sides = made.side_count
    names = [column.name for group in build_groups(made.fields, made.event.game_key, sides) for column in group.columns]
    values = {name: "A1" for name in names if not name.startswith("running")}
    hand = SheetHand(values, ("12",) * sides)
    story = (replace(hand, replaced=True), replace(hand, corrected=True), *[hand] * (hands - 1))
    game = PlayedGame(story, ("35",) * sides, 0)
    corrections = (Correction("Game 1, hand 1", "45–25", "54–16", note, "M. Deiana", "21:14"),) * 3
    record = SheetRecord((game, game), ("2",) * sides, 0, "walk-over", note, note, corrections)
    return replace(blank, record=record)
