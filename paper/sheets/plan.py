"""The plan of a sheet: boxes in millimetres, computed once for all sheets that have the same blocks."""

from __future__ import annotations

from dataclasses import dataclass

from paper.layout import A4, A5, PageSize, Rect
from paper.sheets.values import Paper
from paper.sheets.widths import SheetCell

FACTS = 5.2
"""Height of the line with the first dealer and the hours."""
NOTES = 4.0
"""Height of the line with the sums to check and the letters of cards and suits."""
CORRECTION = 6.4
"""Height of a printed correction: place and reason above, old and new text below."""
FACT_SHARES = (7, 4.4, 4.4)
FACT_LABEL = 0.54
"""Greatest share of the width for the label of a fact."""
FLAT = 2.2
"""A logo with more than this ratio of width to height stands above the name of the tournament, not beside it."""
LOGO, WIDEST_LOGO, FLAT_LOGO = 16.0, 22.0, 5.5
"""Least and greatest width of a logo beside the name, and height of a logo above it."""
CORRECTION_TITLE, CORRECTION_LINE, SIGNERS = 4.2, 5.4, 4.0
"""Heights of the title of the correction box, of a line in it for a pencil, and of the line on a roll for who entered and confirmed."""
QR_SIDE = 20.0
"""Side of the QR code in millimetres: its modules are 0.69 mm or more."""
LEAST_FREE_ROOM = 16.0
"""Least height of a free room in millimetres on A5 that is framed for notes."""
TALLEST_ROW = 1.5
"""Greatest height of a row for a pencil, in rows."""


@dataclass(frozen=True, slots=True)
class Metrics:
    size: PageSize
    margin: float
    scale: float
    """Scale of letters and of heights other than rows; 1 on A5."""
    row: float
    """Least height of a row for a pencil in millimetres."""
    least_row: float
    """Height of a printed row in millimetres."""
    narrow: bool = False

    @property
    def small_size(self) -> float:
        """Size of the smallest print in points."""
        return max(6.5, 6.5 * self.scale)

    @property
    def bar(self) -> float:
        """Height of the strip with the title of a game."""
        return 4.8 * self.scale

    @property
    def inner_height(self) -> float:
        """Height between the margins; 0 on a roll, which is as long as its sheet."""
        return max(0.0, self.size.height - 2 * self.margin)


METRICS = {
    Paper.A5_TWO_UP: Metrics(A5, 8.0, 1.0, 6.0, 3.7),
    Paper.A4: Metrics(A4, 10.0, 1.15, 7.0, 4.4),
    Paper.ROLL_80: Metrics(PageSize(80.0, 0.0), 4.0, 0.93, 6.5, 4.0, narrow=True),
}


@dataclass(frozen=True, slots=True)
class Block:
    """Rows of one game on one sheet; a long game continues on the next sheet."""

    game: int
    first: int
    """Index of the first hand of the block."""
    count: int


Strip = tuple[Block, ...]
"""Games that stand side by side."""


@dataclass(frozen=True, slots=True)
class Face:
    """What stands on one side of a sheet: strips from the top; the first face names the players in full, the last has the result."""

    strips: tuple[Strip, ...]
    first: bool = True
    last: bool = True

    @property
    def blocks(self) -> tuple[Block, ...]:
        return tuple(block for strip in self.strips for block in strip)

    @property
    def rows(self) -> int:
        """Rows below each other."""
        return sum(max(block.count for block in strip) for strip in self.strips)


@dataclass(frozen=True, slots=True)
class BlockPlan:
    block: Block
    bar: Rect
    rows: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class GridPlan:
    """Games under one row of headings. `number` is the heading of the hand numbers, None beside a grid that has them."""

    head: Rect
    number: Rect | None
    cells: tuple[SheetCell, ...]
    blocks: tuple[BlockPlan, ...]


@dataclass(frozen=True, slots=True)
class HeaderPlan:
    logo: Rect
    text: Rect
    round: Rect
    table: Rect
    qr: Rect
    code: Rect


@dataclass(frozen=True, slots=True)
class FooterPlan:
    """`result`, `signatures` and `corrections` are only on the last face."""

    result: Rect | None
    signatures: Rect | None
    corrections: Rect | None
    bottom: Rect


@dataclass(frozen=True, slots=True)
class SheetPlan:
    metrics: Metrics
    size: PageSize
    header: HeaderPlan
    sides: tuple[Rect, ...]
    facts: Rect | None
    notes: Rect | None
    grids: tuple[GridPlan, ...]
    free: Rect | None
    """Room between the rows and the result that is large enough to write in."""
    footer: FooterPlan


def count_signatures_across(sides: int, *, narrow: bool) -> int:
    """How many signature lines stand side by side, including the line of the referee."""
    return 2 if narrow else 4 if sides == 3 else 3
