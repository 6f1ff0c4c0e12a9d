"""The three looks: their colours and letters, the ground on which they write, and how they order what a poster says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from paper.layout import BOLD, PageSize, Rect
from paper.poster_art import motifs
from paper.poster_art.drawing import Drawing, build_box, build_circle, build_polygon, build_rounded_box, mix_colours
from paper.poster_art.flow import ArtBlock, FlowBlock, PanelDrawer
from paper.poster_art.lettering import NARROW, SCRIPT, SERIF, Align, Lettering
from paper.poster_art.values import WIDE, PosterLook, PosterShape

SIZES_OF_NAMES = {PosterShape.SQUARE: (0.8, 0.9, 1.12), PosterShape.LEAFLET: (0.68, 0.85, 1.3)}
"""Of title, date, and what is read from near, against a sheet."""


@dataclass(frozen=True)
class Style:
    """A look. `prepare` draws the ground and gives the box for the words; `art` is drawn above them, as tall as `art_height`."""

    prepare: Callable[[Drawing, str], Rect]
    title: Lettering
    kicker: Lettering
    date: Lettering
    hours: Lettering
    venue: Lettering
    address: Lettering
    label: Lettering
    value: Lettering
    caption: Lettering
    contact: Lettering
    note: Lettering
    band: Lettering
    date_ground: PanelDrawer
    facts_ground: PanelDrawer | None = None
    rule: PanelDrawer | None = None
    art: Callable[[Drawing, Rect, str], None] | None = None
    art_height: dict[str, float] = field(default_factory=dict)
    align: float = Align.CENTRE
    date_inset: tuple[float, float] = (7, 4.5)
    facts_inset: tuple[float, float] = (7, 6)
    band_ground: PanelDrawer = lambda drawing, box: drawing.fill(build_box(box), "#b3261e")

    def adapt(self, shape: PosterShape) -> Style:
        """The look with letters for the shape: on a low page and on a small one names give room to facts."""
        if shape not in SIZES_OF_NAMES:
            return self
        title, date, near = SIZES_OF_NAMES[shape]
        larger = {name: getattr(self, name) for name in ("label", "value", "contact", "caption", "note")}
        sizes = {name: replace(lettering, size=lettering.size * near) for name, lettering in larger.items()}
        return replace(
            self, title=replace(self.title, size=self.title.size * title), date=replace(self.date, size=self.date.size * date), **sizes
        )

    def build_art(self, shape: str, suits: str) -> tuple[FlowBlock, ...]:
        height = self.art_height.get(shape, 0)
        art = self.art
        if art is None or not height:
            return ()
        return (ArtBlock(lambda drawing, box: art(drawing, box, suits), height, 0),)


# -------------------------------------------------------------------------------------------------------------- classic
CREAM, INK, WINE, GREEN, GOLD = "#fbf5e6", "#2a2019", "#8c1c1c", "#1d5a43", "#b98a2b"


def prepare_classic(drawing: Drawing, suits: str) -> Rect:
    """Cream paper in a double frame, a suit in each corner."""
    page = drawing.page
    drawing.fill(build_box(page), CREAM)
    outer, inner = page.inset(8), page.inset(11)
    drawing.stroke(build_box(outer), GREEN, 1.6)
    drawing.stroke(build_box(inner), GOLD, 0.5)
    corners = ((outer.x, outer.y), (outer.right, outer.y), (outer.x, outer.bottom), (outer.right, outer.bottom))
    for letter, (x, y) in zip(motifs.ORDER, corners, strict=True):
        inward_x, inward_y = (3.5 if x < WIDE / 2 else -3.5), (3.5 if y < page.height / 2 else -3.5)
        drawing.fill(build_circle(x + inward_x, y + inward_y, 8.6), CREAM)
        drawing.stroke(build_circle(x + inward_x, y + inward_y, 7.6), GREEN, 0.9)
        drawing.stroke(build_circle(x + inward_x, y + inward_y, 6.5), GOLD, 0.35)
        motifs.draw_pip(drawing, motifs.find_pip(suits, letter), x + inward_x, y + inward_y, 7.6, motifs.SUIT_COLOURS[suits][letter])
    return page.inset(21, 17)


def draw_ribbon(drawing: Drawing, box: Rect) -> None:
    """A band with notched ends behind the date, clear of the corners."""
    notch, reach = box.height * 0.28, box.height * 0.5
    left, right = max(box.x - reach * 0.4, 22 + notch), min(box.right + reach * 0.4, WIDE - 22 - notch)
    middle = box.y + box.height / 2
    drawing.fill(
        build_polygon(
            (left - notch, box.y),
            (right + notch, box.y),
            (right, middle),
            (right + notch, box.bottom),
            (left - notch, box.bottom),
            (left, middle),
        ),
        WINE,
    )


CLASSIC = Style(
    prepare=prepare_classic,
    title=Lettering(SERIF, 25, WINE, 3, 0.3),
    kicker=Lettering(BOLD, 8, GREEN, 2, 0.62),
    date=Lettering(SERIF, 14.5, "#fff8e6", 1, 0.4),
    hours=Lettering(BOLD, 9.6, INK, 2, 0.6),
    venue=Lettering(SERIF, 13.5, INK, 2, 0.55),
    address=Lettering(BOLD, 7.8, INK, 2, 0.6),
    label=Lettering(BOLD, 5.4, WINE, 1, 0.6),
    value=Lettering(BOLD, 7.8, INK, 2, 0.66),
    caption=Lettering(SERIF, 8.4, WINE, 2, 0.6),
    contact=Lettering(BOLD, 8.2, INK, 2, 0.6),
    note=Lettering(BOLD, 4.6, WINE, 2, 0.7),
    band=Lettering(SERIF, 16, "#fff8e6", 1, 0.4, capitals=True),
    date_ground=draw_ribbon,
    rule=lambda drawing, box: motifs.draw_rule(drawing, box, GOLD),
    art=lambda drawing, box, suits: motifs.draw_fan(drawing, box, suits, "#6b5a3a"),
    art_height={"sheet": 60, "upright": 68},
    date_inset=(20, 4.5),
)

# ----------------------------------------------------------------------------------------------------------------- bold
RED, DEEP_RED, YELLOW, PALE, COAL = "#cf2e24", "#b7241c", "#ffd23f", "#fff3d6", "#231815"


def prepare_bold(drawing: Drawing, suits: str) -> Rect:
    """Red from edge to edge, with large suits in a darker red."""
    page = drawing.page
    drawing.fill(build_box(page), RED)
    for letter, x, y, side, turn in (
        ("D", WIDE - 22, 34, 128, 0),
        ("S", 34, page.height * 0.52, 128, -28),
        ("C", WIDE - 36, page.height * 0.6, 104, 14),
    ):
        drawing.fill(motifs.place_pip(motifs.find_pip(suits, letter), x, y, side, turn), DEEP_RED)
    return Rect(13, 13, WIDE - 26, page.height - 26)


BOLD_STYLE = Style(
    prepare=prepare_bold,
    title=Lettering(NARROW, 36, PALE, 3, 0.3, capitals=True),
    kicker=Lettering(BOLD, 8, YELLOW, 2, 0.62, capitals=True),
    date=Lettering(NARROW, 25, COAL, 1, 0.4, capitals=True),
    hours=Lettering(NARROW, 13, YELLOW, 2, 0.55, capitals=True),
    venue=Lettering(NARROW, 17, PALE, 2, 0.55, capitals=True),
    address=Lettering(BOLD, 7.8, PALE, 2, 0.6),
    label=Lettering(NARROW, 5.6, RED, 1, 0.6, capitals=True),
    value=Lettering(BOLD, 7.8, COAL, 2, 0.66),
    caption=Lettering(NARROW, 9, RED, 2, 0.6, capitals=True),
    contact=Lettering(BOLD, 8.2, COAL, 2, 0.6),
    note=Lettering(BOLD, 4.6, RED, 2, 0.7),
    band=Lettering(NARROW, 18, PALE, 1, 0.4, capitals=True),
    date_ground=lambda drawing, box: drawing.fill(build_box(box), YELLOW),
    facts_ground=lambda drawing, box: drawing.fill(build_box(box), PALE),
    align=Align.LEFT,
    facts_inset=(9, 8),
    band_ground=lambda drawing, box: drawing.fill(build_box(box), COAL),
)

# -------------------------------------------------------------------------------------------------------------- festive
NIGHT, DUSK, GLOW, MOON = "#101b45", "#4b2a63", "#ffcf70", "#fff1cc"
LANTERNS = ("#f2a33a", "#e5533d", "#f5c542", "#ec7a3c", "#d9456b")
FLAGS = ("#e5533d", "#f5c542", "#4fa88f", "#f3ead2", "#5b8bd0")
STARS = (
    (9, 66),
    (11, 92),
    (7, 118),
    (9, 150),
    (8, 182),
    (10, 214),
    (9, 246),
    (201, 60),
    (201, 86),
    (203, 112),
    (202, 140),
    (202, 172),
    (200, 204),
    (203, 236),
)
SKY_STRIPS = 72
VILLAGE = 30
"""Room for the roofs above the lower edge."""


def prepare_festive(drawing: Drawing, suits: str) -> Rect:
    """Night above the roofs of a village, with lanterns and flags between the nails of the upper edge."""
    page = drawing.page
    for strip in range(SKY_STRIPS):
        height = page.height / SKY_STRIPS
        sky = mix_colours(NIGHT, DUSK, (strip / (SKY_STRIPS - 1)) ** 1.4)
        drawing.fill(build_box(Rect(0, strip * height, WIDE, height + 0.3)), sky)
    motifs.draw_stars(drawing, [(x, y, 1.1 + index % 3 * 0.5) for index, (x, y) in enumerate(STARS) if y < page.height - 60], "#e9ddb8")
    short = page.height < WIDE * 1.2
    _hang_lights(drawing, 0.56 if short else 0.86)
    if not short:
        motifs.draw_village(drawing, page.height, mix_colours(NIGHT, "#05081c", 0.55), GLOW)
    top, foot = (37, 9) if short else (54, VILLAGE)
    return Rect(16, top, WIDE - 32, page.height - top - foot)


def _hang_lights(drawing: Drawing, size: float) -> None:
    ropes = [motifs.list_rope(-6, -2, 108, -2, 26 * size, 13), motifs.list_rope(102, -2, 216, -2, 26 * size, 13)]
    for rope in ropes:
        motifs.draw_bunting(drawing, rope, FLAGS, 9 * size, "#d9c9a0")
    lights = motifs.list_rope(-10, 10 * size, 220, 10 * size, 22 * size, 12)
    drawing.stroke(tuple(("L" if index else "M", *point) for index, point in enumerate(lights)), "#d9c9a0", 0.4)
    for index, (x, y) in enumerate(lights[1:-1]):
        motifs.draw_lantern(drawing, x, y, (12 + index % 2 * 3) * size, LANTERNS[index % len(LANTERNS)], "#d9c9a0", NIGHT)


def draw_plaque(drawing: Drawing, box: Rect) -> None:
    """A rounded ground with a fine line inside."""
    radius = min(box.height, box.width) * 0.22
    drawing.fill(build_rounded_box(box, radius), GLOW)
    drawing.stroke(build_rounded_box(box.inset(box.height * 0.06), radius * 0.8), "#b9812e", 0.5)


def draw_ticket(drawing: Drawing, box: Rect) -> None:
    drawing.fill(build_rounded_box(box, 4), "#fff6e0")
    drawing.stroke(build_rounded_box(box.inset(1.6), 3), "#d7a94e", 0.5)


FESTIVE = Style(
    prepare=prepare_festive,
    title=Lettering(SCRIPT, 28, MOON, 3, 0.3),
    kicker=Lettering(BOLD, 8, GLOW, 2, 0.62),
    date=Lettering(SCRIPT, 17, "#3a1d3f", 1, 0.4),
    hours=Lettering(BOLD, 9.6, MOON, 2, 0.6),
    venue=Lettering(SCRIPT, 15.5, GLOW, 2, 0.55),
    address=Lettering(BOLD, 7.8, MOON, 2, 0.6),
    label=Lettering(BOLD, 5.4, "#a4552a", 1, 0.6),
    value=Lettering(BOLD, 7.8, "#2c1b38", 2, 0.66),
    caption=Lettering(SCRIPT, 9.6, "#8d2f4a", 2, 0.6),
    contact=Lettering(BOLD, 8.2, "#2c1b38", 2, 0.6),
    note=Lettering(BOLD, 4.6, "#8d2f4a", 2, 0.7),
    band=Lettering(SCRIPT, 18, "#fff6e0", 1, 0.4),
    date_ground=draw_plaque,
    facts_ground=draw_ticket,
    band_ground=lambda drawing, box: drawing.fill(build_rounded_box(box, 3), "#c23a3a"),
)

STYLES = {PosterLook.CLASSIC: CLASSIC, PosterLook.BOLD: BOLD_STYLE, PosterLook.FESTIVE: FESTIVE}


def open_drawing(style: Style, size: PageSize, suits: str) -> tuple[Drawing, Rect]:
    """A page with the ground of the look, and the box for the words."""
    drawing = Drawing(size)
    return drawing, style.prepare(drawing, suits)
