"""The entries of a file of another program, in the columns of TRF."""

import pytest

from tests.pairing.test_trf import format_boards, format_line
from tournaments.reading.lists import parse_list
from tournaments.reading.rows import ExistingEntries

SINGLES = "012 Open di Faenza\n042 2026/05/01\n" + "".join(
    format_line(number, name, "0.0") for number, name in enumerate(("Rossi, Mario", "Bianchi, Anna", "Dall'Oglio, Ugo"), start=1)
)


def read(text, size):
    return parse_list(text, size=size, existing=ExistingEntries())


def test_players_come_with_their_numbers():
    rows = read(SINGLES, 1).good_rows
    assert [row.details.persons for row in rows] == [("Rossi Mario",), ("Bianchi Anna",), ("Dall'Oglio Ugo",)]
    assert [row.details.person_values[0]["membership"] for row in rows] == ["1", "2", "3"]


def test_teams_of_two_are_pairs_and_their_team_the_club():
    rows = read(format_boards("MP_GP"), 2).good_rows
    assert [(row.details.persons, row.details.values["club"]) for row in rows] == [
        (("P1", "P2"), "One"),
        (("P3", "P4"), "Two"),
        (("P5", "P6"), "Three"),
    ]


@pytest.mark.parametrize("text", ["001 Rossi\n012 Bianchi", "012 Elenco\n001    x    Rossi"])
def test_numbers_alone_make_no_such_file(text):
    assert not any("Licence" in row.text for row in read(text, 1).rows)


def test_a_damaged_line_leaves_the_text_as_it_is():
    damaged = SINGLES.replace("001    2 m", "001    ? m")
    assert len(read(damaged, 1).rows) >= 3
