"""Shapes of posters. If this failed, an ornament would stand askew."""

import math
from itertools import pairwise

import pytest

from paper.layout import PageSize, Rect
from paper.poster_art.drawing import Drawing, build_circle, build_rounded_box, build_star, flatten_path
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


def test_the_corners_of_a_flattened_circle_lie_on_it_and_near_each_other():
    (corners,) = flatten_path(build_circle(30, 20, 10))
    assert {round(math.hypot(x - 30, y - 20), 1) for x, y in corners} == {10}
    assert max(math.dist(one, other) for one, other in pairwise(corners)) < 1.3


def test_a_rounded_box_keeps_its_sides_and_its_corners_bend_like_a_circle():
    (corners,) = flatten_path(build_rounded_box(Rect(10, 20, 40, 30), 5))
    xs, ys = zip(*corners, strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == (10, 50, 20, 50)
    bent = [(x, y) for x, y in corners if (x < 15 or x > 45) and (y < 25 or y > 45)]
    assert {round(math.hypot(abs(x - 30) - 15, abs(y - 35) - 10), 1) for x, y in bent} == {5}
