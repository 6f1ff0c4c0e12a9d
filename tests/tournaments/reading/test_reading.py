"""A whole list: its columns, its rows, and what is wrong with them."""

import pytest

from tournaments.reading.faults import FAULT_SENTENCES, describe_fault
from tournaments.reading.files import UnreadableListError
from tournaments.reading.headings import (
    FIELD_ROLES,
    LINE,
    PERSON_FIELD_ROLES,
    PERSON_ROLES,
    UNUSED,
    is_heading_row,
    parse_heading_roles,
)
from tournaments.reading.lists import parse_list
from tournaments.reading.rows import ExistingEntries
from tournaments.reading.skipped_rows import SkipReason
from tournaments.reading.values import FaultCode

P1, P2, P3, _P4 = PERSON_ROLES
CLUB, SEED, NOTE, NAME = (FIELD_ROLES[key] for key in ("club", "seed", "note", "name"))
PHONE, PHONE_2, CARD, CARD_2 = (PERSON_FIELD_ROLES[key, at] for key in ("phone", "membership") for at in (0, 1))


def read(text, *, size=2, known=ExistingEntries(), roles=()):  # noqa: B008 - Known is frozen
    return parse_list(text, size=size, existing=known, roles=roles)


def faults_of(row):
    return [fault.fault for fault in row.faults]


@pytest.mark.parametrize(
    ("heading", "roles"),
    [
        ("Giocatore 1;Giocatore 2;Circolo", (P1, P2, CLUB)),
        ("Player 1;Player 2;Club;Seed", (P1, P2, CLUB, SEED)),
        ("N.;Coppia;Società;Testa di serie;Note", (UNUSED, LINE, CLUB, SEED, NOTE)),
        ("Cognome;Nome;Cognome;Nome;Paese", (P1, P1, P2, P2, CLUB)),
        ("Cognome 1;Nome 1;Cognome 2;Nome 2", (P1, P1, P2, P2)),
        ("First name;Last name;First name;Last name", (P1, P1, P2, P2)),
        ("1° Giocatore;2° Giocatore", (P1, P2)),
        ("Primo giocatore;Secondo giocatore;Bar", (P1, P2, CLUB)),
        ("Giocatore A;Giocatore B", (P1, P2)),
        ("Giocatore;Compagno;Telefono", (P1, P2, PHONE)),
        ("Coppia;Giocatore 1;Giocatore 2", (NAME, P1, P2)),
        ("Team;Club", (LINE, CLUB)),
        ("PLAYER 1;PLAYER 2;PHONE;Shirt size", (P1, P2, PHONE, UNUSED)),
        ("Giocatore 1;Giocatore 2;Giocatore 3", (P1, P2, P3)),
    ],
)
def test_headings_in_both_languages(heading, roles):
    cells = tuple(heading.split(";"))
    assert is_heading_row(cells)
    assert parse_heading_roles(cells) == roles


@pytest.mark.parametrize("row", ["Rossi;Bianchi;Bar", "Rossi Mario;Bianchi Anna", "1;Rossi;Bianchi", "Club;1;2", ""])
def test_rows_of_names_are_no_heading(row):
    assert not is_heading_row(tuple(row.split(";")))


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
@pytest.mark.parametrize("quoted", [False, True])
def test_columns_apart_by_any_sign(delimiter, quoted):
    rows = [["Giocatore 1", "Giocatore 2", "Bar", "TDS"], ["Rossi Mario", "Bianchi Anna", "Bar Sport", "1"], ["Verdi", "Neri", "", ""]]
    text = "\n".join(delimiter.join(f'"{cell}"' if quoted else cell for cell in row) for row in rows)
    found = read(text)
    assert found.roles == (P1, P2, CLUB, SEED)
    assert [(row.line, row.details.persons, row.details.values["club"], row.details.values["seed"], row.faults) for row in found.rows] == [
        (2, ("Rossi Mario", "Bianchi Anna"), "Bar Sport", 1, ()),
        (3, ("Verdi", "Neri"), "", None, ()),
    ]


def test_quoted_cells_may_hold_the_delimiter():
    found = read('Giocatore 1,Giocatore 2,Bar\n"Rossi, Mario","Bianchi ""Nino""","Bar, Sport"')
    assert [(row.details.persons, row.details.values["club"]) for row in found.rows] == [(("Rossi, Mario", 'Bianchi "Nino"'), "Bar, Sport")]


