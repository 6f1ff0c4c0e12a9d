"""A sheet typed twice, compared box by box."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules import declared_fields
from scoring.ledger.match_log import Progress, plain
from scoring.matches.queries import LineView, MatchView


@dataclass(frozen=True, slots=True)
class CheckBox:
    """A box of a line: what stands there and what was typed now. A box that was left empty is not compared."""

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


def check_rows(view: MatchView, typed: Mapping[str, str]) -> tuple[CheckRow, ...]:
    """The lines that count, with every box that something stands in. `typed` is by `line-<seq>-<box>`."""
    lines = {line.seq: (game.number, line) for game in view.games for line in game.lines}
    return tuple(_row(view, progress, *lines[progress.account.seq], typed) for progress in view.fold.progress)


def _row(view: MatchView, progress: Progress, game: int, line: LineView, typed: Mapping[str, str]) -> CheckRow:
    event = plain(progress.event)
    stands = view.game.typed_from(event)
    boxes = []
    for spec in declared_fields(type(event)):
        keyboard = spec.keyboard(falls=view.fold.state.plan.falls)
        for side, box in enumerate(spec.boxes(len(view.sides))):
            if stands.get(box):
                name = f"line-{line.seq}-{box}"
                letter = f" {view.sides[side].letter}" if spec.per_side else ""
                boxes.append(CheckBox(name, f"{_(spec.label)}{letter}", stands[box], typed.get(name, ""), keyboard))
    return CheckRow(game, line, tuple(boxes))
