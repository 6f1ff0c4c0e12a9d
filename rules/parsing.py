"""Typed text or JSON values into the values of declared fields: lenient about form, exact about meaning, all problems at once."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.options import FieldSpec, Kind
from rules.problems import Fact, Problem
from rules.texts import SIDE_LETTERS, Text, _
from rules.units import THIRDS, Amount, parse_amount

NOT_A_NUMBER = Fact("not_a_number", _("{label}: “{given}” is not a whole number."))
NOT_AN_AMOUNT = Fact("not_an_amount", _("{label}: write points as 7, 7⅓, 7 1/3 or thirds as 22t, not “{given}”."))
OUT_OF_RANGE = Fact("out_of_range", _("{label}: {given} is outside {lowest}–{highest}."))
NOT_A_CHOICE = Fact("not_a_choice", _("{label}: “{given}” is not one of {choices}."))
MISSING = Fact("missing", _("{label}: fill this in."))
UNKNOWN_FIELD = Fact("unknown_field", _("There is no field “{given}” here. Known: {choices}."))

_INTEGER = re.compile(r"[+-]?\d{1,7}")
_BLANK = {"", "-", "–", "—"}
_YES = {"1", "true", "yes", "on", "y", "x", "si", "sì"}
_NO = {"0", "false", "no", "off", "n"}
_LIMIT = 10**6

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Sitting:
    """How many sides and seats a table has; seat → side is seat modulo sides."""

    sides: int
    seats: int

    def seat_name(self, seat: int) -> str:
        side, place = seat % self.sides, seat // self.sides
        return SIDE_LETTERS[side] + (str(place + 1) if self.seats > self.sides else "")

    def side_of(self, seat: int) -> int:
        return seat % self.sides


class Misread(ValueError):
    """One box could not be understood; carries the problem, still without its field name."""

    def __init__(self, fact: Fact, **params: int | str) -> None:
        self.fact = fact
        self.params = params
        super().__init__(fact.code)


def read_fields(specs: Sequence[FieldSpec], raw: Mapping[str, object], sitting: Sitting) -> tuple[Values, list[Problem]]:
    """Values by field name (a tuple with one value or None per side for `per_side` fields), and every problem of form."""
    problems = _unknown(specs, raw, sitting.sides)
    values: Values = {}
    for spec in specs:
        given = [_read_box(spec, box, value, sitting, problems) for box, value in _typed(spec, raw, sitting.sides)]
        values[spec.name] = _together(spec, given) if spec.per_side else given[0]
    return values, problems


def missing(specs: Sequence[FieldSpec], values: Values, broken: Sequence[Problem]) -> list[Problem]:
    """A problem for each required box that stayed empty, and for each half-filled pair, unless one of its boxes is complained of."""
    told = {problem.field.rstrip("0123456789") for problem in broken}
    gaps = [(spec, side) for spec in specs for side in _gaps(spec, values.get(spec.name))]
    return [
        MISSING.problem(spec.box(side), label=Text(spec.label)) for spec, side in gaps if spec.box(side).rstrip("0123456789") not in told
    ]


def read(spec: FieldSpec, raw: object, sitting: Sitting) -> Any:
    """One value. None for a blank. Raises Misread."""
    if raw is None or (isinstance(raw, str) and raw.strip() in _BLANK):
        return None
    value = _READERS[spec.kind](spec, raw, sitting)
    _within(spec, value)
    return value


def show(value: object, spec: FieldSpec, sitting: Sitting) -> str:
    """The text that reads back as `value`: what a form shows when an entry is corrected."""
    if value is None:
        return ""
    if spec.kind is Kind.SEAT and isinstance(value, int):
        return sitting.seat_name(value)
    if spec.kind is Kind.SIDE and isinstance(value, int):
        return SIDE_LETTERS[value]
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (tuple, list)):
        return " ".join(str(part) for part in value)
    return str(value)


def _typed(spec: FieldSpec, raw: Mapping[str, object], sides: int) -> list[tuple[str, object]]:
    whole = raw.get(spec.name)
    if isinstance(whole, (list, tuple)) and _whole(spec, raw, sides):
        return list(zip(spec.boxes(sides), whole, strict=True))
    return [(box, raw.get(box)) for box in spec.boxes(sides)]


def _read_box(spec: FieldSpec, box: str, raw: object, sitting: Sitting, problems: list[Problem]) -> Any:
    try:
        return read(spec, raw, sitting)
    except Misread as misread:
        problems.append(Problem(misread.fact, box, {"label": Text(spec.label), **misread.params}))
        return None


def _together(spec: FieldSpec, given: list[Any]) -> tuple[Any, ...] | None:
    if all(value is None for value in given):
        return None
    if spec.complement is not None and spec.kind is Kind.INTEGER and given.count(None) == 1:
        given[given.index(None)] = spec.complement - sum(value for value in given if value is not None)
    return tuple(given)


def _gaps(spec: FieldSpec, value: Any) -> tuple[int, ...]:
    if spec.per_side and value is not None:
        return () if spec.lone else tuple(side for side, part in enumerate(value) if part is None)
    return (0,) if spec.required and value is None else ()


def _unknown(specs: Sequence[FieldSpec], raw: Mapping[str, object], sides: int) -> list[Problem]:
    """A value for each side may come as one list; anything else under the name they share would be read by nobody."""
    boxes = [box for spec in specs for box in spec.boxes(sides)]
    known = {*boxes, *(spec.name for spec in specs if _whole(spec, raw, sides))}
    return [UNKNOWN_FIELD.problem(str(name), given=str(name), choices=", ".join(boxes)) for name in raw if name not in known]


def _whole(spec: FieldSpec, raw: Mapping[str, object], sides: int) -> bool:
    """Whether all sides' values were given together, as a list."""
    value = raw.get(spec.name)
    return spec.per_side and (value is None or (isinstance(value, (list, tuple)) and len(value) == sides))


