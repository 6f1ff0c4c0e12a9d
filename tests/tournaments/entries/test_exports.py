"""Files for spreadsheets: what Excel in Italian opens, and no formula in any text."""

import io
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook

from tournaments.entries.exports import FileList, render_csv, render_xlsx

SIGNS = ("=1+1", "+39 070", "-x", "@SUM(1)", "\tx", "\rx", "\0x")
LISTED = FileList("Prova", ("No.", "Name", "=Points"), ((7, "Dessì – Orrù", 4.5), (-2, "", None)))


def test_csv_is_what_spreadsheets_in_italy_open():
    assert render_csv(LISTED) == "\ufeffNo.;Name;'=Points\r\n7;Dessì – Orrù;4,5\r\n-2;;\r\n".encode()


@pytest.mark.parametrize("text", SIGNS)
def test_no_text_is_a_formula_in_a_csv(text):
    content = render_csv(FileList("Prova", ("A",), ((text,),))).decode("utf-8-sig")
    assert content.removeprefix("A\r\n").lstrip('"').startswith(f"'{text[0]}")


@pytest.mark.parametrize("text", SIGNS)
def test_texts_of_a_workbook_are_typed_as_texts(text):
    content = render_xlsx(FileList("Prova", ("A",), ((text,),)))
    cell = load_workbook(io.BytesIO(content)).active["A2"]
    assert (cell.data_type, cell.number_format, cell.value) == ("s", "@", text.replace("\0", "").replace("\r", "\n"))
    assert b"<f>" not in ZipFile(io.BytesIO(content)).read("xl/worksheets/sheet1.xml")


def test_numbers_of_a_workbook_are_numbers():
    sheet = load_workbook(io.BytesIO(render_xlsx(LISTED))).active
    assert [[cell.value for cell in row] for row in sheet.rows] == [["No.", "Name", "=Points"], [7, "Dessì – Orrù", 4.5], [-2, None, None]]
    assert [cell.data_type for cell in sheet[2]] == ["n", "s", "n"]
    assert (sheet.title, sheet.freeze_panes, sheet["A1"].font.bold) == ("Prova", "A2", True)


def test_a_list_of_nobody_has_its_headings():
    assert render_csv(FileList("Prova", ("A", "B"), ())) == "\ufeffA;B\r\n".encode()
    assert load_workbook(io.BytesIO(render_xlsx(FileList("Prova", ("A",), ())))).active["A1"].value == "A"
