"""Parse typed text or JSON values into the values of declared fields: lenient about form, exact about meaning, all problems at once."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from rules.cards import SUITS
from rules.missing import build_missing, leave_out_reported
from rules.options import FieldKind, FieldSpec
from rules.problems import Fact, Problem
from rules.texts import SIDE_LETTERS, SideLabel, Text, _
from rules.units import THIRDS, Amount, parse_amount
from rules.written_cards import read_suit

NOT_A_NUMBER = Fact("not_a_number", _("{label}: “{given}” is not a whole number."))
NOT_AN_AMOUNT = Fact("not_an_amount", _("{label}: write points as 7, 7⅓, 7 1/3 or thirds as 22t, not “{given}”."))
OUT_OF_RANGE = Fact("out_of_range", _("{label}: must be from {lowest} to {highest}, not {given}."))
NOT_A_SUIT = Fact("not_a_suit", _("{label}: “{given}” is not a suit. Write coins, cups, swords or clubs, or {choices}."))
NOT_A_CHOICE = Fact("not_a_choice", _("{label}: “{given}” is not one of {choices}."))
NOT_A_TEXT = Fact("not_a_text", _("{label}: write at most {highest} characters, on one line."))
UNKNOWN_FIELD = Fact("unknown_field", _("There is no field “{given}” here. Known: {choices}."))

_INTEGER = re.compile(r"[+-]?\d{1,7}")
_BLANK = {"", "-", "–", "—"}
_YES = {"1", "true", "yes", "on", "y", "x", "si", "sì"}
_NO = {"0", "false", "no", "off", "n"}
_LIMIT = 10**6

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Sitting:
    """Number of sides and seats of a table; the side of a seat is the seat number modulo the number of sides."""

    sides: int
    seats: int

    def seat_name(self, seat: int) -> str:
        side, place = seat % self.sides, seat // self.sides
        return SIDE_LETTERS[side] + (str(place + 1) if self.seats > self.sides else "")

    def side_of(self, seat: int) -> int:
        return seat % self.sides


class BoxError(ValueError):
    """One box could not be parsed; carries the fact and its parameters, without the name of the field."""

    def __init__(self, fact: Fact, **params: int | str) -> None:
        self.fact = fact
        self.params = params
        super().__init__(fact.code)


def parse_fields(specs: Sequence[FieldSpec], raw: Mapping[str, object], sitting: Sitting) -> tuple[Values, list[Problem]]:
    """Values by field name (for `per_side` fields a tuple with one value or None per side), and every problem of form."""
    problems = _find_unknown(specs, raw, sitting.sides)
    values: Values = {}
    for spec in specs:
        typed = enumerate(_list_typed(spec, raw, sitting.sides))
        box_values = [None if value in (None, "") else _parse_box(spec, side, value, sitting, problems) for side, value in typed]
        values[spec.name] = _join_sides(spec, box_values) if spec.per_side else box_values[0]
    return values, problems


def find_missing(specs: Sequence[FieldSpec], values: Values, problems: Sequence[Problem]) -> list[Problem]:
    """A problem for each empty required box and each half-filled pair, unless the field already has one of the `problems`."""
    gaps = [(spec, side) for spec in specs for side in _find_gaps(spec, values.get(spec.name))]
    missing = [
        build_missing(spec.box_name(side), spec.label, side if spec.per_side and values.get(spec.name) is not None else None)
        for spec, side in gaps
    ]
    return leave_out_reported(missing, problems) if missing else []


def parse_value(spec: FieldSpec, raw: object, sitting: Sitting) -> Any:
    """Parse one value; None for a blank. Raises BoxError."""
    if raw is None or (isinstance(raw, str) and raw.strip() in _BLANK):
        return None
    value = _PARSERS[spec.kind](spec, raw, sitting)
    _check_range(spec, value)
    return value


def format_value(value: object, spec: FieldSpec, sitting: Sitting) -> str:
    """The text that parses to `value`: what a form shows when an entry is corrected."""
    if value is None:
        return ""
    if spec.kind is FieldKind.SEAT and isinstance(value, int):
        return sitting.seat_name(value)
    if spec.kind is FieldKind.SIDE and isinstance(value, int):
        return SIDE_LETTERS[value]
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (tuple, list)):
        return " ".join(str(part) for part in value)
    return str(value)


def _list_typed(spec: FieldSpec, raw: Mapping[str, object], sides: int) -> list[object]:
    if spec.per_side and spec.name in raw and isinstance(raw[spec.name], (list, tuple)) and _is_whole(spec, raw, sides):
        return list(cast(Sequence[object], raw[spec.name]))
    return [raw.get(box) for box in spec.box_names(sides)]


def _parse_box(spec: FieldSpec, side: int, raw: object, sitting: Sitting, problems: list[Problem]) -> Any:
    try:
        return parse_value(spec, raw, sitting)
    except BoxError as misread:
        label = SideLabel(spec.label, side) if spec.per_side else Text(spec.label)
        problems.append(Problem(misread.fact, spec.box_name(side), {"label": label, **misread.params}))
        return None


def _join_sides(spec: FieldSpec, box_values: list[Any]) -> tuple[Any, ...] | None:
    if all(value is None for value in box_values):
        return None
    if spec.complement is not None and spec.kind is FieldKind.INTEGER and box_values.count(None) == 1:
        box_values[box_values.index(None)] = spec.complement - sum(value for value in box_values if value is not None)
    return tuple(box_values)


def _find_gaps(spec: FieldSpec, value: Any) -> tuple[int, ...]:
    if spec.per_side and value is not None:
        return () if spec.lone else tuple(side for side, part in enumerate(value) if part is None)
    return (0,) if spec.required and value is None else ()


def _find_unknown(specs: Sequence[FieldSpec], raw: Mapping[str, object], sides: int) -> list[Problem]:
    """A problem for each name that is neither a box nor a per-side field given as one list."""
    boxes = [box for spec in specs for box in spec.box_names(sides)]
    accepted = {*boxes, *(spec.name for spec in specs if spec.name in raw and _is_whole(spec, raw, sides))}
    return [UNKNOWN_FIELD.problem(str(name), given=str(name), choices=", ".join(boxes)) for name in raw if name not in accepted]


def _is_whole(spec: FieldSpec, raw: Mapping[str, object], sides: int) -> bool:
    """Whether the values of all sides are given together as a list, or not given under the shared name."""
    value = raw.get(spec.name)
    return spec.per_side and (value is None or (isinstance(value, (list, tuple)) and len(value) == sides))


def _check_range(spec: FieldSpec, value: Any) -> None:
    low = -_LIMIT if spec.lowest is None else spec.lowest
    high = _LIMIT if spec.highest is None else spec.highest
    for number in value if isinstance(value, tuple) else (value,):
        whole_number = number.whole if isinstance(number, Amount) else number
        if isinstance(whole_number, int) and not low <= whole_number <= high:
            raise BoxError(OUT_OF_RANGE, given=whole_number, lowest=low, highest=high)


def _parse_integer(spec: FieldSpec, raw: object, sitting: Sitting) -> int:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    if isinstance(raw, str) and _INTEGER.fullmatch(raw.strip()):
        return int(raw)
    raise BoxError(NOT_A_NUMBER, given=str(raw))


def _parse_integers(spec: FieldSpec, raw: object, sitting: Sitting) -> tuple[int, ...]:
    parts: Sequence[object] = re.split(r"[\s,;/+]+", raw.strip(" ,;/+")) if isinstance(raw, str) else _as_sequence(raw)
    return tuple(_parse_integer(spec, part, sitting) for part in parts)


def _parse_boolean(spec: FieldSpec, raw: object, sitting: Sitting) -> bool:
    if isinstance(raw, bool):
        return raw
    word = str(raw).strip().lower()
    if word in _YES | _NO:
        return word in _YES
    raise BoxError(NOT_A_CHOICE, given=str(raw), choices="yes, no")


def _parse_choice(spec: FieldSpec, raw: object, sitting: Sitting) -> int | str:
    typed, values = str(raw).strip().lower(), [choice.value for choice in spec.choices]
    if (value := next((value for value in values if raw == value or typed == str(value).lower()), None)) is not None:
        return value
    are_suits = set(values) == set(SUITS)
    if are_suits and (suit := read_suit(typed)):
        return suit
    raise BoxError(NOT_A_SUIT if are_suits else NOT_A_CHOICE, given=str(raw), choices=", ".join(map(str, values)))


def _parse_several(spec: FieldSpec, raw: object, sitting: Sitting) -> tuple[str, ...]:
    parts: Sequence[object] = raw.replace(",", " ").replace("/", " ").split() if isinstance(raw, str) else _as_sequence(raw)
    chosen = {_parse_choice(spec, part, sitting) for part in parts if part != "none"}
    return tuple(str(choice.value) for choice in spec.choices if choice.value in chosen)


def _parse_side(spec: FieldSpec, raw: object, sitting: Sitting) -> int:
    names = {SIDE_LETTERS[side]: side for side in range(sitting.sides)}
    return _parse_name(raw, names | {str(side): side for side in range(sitting.sides)}, shown_names=names)


def _parse_seat(spec: FieldSpec, raw: object, sitting: Sitting) -> int:
    names = {sitting.seat_name(seat): seat for seat in range(sitting.seats)}
    return _parse_name(raw, names | {str(seat): seat for seat in range(sitting.seats)}, shown_names=names)


def _parse_name(raw: object, names: Mapping[str, int], *, shown_names: Iterable[str]) -> int:
    """The number of a name. `shown_names` are the names listed in the problem; programs may write further ones."""
    word = str(raw).strip().upper()
    if isinstance(raw, bool) or word not in names:
        raise BoxError(NOT_A_CHOICE, given=str(raw), choices=", ".join(shown_names))
    return names[word]


def _parse_amount(spec: FieldSpec, raw: object, sitting: Sitting) -> Amount:
    if isinstance(raw, Amount):
        return raw
    try:
        return parse_amount(str(raw))
    except ValueError as error:
        raise BoxError(NOT_AN_AMOUNT, given=str(raw)) from error


def _parse_exact(spec: FieldSpec, raw: object, sitting: Sitting) -> int:
    amount = _parse_amount(spec, raw, sitting)
    return amount.whole * THIRDS if amount.thirds is None else amount.thirds


def _parse_word(spec: FieldSpec, raw: object, sitting: Sitting) -> str:
    return str(raw).strip().upper()


def _parse_text(spec: FieldSpec, raw: object, sitting: Sitting) -> str:
    text = " ".join(str(raw).split())
    if not isinstance(raw, str) or not text.isprintable() or len(text) > (spec.highest or _LIMIT):
        raise BoxError(NOT_A_TEXT, highest=spec.highest or _LIMIT)
    return text


def _as_sequence(raw: object) -> Sequence[object]:
    return raw if isinstance(raw, (list, tuple)) else (raw,)


_PARSERS: Mapping[FieldKind, Callable[[FieldSpec, object, Sitting], Any]] = {
    FieldKind.BOOLEAN: _parse_boolean,
    FieldKind.INTEGER: _parse_integer,
    FieldKind.INTEGERS: _parse_integers,
    FieldKind.CHOICE: _parse_choice,
    FieldKind.SEVERAL: _parse_several,
    FieldKind.SEAT: _parse_seat,
    FieldKind.SIDE: _parse_side,
    FieldKind.CARD: _parse_word,
    FieldKind.TEXT: _parse_text,
    FieldKind.POINTS: _parse_amount,
    FieldKind.POINTS_EXACT: _parse_exact,
}