def test_excels_line_about_the_separator_is_passed_over():
    found = read("sep=;\nGiocatore 1;Giocatore 2\nRossi;Bianchi")
    assert [(row.line, row.details.persons) for row in found.rows] == [(3, ("Rossi", "Bianchi"))]


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("Rossi Mario\tBianchi Anna\tBar Sport", (P1, P2, CLUB)),
        ("1\tRossi Mario\tBianchi Anna\tBar Sport\t4", (UNUSED, P1, P2, CLUB, SEED)),
        ("Rossi\tMario\tBianchi\tAnna\tBar", (P1, P1, P2, P2, CLUB)),
        ("Rossi Mario / Bianchi Anna\tBar Sport", (LINE, CLUB)),
        ("Rossi Mario;Bianchi Anna", (P1, P2)),
        ("Rossi Mario,Bianchi Anna,Bar,3", (P1, P2, CLUB, SEED)),
    ],
)
def test_columns_without_a_heading_are_guessed_from_what_they_hold(text, roles):
    assert read(text).roles == roles


def test_the_directors_word_on_the_columns_counts():
    text = "Bar Sport\tRossi\tBianchi"
    assert read(text).rows[0].details.values["club"] == "Bianchi"
    found = read(text, roles=(CLUB, P1, P2))
    assert (found.rows[0].details.persons, found.rows[0].details.values["club"]) == (("Rossi", "Bianchi"), "Bar Sport")


def test_the_directors_word_on_another_number_of_columns_is_no_word():
    assert read("Rossi\tBianchi", roles=(CLUB,)).roles == (P1, P2)


def test_free_lines_with_blank_ones_keep_their_numbers():
    found = read("Rossi / Bianchi\n\n   \nVerdi / Neri, Bar\r\nBlu e Gialli")
    assert found.roles == (LINE,)
    assert [(row.line, row.details.persons, row.details.values["club"]) for row in found.rows] == [
        (1, ("Rossi", "Bianchi"), ""),
        (4, ("Verdi", "Neri"), "Bar"),
        (5, ("Blu", "Gialli"), ""),
    ]


def test_a_title_with_a_dash_a_number_with_a_dash_and_a_fee_in_euros_become_nobodys_name():
    """As a list comes from a group of messages: all three were “right rows” with such names."""
    parsed = read(
        "TORNEO MARIGLIA GIOVEDI 26/11 - iscritti\n5- Deiana M. / Fois G.\n7) Usai Franco + Usai Pietro – pagato 20€\n"
        "8) Loi A / Loi B paid 10"
    )
    assert [row.details.persons for row in parsed.good_rows] == [("Deiana M.", "Fois G.")]
    assert [faults_of(bad) for bad in parsed.bad_rows] == [[FaultCode.MORE_THAN_A_NAME]] * 2
    assert [reason for _line, _text, reason in parsed.passed] == [SkipReason.TITLE]


@pytest.mark.parametrize("line", ["Cossu S. + Pinna G., pagato 20 €", "Cossu S. / Pinna G. (pagato)", "Cossu S. / Pinna G. (non pagato)"])
def test_a_word_about_the_fee_behind_the_names_becomes_no_club(line):
    (row,) = read(line).rows
    assert (row.details.persons, faults_of(row)) == (("Cossu S.", "Pinna G."), [FaultCode.MORE_THAN_A_NAME])


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("11 - iscritti / Anna", FaultCode.MORE_THAN_A_NAME),
        ("solo", FaultCode.TOO_FEW),
        ("a / b / c / d", FaultCode.TOO_MANY),
        ("(Bar)", FaultCode.TOO_FEW),
        (f"{'x' * 81} / b", FaultCode.NAME_TOO_LONG),
        ("a\u202eb / c", FaultCode.NAME_REFUSED),
        ("a / b, Bar\u200b", FaultCode.NAME_REFUSED),
        ("Mario / Mario", FaultCode.TWICE_IN_ROW),
        ("10) Fois Paolo - ?", FaultCode.NAME_MISSING),
        ("Fois Paolo / …", FaultCode.NAME_MISSING),
    ],
)
def test_a_bad_row_says_what_is_wrong(row, fault):
    [bad] = read(row).bad_rows
    assert faults_of(bad) == [fault]


def test_names_without_letters_are_refused_but_are_nobody_twice():
    result = read("😀 / 🎴\n🎲 / Anna")
    assert [faults_of(bad) for bad in result.bad_rows] == [[FaultCode.NOT_A_NAME] * 2, [FaultCode.NOT_A_NAME]]


@pytest.mark.parametrize("seed", ["0", "x", "-1", "1.5", "100000", "²"])
def test_a_seed_is_a_number(seed):
    [bad] = read(f"Player 1;Player 2;Seed\nA;B;{seed}").bad_rows
    assert faults_of(bad) == [FaultCode.NOT_A_NUMBER]


def test_a_row_of_columns_without_names():
    [bad] = read("Player 1;Player 2;Club\n;;Bar").bad_rows
    assert faults_of(bad) == [FaultCode.NO_NAME]


