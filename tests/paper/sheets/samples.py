"""Sheets of every game on every paper."""

from dataclasses import replace

from paper.sheets import (
    Correction,
    Paper,
    PlayedGame,
    Sheet,
    SheetEvent,
    SheetHand,
    SheetKind,
    SheetRecord,
    SheetSetup,
    SheetSide,
    list_sheet_fields,
)
from paper.sheets.columns import build_groups
from rules import GAMES
from rules.options import FieldKind
from scoring.matches.sheet_grid import build_sheet_games, list_seats_by_side

GAME_KEYS = [game.key for game in GAMES]


def setup(game_key: str, paper: Paper, name: str = "Torneo di prova", kind: SheetKind = SheetKind.FULL) -> SheetSetup:
    game = next(game for game in GAMES if game.key == game_key)
    event = SheetEvent(name, game.key, game.name, "2 su 3 · 35/35/45", "14 novembre 2026", name, name)
    options = game.options_from({})
    games = build_sheet_games(game, options)
    kind = kind.on_paper(paper)
    fields = list_sheet_fields(game, options, kind)
    seats = list_seats_by_side(game)
    legend = "A asso · R re · D donna · F fante" if any(spec.kind is FieldKind.CARD for spec in fields) else ""
    return SheetSetup(event, fields, games, paper=paper, side_count=game.side_count, kind=kind, seats=seats, legend=legend)


def record_setup(game_key: str, paper: Paper) -> SheetSetup:
    """Records have every box, whatever the paper."""
    game = next(game for game in GAMES if game.key == game_key)
    return replace(setup(game_key, paper), fields=list_sheet_fields(game, game.options_from({})), kind=SheetKind.FULL)


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