def _within(spec: FieldSpec, value: Any) -> None:
    low = -_LIMIT if spec.lowest is None else spec.lowest
    high = _LIMIT if spec.highest is None else spec.highest
    for number in value if isinstance(value, tuple) else (value,):
        size = number.whole if isinstance(number, Amount) else number
        if isinstance(size, int) and not low <= size <= high:
            raise Misread(OUT_OF_RANGE, given=size, lowest=low, highest=high)


def _integer(spec: FieldSpec, raw: object, sitting: Sitting) -> int:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    if isinstance(raw, str) and _INTEGER.fullmatch(raw.strip()):
        return int(raw)
    raise Misread(NOT_A_NUMBER, given=str(raw))


def _integers(spec: FieldSpec, raw: object, sitting: Sitting) -> tuple[int, ...]:
    parts: Sequence[object] = re.split(r"[\s,;/+]+", raw.strip()) if isinstance(raw, str) else _sequence(raw)
    return tuple(_integer(spec, part, sitting) for part in parts)


def _boolean(spec: FieldSpec, raw: object, sitting: Sitting) -> bool:
    if isinstance(raw, bool):
        return raw
    word = str(raw).strip().lower()
    if word in _YES | _NO:
        return word in _YES
    raise Misread(NOT_A_CHOICE, given=str(raw), choices="yes, no")


def _choice(spec: FieldSpec, raw: object, sitting: Sitting) -> int | str:
    for choice in spec.choices:
        if raw == choice.value or str(raw).strip().lower() == str(choice.value).lower():
            return choice.value
    raise Misread(NOT_A_CHOICE, given=str(raw), choices=", ".join(str(choice.value) for choice in spec.choices))


def _several(spec: FieldSpec, raw: object, sitting: Sitting) -> tuple[str, ...]:
    parts: Sequence[object] = raw.replace(",", " ").replace("/", " ").split() if isinstance(raw, str) else _sequence(raw)
    chosen = {_choice(spec, part, sitting) for part in parts if part != "none"}
    return tuple(str(choice.value) for choice in spec.choices if choice.value in chosen)


def _side(spec: FieldSpec, raw: object, sitting: Sitting) -> int:
    names = {SIDE_LETTERS[side]: side for side in range(sitting.sides)}
    return _named(raw, names | {str(side): side for side in range(sitting.sides)}, told=names)


def _seat(spec: FieldSpec, raw: object, sitting: Sitting) -> int:
    names = {sitting.seat_name(seat): seat for seat in range(sitting.seats)}
    return _named(raw, names | {str(seat): seat for seat in range(sitting.seats)}, told=names)


def _named(raw: object, names: Mapping[str, int], *, told: Iterable[str]) -> int:
    """`told` are the names that people write; programs may write others."""
    word = str(raw).strip().upper()
    if isinstance(raw, bool) or word not in names:
        raise Misread(NOT_A_CHOICE, given=str(raw), choices=", ".join(told))
    return names[word]


def _amount(spec: FieldSpec, raw: object, sitting: Sitting) -> Amount:
    if isinstance(raw, Amount):
        return raw
    try:
        return parse_amount(str(raw))
    except ValueError as error:
        raise Misread(NOT_AN_AMOUNT, given=str(raw)) from error


def _exact(spec: FieldSpec, raw: object, sitting: Sitting) -> int:
    amount = _amount(spec, raw, sitting)
    return amount.whole * THIRDS if amount.thirds is None else amount.thirds


def _word(spec: FieldSpec, raw: object, sitting: Sitting) -> str:
    return str(raw).strip().upper()


def _words(spec: FieldSpec, raw: object, sitting: Sitting) -> tuple[str, ...]:
    parts: Sequence[object] = re.split(r"[\s,;]+", raw.strip()) if isinstance(raw, str) else _sequence(raw)
    return tuple(str(part).upper() for part in parts)


def _sequence(raw: object) -> Sequence[object]:
    if isinstance(raw, (list, tuple)):
        return raw
    return (raw,)


_READERS: Mapping[Kind, Callable[[FieldSpec, object, Sitting], Any]] = {
    Kind.BOOLEAN: _boolean,
    Kind.INTEGER: _integer,
    Kind.INTEGERS: _integers,
    Kind.CHOICE: _choice,
    Kind.SEVERAL: _several,
    Kind.SEAT: _seat,
    Kind.SIDE: _side,
    Kind.CARD: _word,
    Kind.CARDS: _words,
    Kind.POINTS: _amount,
    Kind.POINTS_EXACT: _exact,
}
