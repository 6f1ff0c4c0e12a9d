"""The plan of a sheet: boxes in millimetres, computed once for all sheets that have the same blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paper.layout import A4, A5, BOLD, MM, REGULAR, PageSize, PrintPicture, Rect
from paper.sheets.columns import ColumnGroup, SheetColumn
from paper.sheets.values import Paper, SheetGame

FACTS = 5.6
CORRECTION = 6.4
"""Height of a printed correction: place and reason above, old and new text below."""
FACT_SHARES = (7, 4.4, 4.4)
FACT_LABEL = 0.54
"""Greatest share of the width for the label of a fact."""
SPARE_LINES = 2
"""Rows without a number below a game with a fixed number of hands, for hands that are written anew."""
NUMBER_WIDTH = 5.5
"""Share of the column with the hand numbers."""
LEAST_HEADING = 6.2
"""In points; columns are at least as wide as headings of this size."""
FLAT = 2.2
"""A logo with more than this ratio of width to height stands above the name of the tournament, not beside it."""
LOGO, WIDEST_LOGO, FLAT_LOGO = 16.0, 22.0, 5.5
"""Least and greatest width of a logo beside the name, and height of a logo above it."""
CORRECTIONS, SIGNERS = 13.2, 4.0
"""Heights of a correction box with two lines for a pencil, and of the line on a roll that names who entered and confirmed."""
HANDS_PER_HUNDRED = 22
"""Weight of a game to 100 points, in hands, beside a game with a fixed number of hands on one sheet."""


@dataclass(frozen=True, slots=True)
class Metrics:
    size: PageSize
    margin: float
    scale: float
    """Scale of letters and of heights other than rows; 1 on A5."""
    row: float
    """Height of a row for a pencil."""
    least_row: float
    """Height of a printed row."""
    narrow: bool = False

    @property
    def small_size(self) -> float:
        """Size of the smallest print in points."""
        return max(6.0, 6.5 * self.scale)


METRICS = {
    Paper.A5_TWO_UP: Metrics(A5, 8.0, 1.0, 4.4, 3.7),
    Paper.A4: Metrics(A4, 10.0, 1.3, 6.2, 4.4),
    Paper.ROLL_80: Metrics(PageSize(80.0, 0.0), 4.0, 0.9, 6.0, 4.0, narrow=True),
}


@dataclass(frozen=True, slots=True)
class Block:
    """Rows of one game on one sheet; a long game continues on the next sheet."""

    game: int
    first: int
    """Index of the first hand of the block."""
    count: int


@dataclass(frozen=True, slots=True)
class SheetCell:
    column: SheetColumn
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class BlockPlan:
    block: Block
    bar: Rect
    rows: tuple[Rect, ...]


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
    result: Rect
    signatures: Rect
    corrections: Rect
    bottom: Rect


@dataclass(frozen=True, slots=True)
class SheetPlan:
    metrics: Metrics
    size: PageSize
    header: HeaderPlan
    sides: tuple[Rect, ...]
    facts: Rect
    checks: Rect
    head: Rect
    cells: tuple[SheetCell, ...]
    blocks: tuple[BlockPlan, ...]
    footer: FooterPlan


def place_columns(groups: Sequence[ColumnGroup], left: float, width: float, least: Sequence[float]) -> tuple[SheetCell, ...]:
    """Cells of one row; `least` holds the least widths of the hand number and then of each group."""
    number, *widths = share_width([NUMBER_WIDTH, *(group.width for group in groups)], least, width)
    x = left + number
    cells = []
    for group, group_width in zip(groups, widths, strict=True):
        for column in group.columns:
            column_width = group_width * column.width / group.width
            cells.append(SheetCell(column, x, column_width))
            x += column_width
    return tuple(cells)


def share_width(shares: Sequence[float], least: Sequence[float], width: float) -> list[float]:
    """The width divided in the proportion of the shares; no part is narrower than its least width unless these exceed the whole."""
    if sum(least) >= width:
        least = [0.0] * len(shares)
    fixed: set[int] = set()
    while True:
        free = width - sum(least[place] for place in fixed)
        unit = free / sum(share for place, share in enumerate(shares) if place not in fixed)
        too_narrow = {place for place, share in enumerate(shares) if place not in fixed and share * unit < least[place]}
        if not too_narrow:
            return [least[place] if place in fixed else share * unit for place, share in enumerate(shares)]
        fixed |= too_narrow


def count_signatures_across(sides: int, *, narrow: bool) -> int:
    """How many signature lines stand side by side, including the line of the referee."""
    return 2 if narrow else 4 if sides == 3 else 3


class Planner:
    """Plans sheets of one paper, one game and one number of sides."""

    def __init__(self, paper: Paper, groups: tuple[ColumnGroup, ...], sides: int, *, logo: PrintPicture | None) -> None:
        self._metrics = METRICS[paper]
        self._groups = groups
        self._sides = sides
        self._logo = logo

    def build_blank_blocks(self, games: Sequence[SheetGame]) -> tuple[Block, ...]:
        """As many rows as fit at a height for a pencil, divided by the length of the games."""
        room = self._count_fitting_rows(len(games), self._metrics.row, corrections=0)
        counts = share_rows([_compute_weight(game) for game in games], room)
        if self._metrics.narrow:
            counts = [game.hands or min(16, max(6, round(_compute_weight(game)))) for game in games]
        limits = [game.hands + SPARE_LINES if game.exact and game.hands else count for game, count in zip(games, counts, strict=True)]
        return tuple(Block(game, 0, min(pair)) for game, pair in enumerate(zip(counts, limits, strict=True)))

    def split_record(self, hands: Sequence[int], corrections: int) -> list[tuple[Block, ...]]:
        """The hands of a played match divided into sheets; the corrections are on the last sheet."""
        parts: list[tuple[Block, ...]] = []
        blocks: list[Block] = []
        for game, count in enumerate(hands):
            next_hand = 0
            while next_hand < count or (count == 0 and next_hand == 0):
                room = self._count_fitting_rows(len(blocks) + 1, self._metrics.least_row, corrections)
                free = room - sum(block.count for block in blocks)
                if free < 1:
                    parts.append(tuple(blocks))
                    blocks = []
                    continue
                part_count = max(1, min(free, count - next_hand))
                blocks.append(Block(game, next_hand, part_count))
                next_hand += part_count
        return [*parts, tuple(blocks)]

    def build_plan(self, blocks: Sequence[Block], corrections: int = 0) -> SheetPlan:
        metrics = self._metrics
        area = self._build_area(blocks, corrections)
        header, y = self._build_header(area)
        sides, y = self._stack_boxes(area, y, [self._side_height] * self._sides)
        (facts, checks, head), y = self._stack_boxes(area, y + 0.6, [FACTS * metrics.scale, self._checks_height, self._head_height])
        footer = self._build_footer(area, corrections)
        planned = self._build_blocks(blocks, Rect(area.x, y, area.width, footer.result.y - 1.0 - y))
        cells = place_columns(self._groups, area.x, area.width, self._compute_least_widths())
        size = PageSize(metrics.size.width, area.bottom + metrics.margin)
        return SheetPlan(metrics, size, header, sides, facts, checks, head, cells, planned, footer)

    @property
    def _side_height(self) -> float:
        """Taller on a roll, where two long names take four lines."""
        pair = 10.0 if self._metrics.narrow else 7.4
        return (pair if self._sides == 2 else 6.0) * self._metrics.scale

    @property
    def _checks_height(self) -> float:
        return 4.2 * self._metrics.scale if any(group.sum is not None for group in self._groups) else 0.8

    @property
    def _head_height(self) -> float:
        """On a roll the headings of narrow columns are upright, and the longest sets the height."""
        if not self._metrics.narrow:
            return 8.0 * self._metrics.scale
        upright = [self._measure_heading(group.label) for group in self._groups if not group.is_sided]
        return max(15.0 * self._metrics.scale, min(22.0, 1.7 + max(upright, default=0.0)))

    def _measure_heading(self, text: str) -> float:
        """Width of a heading at its least size in millimetres."""
        return BOLD.measure_width(text) * LEAST_HEADING * max(1.0, self._metrics.scale) / MM

    def _compute_least_widths(self) -> list[float]:
        number = REGULAR.measure_width("00") * self._metrics.small_size / MM + 0.7
        return [number, *(self._compute_least_width(group) for group in self._groups)]

    def _compute_least_width(self, group: ColumnGroup) -> float:
        """Width that the heading needs: on one line over sided columns, on several lines over one column, upright on a roll."""
        if self._metrics.narrow and not group.is_sided:
            return 3.6
        whole = group.is_sided and not self._metrics.narrow
        words = [group.label] if whole else group.label.split()
        return 1.2 + max(map(self._measure_heading, words), default=0.0)

    @property
    def _bar_height(self) -> float:
        return 4.8 * self._metrics.scale

    @property
    def _header_height(self) -> float:
        return (43.0 if self._metrics.narrow else 20.6) * self._metrics.scale

    def _compute_corrections_height(self, corrections: int) -> float:
        return (self._signers_height + max(CORRECTIONS, 4.5 + CORRECTION * corrections)) * self._metrics.scale

    @property
    def _signers_height(self) -> float:
        return SIGNERS if self._metrics.narrow else 0.0

    def count_shown_corrections(self, count: int) -> int:
        """How many corrections fit on the last sheet beside some hands."""
        room = self._metrics.size.height * 0.35
        return min(count, int(room / self._metrics.scale / CORRECTION)) if room else count

    def _compute_footer_height(self, corrections: int) -> float:
        scale = self._metrics.scale
        result = 14.0 if self._metrics.narrow else 8.0
        signatures = 10.0 * self._signature_rows
        return (result + signatures + 3.2) * scale + self._compute_corrections_height(corrections) + 1.4

    @property
    def _signature_rows(self) -> int:
        return -(-(self._sides + 1) // count_signatures_across(self._sides, narrow=self._metrics.narrow))

    def _compute_fixed_height(self, corrections: int) -> float:
        upper = self._header_height + self._sides * self._side_height + FACTS * self._metrics.scale
        return upper + self._checks_height + self._head_height + self._compute_footer_height(corrections) + 2.2

    def _count_fitting_rows(self, bars: int, row: float, corrections: int) -> int:
        if not self._metrics.size.height:
            return 40
        free = self._metrics.size.height - 2 * self._metrics.margin - self._compute_fixed_height(corrections)
        return max(1, int((free - bars * self._bar_height) / row))

    def _build_area(self, blocks: Sequence[Block], corrections: int) -> Rect:
        width, height = self._metrics.size
        if not height:
            rows = sum(block.count for block in blocks) * self._metrics.row
            height = self._compute_fixed_height(corrections) + len(blocks) * self._bar_height + rows + 2 * self._metrics.margin
        return Rect(0, 0, width, height).inset(self._metrics.margin)

    def _stack_boxes(self, area: Rect, y: float, heights: Sequence[float]) -> tuple[tuple[Rect, ...], float]:
        boxes = []
        for height in heights:
            boxes.append(Rect(area.x, y, area.width, height))
            y += height
        return tuple(boxes), y

    def _build_header(self, area: Rect) -> tuple[HeaderPlan, float]:
        scale = self._metrics.scale
        bottom = area.y + self._header_height
        whole = Rect(area.x, area.y, area.width, self._header_height - 1.6 * scale)
        upper, lower = whole, whole
        if self._metrics.narrow:
            upper = Rect(whole.x, whole.y, whole.width, 19 * scale)
            lower = Rect(whole.x, upper.bottom + 1.5, whole.width, whole.height - upper.height - 1.5)
        qr_side = lower.height - 4.6 * scale
        qr = Rect(lower.right - qr_side, lower.y, qr_side, qr_side)
        code = Rect(qr.x - 2, qr.bottom + 1.2, qr.width + 2, lower.bottom - qr.bottom - 0.8)
        table = Rect(qr.x - (3 + 25) * scale, lower.y, 25 * scale, lower.height)
        round_left = lower.x if self._metrics.narrow else table.x - 20 * scale
        round_ = Rect(round_left, lower.y, table.x - round_left, lower.height)
        edge = upper.right if self._metrics.narrow else round_.x - 2
        logo, text = self._split_off_logo(Rect(upper.x, upper.y, edge - upper.x, upper.height))
        return HeaderPlan(logo, text, round_, table, qr, code), bottom

    def _split_off_logo(self, room: Rect) -> tuple[Rect, Rect]:
        """The box of the logo and the box that is left for text: beside the logo, or below it if the logo is flat."""
        if self._logo is None:
            return Rect(room.x, room.y, 0.0, 0.0), room
        scale, ratio = self._metrics.scale, self._logo.width / self._logo.height
        if ratio > FLAT:
            flat = Rect(room.x, room.y, min(room.width, FLAT_LOGO * scale * ratio), FLAT_LOGO * scale)
            return flat, Rect(room.x, flat.bottom + 0.3, room.width, room.height - flat.height - 0.3)
        logo = Rect(room.x, room.y, min(WIDEST_LOGO, LOGO * max(ratio, 1.0)) * scale, room.height)
        return logo, Rect(logo.right + 2, room.y, room.right - logo.right - 2, room.height)

    def _build_footer(self, area: Rect, corrections: int) -> FooterPlan:
        scale = self._metrics.scale
        heights = [
            (14.0 if self._metrics.narrow else 8.0) * scale,
            10.0 * self._signature_rows * scale,
            self._compute_corrections_height(corrections),
            3.2 * scale,
        ]
        top = area.bottom - self._compute_footer_height(corrections)
        result, signatures, corrections_strip, bottom = self._stack_boxes(area, top, heights)[0]
        corrections_box = Rect(corrections_strip.x, corrections_strip.y + 0.8, corrections_strip.width, corrections_strip.height)
        return FooterPlan(result, signatures, corrections_box, Rect(bottom.x, bottom.y + 1.4, bottom.width, bottom.height))

    def _build_blocks(self, blocks: Sequence[Block], room: Rect) -> tuple[BlockPlan, ...]:
        rows = sum(block.count for block in blocks)
        height = min((room.height - len(blocks) * self._bar_height) / max(rows, 1), 1.35 * self._metrics.row)
        planned = []
        y = room.y
        for block in blocks:
            bar = Rect(room.x, y, room.width, self._bar_height)
            below = Rect(room.x, bar.bottom, room.width, block.count * height)
            planned.append(BlockPlan(block, bar, below.split_rows(block.count)))
            y = below.bottom
        return tuple(planned)


def _compute_weight(game: SheetGame) -> float:
    if game.hands is not None:
        return game.hands
    return game.target * HANDS_PER_HUNDRED / 100 if game.target is not None else HANDS_PER_HUNDRED / 2


def share_rows(weights: Sequence[float], rows: int) -> list[int]:
    """Whole rows in the proportion of the weights, at least one each; the largest remainders get the rest."""
    unit = rows / sum(weights)
    shares = [max(1, int(weight * unit)) for weight in weights]
    order = sorted(range(len(weights)), key=lambda place: shares[place] - weights[place] * unit)
    for place in order[: max(0, rows - sum(shares))]:
        shares[place] += 1
    return shares
