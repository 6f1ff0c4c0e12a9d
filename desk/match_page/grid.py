"""The hands of a match as the rows of its sheet: what is written, what it gave, and the row that is typed next."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from rules import Event, HandEntry, OverruledEvent
from rules.options import FieldKind, FieldSpec
from rules.texts import SIDE_LETTERS
from scoring.entry.forms import EventForm
from scoring.ledger.match_log import CountedLine, unwrap_overruled
from scoring.matches.boxes import format_sheet_box
from scoring.matches.queries import GameView, MatchView, build_revision_view
from tournaments.pages.forms import TextBox

NUMBERS = frozenset({FieldKind.INTEGER, FieldKind.INTEGERS, FieldKind.POINTS, FieldKind.POINTS_EXACT})
LETTERS = frozenset({FieldKind.SEAT, FieldKind.SIDE})


@dataclass(frozen=True, slots=True)
class Column:
    """A box of the sheet: its label, the side whose it is, and whether a narrow screen leaves it out."""

    name: str
    label: str
    side: str
    aside: bool


@dataclass(frozen=True, slots=True)
class GridRow:
    """A line that counts: the texts of its boxes by column, or its title when it is no hand; the running score after it.

    `game` is set on the first row of a game.
    """

    seq: int
    number: int | None
    title: str
    cells: tuple[str, ...]
    score: tuple[int, ...]
    earlier: tuple[tuple[str, ...], ...]
    """The texts of earlier wordings of a hand, oldest first."""
    reason: str
    overruled: bool
    game: GameView | None
    typed: str = ""
    """The boxes of a hand as its row was typed, as JSON by name, for a row that is taken back; a side is its letter."""

    @property
    def has_score(self) -> bool:
        """Whether there is a running score to show: the result of a whole match has none."""
        return self.number is not None or any(self.score)


@dataclass(frozen=True, slots=True)
class Grid:
    """The sheet of a match on the screen. `next_game` stands above the row that is typed next, where it begins a game."""

    columns: tuple[Column, ...]
    rows: tuple[GridRow, ...]
    next_game: GameView | None

    several_games: bool
    has_signs: bool = False
    """Whether a box is written by a sign in that of a side: the + of a marafona."""

    @property
    def width(self) -> int:
        """Number of columns between the number of the hand and the score."""
        return len(self.columns)


def list_grid_specs(view: MatchView) -> tuple[FieldSpec, ...]:
    """The boxes of a hand that stand in the grid: all that this tournament writes, but those that are seldom written."""
    active = view.game.boxes_of(HandEntry.kind, view.log.options)
    typed = {spec.name for spec in view.game.HandEntry.also_typed}
    return tuple(
        spec for spec in active if spec.name not in typed and not spec.rare and (spec.required or spec.kind is not FieldKind.CHOICE)
    )


def build_grid(view: MatchView) -> Grid:
    """All lines that count, in the columns of the sheet. No queries."""
    specs = list_grid_specs(view)
    rows = tuple(_build_rows(view, specs))
    several = len(view.games) > 1
    signs = any(spec.sign for spec in specs)
    return Grid(_build_columns(view, specs), rows, _find_next_game(view) if several else None, several, signs)


def build_row(view: MatchView, seq: int) -> GridRow | None:
    """The row of one line; None when it does not count."""
    return next((row for row in _build_rows(view, list_grid_specs(view)) if row.seq == seq), None)


def _build_columns(view: MatchView, specs: tuple[FieldSpec, ...]) -> tuple[Column, ...]:
    sides = len(view.sides)
    return tuple(
        Column(name, _(spec.label), SIDE_LETTERS[side] if spec.per_side else "", spec.kind in LETTERS and not spec.required)
        for spec in specs
        for side, name in enumerate(spec.box_names(sides))
    )


def _build_rows(view: MatchView, specs: tuple[FieldSpec, ...]) -> Iterator[GridRow]:
    games = {game.number: game for game in view.games}
    lines = {line.seq: line for game in view.games for line in game.lines}
    game_number = 0
    for counted in view.log.counted_lines:
        line = lines[counted.line.seq]
        begins = counted.before.game_number != game_number
        game_number = counted.before.game_number
        yield GridRow(
            seq=line.seq,
            number=line.number,
            title=line.revision.title or "",
            cells=_list_cells(view, counted.event, specs) if line.number else (_describe_boxes(view, counted),),
            score=line.score,
            earlier=_list_earlier_cells(view, counted, specs) if line.number else (),
            reason=line.revision.reason,
            overruled=isinstance(counted.event, OverruledEvent),
            game=games.get(game_number) if begins else None,
            typed=_write_boxes(view, counted.event, specs) if line.number else "",
        )


def _list_earlier_cells(view: MatchView, counted: CountedLine, specs: tuple[FieldSpec, ...]) -> tuple[tuple[str, ...], ...]:
    statements = (revision.statement for revision in counted.line.revisions[:-1])
    return tuple(_list_cells(view, statement, specs) for statement in statements if isinstance(statement, Event))


def _list_cells(view: MatchView, event: Event, specs: tuple[FieldSpec, ...]) -> tuple[str, ...]:
    typed = view.game.typed_from(unwrap_overruled(event))
    return tuple(format_sheet_box(spec, typed.get(name, "")) for spec in specs for name in spec.box_names(len(view.sides)))


def _write_boxes(view: MatchView, event: Event, specs: tuple[FieldSpec, ...]) -> str:
    """What the boxes of a hand's row hold: a list the choice itself, every other box the text of its cell."""
    typed, names = view.game.typed_from(unwrap_overruled(event)), [name for spec in specs for name in spec.box_names(len(view.sides))]
    kinds = [spec.kind for spec in specs for _name in spec.box_names(len(view.sides))]
    cells = zip(names, kinds, _list_cells(view, event, specs), strict=True)
    return json.dumps({name: typed.get(name, "") if kind is FieldKind.CHOICE else cell for name, kind, cell in cells if cell})


