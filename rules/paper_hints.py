"""What a game says about its score sheet on paper, beyond the boxes that it declares."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rules.texts import _

RUNNING = "running"
"""Name of the columns of the running score, before `_0`, `_1` …"""


class BoxSource(StrEnum):
    """Where a printed record takes the values of extra boxes from."""

    STEPS = "steps"
    """The steps of the hand that name this box (`ScoreStep.box`)."""
    GAMES_WON = "games_won"
    """The games that each side won with this hand, where points run on from game to game."""
    CARRY = "carry"
    """The points that each side carries to the next hand, where points run on from game to game."""


@dataclass(frozen=True, slots=True)
class ExtraBoxes:
    """Boxes, one for each side, whose values follow from other boxes and that tables usually write down."""

    name: str
    label: str
    digits: int
    needs: str = ""
    """A field without which the values do not follow."""
    source: BoxSource = BoxSource.STEPS


@dataclass(frozen=True, slots=True)
class PaperHint:
    """What paper needs in addition to the declaration of the game."""

    extras: Mapping[str, tuple[ExtraBoxes, ...]] = field(default_factory=dict)
    """Extra boxes by the field after which they stand."""
    typed: tuple[str, ...] = ()
    """Boxes that the game accepts only when typed but that tables write on paper."""
    left_out: tuple[str, ...] = ()
    """Boxes that matter only under rare options, or that nobody counts at a table; left out because paper is narrow."""
    short: tuple[str, ...] = ()
    """Fields of the short sheet: what each side writes, and what the engine needs so that the score of the hand follows."""
    score_digits: int = 2
    beginning: str = _("First dealer")
    """Label before the side that begins."""
    running: str = _("Running score")
    final: str = _("Final score of the game")
    title: str = _("Game to %(target)s")
    """Title of a match with one grid."""
    series: str = _("%(games)d games to %(target)s")
    """A match whose points run on from game to game, in the head of the sheet."""
    result: str = ""
    """Label before the result of such a match."""
    widths: Mapping[str, float] = field(default_factory=dict)
    """Widths of columns by field, as shares of the sheet (about millimetres on A5); `RUNNING` names the running score."""
    roll_widths: Mapping[str, float] = field(default_factory=dict)
    """Widths on the roll where they differ."""
    sums: Mapping[str, int] = field(default_factory=dict)
    """Sums of the boxes of all sides, where one declaration serves several table sizes."""
    exact_sums: Mapping[str, str] = field(default_factory=dict)
    """By the field that may contain fractions of a point."""
