"""Lists as secretaries send them: titles, merged headings, totals, several sheets, one person a row."""

import io

import pytest
from openpyxl import Workbook

from tournaments.importing.queries import choose_sheet
from tournaments.reading.files import read_file_sheets
from tournaments.reading.lists import GuessReason, parse_list
from tournaments.reading.rows import ExistingEntries
from tournaments.reading.skipped_rows import SkipReason
from tournaments.reading.values import FaultCode


def read(text, *, size=2, **chosen):
    return parse_list(text, size=size, existing=ExistingEntries(), **chosen)


def persons(found):
    return [row.details.persons for row in found.good_rows]


def fill(book, sheet, rows, merged=()):
    page = book.create_sheet(sheet)
    for row in rows:
        page.append(row)
    for cells in merged:
        page.merge_cells(cells)


def save(book):
    del book["Sheet"]
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


PAIRS = [("Rossi Mario", "Bianchi Anna"), ("Verdi Ugo", "Neri Ivo"), ("Gallo Ida", "Serra Pia")]


def test_a_workbook_with_a_title_and_a_merged_heading():
    rows = [["Torneo di San Michele 2026"], [], ["N.", "Coppia", None, "Circolo"]]
    rows += [[number, *pair, "Bar Sport"] for number, pair in enumerate(PAIRS, 1)]
    book = Workbook()
    fill(book, "Iscritti", [*rows, [], ["Totale", "3 coppie"]], merged=["A1:D1", "B3:C3"])
    found = read(read_file_sheets(save(book))[0].text)
    assert persons(found) == PAIRS
    assert not found.bad_rows
    assert [column.reason for column in found.columns] == [
        GuessReason.HEADING,
        GuessReason.MERGED,
        GuessReason.MERGED,
        GuessReason.HEADING,
    ]
    assert [(line, reason) for line, _text, reason in found.passed] == [(1, SkipReason.TITLE), (8, SkipReason.TOTAL)]


def test_the_sheet_with_the_list_is_taken():
    book = Workbook()
    fill(book, "Regole", [["Si gioca ai 41"], ["Mazzo genovese"], ["Due partite su tre"]])
    fill(book, "Vuoto", [])
    fill(book, "Iscritti", [["Giocatore 1", "Giocatore 2"], *PAIRS])
    sheets = read_file_sheets(save(book))
    assert [sheet.name for sheet in sheets] == ["Regole", "Iscritti"]
    assert choose_sheet(sheets, 2) == 1


@pytest.mark.parametrize(
    "heading",
    [
        "Cognome;Nome;Cognome compagno;Nome compagno",
        "Cognome;Nome;Cognome compagna;Nome compagna",
        "Cognome giocatore;Nome giocatore;Cognome socio;Nome socio",
        "Cognome A;Nome A;Cognome B;Nome B",
        "Coppia;;;",
        "Giocatore 1;;Giocatore 2;",
    ],
)
def test_surname_and_first_name_of_both(heading):
    found = read(f"{heading}\nRossi;Mario;Bianchi;Anna\nVerdi;Ugo;Neri;Ivo")
    assert persons(found) == [("Rossi Mario", "Bianchi Anna"), ("Verdi Ugo", "Neri Ivo")]


@pytest.mark.parametrize("heading", ["Capitano;Socio", "Capitano;Compagno", "Titolare;Partner", "Giocatore;Socia"])
def test_captain_and_partner(heading):
    assert persons(read(heading + "\n" + "\n".join(map(";".join, PAIRS)))) == PAIRS


def test_a_heading_in_two_rows():
    text = "N.;Coppia;;;;Bar\n;Cognome;Nome;Cognome;Nome;\n1;Rossi;Mario;Bianchi;Anna;Sport\n2;Verdi;Ugo;Neri;Ivo;Roma"
    found = read(text)
    assert persons(found) == [("Rossi Mario", "Bianchi Anna"), ("Verdi Ugo", "Neri Ivo")]
    assert [row.details.values["club"] for row in found.rows] == ["Sport", "Roma"]


@pytest.mark.parametrize("title", ["Torneo di Natale 2026", "Elenco iscritti", "GARA DEL 22/11/2026"])
@pytest.mark.parametrize("heading", ["Giocatore 1;Giocatore 2\n", ""])
def test_a_csv_with_a_title_and_a_total(title, heading):
    found = read(f"{title}\n{heading}" + "\n".join(map(";".join, PAIRS)) + "\nTotale coppie: 3")
    assert persons(found) == PAIRS
    assert not found.bad_rows
    assert {reason for _line, _text, reason in found.passed} == {SkipReason.TITLE, SkipReason.TOTAL}


