"""Plans the faces of a sheet: where its parts stand on the paper, and how high its rows are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from paper.layout import PageSize, PrintPicture, Rect
from paper.sheets.columns import ColumnGroup
from paper.sheets.faces import build_strips, divide_into_faces
from paper.sheets.footer import build_footer, compute_footer_height
from paper.sheets.header import build_header, compute_header_height
from paper.sheets.plan import (
    CORRECTION,
    FACTS,
    LEAST_FREE_ROOM,
    METRICS,
    NOTES,
    TALLEST_ROW,
    Block,
    BlockPlan,
    Face,
    GridPlan,
    SheetPlan,
    Strip,
)
from paper.sheets.values import Paper, SheetGame
from paper.sheets.widths import (
    NUMBER_WIDTH,
    compute_least_width,
    measure_heading,
    place_columns,
    share_width,
    write_letters_where_rings_are_tight,
)

GAP = 1.0
"""Free height below the names of the players."""
SPARE_ROWS = 2
"""Rows without need at the end of a game, for hands that are written anew, where there is room."""


class Planner:
    """Plans sheets of one paper, one game and one number of sides. `abreast` puts games side by side where their columns fit."""

    def __init__(
        self,
        paper: Paper,
        groups: tuple[ColumnGroup, ...],
        sides: int,
        *,
        logo: PrintPicture | None,
        abreast: int = 1,
        legend: bool = False,
    ) -> None:
        self.metrics = METRICS[paper]
        self._sides = sides
        self._logo = logo
        self._width = self.metrics.size.width - 2 * self.metrics.margin
        self.across = self._count_across(groups, abreast)
        self._upright = self.metrics.narrow or self.across > 1
        room = (self._width - NUMBER_WIDTH) / self.across + NUMBER_WIDTH
        self.groups = write_letters_where_rings_are_tight(groups, room, self.metrics.scale, upright=self._upright)
        self._has_notes = legend or any(group.sum is not None for group in groups)

    def _count_across(self, groups: tuple[ColumnGroup, ...], abreast: int) -> int:
        """How many games fit side by side, at most `abreast`."""
        free, scale = self._width - NUMBER_WIDTH, self.metrics.scale
        for across in range(abreast, 1, -1):
            room = free / across
            fitted = write_letters_where_rings_are_tight(groups, room + NUMBER_WIDTH, scale, upright=True)
            if sum(compute_least_width(group, scale, upright=True) for group in fitted) <= room:
                return across
        return 1

    def _list_least_widths(self) -> list[float]:
        return [compute_least_width(group, self.metrics.scale, upright=self._upright) for group in self.groups]

    def plan_blank(self, games: Sequence[SheetGame]) -> tuple[SheetPlan, ...]:
        """The faces of a sheet with the rows that the games need, and spare rows where there is room for them."""
        blocks = [Block(number, 0, game.hands) for number, game in enumerate(games)]
        strips = [_level_strip(strip) for strip in build_strips(blocks, self.across)]
        faces = divide_into_faces(strips, self._has_room)
        return tuple(self.build_plan(self._add_spare_rows(face)) for face in faces)

    def _add_spare_rows(self, face: Face) -> Face:
        for _row in range(SPARE_ROWS):
            longer = replace(face, strips=tuple(tuple(replace(block, count=block.count + 1) for block in strip) for strip in face.strips))
            if not self._has_room(longer):
                break
            face = longer
        return face

    def split_record(self, hands: Sequence[int], corrections: int) -> tuple[Face, ...]:
        """The hands of a played match divided into faces; the corrections are on the last one."""
        blocks = [Block(number, 0, max(1, count)) for number, count in enumerate(hands)]
        return divide_into_faces(build_strips(blocks, 1), lambda face: self._has_room(face, self.metrics.least_row, corrections))

    def _has_room(self, face: Face, row: float = 0.0, corrections: int = 0) -> bool:
        if not self.metrics.inner_height:
            return face.rows <= 40
        return self._compute_height(face, row or self.metrics.row, corrections, lines=1) <= self.metrics.inner_height

    def _compute_height(self, face: Face, row: float, corrections: int, lines: int) -> float:
        return (
            self._compute_upper_height(face) + self._compute_grid_height(face, row) + self._compute_lower_height(face, corrections, lines)
        )

    def _compute_upper_height(self, face: Face) -> float:
        scale = self.metrics.scale
        facts = (FACTS + self._notes_height) * scale if face.first else 0.0
        return compute_header_height(self.metrics) + self._sides * self._compute_side_height(face) + GAP + facts

    @property
    def _notes_height(self) -> float:
        """Of the line with the sums to check and the letters of the cards, at scale 1."""
        return NOTES if self._has_notes else 0.8

    def _compute_grid_height(self, face: Face, row: float) -> float:
        heads = len(face.strips) if self.across > 1 else 1
        return heads * self._head_height + len(face.strips) * self._bar_height + face.rows * row

    def _compute_lower_height(self, face: Face, corrections: int, lines: int) -> float:
        return 1.0 + compute_footer_height(self.metrics, self._sides, corrections, lines, last=face.last)

    def _compute_side_height(self, face: Face) -> float:
        """Taller on a roll, where two long names take four lines; lower on a further face."""
        if self.metrics.narrow:
            return (10.0 if self._sides == 2 else 6.0) * self.metrics.scale
        return (7.4 if self._sides == 2 and face.first else 6.0) * self.metrics.scale

    @property
    def _bar_height(self) -> float:
        """Higher where games stand side by side: the title has two lines there."""
        return self.metrics.bar + (1.4 * self.metrics.scale if self.across > 1 else 0.0)

    @cached_property
    def _head_height(self) -> float:
        """Lower where every heading stands on one line; where single columns have upright headings, the longest sets the height."""
        scale = self.metrics.scale
        if self._upright:
            upright = [measure_heading(group.label, scale) for group in self.groups if not group.is_sided]
            return max((15.0 if self.metrics.narrow else 9.6) * scale, min(22.0, 1.7 + max(upright, default=0.0)))
        widths = zip(
            self.groups,
            share_width([group.width for group in self.groups], self._list_least_widths(), self._width - NUMBER_WIDTH),
            strict=True,
        )
        wrapped = any(group.is_sided and measure_heading(group.label, scale) + 1.2 > width for group, width in widths)
        return (9.6 if wrapped else 7.8) * scale

    def count_shown_corrections(self, count: int) -> int:
        """How many corrections fit on the last sheet beside some hands."""
        room = self.metrics.size.height * 0.35
        return min(count, int(room / self.metrics.scale / CORRECTION)) if room else count

    def build_plan(self, face: Face, corrections: int = 0, *, row: float = 0.0) -> SheetPlan:
        """The boxes of a face; `row` is the least height of its rows in millimetres, without one that of a pencil."""
        metrics, scale = self.metrics, self.metrics.scale
        least = row or metrics.row
        lines = 2
        if metrics.inner_height and self._compute_height(face, least, corrections, lines) > metrics.inner_height:
            lines = 1
        height = metrics.inner_height or self._compute_height(face, least, corrections, lines)
        area = Rect(metrics.margin, metrics.margin, self._width, height)
        header = build_header(area, metrics, self._logo)
        y = area.y + compute_header_height(metrics)
        sides = Rect(area.x, y, area.width, self._sides * self._compute_side_height(face)).split_rows(self._sides)
        y = sides[-1].bottom + GAP
        facts = Rect(area.x, y, area.width, FACTS * scale)
        notes = Rect(area.x, facts.bottom, area.width, self._notes_height * scale)
        footer = build_footer(area, metrics, self._sides, corrections, lines, last=face.last)
        top = footer.result.y if footer.result else footer.bottom.y
        y = notes.bottom if face.first else y
        grids = self._build_grids(face, Rect(area.x, y, area.width, top - 1.0 - y), least)
        free = self._find_free_room(grids, area, top)
        size = PageSize(metrics.size.width, area.bottom + metrics.margin)
        if not face.first:
            return SheetPlan(metrics, size, header, sides, None, None, grids, free, footer)
        return SheetPlan(metrics, size, header, sides, facts, notes, grids, free, footer)

    def _find_free_room(self, grids: Sequence[GridPlan], area: Rect, bottom: float) -> Rect | None:
        """What is left between the rows and the foot, three millimetres from both."""
        top = max(planned.rows[-1].bottom for grid in grids for planned in grid.blocks)
        room = Rect(area.x, top + 3, area.width, bottom - top - 6)
        return room if room.height >= LEAST_FREE_ROOM * self.metrics.scale else None

    def _build_grids(self, face: Face, room: Rect, least: float) -> tuple[GridPlan, ...]:
        free = room.height - self._compute_grid_height(face, 0.0)
        row = max(least, min(free / max(1, face.rows), TALLEST_ROW * self.metrics.row)) if self.metrics.inner_height else least
        if self.across == 1:
            return (self._build_stacked_grid(face, room, row),)
        return tuple(self._build_abreast_grids(face, room, row))

    def _build_stacked_grid(self, face: Face, room: Rect, row: float) -> GridPlan:
        head = Rect(room.x, room.y, room.width, self._head_height)
        y = head.bottom
        blocks = []
        for (block,) in face.strips:
            bar = Rect(room.x, y, room.width, self._bar_height)
            rows = Rect(room.x, bar.bottom, room.width, block.count * row).split_rows(block.count)
            blocks.append(BlockPlan(block, bar, rows))
            y = rows[-1].bottom
        return self._build_grid(head, NUMBER_WIDTH, blocks)

    def _build_abreast_grids(self, face: Face, room: Rect, row: float) -> list[GridPlan]:
        """Games side by side, each under its title and headings; the numbers of the hands stand at the left of the first."""
        grids = []
        y = room.y
        width = (room.width - NUMBER_WIDTH) / self.across
        for strip in face.strips:
            for place, block in enumerate(strip):
                number = NUMBER_WIDTH if place == 0 else 0.0
                x = room.x + NUMBER_WIDTH + place * width - number
                bar = Rect(x, y, width + number, self._bar_height)
                head = Rect(x, bar.bottom, width + number, self._head_height)
                rows = Rect(x, head.bottom, width + number, block.count * row).split_rows(block.count)
                grids.append(self._build_grid(head, number, [BlockPlan(block, bar, rows)]))
            y = grids[-1].blocks[-1].rows[-1].bottom
        return grids

    def _build_grid(self, head: Rect, number: float, blocks: Sequence[BlockPlan]) -> GridPlan:
        cells = place_columns(self.groups, head.x + number, head.width - number, self._list_least_widths())
        return GridPlan(head, Rect(head.x, head.y, number, head.height) if number else None, cells, tuple(blocks))


def _level_strip(strip: Strip) -> Strip:
    """Games side by side have the same number of rows."""
    return tuple(replace(block, count=max(neighbour.count for neighbour in strip)) for block in strip)
