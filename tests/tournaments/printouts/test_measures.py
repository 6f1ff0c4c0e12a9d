"""Nothing leaves its place on paper, whatever people are called."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.printouts.reading import faults, read
from tests.tournaments.printouts.samples import MARGINS, NASTY, PRINTS, nasty_names

PLAIN = ["Anna Melis", "Giovanni Battista Carta", "Maria Antonietta Pinna-Pintor della Valle", "Lìa D’Angelo", "Òscar Zùccheri"]
SHORT, LONG = 300, 10_000
"""Hostile tournaments, shared out among the prints."""


@pytest.mark.parametrize("name", PRINTS)
@pytest.mark.parametrize("count", [1, 3, 30])
def test_plain_names_stand_in_their_boxes(name: str, count: int) -> None:
    sheets = read(PRINTS[name]([PLAIN[place % len(PLAIN)] for place in range(count)]))
    assert [fault for sheet in sheets for fault in faults(sheet, MARGINS.get(name, 8.0))] == []
    assert all(sheet.texts for sheet in sheets)


def hostile(examples: int) -> settings:
    checks = [HealthCheck.too_slow, HealthCheck.large_base_example]
    return settings(max_examples=examples // len(PRINTS), suppress_health_check=checks, deadline=None)


def stand_in_their_boxes(name: str, names: list[str]) -> None:
    sheets = read(PRINTS[name](names))
    assert [fault for sheet in sheets for fault in faults(sheet, MARGINS.get(name, 8.0))] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", PRINTS)
@hostile(SHORT)
@given(st.lists(nasty_names, min_size=1, max_size=3))
def test_hostile_names_stand_in_their_boxes(name: str, names: list[str]) -> None:
    stand_in_their_boxes(name, names)


@pytest.mark.proof
@pytest.mark.parametrize("name", PRINTS)
@hostile(LONG)
@given(st.lists(nasty_names, min_size=1, max_size=3))
def test_ten_thousand_hostile_tournaments(name: str, names: list[str]) -> None:
    stand_in_their_boxes(name, names)


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
