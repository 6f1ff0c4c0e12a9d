"""Sheets that are printed seldom: spares, logos of every shape, several halls, games side by side, records with all that one can say."""

from collections.abc import Callable
from dataclasses import replace
from itertools import cycle

from paper.layout import PrintPicture
from paper.sheets import (
    Correction,
    Paper,
    PlayedGame,
    Sheet,
    SheetEvent,
    SheetGame,
    SheetHand,
    SheetKind,
    SheetRecord,
    SheetSetup,
    SheetSide,
    list_sheet_fields,
    render_blank_sheets,
    render_score_sheets,
)
from paper.sheets.columns import build_groups
from rules import game_by_key
from rules.options import FieldKind
from scoring.matches.sheet_grid import list_seats_by_side
from tests.paper.rare_prints import SCRIPTS
from tests.paper.sheets.samples import sheet

THREE = (SheetGame(35, 9), SheetGame(35, 9), SheetGame(45, 12))
RULE = "Si gioca senza parlare e senza segni; chi sbaglia palo perde la mano. "
LEGEND = "A asso · R re"


def build_setup(
    game_key: str, paper: Paper, kind: SheetKind = SheetKind.FULL, games: tuple[SheetGame, ...] = THREE, rule: str = RULE
) -> SheetSetup:
    """Without a simulation of how long its games are."""
    game = game_by_key(game_key)
    options = game.options_from({})
    event = SheetEvent("Torneo di prova", game.key, game.name, "2 su 3", "14 novembre 2026", "Bar Centrale", rule)
    fields = list_sheet_fields(game, options, kind.on_paper(paper))
    legend = LEGEND if any(spec.kind is FieldKind.CARD for spec in fields) else ""
    seats = list_seats_by_side(game)
    return SheetSetup(event, fields, games, paper=paper, side_count=game.side_count, kind=kind.on_paper(paper), seats=seats, legend=legend)


def with_logo(made: SheetSetup, width: int, height: int) -> SheetSetup:
    return replace(made, event=replace(made.event, logo=PrintPicture(width, height, grey=True, pixels=bytes(width * height))))


def with_stage(made: SheetSetup, rule: str = RULE) -> SheetSetup:
    return replace(made, event=replace(made.event, stage="Eliminazione diretta", regulation=rule))


def hand_of(made: SheetSetup, number: int, score: tuple[str, ...], **flags: bool) -> SheetHand:
    """A text in every box: of several things the next one, else a number."""
    texts = cycle(("D", "C", "S", "B"))
    columns = [column for group in build_groups(made.fields, made.event.game_key, made.side_count) for column in group.columns]
    values = {column.name: column.rings[number % len(column.rings)] if column.rings else str(number) for column in columns}
    values |= {column.name: next(texts) for column in columns if column.name.startswith("turned")}
    return SheetHand({name: text for name, text in values.items() if not name.startswith("running")}, score, **flags)


def play(made: SheetSetup, *counts: int, corrections: int = 0, **more: object) -> Sheet:
    """A record of so many hands in each game, the second of which was replaced; the last side won."""
    last = made.side_count - 1
    games = []
    for count in counts:
        hands = [
            hand_of(made, number, (str(number),) * made.side_count, replaced=number == 2, corrected=number == 3)
            for number in range(1, count + 1)
        ]
        games.append(PlayedGame(tuple(hands), ("12",) * last + ("35",) if count else (), last if count else None))
    listed = tuple(
        Correction(f"Game 1, hand {number}", "" if number % 2 else "45–25", "54–16", "copying mistake", "M. Deiana", "21:14")
        for number in range(1, corrections + 1)
    )
    record = replace(SheetRecord(tuple(games), ("1",) * last + ("2",), last, corrections=listed), **more)
    return replace(sheet(made.side_count), record=record)


def _print_record(game_key: str, paper: Paper, *counts: int, suits: str = "italian", **more: object) -> bytes:
    made = replace(build_setup(game_key, paper, games=THREE[: len(counts)]), suits=suits)
    if paper is Paper.ROLL_80:
        game = game_by_key(game_key)
        made = replace(made, kind=SheetKind.FULL, fields=list_sheet_fields(game, game.options_from({})))
    return render_score_sheets(made, [play(made, *counts, **more)])


def _print_sheets(made: SheetSetup, count: int = 1, **more: object) -> bytes:
    return render_score_sheets(made, [replace(sheet(made.side_count, number=number), **more) for number in range(7, 7 + count)])


SIGNED = {"entered_by": "M. Deiana", "confirmed_by": "Anna Melis"}
A5, A4, ROLL = Paper.A5_TWO_UP, Paper.A4, Paper.ROLL_80
FULL, SHORT, SLIP = SheetKind.FULL, SheetKind.SHORT, SheetKind.SLIP
FIXED = (SheetGame(None, 10, exact=True),)


def in_many_words(made: SheetSetup) -> SheetSetup:
    return replace(made, translate=lambda message: f"{message} {message.lower()} {message}")