def _describe_boxes(view: MatchView, counted: CountedLine) -> str:
    """What a line that is no hand says, in one sentence."""
    revision = build_revision_view(view.game, counted.line, len(counted.line.revisions) - 1)
    return ", ".join(f"{box.label} {box.text}" for box in revision.boxes)


def _find_next_game(view: MatchView) -> GameView | None:
    running = view.running
    return running if running is not None and not running.lines else None


class GridForm(EventForm):
    """The boxes of the next row. A side is a letter, as on paper; each box knows for static/grid.js when it is full and whether the cursor
    stops there.
    """

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        some_required = any(spec.required for spec in self.specs)
        for spec in self.specs:
            is_number = spec.kind in NUMBERS and not some_required
            stops = spec.name not in self.kept and (spec.required or spec.kind is FieldKind.CARD or is_number)
            for name in spec.box_names(len(self.side_views)):
                self._write_letters(spec, name)
                self._describe_box(spec, name, stops=stops)

    def list_cells(self) -> Iterator[forms.BoundField]:
        """The boxes of the row, in the order of its columns."""
        return (self[name] for spec in self.specs if spec.name not in self.kept for name in spec.box_names(len(self.side_views)))

    def set_focus(self, wrong_names: Sequence[str] = ()) -> None:
        """Set the focus to the first wrong box, else to the first empty one at which the cursor stops."""
        boxes = list(self.list_cells())
        wrong = [box for box in boxes if box.name in wrong_names]
        stops = [box for box in boxes if "data-stop" in box.field.widget.attrs]
        empty = [box for box in stops if not box.value()]
        for box in (wrong or empty or stops or boxes)[:1]:
            box.field.widget.attrs["autofocus"] = True

    def _write_letters(self, spec: FieldSpec, name: str) -> None:
        """A side and a seat are typed as the letter of the side; few choices are a list that a letter chooses from, and nothing is chosen
        beforehand: what a list shows and nobody chose would not be sent.
        """
        field, value = self.fields[name], str(self.initial.get(name, ""))
        if spec.kind is FieldKind.SIDE:
            widget = forms.TextInput(attrs={"autocapitalize": "characters", "autocomplete": "off", "spellcheck": "false"})
            self.fields[name] = TextBox(required=False, label=field.label, help_text=field.help_text, widget=widget)
            self.initial[name] = SIDE_LETTERS[int(value)] if value.isdecimal() and int(value) < len(SIDE_LETTERS) else value
        elif spec.kind is FieldKind.SEAT:
            self.initial[name] = value[:1]
        elif isinstance(field, forms.ChoiceField) and isinstance(field.widget, forms.RadioSelect):
            choices: list[tuple[Any, Any]] = list(field.widget.choices)
            field.widget = forms.Select()
            field.choices = choices if "" in dict(choices) else [("", "–"), *choices]

    def _describe_box(self, spec: FieldSpec, name: str, *, stops: bool) -> None:
        field = self.fields[name]
        attributes = {"data-box": name, "aria-label": str(field.label)}
        if stops:
            attributes["data-stop"] = "1"
        if spec.kind in LETTERS:
            attributes |= {"data-letters": "1", "size": "2", "maxlength": "4"}
        elif spec.kind is FieldKind.CARD:
            attributes |= {"data-card": "1", "size": "4", "maxlength": "16"}
        elif spec.kind in (FieldKind.INTEGER, FieldKind.POINTS) and spec.highest is not None and not self.falls:
            attributes["data-most"] = str(spec.highest)
        if all(spec.asked_with):
            attributes["data-stop-with"] = "=".join(spec.asked_with)
        if spec.sign:
            attributes["data-sign"] = spec.sign
        field.widget.attrs.update(attributes)
