"""Files as programs write them, and files that are none."""

import io
import zipfile

import pytest
from openpyxl import Workbook

from tournaments.reading import files
from tournaments.reading.files import UnreadableListError, read_file_sheets

TEXT = "Giocatore 1;Giocatore 2;Società\r\nDessì Niccolò;Orrù Bè;Caffè 1° Maggio\r\n"


def workbook(rows):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be"])
def test_every_usual_encoding_is_read(encoding):
    assert read_file_sheets(TEXT.encode(encoding))[0].text == TEXT


def test_a_workbook_becomes_lines_with_tabs_and_keeps_its_row_numbers():
    content = workbook([["Giocatore 1", "Giocatore 2", "TDS"], [], ["Dessì  Anna", "Orrù Ugo", 1.0], ["Verdi", "a\tb\nc", None]])
    assert read_file_sheets(content)[0].text == "Giocatore 1\tGiocatore 2\tTDS\n\nDessì Anna\tOrrù Ugo\t1\nVerdi\ta b c"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xd0\xcf\x11\xe0 old excel", "old Excel"),
        (b"%PDF-1.7", "PDF"),
        (b"PK\x03\x04 broken", "damaged"),
        (b"\x00\x01\x02\x81\x8d" * 40, "not a text"),
        (b"x" * (files.MAX_BYTES + 1), "2 MB"),
    ],
)
def test_what_is_no_list_is_refused_with_what_to_do(content, words):
    with pytest.raises(UnreadableListError, match=words):
        read_file_sheets(content)


def zipped(*members):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return stream.getvalue()


def test_a_zip_that_is_no_workbook_is_refused():
    with pytest.raises(UnreadableListError, match="not an Excel workbook"):
        read_file_sheets(zipped(("readme.txt", b"hello")))


def test_a_bomb_is_refused_before_it_is_opened(monkeypatch):
    monkeypatch.setattr("openpyxl.load_workbook", None)  # opening it would fail otherwise
    huge = zipped(("xl/workbook.xml", b"\0" * (files.MAX_UNCOMPRESSED_BYTES + 1)))
    assert len(huge) < files.MAX_BYTES
    with pytest.raises(UnreadableListError, match="far more than a list"):
        read_file_sheets(huge)


def test_a_workbook_of_too_many_members_is_refused():
    members = [(f"xl/{number}.xml", b"") for number in range(files.MAX_MEMBERS)]
    with pytest.raises(UnreadableListError, match="far more than a list"):
        read_file_sheets(zipped(("xl/workbook.xml", b""), *members))


def test_a_workbook_of_nonsense_is_refused():
    with pytest.raises(UnreadableListError, match="cannot be opened"):
        read_file_sheets(zipped(("xl/workbook.xml", b"<nonsense"), ("[Content_Types].xml", b"<x/>")))


def test_rows_beyond_the_limit_are_not_even_read():
    """A sheet that claims a million rows is cut where the limit will complain of it."""
    content = workbook([[f"A{number}", f"B{number}"] for number in range(files.MAX_ROWS + 50)])
    assert read_file_sheets(content)[0].text.count("\n") == files.MAX_ROWS + 1


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_few_bytes_that_are_read_as_gigabytes_are_refused(encoding):
    """Entities inside the XML: no uncompressed size tells of them."""
    bomb = f'<?xml version="1.0"?><!DOCTYPE sst [<!ENTITY a "{"a" * 100}">]><sst><si><t>{"&a;" * 100}</t></si></sst>'
    with pytest.raises(UnreadableListError, match="far more than a list"):
        read_file_sheets(zipped(("xl/workbook.xml", b"<workbook/>"), ("xl/sharedStrings.xml", bomb.encode(encoding))))


def test_a_member_that_cannot_be_unpacked_is_called_damage():
    content = bytearray(zipped(("xl/workbook.xml", bytes(range(256)) * 40)))
    content[60:90] = b"\xff" * 30
    with pytest.raises(UnreadableListError, match="damaged"):
        read_file_sheets(bytes(content))


def test_sheets_without_end_are_refused():
    sheets = b"<workbook><sheets>" + b'<sheet name="x" sheetId="1"/>' * (files.MAX_MEMBERS + 1) + b"</sheets></workbook>"
    with pytest.raises(UnreadableListError, match="far more than a list"):
        read_file_sheets(zipped(("xl/workbook.xml", sheets)))