RARE_SHEETS: dict[str, Callable[[], bytes]] = {
    "spares on a5": lambda: render_blank_sheets(build_setup("mariglia", A5, games=THREE[:1]), 3),
    "spares on a4": lambda: render_blank_sheets(build_setup("trionfo5", A4), 1),
    "spares on a roll": lambda: render_blank_sheets(build_setup("mariglia", ROLL), 1),
    "spare slips": lambda: render_blank_sheets(build_setup("sancagna6", A4, SLIP), 2),
    "sheet under a flat logo": lambda: _print_sheets(with_logo(with_stage(build_setup("mariglia", A4)), 32, 4)),
    "sheet under a flat logo with a long rule": lambda: _print_sheets(with_logo(build_setup("mariglia", A5, rule=RULE * 3), 32, 4)),
    "sheet beside a square logo": lambda: _print_sheets(with_logo(build_setup("mariglia", A5), 5, 5)),
    "sheet beside a tall logo with a long rule": lambda: _print_sheets(with_logo(with_stage(build_setup("mariglia", A4), RULE * 3), 2, 6)),
    "roll under a logo": lambda: _print_sheets(with_logo(with_stage(build_setup("mariglia", ROLL)), 9, 4)),
    "roll with a long rule": lambda: _print_sheets(with_stage(build_setup("briscola", ROLL), RULE * 3), place="Upper hall"),
    "sheet of one of several halls": lambda: _print_sheets(with_stage(build_setup("marafon", A5)), 3, place="Upper hall"),
    "sheet of fixed hands": lambda: _print_sheets(build_setup("trionfo5", A5, games=FIXED)),
    "sheet without numbers": lambda: _print_sheets(replace(build_setup("maranna", A4), numbered=False)),
    "sheet with french suits": lambda: _print_sheets(replace(build_setup("mariglia", A4, games=THREE[:1]), suits="french")),
    "sheet without a code": lambda: _print_sheets(build_setup("tressette", A5, games=(SheetGame(21, 30),)), link="", first_dealer=""),
    "short sheets on a5": lambda: _print_sheets(build_setup("mariglia", A5, SHORT), 2),
    "short sheet on a4": lambda: _print_sheets(build_setup("mariglia", A4, SHORT)),
    "short sheet of uneven games": lambda: _print_sheets(build_setup("briscola", A4, SHORT, (SheetGame(None, 3), SheetGame(7, 24)))),
    "short sheet of one game": lambda: _print_sheets(build_setup("sancagna", A5, SHORT, (SheetGame(None, 0),))),
    "slips on a roll": lambda: _print_sheets(build_setup("mariglia", ROLL, SLIP), 2),
    "slips of one game": lambda: _print_sheets(build_setup("trionfo5", A4, SLIP, FIXED), 9),
    "slips of two games": lambda: _print_sheets(
        build_setup("mariglia", A4, SLIP, (SheetGame(35), SheetGame(None))), 2, sides=(SheetSide(),)
    ),
    "record of two faces": lambda: _print_record("mariglia", A4, 6, 30, corrections=2, **SIGNED),
    "record to fold": lambda: _print_record("mariglia", A5, 22, 0, corrections=1, entered_by="M. Deiana"),
    "record of three games": lambda: _print_record("maranna", A5, 4, 5, 6, confirmed_by="Anna Melis", standing="disputed"),
    "record with many corrections": lambda: _print_record(
        "mariglia", A4, 3, corrections=23, suits="french", standing="corrected", **SIGNED
    ),
    "record of a walk-over": lambda: _print_record("marafon", A4, 0, winner=None, reason="both were late"),
    "record with a reason": lambda: _print_record("trionfo5", A4, 4, reason="walk-over", **SIGNED),
    "record on a roll": lambda: _print_record("mariglia", ROLL, 4, 3, corrections=4, standing="disputed", reason="time", **SIGNED),
    "long record on a roll": lambda: _print_record("briscola", ROLL, 50, corrections=1),
    "record without a result": lambda: _print_record("pointsonly3", A5, 1, result=(), winner=None),
    "sheet with a long legend": lambda: _print_sheets(replace(build_setup("mariglia", A5, games=THREE[:1]), legend=f"{LEGEND} · " * 12)),
    "short sheet with a long legend": lambda: _print_sheets(replace(build_setup("mariglia", ROLL, games=THREE[:1]), legend=LEGEND * 9)),
    "sheet of names of any script": lambda: _print_sheets(
        build_setup("mariglia", A4, games=THREE[:1]), sides=(SheetSide("1", SCRIPTS[:3], SCRIPTS[4]), SheetSide("2", SCRIPTS[3:]))
    ),
    "wordy sheet": lambda: _print_sheets(in_many_words(build_setup("mariglia", A4)), place="Upper hall " * 9),
    "wordy sheet of three sides": lambda: _print_sheets(in_many_words(build_setup("mattazza3", A5, games=THREE[:1]))),
    "wordy roll": lambda: _print_sheets(in_many_words(build_setup("mariglia", ROLL)), place="Upper hall " * 9),
    "wordy short sheet": lambda: _print_sheets(in_many_words(build_setup("mariglia", A5, SHORT))),
    "wordy result slips": lambda: _print_sheets(in_many_words(build_setup("mariglia", A4, SLIP))),
    "wordy record": lambda: render_score_sheets(
        in_many_words(made := build_setup("mariglia", A5, games=THREE[:1])),
        [play(made, 3, corrections=2, standing="disputed by both sides " * 2, reason="walk-over after an hour " * 3, **SIGNED)],
    ),
    "wordy record on a roll": lambda: render_score_sheets(
        in_many_words(made := build_setup("mariglia", ROLL, games=THREE[:1])),
        [play(made, 3, corrections=9, standing="disputed", reason="walk-over after an hour " * 3, **SIGNED)],
    ),
    "record of many games": lambda: _print_record("marafon", A4, 2, 3, 2, result=("1000000", "12")),
}
