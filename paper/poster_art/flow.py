"""Blocks that stand above each other: how tall each is at a scale, and the largest scale at which all of them fit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from paper.layout import PrintPicture, Qr, Rect
from paper.poster_art.drawing import Drawing, PictureItem, QrItem, build_rounded_box
from paper.poster_art.lettering import Align, Lettering, SetText, set_text, write_text

EVEN_LEAST, BROKEN_SIZE = 0.76, 0.88
"""How much smaller a list is written before its lines are broken, and how large where they are."""
BETWEEN_BROKEN = 0.52
"""Room between texts of several lines, at size 1."""
QUIET = 4
"""Modules of white around a QR code."""


class FlowBlock(ABC):
    """Something as wide as the column. `gap` is the room above it at scale 1; free room goes to the gaps, in proportion."""

    gap: float

    @abstractmethod
    def measure_height(self, width: float, scale: float) -> float: ...

    @abstractmethod
    def draw_block(self, drawing: Drawing, box: Rect, scale: float) -> None:
        """Draw it into a box of the width and the height that were measured."""


@dataclass(frozen=True)
class TextBlock(FlowBlock):
    text: str
    lettering: Lettering
    gap: float
    align: float = Align.CENTRE

    def measure_height(self, width: float, scale: float) -> float:
        return set_text(self.text, self.lettering, width, scale).height

    def draw_block(self, drawing: Drawing, box: Rect, scale: float) -> None:
        write_text(drawing, set_text(self.text, self.lettering, box.width, scale), box.x, box.y, box.width, self.align)


PanelDrawer = Callable[[Drawing, Rect], None]


@dataclass(frozen=True)
class PanelBlock(FlowBlock):
    """Blocks on a ground of their own, which `ground` draws; `inset` is its room at the sides, above and below at scale 1."""

    blocks: tuple[FlowBlock, ...]
    ground: PanelDrawer
    inset: tuple[float, float]
    gap: float
    hugs: bool = False
    """Whether the ground is only as wide as its first text."""

    def measure_height(self, width: float, scale: float) -> float:
        across, down = self._find_inset(scale)
        return 2 * down + measure_stack(self.blocks, width - 2 * across, scale)

    def _find_inset(self, scale: float) -> tuple[float, float]:
        """Its room grows with the letters; what hugs a text gives it the width of the column rather."""
        return self.inset[0] * (min(scale, 1) if self.hugs else scale), self.inset[1] * scale

    def draw_block(self, drawing: Drawing, box: Rect, scale: float) -> None:
        across, down = self._find_inset(scale)
        self.ground(drawing, self._find_ground(box, scale))
        stack_blocks(drawing, self.blocks, box.inset(across, down), scale)

    def _find_ground(self, box: Rect, scale: float) -> Rect:
        first = self.blocks[0]
        if not self.hugs or not isinstance(first, TextBlock):
            return box
        across = self._find_inset(scale)[0]
        inner = box.width - 2 * across
        widest = max(set_text(b.text, b.lettering, inner, scale).width for b in self.blocks if isinstance(b, TextBlock))
        width = widest + 2 * across
        return Rect(box.x + (box.width - width) * first.align, box.y, width, box.height)


@dataclass(frozen=True)
class ArtBlock(FlowBlock):
    """A drawing between texts; `height` at scale 1, and never more than half the width of the column: a fan of cards is twice as wide."""

    art: PanelDrawer
    height: float
    gap: float

    def measure_height(self, width: float, scale: float) -> float:
        return min(self.height * scale, width / 2)

    def draw_block(self, drawing: Drawing, box: Rect, scale: float) -> None:
        self.art(drawing, box)


@dataclass(frozen=True)
class LogoBlock(FlowBlock):
    picture: PrintPicture
    height: float
    align: float
    gap: float

    def measure_height(self, width: float, scale: float) -> float:
        return self.height * scale

    def draw_block(self, drawing: Drawing, box: Rect, scale: float) -> None:
        fitted = Rect(0, 0, box.width * 0.6, box.height).fit_proportion(self.picture.width, self.picture.height)
        place = Rect(box.x + (box.width - fitted.width) * self.align, box.y, fitted.width, fitted.height)
        ground = place.inset(-1.2 * scale)
        drawing.fill(build_rounded_box(ground, 1.2 * scale), "#ffffff")
        drawing.items.append(PictureItem(place, self.picture))


@dataclass(frozen=True)
class FactCell:
    """A label and its lines; those of a list are written `evenly`, in letters of one size."""

    label: str
    lines: tuple[str, ...]
    evenly: bool = False


@dataclass(frozen=True)
class FactsBlock(FlowBlock):
    """Cells in two columns as even as possible, in one where there is only one cell."""

    cells: tuple[FactCell, ...]
    label: Lettering
    value: Lettering
    align: float
    gap: float
    between: float = 8

    def measure_height(self, width: float, scale: float) -> float:
        columns = self._split_cells(width, scale)
        inner = self._find_width(width, len(columns), scale)
        return max(self._measure_column(column, inner, scale) for column in columns)

    def draw_block(self, drawing: Drawing, box: Rect, scale: float) -> None:
        columns = self._split_cells(box.width, scale)
        width = self._find_width(box.width, len(columns), scale)
        for number, column in enumerate(columns):
            y, x = box.y, box.x + number * (width + self.between * scale)
            for cell in column:
                settings = self._set_cell(cell, width, scale)
                for setting in settings:
                    write_text(drawing, setting, x, y, width, self.align)
                    y += setting.height + self._choose_gap(setting, settings, scale)
                y += 2.6 * scale

    def _split_cells(self, width: float, scale: float) -> tuple[tuple[FactCell, ...], ...]:
        if len(self.cells) < 2:
            return (self.cells,)
        inner = self._find_width(width, 2, scale)
        splits = [(self.cells[:cut], self.cells[cut:]) for cut in range(1, len(self.cells))]
        return min(splits, key=lambda split: max(self._measure_column(column, inner, scale) for column in split))

    def _find_width(self, width: float, columns: int, scale: float) -> float:
        return (width - (columns - 1) * self.between * scale) / columns

    def _measure_column(self, column: Sequence[FactCell], width: float, scale: float) -> float:
        settings = [[*self._set_cell(cell, width, scale)] for cell in column]
        lines = sum(setting.height + self._choose_gap(setting, cell, scale) for cell in settings for setting in cell)
        return lines + 2.6 * scale * (len(column) - 1)

    def _set_cell(self, cell: FactCell, width: float, scale: float) -> list[SetText]:
        lines = (
            set_evenly(cell.lines, self.value, width, scale)
            if cell.evenly
            else [set_text(line, self.value, width, scale) for line in cell.lines]
        )
        return [set_text(cell.label, self.label, width, scale), *lines] if cell.label else lines

    def _choose_gap(self, setting: SetText, cell: Sequence[SetText], scale: float) -> float:
        """Wider between texts of which one takes several lines, so that it is seen where each begins."""
        if setting.lettering == self.label:
            return 2 * scale
        is_broken = any(len(text.lines) > 1 for text in cell)
        return BETWEEN_BROKEN * setting.size if is_broken and setting is not cell[-1] else 1.1 * scale


@dataclass(frozen=True)
class FootBlock(FlowBlock):
    """A QR code on white with what it is for beside or below it, and whom to call; without a code only the words."""

    qr: Qr | None
    words: tuple[tuple[str, Lettering], ...]
    align: float
    gap: float
    below: bool
    side: float = 40
    between: float = 6

    def measure_height(self, width: float, scale: float) -> float:
        side, words = self._measure_side(scale), self._measure_words(width, scale)
        if self.below:
            return side + (2.4 * scale if side and words else 0) + words
        return max(side, words)

    def draw_block(self, drawing: Drawing, box: Rect, scale: float) -> None:
        side, words = self._measure_side(scale), self._find_word_width(box.width, scale)
        settings = self._set_words(words, scale)
        if self.qr is None or self.below:
            self._draw_below(drawing, box, settings, scale)
            return
        left = box.x
        if self.align == Align.CENTRE:
            used = max((setting.width for setting in settings), default=0)
            left += (box.width - side - self.between * scale - used) / 2
        draw_code(drawing, Rect(left, box.y + (box.height - side) / 2, side, side), self.qr)
        y = box.y + (box.height - self._measure_words(box.width, scale)) / 2
        write_column(drawing, settings, Rect(left + side + self.between * scale, y, words, 0), Align.LEFT, 2 * scale)

    def _draw_below(self, drawing: Drawing, box: Rect, settings: Sequence[SetText], scale: float) -> None:
        y, side = box.y, self._measure_side(scale)
        if self.qr is not None:
            draw_code(drawing, Rect(box.x + (box.width - side) * self.align, y, side, side), self.qr)
            y += side + 2.4 * scale
        write_column(drawing, settings, Rect(box.x, y, box.width, 0), self.align, 2 * scale)

    def _measure_side(self, scale: float) -> float:
        return self.side * scale if self.qr else 0

    def _find_word_width(self, width: float, scale: float) -> float:
        return width - (self.side + self.between) * scale if self.qr and not self.below else width

    def _set_words(self, width: float, scale: float) -> list[SetText]:
        return [set_text(text, lettering, width, scale) for text, lettering in self.words]

    def _measure_words(self, width: float, scale: float) -> float:
        heights = [setting.height for setting in self._set_words(self._find_word_width(width, scale), scale)]
        return sum(heights) + 2 * scale * max(0, len(heights) - 1)


@dataclass(frozen=True)
class BesideBlock(FlowBlock):
    """Two blocks beside each other, the left one so many parts of the width, both from the same line down."""

    left: FlowBlock
    right: FlowBlock
    gap: float
    share: float = 0.68
    between: float = 7

    def measure_height(self, width: float, scale: float) -> float:
        one, other = self._split_width(width, scale)
        return max(self.left.measure_height(one, scale), self.right.measure_height(other, scale))

    def draw_block(self, drawing: Drawing, box: Rect, scale: float) -> None:
        one, other = self._split_width(box.width, scale)
        for block, x, width in ((self.left, box.x, one), (self.right, box.right - other, other)):
            height = block.measure_height(width, scale)
            block.draw_block(drawing, Rect(x, box.y + (box.height - height) / 2, width, height), scale)

    def _split_width(self, width: float, scale: float) -> tuple[float, float]:
        free = width - self.between * scale
        return free * self.share, free * (1 - self.share)


def set_evenly(texts: Sequence[str], lettering: Lettering, width: float, scale: float) -> list[SetText]:
    """Texts in letters of one size: each on one line where that is not much smaller, else each on as many as it needs."""
    one_line = replace(lettering, lines=1, least=EVEN_LEAST)
    settings = [set_text(text, one_line, width, scale) for text in texts]
    if any(len(setting.lines) > 1 for setting in settings):
        broken = replace(lettering, size=lettering.size * BROKEN_SIZE, least=1, tight=True)
        return [set_text(text, broken, width, scale) for text in texts]
    size = min(setting.size for setting in settings)
    return [set_text(text, replace(one_line, size=size / scale, least=1), width, scale) for text in texts]


def write_column(drawing: Drawing, settings: Sequence[SetText], place: Rect, align: float, gap: float) -> None:
    """Texts below each other from the top of the place."""
    y = place.y
    for setting in settings:
        write_text(drawing, setting, place.x, y, place.width, align)
        y += setting.height + gap


def draw_code(drawing: Drawing, box: Rect, qr: Qr) -> None:
    """The code on white with its quiet zone, all within the box."""
    drawing.fill(build_rounded_box(box, box.width * 0.04), "#ffffff")
    drawing.items.append(QrItem(box.inset(box.width * QUIET / (qr.side + 2 * QUIET)), qr))


def measure_stack(blocks: Sequence[FlowBlock], width: float, scale: float) -> float:
    """Height of the blocks with their gaps; the gap above the first counts only as room that may be given."""
    heights = [block.measure_height(width, scale) for block in blocks]
    return sum(heights) + scale * sum(block.gap for block in blocks[1:])


def stack_blocks(drawing: Drawing, blocks: Sequence[FlowBlock], box: Rect, scale: float, most_stretch: float = 2.4) -> None:
    """Draw the blocks from the top of the box down. Free room widens the gaps, up to `most_stretch`; what is left is above and below."""
    free = max(0.0, box.height - measure_stack(blocks, box.width, scale))
    gaps = scale * sum(block.gap for block in blocks[1:])
    stretch = min(most_stretch, 1 + free / gaps) if gaps else 1
    y = box.y + (free - gaps * (stretch - 1)) / 2
    for number, block in enumerate(blocks):
        y += block.gap * scale * stretch if number else 0
        height = block.measure_height(box.width, scale)
        block.draw_block(drawing, Rect(box.x, y, box.width, height), scale)
        y += height


def fits_box(blocks: Sequence[FlowBlock], box: Rect, scale: float) -> bool:
    return measure_stack(blocks, box.width, scale) <= box.height


def find_scale(blocks: Sequence[FlowBlock], box: Rect, largest: float, least: float) -> float:
    """The largest scale from `largest` down to `least` at which the blocks fit the box, to a hundredth or so; `least` if none does."""
    if fits_box(blocks, box, largest):
        return largest
    low, high = least, largest
    while high - low > 0.01:
        middle = (low + high) / 2
        low, high = (middle, high) if fits_box(blocks, box, middle) else (low, middle)
    return low
