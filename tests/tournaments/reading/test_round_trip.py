"""Whatever can be entered comes back from our own export, and no text breaks the reading."""

import csv
import io

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from tournaments.entries.exports import FORMULA_SIGNS, neutralise_cell
from tournaments.people.names import MAX_NAME_LENGTH, clean_name, compute_person_key, fold_name, validate_name
from tournaments.reading.files import UnreadableListError, read_file_sheets
from tournaments.reading.grid import parse_grid
from tournaments.reading.headings import is_heading_word
from tournaments.reading.lines import split_line
from tournaments.reading.lists import parse_list
from tournaments.reading.rows import ExistingEntries

TOTALS = ("tot", "stampato", "printed", "pag")


def is_allowed(name):
    try:
        validate_name(name)
    except ValidationError:
        return False
    # A row of “Coppia”, “Coppia” is the heading of the next page of a list, one of “Totale” its end.
    return bool(name) and not is_heading_word(name) and not fold_name(name).startswith(TOTALS)


names = st.text(min_size=1, max_size=MAX_NAME_LENGTH).map(clean_name).filter(is_allowed)


def rows_with_heading(rows):
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=";", lineterminator="\r\n")
    writer.writerow(["Giocatore 1", "Giocatore 2", "Circolo"])
    writer.writerows([neutralise_cell(cell) for cell in row] for row in rows)
    return stream.getvalue().encode("utf-8-sig")


@given(st.lists(st.tuples(names, names, names), min_size=1, max_size=8))
def test_what_we_write_is_what_we_read(rows):
    found = parse_list(read_file_sheets(rows_with_heading(rows))[0].text, size=2, existing=ExistingEntries())
    # A cell whose name begins with an apostrophe and a formula sign loses the apostrophe, as after our own export.
    expected = [tuple(cell[1:] if cell[:2] in {"'=", "'+", "'-", "'@"} else cell for cell in row) for row in rows]
    assert [(*row.details.persons, row.details.values["club"]) for row in found.rows] == [tuple(map(clean_name, row)) for row in expected]


@given(st.text(max_size=400), st.sampled_from([1, 2, 3]))
def test_any_text_is_read_or_refused(text, size):
    try:
        found = parse_list(text, size=size, existing=ExistingEntries())
    except UnreadableListError:
        return
    assert all(len(row.details.persons) == size and all(map(is_allowed, row.details.persons)) for row in found.good_rows)
    assert all(row.faults for row in found.bad_rows)
    keys = [compute_person_key(name) for row in found.good_rows for name in row.details.persons]
    assert len(keys) == len(set(keys))


@given(st.binary(max_size=400))
def test_any_file_is_read_or_refused(content):
    try:
        text = read_file_sheets(content)[0].text
    except UnreadableListError:
        return
    assert "\0" not in text


@given(st.binary(max_size=200))
def test_any_zip_is_read_or_refused(content):
    with pytest.raises(UnreadableListError):
        read_file_sheets(b"PK\x03\x04" + content)


@given(st.text(max_size=80), st.sampled_from([1, 2, 3]))
def test_no_letter_of_a_free_line_is_invented(text, size):
    line = split_line(text, size)
    assert all(piece in text or set(fold_name(piece)) <= set(fold_name(text)) | {" "} for piece in (*line.persons, line.club))
    assert all(person == person.strip() != "" for person in line.persons)


@given(st.text(max_size=300))
def test_rows_of_a_grid_keep_their_order_and_lines(text):
    try:
        grid = parse_grid(text)
    except UnreadableListError:
        return
    lines = [row.line for row in grid.rows]
    assert lines == sorted(set(lines))


@given(st.text(max_size=40))
def test_no_cell_we_export_is_a_formula(text):
    assert not neutralise_cell(text).startswith(FORMULA_SIGNS)


@given(st.text(max_size=60))
def test_cleaning_and_folding_are_done_once(text):
    assert clean_name(clean_name(text)) == clean_name(text)
    assert fold_name(fold_name(text)) == fold_name(text)
    assert compute_person_key(text) == compute_person_key(" ".join(reversed(text.split())))
