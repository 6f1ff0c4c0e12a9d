"""What posters are decorated with, as plain shapes: suits, cards, lanterns, bunting, a village at night."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from paper.layout import Rect
from paper.pips import PACKS, Pip
from paper.poster_art.drawing import (
    Drawing,
    Path,
    build_box,
    build_circle,
    build_ellipse,
    build_line,
    build_polygon,
    build_rounded_box,
    build_star,
    mix_colours,
    move_path,
)

SUIT_COLOURS = {
    "italian": {"D": ("#a8741a", "#f3c95c"), "C": ("#b3261e", "#f0b64a"), "S": ("#1f4e79", "#9cc3e4"), "B": ("#2f6b3a", "#8fbf6a")},
    "french": {"D": ("#b3261e", "#b3261e"), "C": ("#b3261e", "#b3261e"), "S": ("#20242b", "#20242b"), "B": ("#20242b", "#20242b")},
}
"""Of each suit the colour of its lines, and the one inside them."""
ORDER = "DCSB"


def find_pip(suits: str, letter: str) -> Pip:
    return PACKS[suits][letter]


def draw_pip(drawing: Drawing, pip: Pip, x: float, y: float, side: float, colours: tuple[str, str], turn: float = 0.0) -> None:
    """The suit in a square around (x, y): its outline filled with the second colour, then its lines with the first."""
    path = place_pip(pip, x, y, side, turn)
    outer = path[: next(index for index, step in enumerate(path) if step[0] == "Z") + 1]
    drawing.fill(outer, colours[1])
    drawing.fill(path, colours[0])


def place_pip(pip: Pip, x: float, y: float, side: float, turn: float = 0.0) -> Path:
    centred = move_path(pip.steps, -50, -50)
    return move_path(centred, x, y, side / 100, turn)


def draw_card(drawing: Drawing, suits: str, letter: str, x: float, y: float, height: float, turn: float, edge: str) -> None:
    """An ace around (x, y), turned by `turn` degrees."""
    width = height * 0.6
    outline = build_rounded_box(Rect(-width / 2, -height / 2, width, height), height * 0.05)
    inner = build_rounded_box(Rect(-width / 2, -height / 2, width, height).inset(height * 0.045), height * 0.03)
    drawing.fill(move_path(outline, x + height * 0.012, y + height * 0.016, 1, turn), mix_colours(edge, "#ffffff", 0.35))
    drawing.fill(move_path(outline, x, y, 1, turn), "#fffdf6")
    drawing.stroke(move_path(outline, x, y, 1, turn), edge, height * 0.012)
    drawing.stroke(move_path(inner, x, y, 1, turn), mix_colours(edge, "#ffffff", 0.4), height * 0.006)
    colours = SUIT_COLOURS[suits][letter]
    draw_pip(drawing, find_pip(suits, letter), x, y, height * 0.42, colours, turn)
    angle = math.radians(turn)
    for way in (-1, 1):
        across, down = way * width * 0.33, way * height * 0.37
        px, py = x + across * math.cos(angle) - down * math.sin(angle), y + across * math.sin(angle) + down * math.cos(angle)
        draw_pip(drawing, find_pip(suits, letter), px, py, height * 0.1, colours, turn if way < 0 else turn + 180)


def draw_fan(drawing: Drawing, box: Rect, suits: str, edge: str) -> None:
    """Four aces as a hand holds them, filling the height of the box."""
    turns = (-27.0, -9.0, 9.0, 27.0)
    height = box.height * 0.78
    hold = height * 1.62
    for letter, turn in zip(ORDER, turns, strict=True):
        angle = math.radians(turn)
        x, y = box.center_x + hold * math.sin(angle), box.y + height * 0.51 + hold * (1 - math.cos(angle))
        draw_card(drawing, suits, letter, x, y, height, turn, edge)


def draw_rule(drawing: Drawing, box: Rect, colour: str) -> None:
    """A line that swells to a lozenge in its middle."""
    x, y, half = box.center_x, box.y + box.height / 2, box.height / 2
    reach = min(box.width / 2, 46)
    for way in (-1, 1):
        drawing.fill(
            build_polygon(
                (x + way * half * 1.6, y - 0.35), (x + way * reach, y - 0.08), (x + way * reach, y + 0.08), (x + way * half * 1.6, y + 0.35)
            ),
            colour,
        )
        drawing.fill(build_polygon(*((x + way * half * 1.9 + dx, y + dy) for dx, dy in ((-0.7, 0), (0, -0.7), (0.7, 0), (0, 0.7)))), colour)
    drawing.fill(build_polygon((x - half, y), (x, y - half), (x + half, y), (x, y + half)), colour)


def list_rope(x0: float, y0: float, x1: float, y1: float, sag: float, count: int) -> list[tuple[float, float]]:
    """Points of a rope that hangs between two nails, ends included."""
    shares = (index / (count - 1) for index in range(count))
    return [(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share + sag * 4 * share * (1 - share)) for share in shares]


def draw_bunting(drawing: Drawing, rope: Sequence[tuple[float, float]], colours: Sequence[str], size: float, line: str) -> None:
    """Little flags along a rope, one in each of its parts."""
    for index, ((x0, y0), (x1, y1)) in enumerate(pairwise(rope)):
        middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
        inset_x, inset_y = (x1 - x0) * 0.08, (y1 - y0) * 0.08
        flag = build_polygon((x0 + inset_x, y0 + inset_y), (x1 - inset_x, y1 - inset_y), (middle_x, middle_y + size))
        drawing.fill(flag, colours[index % len(colours)])
    drawing.stroke(build_line(*rope), line, 0.5)


def draw_lantern(drawing: Drawing, x: float, top: float, size: float, colour: str, line: str, night: str) -> None:
    """A paper lantern that hangs from (x, top) and glows."""
    y = top + size * 0.95
    for share, reach in ((0.1, 1.25), (0.2, 0.95), (0.34, 0.74)):
        drawing.fill(build_circle(x, y, size * reach), mix_colours(night, colour, share))
    drawing.stroke(build_line((x, top), (x, y - size * 0.5)), line, 0.4)
    body = Rect(x - size * 0.55, y - size * 0.46, size * 1.1, size * 0.92)
    drawing.fill(build_ellipse(body), colour)
    drawing.fill(build_ellipse(body.inset(size * 0.24, size * 0.05)), mix_colours(colour, "#fff6d0", 0.45))
    drawing.fill(build_ellipse(body.inset(size * 0.42, size * 0.1)), mix_colours(colour, "#fffbe6", 0.8))
    for end in (y - size * 0.52, y + size * 0.4):
        drawing.fill(
            build_rounded_box(Rect(x - size * 0.2, end, size * 0.4, size * 0.12), size * 0.05), mix_colours(colour, "#3a1d10", 0.55)
        )
    drawing.stroke(build_line((x, y + size * 0.52), (x, y + size * 0.78)), mix_colours(colour, "#fff6d0", 0.3), 0.5)


def draw_stars(drawing: Drawing, places: Sequence[tuple[float, float, float]], colour: str) -> None:
    """Stars at (x, y) with their size."""
    for x, y, size in places:
        drawing.fill(build_star(x, y, size, size * 0.3, 4), colour)


HOUSES = (
    *((0, 17, 11, 7), (14, 15, 15, 0), (28, 20, 10, 6), (47, 12, 18, 0), (58, 19, 12, 7), (76, 18, 8, 5), (93, 14, 14, 0)),
    *((106, 21, 10, 6), (126, 13, 17, 0), (138, 19, 11, 6), (156, 17, 8, 5), (172, 15, 14, 0), (186, 25, 10, 7)),
)
"""Left edge, width, height of the wall and of the roof, on a page 210 wide."""


def draw_village(drawing: Drawing, foot: float, colour: str, window: str) -> None:
    """Roofs and a bell tower with lit windows, from side to side, standing on `foot`."""
    drawing.fill(build_polygon((110, foot), (110, foot - 20), (115, foot - 26), (120, foot - 20), (120, foot)), colour)
    drawing.stroke(build_line((115, foot - 26), (115, foot - 30)), colour, 0.6)
    drawing.stroke(build_line((113.6, foot - 28.6), (116.4, foot - 28.6)), colour, 0.6)
    drawing.fill(build_rounded_box(Rect(113.6, foot - 18, 2.8, 4.2), 1.4), window)
    for number, (left, width, wall, roof) in enumerate(HOUSES):
        drawing.fill(build_box(Rect(left, foot - wall, width + 0.4, wall)), colour)
        if roof:
            drawing.fill(
                build_polygon((left - 1.2, foot - wall), (left + width / 2, foot - wall - roof), (left + width + 1.6, foot - wall)), colour
            )
        for row in range(int((wall - 4) // 6)):
            for place in range(int((width - 3) // 5)):
                if (number * 7 + row * 3 + place * 5) % 4 < 2:
                    drawing.fill(build_box(Rect(left + 2.4 + place * 5, foot - wall + 3 + row * 6, 2, 2.8)), window)
