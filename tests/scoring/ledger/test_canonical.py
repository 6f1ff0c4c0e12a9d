import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ledger.chain import NotCanonical, dump_canonical_json, parse_canonical

words = st.from_regex(r"\A[A-Za-z0-9_.:/+-]{0,20}\Z")
keys = st.from_regex(r"\A[a-z][a-z0-9_]{0,9}\Z")
leaves = st.none() | st.booleans() | st.integers(-1_000_000, 1_000_000) | words
values = st.recursive(leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3), max_leaves=8)


@given(values)
def test_a_value_comes_back_from_its_only_spelling(value):
    assert parse_canonical(dump_canonical_json(value)) == value


def test_keys_are_sorted_and_nothing_is_spaced():
    assert dump_canonical_json({"b": [1, True], "a": None}) == '{"a":null,"b":[1,true]}'


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        float("nan"),
        1_000_001,
        -1_000_001,
        "Maria Rossi",
        "perché",
        "x" * 65,
        {"Key": 1},
        {1: 1},
        {"a": 1.5},
        (1, 2),
        b"x",
    ],
)
def test_what_has_no_place_in_a_ledger_is_refused(value):
    with pytest.raises(NotCanonical):
        dump_canonical_json(value)


@pytest.mark.parametrize("put_into", [lambda value: [value], lambda value: {"a": value}])
def test_twelve_levels_are_allowed_and_deeper_nesting_is_refused(put_into):
    value = 0
    for _level in range(12):
        value = put_into(value)
    assert parse_canonical(dump_canonical_json(value)) == value
    with pytest.raises(NotCanonical, match="nested too deeply"):
        dump_canonical_json(put_into(value))


@pytest.mark.parametrize("text", ['{"a": 1}', '{"b":1,"a":1}', '{"a":1,"a":1}', "1.0", "NaN", "{", '"\\u0061"', "1e3"])
def test_another_spelling_is_refused(text):
    with pytest.raises(NotCanonical):
        parse_canonical(text)


@given(st.dictionaries(keys, leaves, max_size=4))
def test_canonical_text_is_plain_json(value):
    assert json.loads(dump_canonical_json(value)) == value
