"""The spelling of a document in pieces, against Python's own."""

import json
from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from exchange.encoding import Rows, format_json, iterate_json

TEXTS = st.text(max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda parts: st.lists(parts, max_size=4) | st.dictionaries(TEXTS, parts, max_size=4),
    max_leaves=20,
)


def spell(value):
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True)


@given(VALUES)
def test_every_value_is_spelled_as_python_spells_it(value):
    assert format_json(value) == "".join(iterate_json(value)) == spell(value)


@given(st.lists(VALUES, max_size=4), st.lists(st.lists(VALUES, max_size=3), max_size=3))
def test_rows_that_are_read_late_are_spelled_as_lists(rows, rounds):
    document = {
        "rows": Rows(partial(iter, rows)),
        "stages": [{"rounds": Rows(lambda: ({"matches": Rows(partial(iter, matches))} for matches in rounds), nested=True)}],
    }
    plain = {"rows": rows, "stages": [{"rounds": [{"matches": matches} for matches in rounds]}]}
    assert "".join(iterate_json(document)) == spell(plain)


def test_no_more_rows_are_read_than_were_asked_for():
    taken = []
    pieces = iterate_json(Rows(lambda: (taken.append(number) or {"number": number} for number in range(1000))))
    for _piece in range(3):
        next(pieces)
    assert taken == [0, 1, 2]