def test_a_heading_that_is_repeated_on_each_page_is_no_entry():
    rows = ["Giocatore 1;Giocatore 2", *map(";".join, PAIRS[:2]), "Giocatore 1;Giocatore 2", ";".join(PAIRS[2])]
    found = read("\n".join(rows))
    assert (persons(found), [reason for *_line, reason in found.passed]) == (PAIRS, [SkipReason.HEADING])


def test_sums_of_money_below_the_list_are_no_entry():
    found = read("Giocatore 1;Giocatore 2;Bar;Pagato\n" + "\n".join(";".join((*pair, "Roma", "10")) for pair in PAIRS) + "\n;;;30,00")
    assert (persons(found), found.bad_rows) == (PAIRS, ())


ONE_A_ROW = [
    ("Rossi Mario\nBianchi Anna\nVerdi Ugo\nNeri Ivo", ("", "")),
    ("Nome\nRossi Mario\nBianchi Anna\nVerdi Ugo\nNeri Ivo", ("", "")),
    ("Coppia;Cognome;Nome;Circolo\n1;Rossi;Mario;Roma\n1;Bianchi;Anna;\n2;Verdi;Ugo;\n2;Neri;Ivo;Sport", ("Roma", "Sport")),
    ("N.;Nominativo;Circolo\n1;Rossi Mario;Roma\n;Bianchi Anna;\n2;Verdi Ugo;Sport\n;Neri Ivo;", ("Roma", "Sport")),
]


@pytest.mark.parametrize(("text", "clubs"), ONE_A_ROW)
def test_one_person_a_row(text, clubs):
    found = read(text)
    assert found.one_person_a_row
    assert persons(found) == [("Rossi Mario", "Bianchi Anna"), ("Verdi Ugo", "Neri Ivo")]
    assert tuple(row.details.values["club"] for row in found.rows) == clubs


def test_telephones_go_to_their_persons_where_each_has_a_row():
    found = read("N.;Nominativo;Telefono\n1;Rossi Mario;333\n1;Bianchi Anna;444\n2;Verdi Ugo;555\n2;Neri Ivo;666")
    assert [[values["phone"] for values in row.details.person_values] for row in found.rows] == [["333", "444"], ["555", "666"]]


def test_the_directors_word_on_the_rows_counts():
    text = "Rossi Mario\nBianchi Anna\nVerdi Ugo\nNeri Ivo"
    assert [fault.fault for fault in read(text, one_person_a_row=False).rows[0].faults] == [FaultCode.TOO_FEW]
    odd = read(text + "\nGallo Ida", one_person_a_row=True)
    assert [bool(row.faults) for row in odd.rows] == [False, False, True]
    assert not read(text + "\nGallo Ida").one_person_a_row


@pytest.mark.parametrize("row", ["N.;Coppia", "1;Rossi Mario", "Totale;2 coppie", "Giocatore;Compagno"])
def test_nothing_is_called_right_that_is_a_heading_a_number_or_a_total(row):
    found = read(f"Rossi;Bianchi\n{row}\nVerdi;Neri")
    assert persons(found) == [("Rossi", "Bianchi"), ("Verdi", "Neri")]


def test_single_players_below_a_title_are_all_entries():
    found = read("Torneo a cinque 2026\nRossi Mario\nBianchi Anna\nVerdi Ugo", size=1)
    assert persons(found) == [("Rossi Mario",), ("Bianchi Anna",), ("Verdi Ugo",)]


def test_a_chosen_column_says_so():
    text = "Bar Sport\tRossi\tBianchi\nRoma\tVerdi\tNeri"
    roles = read(text).roles
    found = read(text, roles=(roles[2], roles[0], roles[1]))
    assert [column.reason for column in found.columns] == [GuessReason.CHOSEN] * 3


@pytest.mark.parametrize("size", [1, 2])
def test_what_is_noted_beside_the_names_is_no_club(size):
    """Seven pairs on the reserve list were a club of their own, and kept apart in the draw."""
    names = ["Rossi / Bianchi", "Verdi / Neri"] if size == 2 else ["Rossi", "Verdi"]
    found = read(f"{names[0]} (riserva)\n{names[1]}, Bar Sport (da confermare)", size=size)
    assert not found.bad_rows
    values = [row.details.values for row in found.good_rows]
    assert [(value["club"], value["note"]) for value in values] == [("", "riserva"), ("Bar Sport", "da confermare")]
