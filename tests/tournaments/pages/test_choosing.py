"""A list where it can be read, a box for number or name where it cannot."""

import pytest
from django import forms
from django.core.exceptions import ValidationError

from tournaments.pages.choosing import LONGEST_CHOICE, ManyChoiceField


def offered(count):
    field = ManyChoiceField(label="Entry")
    field.offer([(number, f"{number} Anna{number} – Zoë{number}") for number in range(1, count + 1)])
    return field


def test_as_many_as_a_list_can_hold_are_a_list():
    field = offered(LONGEST_CHOICE)
    assert isinstance(field.widget, forms.Select)
    assert (len(field.choices), field.clean("7"), field.is_typed) == (LONGEST_CHOICE + 1, 7, False)


@pytest.mark.parametrize("typed", ["7", " #7 ", "7 Anna7 – Zoë7", "anna7 zoe7"])
def test_of_more_the_number_or_the_name_is_typed(typed):
    few = ManyChoiceField(label="Entry")
    few.offer([(number, f"{number} Anna{number} – Zoë{number}") for number in (7, *range(100, 400))])
    assert (few.is_typed, few.clean(typed)) == (True, 7)


@pytest.mark.parametrize(
    ("typed", "words"),
    [("", "Choose one"), ("0", "Nobody"), ("999999", "Nobody"), ("Bruno", "Nobody"), ("anna", "fits several: 1 Anna1"), ("–", "Nobody")],
)
def test_nobody_and_several_are_said(typed, words):
    with pytest.raises(ValidationError, match=words):
        offered(LONGEST_CHOICE + 1).clean(typed)


def test_a_key_may_be_a_code_and_the_label_begin_with_the_table():
    field = ManyChoiceField(label="With whom", coerce=str)
    field.offer([(f"CODE{table}", f"{table} · A{table} : B{table}") for table in range(1, LONGEST_CHOICE + 2)])
    assert (field.clean("12"), field.clean("a12 b12"), field.clean("a201")) == ("CODE12", "CODE12", "CODE201")
