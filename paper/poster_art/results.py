"""Pictures of what was played, in the looks of the posters: one match, the winners, the first of the standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from paper.layout import Rect
from paper.poster_art.drawing import Drawing, build_circle, build_rounded_box
from paper.poster_art.flow import FlowBlock, PanelBlock, TextBlock, find_scale, stack_blocks
from paper.poster_art.lettering import Align, Lettering, set_text, write_text
from paper.poster_art.looks import STYLES, Style, open_drawing
from paper.poster_art.values import SIZES, PosterLook, PosterShape, ResultData
from paper.share_cards import ShareRow

LARGEST, SMALLEST = 1.6, 0.2
MEDALS = (("#b07d1e", "#f6cf62"), ("#7d858c", "#dfe4e8"), ("#8a5427", "#dba06a"))
"""Gold, silver, bronze: the lines of the coin, and what is inside them."""


@dataclass(frozen=True)
class PlaceRow(FlowBlock):
    """A line: a medal or a place, who, and a figure at the right."""

    row: ShareRow
    name: Lettering
    figure: Lettering
    place: Lettering
    medal: tuple[str, str] | None
    height: float
    gap: float
    places: bool
    figures: float = 26
    """Width of the figures at scale 1."""

    def measure_height(self, width: float, scale: float) -> float:
        return max(self.height * scale, self._set_name(width, scale))

    def _set_name(self, width: float, scale: float) -> float:
        return set_text(self.row.name, self.name, self._find_name_width(width, scale), scale).height + 3 * scale

    def _find_name_width(self, width: float, scale: float) -> float:
        left = self.height * 1.25 * scale if self.places else 0
        return width - left - (self.figures * scale if self.row.right else 0)

    def draw_block(self, drawing: Drawing, box: Rect, scale: float) -> None:
        left, middle = box.x, box.y + box.height / 2
        side = self.height * scale
        if self.places:
            self._draw_place(drawing, Rect(left, middle - side / 2, side, side), scale)
            left += side * 1.25
        name = set_text(self.row.name, self.name, self._find_name_width(box.width, scale), scale)
        write_text(drawing, name, left, middle - name.height / 2, self._find_name_width(box.width, scale), Align.LEFT)
        if self.row.right:
            figure = set_text(self.row.right, self.figure, self.figures * scale * 0.92, scale)
            write_text(drawing, figure, box.x, middle - figure.height / 2, box.width, Align.RIGHT)

    def _draw_place(self, drawing: Drawing, box: Rect, scale: float) -> None:
        place = self.place
        if self.medal is not None:
            x, y, radius = box.center_x, box.y + box.height / 2, box.height / 2
            drawing.fill(build_circle(x, y, radius), self.medal[0])
            drawing.fill(build_circle(x, y, radius * 0.88), self.medal[1])
            drawing.stroke(build_circle(x, y, radius * 0.74), self.medal[0], radius * 0.06)
            place = replace(place, colour="#3a2a12")
        setting = set_text(self.row.left, place, box.width * (0.66 if self.medal else 1), scale)
        write_text(drawing, setting, box.x, box.y + (box.height - setting.height) / 2 + setting.size * 0.06, box.width, Align.CENTRE)


def draw_result(data: ResultData, look: PosterLook, shape: PosterShape) -> Drawing:
    """A picture of results: name and heading above, then the rows, as large as they fit."""
    style = STYLES[look].adapt(shape)
    drawing, box = open_drawing(style, SIZES[shape], data.suits)
    blocks: list[FlowBlock] = [*(style.build_art(shape.value, data.suits) if shape is not PosterShape.SQUARE else ())]
    blocks.append(TextBlock(data.title, replace(style.title, size=style.title.size * 0.8), 4, style.align))
    if data.heading:
        blocks.append(PanelBlock((TextBlock(data.heading, style.date, 0, style.align),), style.date_ground, style.date_inset, 5, hugs=True))
    ground = style.facts_ground or _draw_white
    blocks.append(PanelBlock(tuple(_list_rows(data, style)), ground, (9, 7), 8))
    stack_blocks(drawing, blocks, box, find_scale(blocks, box, LARGEST, SMALLEST), most_stretch=1.8)
    return drawing


def _draw_white(drawing: Drawing, box: Rect) -> None:
    drawing.fill(build_rounded_box(box, 3), "#fffdf6")
    drawing.stroke(build_rounded_box(box.inset(1.4), 2.2), "#b98a2b", 0.4)


def _list_rows(data: ResultData, style: Style) -> Sequence[FlowBlock]:
    name = replace(style.value, size=9.6, lines=2, least=0.6, names=True)
    if not any(row.left or row.right for row in data.rows):  # sentences: letters of one size, and a dash is a dash
        name = replace(name, size=8, lines=4, least=1, names=False)
    strong, figure = replace(name, colour=style.caption.colour), replace(style.value, size=13, lines=1, least=0.5, names=False)
    has_places, rows = any(row.left for row in data.rows), list[FlowBlock]()
    for number, row in enumerate(data.rows):
        medal = MEDALS[_read_rank(row) - 1] if data.winners and 1 <= _read_rank(row) <= len(MEDALS) else None
        scale = 1.35 if data.winners and _read_rank(row) == 1 else 1.0
        letters = strong if row.strong else name
        rows.append(
            PlaceRow(
                row,
                replace(letters, size=letters.size * scale),
                replace(figure, colour=letters.colour),
                replace(style.label, size=8 * scale, face=name.face),
                medal,
                height=(20 if data.winners or not has_places else 13) * scale,
                gap=4 if number else 0,
                places=has_places,
            )
        )
    if data.note:
        rows.append(TextBlock(data.note, replace(style.value, size=7.4, lines=3), 4, Align.CENTRE))
    return rows


def _read_rank(row: ShareRow) -> int:
    """The place of a row; 0 for what is no number."""
    digits = row.left.rstrip("=")
    return int(digits) if digits.isdecimal() else 0
