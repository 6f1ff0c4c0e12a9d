"""The cell of a list as the value of a declared field."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.functional import Promise

from tournaments.fields.declaration import DeclaredField, ValueKind
from tournaments.fields.formats import YES as YES_WORD
from tournaments.pages.fields import EuroField
from tournaments.people.names import MAX_NAME_LENGTH, fold_name

YES_WORDS, NO_WORDS = frozenset({"si", "yes", "s", "y", "x", "1", "vero", "true"}), frozenset({"no", "n", "0", "falso", "false"})


class FaultCode(StrEnum):
    """Why a row cannot be imported; `faults.FAULT_SENTENCES` has the words."""

    NO_NAME = "no_name"
    NOT_A_NAME = "not_a_name"
    NAME_MISSING = "name_missing"
    MORE_THAN_A_NAME = "more_than_a_name"
    TOO_FEW = "too_few"
    TOO_MANY = "too_many"
    NAME_TOO_LONG = "name_too_long"
    NAME_REFUSED = "name_refused"
    TWICE_IN_ROW = "twice_in_row"
    TWICE_IN_LIST = "twice_in_list"
    ALREADY_ENTERED = "already_entered"
    NOT_A_NUMBER = "not_a_number"
    NOT_AN_AMOUNT = "not_an_amount"
    NOT_A_WORD = "not_a_word"
    VALUE_TWICE = "value_twice"
    VALUE_TAKEN = "value_taken"
    AGAIN_AFTER_NOBODY = "again_after_nobody"


@dataclass(frozen=True, slots=True)
class RowFault:
    """`field` is the box of the entry form that the fault belongs to: `person_0`, `club`, `seed`, `phone_1` …"""

    fault: FaultCode
    params: dict[str, str | int | Promise]
    field: str


def parse_value(field: DeclaredField, text: str) -> tuple[Any, list[RowFault]]:
    """The value of a clean cell, the field's empty one where the cell is empty or cannot be read; and why it cannot."""
    if not text:
        return field.empty, []
    if field.kind is ValueKind.NUMBER:
        return _parse_number(field, text)
    if field.kind is ValueKind.MONEY:
        return _parse_money(field, text)
    if field.kind is ValueKind.YES_NO:
        return _parse_word(field, text, dict.fromkeys(YES_WORDS | {fold_name(str(YES_WORD))}, True) | dict.fromkeys(NO_WORDS, False))
    if field.kind is ValueKind.CHOICE:
        return _parse_word(field, text, field.values_by_word)
    return text, []


def _parse_number(field: DeclaredField, text: str) -> tuple[int | None, list[RowFault]]:
    digits = text.rstrip(".")
    plain = digits.isascii() and digits.isdecimal() and len(digits) <= len(str(field.highest))
    if not (plain and field.lowest <= int(digits) <= field.highest):
        params = {"lowest": field.lowest, "highest": field.highest}
        return field.empty, [_build_fault(FaultCode.NOT_A_NUMBER, field, text, **params)]
    return int(digits), []


def _parse_money(field: DeclaredField, text: str) -> tuple[int, list[RowFault]]:
    try:
        return EuroField().clean(text), []
    except ValidationError:
        return field.empty, [_build_fault(FaultCode.NOT_AN_AMOUNT, field, text)]


def _parse_word(field: DeclaredField, text: str, values: dict[str, Any]) -> tuple[Any, list[RowFault]]:
    word = fold_name(text)
    if word not in values:
        return field.empty, [_build_fault(FaultCode.NOT_A_WORD, field, text)]
    return values[word], []


def _build_fault(code: FaultCode, field: DeclaredField, text: str, **params: int) -> RowFault:
    return RowFault(code, {"label": field.title, "text": text[:MAX_NAME_LENGTH], **params}, field.key)
