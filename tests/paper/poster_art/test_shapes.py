"""Shapes of posters. If this failed, an ornament would stand askew."""

import math
from itertools import pairwise

import pytest

from paper.layout import PageSize, Rect
from paper.poster_art.drawing import Drawing, build_star
from paper.poster_art.motifs import draw_rule


def list_corners(path) -> list[tuple[float, float]]:
    return [(round(step[-2], 6), round(step[-1], 6)) for step in path if step[0] != "Z"]


def test_a_rule_is_the_same_from_both_sides_and_above_and_below():
    drawing = Drawing(PageSize(200, 100))
    draw_rule(drawing, Rect(20, 30, 120, 10), "#000000")
    corners = {corner for item in drawing.items for corner in list_corners(item.path)}
    assert len(corners) > 8
    assert corners == {(160 - x, y) for x, y in corners} == {(x, 70 - y) for x, y in corners}
    assert (min(x for x, _y in corners), max(x for x, _y in corners)) == (34, 126)


@pytest.mark.parametrize("points", [4, 5, 8])
def test_the_corners_of_a_star_are_out_and_in_by_turns_at_equal_angles_and_the_first_is_above(points):
    corners = list_corners(build_star(10, 20, 6, 2, points))
    reaches = [round(math.hypot(x - 10, y - 20), 4) for x, y in corners]
    assert reaches == [6, 2] * points
    assert corners[0] == (10, 14)
    angles = [math.atan2(y - 20, x - 10) for x, y in corners]
    assert {round(math.degrees(second - first) % 360, 2) for first, second in pairwise(angles)} == {round(180 / points, 2)}
