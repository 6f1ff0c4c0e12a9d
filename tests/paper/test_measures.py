"""Nothing leaves its place on paper, whatever people are called."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import paper as printouts
from paper import BergerGrid, GridMatch, GridRound, Party, PrintedStandings, StandingRow
from tests.paper.reading import faults, read
from tests.paper.samples import MARGINS, NASTY, PRINTS, head, nasty_names
from tests.sweeps import sweep

pytestmark = pytest.mark.turns(4)

PLAIN = ["Anna Melis", "Giovanni Battista Carta", "Maria Antonietta Pinna-Pintor della Valle", "Lìa D’Angelo", "Òscar Zùccheri"]
SHORT, LONG = 52, 10_000
"""Hostile tournaments, shared out among the prints."""


@pytest.mark.parametrize(("name", "count"), sweep(tuple(PRINTS), (3, 30, 1), diagonals=2))
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
@pytest.mark.turns(4)
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


@pytest.mark.parametrize(("nasty", "name"), sweep(NASTY, tuple(PRINTS)))
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


EMPTY = {
    "table cards": lambda: printouts.render_table_cards(head(), []),
    "wifi card": lambda: printouts.render_wifi_card(head(), None),
    "labels": lambda: printouts.render_labels(head(), []),
    "certificates": lambda: printouts.render_certificates(head(), []),
    "movement cards": lambda: printouts.render_movement_cards(head(), []),
    "table slips": lambda: printouts.render_link_slips(head(), []),
    "codes for phones": lambda: printouts.render_code_labels(head(), []),
}


@pytest.mark.parametrize("name", EMPTY)
def test_a_paper_about_nobody_is_a_page_that_says_so(name: str) -> None:
    (page,) = read(EMPTY[name]())
    assert "There is nothing to print here yet." in page.words


def test_a_pool_that_fits_on_a_page_is_not_split() -> None:
    names = [f"Persona{place}" for place in range(8)]
    rows = tuple(StandingRow("1", Party("1", (name,)), ("3",)) for name in names)
    sheets = read(printouts.render_standings(head(), [PrintedStandings(("Points",), rows, title=f"Pool {pool}") for pool in range(7)]))
    assert all(sum(word.startswith("Persona") for word in sheet.words) % len(names) == 0 for sheet in sheets)
    round_ = GridRound("Round", tuple(GridMatch("1", "2") for _match in range(4)))
    grids = [BergerGrid(tuple(Party("1", (name,)) for name in names), (round_,) * 7, f"Pool {pool}") for pool in range(3)]
    pages = [sheet.words for sheet in read(printouts.render_berger_grids(head(), grids))]
    assert [(page.count("Round"), sum(word.startswith("Persona") for word in page)) for page in pages] == [(7, 8)] * 3
