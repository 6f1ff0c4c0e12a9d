"""Where everything on a sheet stands: boxes in millimetres, worked out once for all sheets that look alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paper.layout import A4, A5, BOLD, MM, REGULAR, Box, PageSize, Picture
from paper.sheets.columns import Column, Group
from paper.sheets.values import Paper, SheetGame

FACTS = 5.6
CORRECTION = 6.4
"""Height of a printed correction: where and why, below it what was and what is."""
FACT_SHARES = (7, 4.4, 4.4)
FACT_LABEL = 0.54
"""Share of the width that the label of a fact may take."""
SPARE_LINES = 2
"""Without a number, below a game of so many hands: for a hand that is written anew."""
NUMBER_WIDTH = 5.5
"""Share of the column that numbers the hands."""
LEAST_HEADING = 6.2
"""Points: columns are as wide as their headings need to stay legible."""
FLAT = 2.2
"""A logo so much wider than high stands above the name of the tournament, not beside it."""
LOGO, WIDEST_LOGO, FLAT_LOGO = 16.0, 22.0, 5.5
"""Least and greatest width of a logo beside the name, height of one above it."""
CORRECTIONS, SIGNERS = 13.2, 4.0
"""Heights of a box with two lines for a pencil, and of the line that tells on a roll who entered and confirmed."""
HANDS_PER_HUNDRED = 22
"""Weight of a game to 100 points beside a game of so many deals, when the two meet on one sheet."""


@dataclass(frozen=True, slots=True)
class Metrics:
    size: PageSize
    margin: float
    scale: float
    """Of letters and of the heights that are not rows; 1 on A5."""
    row: float
    """Height of a row that a pencil likes."""
    least_row: float
    """Height of a row that is printed already."""
    narrow: bool = False

    @property
    def small(self) -> float:
        """Points of the smallest print."""
        return max(6.0, 6.5 * self.scale)


METRICS = {
    Paper.A5_TWO_UP: Metrics(A5, 8.0, 1.0, 4.4, 3.7),
    Paper.A4: Metrics(A4, 10.0, 1.3, 6.2, 4.4),
    Paper.ROLL_80: Metrics(PageSize(80.0, 0.0), 4.0, 0.9, 6.0, 4.0, narrow=True),
}


@dataclass(frozen=True, slots=True)
class Block:
    """Rows of one game on one sheet; a long game goes on where it left off on the next."""

    game: int
    first: int
    """Index of the first hand shown."""
    count: int


@dataclass(frozen=True, slots=True)
class Cell:
    column: Column
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class BlockPlan:
    block: Block
    bar: Box
    rows: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class HeaderPlan:
    logo: Box
    text: Box
    round: Box
    table: Box
    qr: Box
    code: Box


@dataclass(frozen=True, slots=True)
class FooterPlan:
    result: Box
    signatures: Box
    corrections: Box
    bottom: Box


@dataclass(frozen=True, slots=True)
class SheetPlan:
    metrics: Metrics
    size: PageSize
    header: HeaderPlan
    sides: tuple[Box, ...]
    facts: Box
    checks: Box
    head: Box
    cells: tuple[Cell, ...]
    blocks: tuple[BlockPlan, ...]
    footer: FooterPlan


def place_columns(groups: Sequence[Group], left: float, width: float, least: Sequence[float]) -> tuple[Cell, ...]:
    """Cells of one row. `least` are the widths that the number of the hand and then each group need at least."""
    number, *widths = share_width([NUMBER_WIDTH, *(group.width for group in groups)], least, width)
    x = left + number
    cells = []
    for group, wide in zip(groups, widths, strict=True):
        for column in group.columns:
            own = wide * column.width / group.width
            cells.append(Cell(column, x, own))
            x += own
    return tuple(cells)


def share_width(shares: Sequence[float], least: Sequence[float], width: float) -> list[float]:
    """The width in the proportion of the shares, but nothing under its least as long as there is room for that."""
    if sum(least) >= width:
        least = [0.0] * len(shares)
    short: set[int] = set()
    while True:
        free = width - sum(least[place] for place in short)
        unit = free / sum(share for place, share in enumerate(shares) if place not in short)
        more = {place for place, share in enumerate(shares) if place not in short and share * unit < least[place]}
        if not more:
            return [least[place] if place in short else share * unit for place, share in enumerate(shares)]
        short |= more


def signatures_across(sides: int, *, narrow: bool) -> int:
    """Lines to sign on beside each other, the referee's among them."""
    return 2 if narrow else 4 if sides == 3 else 3


