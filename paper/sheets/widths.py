"""How wide the columns of a sheet are: never narrower than a pencil needs, and wide enough for the words of their headings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from paper.layout import BOLD, MM, REGULAR, Rect
from paper.sheets.columns import ColumnGroup, PencilGuide, SheetColumn

RING_PITCH = 6.0
"""Least distance in millimetres between two things of which one is ringed: a ring of 5 mm leaves its neighbour free."""
DIGIT_WIDTHS = (6.0, 6.0, 7.6, 10.5, 13.0)
"""Least width in millimetres of a box by the number of its digits."""
LETTER_WIDTH = 6.0
"""Least width in millimetres of a box for a letter or two: a card, a seat, a side, a tick."""
WORD_WIDTH = 12.5
"""Least width in millimetres of a box for a short word or several numbers."""
NUMBER_WIDTH = 5.0
"""Width in millimetres of the column with the numbers of the hands."""
LEAST_HEADING = 6.5
"""In points; columns are at least as wide as the words of headings of this size."""


@dataclass(frozen=True, slots=True)
class SheetCell:
    column: SheetColumn
    x: float
    width: float


def compute_pencil_width(column: SheetColumn) -> float:
    """Width in millimetres below which nobody writes into this box, or rings one of its texts."""
    if column.ink is PencilGuide.RING:
        return RING_PITCH * len(column.rings)
    if column.ink is PencilGuide.WORD:
        return WORD_WIDTH
    return DIGIT_WIDTHS[column.digits] if column.digits else LETTER_WIDTH


def measure_heading(text: str, scale: float) -> float:
    """Width in millimetres of a heading at its least size."""
    return BOLD.measure_width(text) * LEAST_HEADING * max(1.0, scale) / MM


def compute_least_width(group: ColumnGroup, scale: float, *, upright: bool) -> float:
    """Width in millimetres that a group needs; the heading of a single column needs none if it stands upright."""
    pencil = sum(map(compute_pencil_width, group.columns))
    if upright and not group.is_sided:
        return pencil
    return max(pencil, 1.2 + max((measure_heading(word, scale) for word in group.label.split()), default=0.0))


def write_letters_where_rings_are_tight(
    groups: Sequence[ColumnGroup], width: float, scale: float, *, upright: bool
) -> tuple[ColumnGroup, ...]:
    """The groups with boxes for a letter instead of things to ring, the widest first, until the least widths fit `width` millimetres."""
    fitted = list(groups)
    while sum(compute_least_width(group, scale, upright=upright) for group in fitted) > width - NUMBER_WIDTH:
        ringed = [place for place, group in enumerate(fitted) if group.columns[0].ink is PencilGuide.RING]
        if not ringed:
            break
        widest = max(ringed, key=lambda place: len(fitted[place].columns[0].rings))
        columns = tuple(replace(column, ink=PencilGuide.LETTER, width=LETTER_WIDTH) for column in fitted[widest].columns)
        fitted[widest] = replace(fitted[widest], columns=columns)
    return tuple(fitted)


def place_columns(groups: Sequence[ColumnGroup], left: float, width: float, least: Sequence[float]) -> tuple[SheetCell, ...]:
    """Cells of one row from `left`; `least` holds the least width of each group in millimetres."""
    widths = share_width([group.width for group in groups], least, width)
    x = left
    cells = []
    for group, group_width in zip(groups, widths, strict=True):
        for column in group.columns:
            column_width = group_width * column.width / group.width
            cells.append(SheetCell(column, x, column_width))
            x += column_width
    return tuple(cells)


def share_width(shares: Sequence[float], least: Sequence[float], width: float) -> list[float]:
    """The width divided in the proportion of the shares; no part is narrower than its least width, and if these exceed the whole, all
    shrink alike.
    """
    if sum(least) >= width:
        return [part * width / sum(least) for part in least]
    fixed: set[int] = set()
    while True:
        free = width - sum(least[place] for place in fixed)
        unit = free / sum(share for place, share in enumerate(shares) if place not in fixed)
        too_narrow = {place for place, share in enumerate(shares) if place not in fixed and share * unit < least[place]}
        if not too_narrow:
            return [least[place] if place in fixed else share * unit for place, share in enumerate(shares)]
        fixed |= too_narrow


def compute_letter_width(side: Rect, scale: float) -> float:
    """Width of the letter in the result box of a side; in a narrow box most of the width is left for the number."""
    return min(8 * scale, 0.36 * side.width)


def measure_bold(text: str, size: float) -> float:
    """Width of bold text in millimetres."""
    return BOLD.measure_width(text) * size / MM


def measure_text(text: str, size: float) -> float:
    """Width of the text in millimetres."""
    return REGULAR.measure_width(text) * size / MM
