"""If this fails, somebody who came alone plays with nobody, or the lot cannot be repeated by those who doubt it."""

import hashlib
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.singles import Method, Single, group_singles


@st.composite
def crowds(draw):
    numbers = draw(st.lists(st.integers(1, 200), unique=True, max_size=24))
    return [Single(n, draw(st.integers(1, 3)), draw(st.one_of(st.none(), st.sampled_from(numbers)))) for n in numbers]


@given(crowds(), st.integers(2, 5), st.sampled_from(Method), st.text(max_size=8))
def test_everybody_is_in_one_group_or_left_over_and_as_few_as_can_be(singles, size, method, seed):
    grouping = group_singles(singles, size, method, seed)
    placed = [number for group in grouping.groups for number in group] + list(grouping.left)
    assert sorted(placed) == sorted(single.number for single in singles)
    assert all(len(group) == size for group in grouping.groups)
    assert len(grouping.left) < size


@given(crowds(), st.text(max_size=8))
def test_the_lot_does_not_depend_on_the_order_of_the_list(singles, seed):
    assert group_singles(singles, 2, Method.LOT, seed) == group_singles(singles[::-1], 2, Method.LOT, seed)


@given(crowds())
def test_two_who_name_each_other_play_together(singles):
    wishes = {single.number: single.wish for single in singles}
    mutual = {tuple(sorted((a, b))) for a, b in wishes.items() if b is not None and b != a and wishes.get(b) == a}
    assert mutual <= set(group_singles(singles, 2, Method.LOT, "seed").groups)


def test_the_lot_is_neighbours_in_the_order_of_their_hashes():
    numbers = range(1, 9)
    order = sorted(numbers, key=lambda number: hashlib.sha256(b"abc:%d" % number).hexdigest())
    expected = {tuple(sorted(order[place : place + 2])) for place in range(0, 8, 2)}
    assert set(group_singles([Single(n) for n in numbers], 2, Method.LOT, "abc").groups) == expected


@given(st.lists(st.integers(1, 3), min_size=2, max_size=6), st.text(max_size=4))
def test_strong_with_weak_makes_sums_as_equal_as_any_pairing_does(strengths, seed):
    singles = [Single(number, strength) for number, strength in enumerate(strengths, 1)][: len(strengths) // 2 * 2]
    of = {single.number: single.strength for single in singles}
    groups = group_singles(singles, 2, Method.STRENGTH, seed).groups

    def spread(pairs):
        sums = [of[a] + of[b] for a, b in pairs]
        return max(sums) - min(sums)

    every = (tuple(zip(order[::2], order[1::2], strict=True)) for order in permutations(of))
    assert spread(groups) == min(map(spread, every))


def test_one_person_needs_no_partner():
    with pytest.raises(ValueError, match="no partner"):
        group_singles([Single(1)], 1, Method.LOT, "")
