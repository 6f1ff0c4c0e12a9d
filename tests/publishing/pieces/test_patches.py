"""If these failed, a site could hold another document than the desk sent, or a hostile patch could make much of little."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from publishing.pieces.digests import compute_digest, dump_document
from publishing.pieces.patches import PatchRefused, apply_patch, build_patch, is_same

SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=6)
NAMED = st.fixed_dictionaries({"id": st.integers(0, 6)}, optional={"table": SCALARS, "seats": st.lists(st.integers(0, 3), max_size=3)})
VALUES = st.recursive(
    SCALARS | NAMED,
    lambda inner: st.lists(inner, max_size=6) | st.lists(NAMED, max_size=8) | st.dictionaries(st.text(max_size=3), inner, max_size=5),
    max_leaves=25,
)


@given(VALUES, VALUES)
def test_applying_what_was_built_gives_the_same_bytes(before, after):
    patch = json.loads(dump_document(build_patch(before, after)))
    assert dump_document(apply_patch(before, patch)) == dump_document(after)


@given(st.lists(NAMED, max_size=10), st.randoms(use_true_random=False))
def test_items_that_move_are_named_and_not_sent_again(items, random):
    moved = [*items]
    random.shuffle(moved)
    patch = build_patch(items, moved)
    assert dump_document(apply_patch(items, patch)) == dump_document(moved)


def test_true_is_not_one_and_one_is_not_true():
    assert not is_same([True], [1])
    assert dump_document(apply_patch({"a": 1}, build_patch({"a": 1}, {"a": True}))) == b'{"a":true}'


def test_a_line_more_in_a_long_ledger_makes_a_short_patch():
    lines = [{"seq": seq, "digest": f"{seq:064x}"} for seq in range(1, 5001)]
    patch = build_patch({"ledger": lines[:-1]}, {"ledger": lines})
    assert patch == ["object", {"ledger": ["list", [[0, 4999], ["new", lines[-1]]]]}, []]


def test_digests_do_not_know_the_order_of_names():
    assert compute_digest({"a": 1, "b": "è"}) == compute_digest({"b": "è", "a": 1}) != compute_digest({"a": 1, "b": "e"})


@pytest.mark.parametrize(
    "patch",
    [
        None,
        [],
        ["set"],
        ["object", {"list": ["set", 1]}, ["missing"]],
        ["object", {"list": ["list", [[0, 2], [0, 1]]]}, []],
        ["object", {"list": ["list", [[0, 3]]]}, []],
        ["object", {"list": ["list", [[1, 1]]]}, []],
        ["object", {"list": ["list", [["at", -1, ["="]]]]}, []],
        ["object", {"list": ["list", ["new"]]}, []],
        ["object", {"list": ["object", {}, []]}, []],
        ["object", {"list": ["list", [["at", 0, ["list", []]]]]}, []],
        ["object", {"missing": ["list", []]}, []],
        ["object", [], []],
    ],
)
def test_a_patch_that_does_not_fit_is_refused(patch):
    with pytest.raises(PatchRefused):
        apply_patch({"list": [1, 2]}, patch)


def test_a_patch_that_is_nested_deeply_is_refused():
    patch = ["="]
    before = 1
    for _level in range(60):
        patch, before = ["object", {"a": patch}, []], {"a": before}
    with pytest.raises(PatchRefused):
        apply_patch(before, patch)


def test_a_large_list_in_another_order_is_compared_in_one_walk():
    """Not measured by a clock: a comparison of each with each would call `is_same` 100 million times and meet the time limit of a test."""
    items = [{"id": number, "table": number} for number in range(10_000)]
    assert apply_patch(items, build_patch(items, items[::-1])) == items[::-1]