def test_repetitions_name_the_line_or_the_entry():
    known = ExistingEntries(persons={"bianchi ugo": 7}, values={("seed", 3): 9})
    text = "Player 1;Player 2;Seed\nRossi Mario;Verdi Pia;1\nMARIO ROSSI;Neri Leo;1\nUgo Bianchi;Blu Ida;3"
    rows = read(text, known=known).rows
    assert [[(fault.fault, fault.params, fault.field) for fault in row.faults] for row in rows] == [
        [],
        [
            (FaultCode.TWICE_IN_LIST, {"name": "MARIO ROSSI", "line": 2}, "person_0"),
            (FaultCode.VALUE_TWICE, {"label": "Seed", "value": 1, "line": 2}, "seed"),
        ],
        [
            (FaultCode.ALREADY_ENTERED, {"name": "Ugo Bianchi", "number": 7}, "person_0"),
            (FaultCode.VALUE_TAKEN, {"label": "Seed", "value": 3, "number": 9}, "seed"),
        ],
    ]


def test_every_fault_has_a_sentence_that_takes_its_parameters():
    params = {
        "name": "n",
        "names": "n",
        "text": "t",
        "found": 1,
        "needed": 2,
        "most": 80,
        "line": 3,
        "number": 4,
        "value": 5,
        "label": "l",
        "lowest": 1,
        "highest": 9,
    }
    assert set(FAULT_SENTENCES) == set(FaultCode)
    assert all(str(sentence) % params for sentence in FAULT_SENTENCES.values())


def test_a_fault_in_words():
    [bad] = read("solo").bad_rows
    assert [describe_fault(fault) for fault in bad.faults] == ["1 name found, 2 are needed (solo). Put “/” between the names."]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a / b\n" * 20_002, "20,000 rows"),
        (";".join("a" * 31), "30 columns"),
        ("x" * (2 * 1024 * 1024 + 1), "2 MB"),
        ("a;b\n" + "c" * 200_000 + ";d", "columns"),
    ],
)
def test_a_list_beyond_all_measure_is_refused(text, words):
    with pytest.raises(UnreadableListError, match=words):
        read(text)


def test_five_thousand_rows_are_read():
    assert len(read("\n".join(f"A{number} / B{number}" for number in range(5000))).good_rows) == 5000


def test_an_apostrophe_of_our_export_is_taken_away_and_others_stay():
    found = read("Player 1;Player 2\n'=SUM(1);'Ndrangheta\n'-x;'@y")
    assert [row.details.persons for row in found.rows] == [("=SUM(1)", "'Ndrangheta"), ("-x", "@y")]


def test_nothing_is_read_from_nothing():
    found = read(" \n\n")
    assert (found.rows, found.columns) == ((), ())


CHESS_RESULTS = """From the Tournament-Database of Chess-Results http://chess-results.com
Torneo di briscola
Starting rank

No.;Name;FideID;FED;Rtg;Club/City
1;Rossi, Mario;1234567;ITA;1850;Bar Sport
2;Bianchi, Anna;7654321;ITA;1720;Circolo Arci
"""
CHESS_RESULTS_RANKING = """Rk.;SNo;;Name;sex;FED;RtgI;Club/City;Pts.;TB1;TB2;TB3
1;3;;Rossi Mario;;ITA;1850;Bar Sport;5,5;22;19,5;18
2;1;FM;Bianchi Anna;w;ITA;1720;Circolo Arci;5;21;19;17
"""


@pytest.mark.parametrize(("text", "cards"), [(CHESS_RESULTS, ["1234567", "7654321"]), (CHESS_RESULTS_RANKING, [None, None])])
def test_lists_of_chess_results_are_read_with_clubs_and_numbers_and_without_ratings(text, cards):
    parsed = read(text, size=1)
    assert [(row.details.persons, row.details.values["club"]) for row in parsed.good_rows] == [
        (("Rossi Mario",), "Bar Sport"),
        (("Bianchi Anna",), "Circolo Arci"),
    ]
    assert [row.details.person_values[0].get("membership") for row in parsed.good_rows] == cards
    assert parsed.bad_rows == ()


def test_numbers_beside_names_are_telephones_and_words_beside_them_are_asked_about():
    lines = (
        "1) Orrù Pino / Orrù Sandro 349 1234567",
        "2 Serra Franco/Serra Giuseppe pagato",
        "Mele Gino 12345 / Mele Ugo",
        "Sanna 2 / Loi 3",
    )
    parsed = read("\n".join(lines))
    good, paid, numbered, plain = parsed.rows
    assert (good.details.persons, good.details.person_values, good.faults) == (
        ("Orrù Pino", "Orrù Sandro"),
        ({}, {"phone": "349 1234567"}),
        (),
    )
    assert [[fault.fault for fault in row.faults] for row in (paid, numbered, plain)] == [
        [FaultCode.MORE_THAN_A_NAME],
        [FaultCode.MORE_THAN_A_NAME],
        [],
    ]