class Planner:
    """Plans sheets of one paper, one game and one number of sides."""

    def __init__(self, paper: Paper, groups: tuple[Group, ...], sides: int, *, logo: Picture | None) -> None:
        self._metrics = METRICS[paper]
        self._groups = groups
        self._sides = sides
        self._logo = logo

    def blank_blocks(self, games: Sequence[SheetGame]) -> tuple[Block, ...]:
        """As many rows as a pencil has room for, shared out by the length of the games."""
        room = self._rows_that_fit(len(games), self._metrics.row, corrections=0)
        counts = share_rows([_weight(game) for game in games], room)
        if self._metrics.narrow:
            counts = [game.hands or min(16, max(6, round(_weight(game)))) for game in games]
        limits = [game.hands + SPARE_LINES if game.exact and game.hands else count for game, count in zip(games, counts, strict=True)]
        return tuple(Block(game, 0, min(pair)) for game, pair in enumerate(zip(counts, limits, strict=True)))

    def record_parts(self, hands: Sequence[int], corrections: int) -> list[tuple[Block, ...]]:
        """The rows of a played match cut into sheets; corrections stand on the last."""
        parts: list[tuple[Block, ...]] = []
        blocks: list[Block] = []
        for game, count in enumerate(hands):
            done = 0
            while done < count or (count == 0 and done == 0):
                room = self._rows_that_fit(len(blocks) + 1, self._metrics.least_row, corrections)
                free = room - sum(block.count for block in blocks)
                if free < 1:
                    parts.append(tuple(blocks))
                    blocks = []
                    continue
                taken = max(1, min(free, count - done))
                blocks.append(Block(game, done, taken))
                done += taken
        return [*parts, tuple(blocks)]

    def plan(self, blocks: Sequence[Block], corrections: int = 0) -> SheetPlan:
        metrics = self._metrics
        area = self._area(blocks, corrections)
        header, y = self._header(area)
        sides, y = self._stack(area, y, [self._side_height] * self._sides)
        (facts, checks, head), y = self._stack(area, y + 0.6, [FACTS * metrics.scale, self._checks_height, self._head_height])
        footer = self._footer(area, corrections)
        planned = self._blocks(blocks, Box(area.x, y, area.width, footer.result.y - 1.0 - y))
        cells = place_columns(self._groups, area.x, area.width, self._least_widths())
        size = PageSize(metrics.size.width, area.bottom + metrics.margin)
        return SheetPlan(metrics, size, header, sides, facts, checks, head, cells, planned, footer)

    @property
    def _side_height(self) -> float:
        """Taller on a roll, where two long names stand in four lines."""
        pair = 10.0 if self._metrics.narrow else 7.4
        return (pair if self._sides == 2 else 6.0) * self._metrics.scale

    @property
    def _checks_height(self) -> float:
        return 4.2 * self._metrics.scale if any(group.sum is not None for group in self._groups) else 0.8

    @property
    def _head_height(self) -> float:
        """On a roll the headings of narrow columns stand upright, and are given the height that the longest needs."""
        if not self._metrics.narrow:
            return 8.0 * self._metrics.scale
        upright = [self._heading(group.label) for group in self._groups if not group.sided]
        return max(15.0 * self._metrics.scale, min(22.0, 1.7 + max(upright, default=0.0)))

    def _heading(self, text: str) -> float:
        """Millimetres that a heading takes when it is small."""
        return BOLD.width(text) * LEAST_HEADING * max(1.0, self._metrics.scale) / MM

    def _least_widths(self) -> list[float]:
        number = REGULAR.width("00") * self._metrics.small / MM + 0.7
        return [number, *(self._least_width(group) for group in self._groups)]

    def _least_width(self, group: Group) -> float:
        """What the heading needs on one line over the sides, on several over one column, upright on a roll."""
        if self._metrics.narrow and not group.sided:
            return 3.6
        whole = group.sided and not self._metrics.narrow
        words = [group.label] if whole else group.label.split()
        return 1.2 + max(map(self._heading, words), default=0.0)

    @property
    def _bar_height(self) -> float:
        return 4.8 * self._metrics.scale

    @property
    def _header_height(self) -> float:
        return (43.0 if self._metrics.narrow else 20.6) * self._metrics.scale

    def _corrections_height(self, corrections: int) -> float:
        return (self._signers_height + max(CORRECTIONS, 4.5 + CORRECTION * corrections)) * self._metrics.scale

    @property
    def _signers_height(self) -> float:
        return SIGNERS if self._metrics.narrow else 0.0

    def shown_corrections(self, count: int) -> int:
        """How many find room on the last sheet, if it is to hold hands too."""
        room = self._metrics.size.height * 0.35
        return min(count, int(room / self._metrics.scale / CORRECTION)) if room else count

    def _footer_height(self, corrections: int) -> float:
        scale = self._metrics.scale
        result = 14.0 if self._metrics.narrow else 8.0
        signatures = 10.0 * self._signature_rows
        return (result + signatures + 3.2) * scale + self._corrections_height(corrections) + 1.4

    @property
    def _signature_rows(self) -> int:
        return -(-(self._sides + 1) // signatures_across(self._sides, narrow=self._metrics.narrow))

    def _fixed_height(self, corrections: int) -> float:
        upper = self._header_height + self._sides * self._side_height + FACTS * self._metrics.scale
        return upper + self._checks_height + self._head_height + self._footer_height(corrections) + 2.2

    def _rows_that_fit(self, bars: int, row: float, corrections: int) -> int:
        if not self._metrics.size.height:
            return 40
        free = self._metrics.size.height - 2 * self._metrics.margin - self._fixed_height(corrections)
        return max(1, int((free - bars * self._bar_height) / row))

    def _area(self, blocks: Sequence[Block], corrections: int) -> Box:
        width, height = self._metrics.size
        if not height:
            rows = sum(block.count for block in blocks) * self._metrics.row
            height = self._fixed_height(corrections) + len(blocks) * self._bar_height + rows + 2 * self._metrics.margin
        return Box(0, 0, width, height).inset(self._metrics.margin)

    def _stack(self, area: Box, y: float, heights: Sequence[float]) -> tuple[tuple[Box, ...], float]:
        boxes = []
        for height in heights:
            boxes.append(Box(area.x, y, area.width, height))
            y += height
        return tuple(boxes), y

    def _header(self, area: Box) -> tuple[HeaderPlan, float]:
        scale = self._metrics.scale
        bottom = area.y + self._header_height
        wide = Box(area.x, area.y, area.width, self._header_height - 1.6 * scale)
        upper, lower = wide, wide
        if self._metrics.narrow:
            upper = Box(wide.x, wide.y, wide.width, 19 * scale)
            lower = Box(wide.x, upper.bottom + 1.5, wide.width, wide.height - upper.height - 1.5)
        qr_side = lower.height - 4.6 * scale
        qr = Box(lower.right - qr_side, lower.y, qr_side, qr_side)
        code = Box(qr.x - 2, qr.bottom + 1.2, qr.width + 2, lower.bottom - qr.bottom - 0.8)
        table = Box(qr.x - (3 + 25) * scale, lower.y, 25 * scale, lower.height)
        round_left = lower.x if self._metrics.narrow else table.x - 20 * scale
        round_ = Box(round_left, lower.y, table.x - round_left, lower.height)
        edge = upper.right if self._metrics.narrow else round_.x - 2
        logo, text = self._beside_logo(Box(upper.x, upper.y, edge - upper.x, upper.height))
        return HeaderPlan(logo, text, round_, table, qr, code), bottom

    def _beside_logo(self, room: Box) -> tuple[Box, Box]:
        """The logo and what is left for words: beside it, or below one that is flat."""
        if self._logo is None:
            return Box(room.x, room.y, 0.0, 0.0), room
        scale, ratio = self._metrics.scale, self._logo.width / self._logo.height
        if ratio > FLAT:
            flat = Box(room.x, room.y, min(room.width, FLAT_LOGO * scale * ratio), FLAT_LOGO * scale)
            return flat, Box(room.x, flat.bottom + 0.3, room.width, room.height - flat.height - 0.3)
        logo = Box(room.x, room.y, min(WIDEST_LOGO, LOGO * max(ratio, 1.0)) * scale, room.height)
        return logo, Box(logo.right + 2, room.y, room.right - logo.right - 2, room.height)

    def _footer(self, area: Box, corrections: int) -> FooterPlan:
        scale = self._metrics.scale
        heights = [
            (14.0 if self._metrics.narrow else 8.0) * scale,
            10.0 * self._signature_rows * scale,
            self._corrections_height(corrections),
            3.2 * scale,
        ]
        top = area.bottom - self._footer_height(corrections)
        result, signatures, corrected, bottom = self._stack(area, top, heights)[0]
        moved = Box(corrected.x, corrected.y + 0.8, corrected.width, corrected.height)
        return FooterPlan(result, signatures, moved, Box(bottom.x, bottom.y + 1.4, bottom.width, bottom.height))

    def _blocks(self, blocks: Sequence[Block], room: Box) -> tuple[BlockPlan, ...]:
        rows = sum(block.count for block in blocks)
        height = min((room.height - len(blocks) * self._bar_height) / max(rows, 1), 1.35 * self._metrics.row)
        planned = []
        y = room.y
        for block in blocks:
            bar = Box(room.x, y, room.width, self._bar_height)
            below = Box(room.x, bar.bottom, room.width, block.count * height)
            planned.append(BlockPlan(block, bar, below.rows(block.count)))
            y = below.bottom
        return tuple(planned)


def _weight(game: SheetGame) -> float:
    if game.hands is not None:
        return game.hands
    return game.target * HANDS_PER_HUNDRED / 100 if game.target is not None else HANDS_PER_HUNDRED / 2


def share_rows(weights: Sequence[float], rows: int) -> list[int]:
    """Whole rows in the proportion of the weights, at least one each, largest remainders first."""
    unit = rows / sum(weights)
    shares = [max(1, int(weight * unit)) for weight in weights]
    order = sorted(range(len(weights)), key=lambda place: shares[place] - weights[place] * unit)
    for place in order[: max(0, rows - sum(shares))]:
        shares[place] += 1
    return shares
