"""The tables of the dossier (§1.6, §2.6, §12.1–12.2), typed in as data, against the dynamic programme; and that against brute force."""

from itertools import combinations

import pytest

from rules.feasibility import compute_count_rows, format_ranges, list_bits, sums_by_count
from rules.final_scores import follow_to_target
from rules.games.marafon import sheet as marafon
from rules.games.mariglia import sheet as mariglia
from rules.scorebook import Plan

MARIGLIA_TOTALS = {
    0: "0", 1: "1–21", 2: "2–38", 3: "3–51", 4: "4–60", 5: "5–65", 6: "10–66", 7: "19–67", 8: "32–68", 9: "49–69", 10: "70",
}  # fmt: skip
MARIGLIA_TRUMP_SEVEN = {
    1: "6–21", 2: "7–38", 3: "8–51", 4: "9–60", 5: "10–65", 6: "14–66", 7: "22–67", 8: "34–68", 9: "50–69", 10: "70",
}  # fmt: skip
MARAFON_THIRDS = {
    (0, False): "0", (1, False): "0–10, 12", (2, False): "0–16", (3, False): "0–20", (4, False): "0–24", (5, False): "4–28",
    (6, False): "8–32", (7, False): "12–32", (8, False): "16–32", (9, False): "20, 22–32",
    (1, True): "3–13, 15", (2, True): "3–19", (3, True): "3–23", (4, True): "3–27", (5, True): "7–31", (6, True): "11–35",
    (7, True): "15–35", (8, True): "19–35", (9, True): "23, 25–35", (10, True): "35",
}  # fmt: skip
MARAFONA_THIRDS = {
    (3, False): "5–20", (4, False): "5–24", (5, False): "6–28", (6, False): "10–32", (7, False): "14–32", (8, False): "18–32",
    (9, False): "22–32", (3, True): "8–23", (4, True): "8–27", (5, True): "9–31", (6, True): "13–35", (7, True): "17–35",
    (8, True): "21–35", (9, True): "25–35", (10, True): "35",
}  # fmt: skip
MARAFON_TRICKS_BY_POINTS = {
    0: "0–4", 1: "1–5", 2: "1–6", 3: "1–6", 4: "1–7", 5: "1–8", 6: "2–9", 7: "3–9", 8: "4–9", 9: "4–9", 10: "5–9", 11: "6–10",
}  # fmt: skip


@pytest.mark.parametrize(("k", "expected"), MARIGLIA_TOTALS.items())
def test_totals_of_mariglia_by_tricks(k, expected):
    assert format_ranges(list_bits(mariglia.build_side_rows().possible_points(k))) == expected


@pytest.mark.parametrize(("k", "expected"), MARIGLIA_TRUMP_SEVEN.items())
def test_totals_of_the_side_that_turned_the_seven_of_trumps(k, expected):
    assert format_ranges(list_bits(mariglia.build_side_rows(trump_seven=True).possible_points(k))) == expected


def test_a_side_that_turned_the_seven_of_trumps_has_six_points_and_a_trick():
    rows_of_holder = mariglia.build_side_rows(trump_seven=True)
    assert format_ranges(list_bits(rows_of_holder.possible_points())) == "6–70"
    assert rows_of_holder.possible_points(0) == 0


def test_thirty_five_above_needs_all_ten_tricks_and_thirty_four_nine():
    assert mariglia.build_side_rows().tricks_with(1 << 70) == (10,)
    assert mariglia.build_side_rows().tricks_with(1 << 69) == (9,)


def test_thirds_of_marafon_by_tricks_and_last_trick():
    assert {key: format_ranges(list_bits(mask)) for key, mask in marafon.build_side_rows().masks.items()} == MARAFON_THIRDS


def test_thirds_of_the_side_with_the_marafona():
    assert {key: format_ranges(list_bits(mask)) for key, mask in marafon.build_side_rows(marafona=True).masks.items()} == MARAFONA_THIRDS


@pytest.mark.parametrize(("points", "tricks"), MARAFON_TRICKS_BY_POINTS.items())
def test_tricks_that_go_with_whole_points_of_marafon(points, tricks):
    assert format_ranges(marafon.build_side_rows().tricks_with(0b111 << 3 * points)) == tricks


def test_the_side_with_the_marafona_has_one_to_eleven_points():
    thirds = list_bits(marafon.build_side_rows(marafona=True).possible_points())
    assert sorted({count // 3 for count in thirds}) == list(range(1, 12))


def test_floors_of_thirds_always_make_eleven():
    assert {count // 3 + (35 - count) // 3 for count in range(36)} == {11}


@pytest.mark.parametrize("values", [(5, 4, 3, 2, 1, 0, 0, 0), (3, 1, 1, 1, 0, 3, 1, 1), (0, 0, 7), (1,), ()])
def test_sums_by_count_are_those_of_an_exhaustive_search(values):
    for count, mask in enumerate(sums_by_count(values)):
        assert set(list_bits(mask)) == {sum(chosen) for chosen in combinations(values, count)}


def test_rows_of_a_reduced_pack_are_those_of_every_way_to_share_the_tricks():
    """Two suits of three cards, three tricks of two, last trick worth 3, a trick worth 1: every split of the cards is tried."""
    values = (3, 1, 0, 3, 1, 0)
    found = compute_count_rows(values, cards_per_trick=2, tricks=3, per_trick=1, last_trick=3)
    expected = {
        (k, last): {sum(chosen) + k + 3 * last for chosen in combinations(values, 2 * k)}
        for k in range(4)
        for last in (False, True)
        if (k < 3 or last) and (k > 0 or not last)
    }
    assert {key: set(list_bits(mask)) for key, mask in found.masks.items()} == expected


def test_final_scores_follow_every_hand_to_the_target():
    plan = Plan(2, (3,))
    stage = (frozenset({(1, 0), (0, 2)}), True)
    finals, _between = follow_to_target(plan, 1, (0, 0), (stage,))
    assert set(finals) == {(3, 0), (3, 2), (0, 4), (1, 4), (2, 4)}
