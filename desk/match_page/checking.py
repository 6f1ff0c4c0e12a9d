"""Comparison of a sheet typed a second time with what was entered: the boxes of the sheet, line by line."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from django.utils.translation import gettext as _

from desk.match_page.grid import list_grid_specs
from rules import HandEntry, RuleViolation
from rules.options import FieldKind
from scoring.ledger.match_log import AnyGame, CountedLine, unwrap_overruled
from scoring.matches.boxes import CheckBox, format_sheet_box
from scoring.matches.queries import LineView, MatchView


@dataclass(frozen=True, slots=True)
class CheckRow:
    game: int
    line: LineView
    boxes: tuple[CheckBox, ...]
    repeats: bool = False
    """Whether its boxes have the labels of the row above."""

    @property
    def typed(self) -> bool:
        return any(box.typed for box in self.boxes)

    @property
    def differs(self) -> bool:
        return any(box.differs for box in self.boxes)


def build_check_rows(view: MatchView, typed: Mapping[str, str]) -> tuple[CheckRow, ...]:
    """Build a row for each line that counts, with the filled boxes that its sheet has. `typed` is by `line-<seq>-<box>`."""
    lines = {line.seq: (game.number, line) for game in view.games for line in game.lines}
    rows = [_build_check_row(view, counted_line, *lines[counted_line.line.seq], typed) for counted_line in view.log.counted_lines]
    return tuple(replace(row, repeats=above is not None and _has_same_labels(row, above)) for above, row in pairwise([None, *rows]) if row)


def _has_same_labels(row: CheckRow, above: CheckRow) -> bool:
    return row.game == above.game and [box.label for box in row.boxes] == [box.label for box in above.boxes]


def _build_check_row(view: MatchView, counted_line: CountedLine, game: int, line: LineView, typed: Mapping[str, str]) -> CheckRow:
    event = unwrap_overruled(counted_line.event)
    entered = view.game.typed_from(event)
    specs = list_grid_specs(view) if isinstance(event, HandEntry) else view.game.fields_of(type(event))
    boxes = []
    for spec in specs:
        keyboard = spec.input_mode(falls=view.log.state.plan.falls)
        for side, box in enumerate(spec.box_names(len(view.sides))):
            if entered.get(box):
                name = f"line-{line.seq}-{box}"
                letter = f" {view.sides[side].letter}" if spec.per_side else ""
                stands = entered[box] if spec.kind is FieldKind.BOOLEAN else format_sheet_box(spec, entered[box])
                text = typed.get(name, "")
                is_same = bool(text) and says_the_same(view.game, counted_line, box, text)
                boxes.append(CheckBox(name, f"{_(spec.label)}{letter}", stands, text, keyboard, is_same))
    return CheckRow(game, line, tuple(boxes))


def says_the_same(game: AnyGame, counted_line: CountedLine, box: str, text: str) -> bool:
    """Whether the line would be the same if the box held the text: the letter of a side for a seat, a card by its name."""
    event = unwrap_overruled(counted_line.event)
    try:
        return game.event_from(counted_line.before, event.kind, {**game.typed_from(event), box: text}) == event
    except RuleViolation:
        return False
