"""Comparison of a sheet typed a second time with what was entered."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.ledger.match_log import CountedLine, unwrap_overruled
from scoring.matches.queries import LineView, MatchView


@dataclass(frozen=True, slots=True)
class CheckBox:
    """A box of a line: the entered text and the text typed now. An empty box is not compared."""

    name: str
    label: str
    stands: str
    typed: str
    keyboard: str

    @property
    def differs(self) -> bool:
        return bool(self.typed) and self.typed.upper() != self.stands.upper()

    @property
    def agrees(self) -> bool:
        return bool(self.typed) and not self.differs


@dataclass(frozen=True, slots=True)
class CheckRow:
    game: int
    line: LineView
    boxes: tuple[CheckBox, ...]

    @property
    def typed(self) -> bool:
        return any(box.typed for box in self.boxes)

    @property
    def differs(self) -> bool:
        return any(box.differs for box in self.boxes)


def build_check_rows(view: MatchView, typed: Mapping[str, str]) -> tuple[CheckRow, ...]:
    """Build a row for each line that counts, with every filled box. `typed` is by `line-<seq>-<box>`."""
    lines = {line.seq: (game.number, line) for game in view.games for line in game.lines}
    return tuple(_build_check_row(view, counted_line, *lines[counted_line.line.seq], typed) for counted_line in view.log.counted_lines)


def _build_check_row(view: MatchView, counted_line: CountedLine, game: int, line: LineView, typed: Mapping[str, str]) -> CheckRow:
    event = unwrap_overruled(counted_line.event)
    stands = view.game.typed_from(event)
    boxes = []
    for spec in view.game.fields_of(type(event)):
        keyboard = spec.input_mode(falls=view.log.state.plan.falls)
        for side, box in enumerate(spec.box_names(len(view.sides))):
            if stands.get(box):
                name = f"line-{line.seq}-{box}"
                letter = f" {view.sides[side].letter}" if spec.per_side else ""
                boxes.append(CheckBox(name, f"{_(spec.label)}{letter}", stands[box], typed.get(name, ""), keyboard))
    return CheckRow(game, line, tuple(boxes))
