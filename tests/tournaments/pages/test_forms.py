import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from tournaments.entries.forms import EntryForm, ListForm, PreviewForm
from tournaments.halls.forms import TableNumbersField
from tournaments.pages.fields import MAX_CENTS, EuroField, euros


@pytest.mark.parametrize(
    ("typed", "cents"),
    [
        ("", 0),
        ("10", 1000),
        ("7,50", 750),
        ("7.5", 750),
        ("€ 12", 1200),
        ("1.500", 150_000),
        ("1.500,50 €", 150_050),
        ("1,500.5", 150_050),
        (" 0,05 ", 5),
        ("100000", MAX_CENTS),
    ],
)
def test_euros_as_people_write_them(typed, cents):
    assert EuroField().clean(typed) == cents


@pytest.mark.parametrize("typed", ["x", "-1", "1,2345", "12.34,5", "100000.01", "NaN", "inf", "1e9", "1e999999", "1 2"])
def test_what_is_no_amount(typed):
    with pytest.raises(ValidationError):
        EuroField().clean(typed)


@pytest.mark.parametrize("typed", ["7,555", "1,000", "€ 12,345"])
def test_a_comma_with_three_digits_is_asked_about_and_not_taken_as_thousands(typed):
    with pytest.raises(ValidationError, match="with two decimals or with none"):
        EuroField().clean(typed)


@given(st.integers(0, MAX_CENTS))
def test_euros_shown_are_euros_read(cents):
    assert EuroField().clean(euros(cents)) == cents


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [("3", (3,)), ("3, 7; 12-14", (3, 7, 12, 13, 14)), ("7 3 3", (3, 7)), ("2 – 4", (2, 3, 4)), ("5-5", (5,))],
)
def test_tables_as_people_write_them(typed, numbers):
    assert TableNumbersField().clean(typed) == numbers


@pytest.mark.parametrize("typed", ["", "x", "0", "4-2", "1-99999", "1,,2", "-3", "1-2-3"])
def test_what_are_no_tables(typed):
    with pytest.raises(ValidationError):
        TableNumbersField().clean(typed)


@given(st.text(max_size=40))
def test_any_text_is_tables_or_refused(typed):
    try:
        numbers = TableNumbersField().clean(typed)
    except ValidationError:
        return
    assert numbers == tuple(sorted(set(numbers))) != ()


def test_the_cursor_stands_where_the_next_name_is_written():
    assert EntryForm(size=2).fields["person_0"].widget.attrs["autofocus"] is True
    assert ListForm().fields["text"].widget.attrs["autofocus"] is True


def test_a_preview_is_not_scrolled_to_its_text():
    assert "autofocus" not in PreviewForm(text="Rossi / Bianchi").fields["text"].widget.attrs
