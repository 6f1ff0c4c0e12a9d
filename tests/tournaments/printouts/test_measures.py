"""Nothing leaves its place on paper, whatever people are called."""

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.printouts.reading import faults, read
from tests.tournaments.printouts.samples import MARGINS, NASTY, PRINTS, nasty_names

PLAIN = ["Anna Melis", "Giovanni Battista Carta", "Maria Antonietta Pinna-Pintor della Valle", "Lìa D’Angelo", "Òscar Zùccheri"]
EXAMPLES = int(os.environ.get("HOSTILE_NAMES", "300")) // len(PRINTS)
"""10,000 in the long form: HOSTILE_NAMES=10000."""


@pytest.mark.parametrize("name", PRINTS)
@pytest.mark.parametrize("count", [1, 3, 30])
def test_plain_names_stand_in_their_boxes(name: str, count: int) -> None:
    sheets = read(PRINTS[name]([PLAIN[place % len(PLAIN)] for place in range(count)]))
    assert [fault for sheet in sheets for fault in faults(sheet, MARGINS.get(name, 8.0))] == []
    assert all(sheet.texts for sheet in sheets)


@pytest.mark.slow
@pytest.mark.parametrize("name", PRINTS)
@settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example], deadline=None)
@given(st.data())
def test_hostile_names_stand_in_their_boxes(name: str, data: st.DataObject) -> None:
    names = data.draw(st.lists(nasty_names, min_size=1, max_size=3))
    sheets = read(PRINTS[name](names))
    assert [fault for sheet in sheets for fault in faults(sheet, MARGINS.get(name, 8.0))] == []


@pytest.mark.parametrize("name", PRINTS)
@pytest.mark.parametrize("nasty", NASTY)
def test_each_kind_of_malice(name: str, nasty: str) -> None:
    sheets = read(PRINTS[name]([nasty]))
    assert [fault for sheet in sheets for fault in faults(sheet, MARGINS.get(name, 8.0))] == []
    assert not any("root:" in word for sheet in sheets for word in sheet.words)


@pytest.mark.parametrize("name", PRINTS)
def test_the_same_input_is_the_same_bytes(name: str) -> None:
    assert PRINTS[name](PLAIN) == PRINTS[name](PLAIN)


@pytest.mark.parametrize("name", ["standings", "entries", "check-in", "prizes", "pairings by table"])
def test_no_row_is_split_and_no_page_is_empty(name: str) -> None:
    names = [f"Persona{place:03d}" for place in range(90)]
    sheets = read(PRINTS[name](names))
    pages = [[word for word in sheet.words if word.startswith("Persona")] for sheet in sheets]
    assert len(sheets) > 1
    assert all(pages)
    for persona in names[1:]:  # the first one is the tournament's name too
        assert sum(any(persona in word for word in page) for page in pages) == 1
