"""One box of a refused sheet was written wrongly: the changes of a single number that make the sheet possible, with their likelihoods.

What a pen, an ear or a finger does to a number: two digits exchanged, a digit misread, one or ten too many or too few, a digit missing or
too many. All changes are made to the text as it was typed, so that `04` can be 40. A side's box that the
other sides' boxes determine (`FieldSpec.complement`) has a single candidate.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from rules.options import FieldKind, FieldSpec
from rules.problems import Param, Slip
from rules.texts import SideRef, Text, _

TypedBoxes = Mapping[str, str]
NUMBERS = {FieldKind.INTEGER, FieldKind.INTEGERS, FieldKind.POINTS, FieldKind.POINTS_EXACT}
REASONS = {
    "digits_exchanged": _("two digits exchanged"),
    "digit_misread": _("a digit misread"),
    "digit_missing": _("a digit missing"),
    "digit_doubled": _("a digit too many"),
    "one_too_few": _("one too few"),
    "one_too_many": _("one too many"),
    "ten_too_few": _("ten too few"),
    "ten_too_many": _("ten too many"),
    "sign_wrong": _("the sign is wrong"),
    "another_number": _("another number"),
}
"""What was done to the number meant, by the code of the slip."""
_SHIFTS = {1: "one_too_few", -1: "one_too_many", 10: "ten_too_few", -10: "ten_too_many"}
_PAIR = 0.07
"""How much less likely a change is that the other side's box repeats."""
_ALIKE = {frozenset(pair) for pair in ("17", "38", "56", "06", "49", "27", "68", "14", "89", "35", "08")}
"""Digits that a hand writes alike."""
_MOST_DIGITS = 4
_RUN = re.compile(r"[0-9]+")


def find_box_repairs(typed: TypedBoxes, specs: Sequence[FieldSpec], sides: int) -> Iterator[Slip]:
    """Every change of one number that a slip of the pen explains; whether the sheet is possible then is for the caller to judge."""
    for spec in specs:
        if spec.kind in NUMBERS:
            for side, box in enumerate(spec.box_names(sides)):
                opposite_boxes = [opposite for opposite in spec.box_names(sides) if opposite != box]
                yield from _find_repairs_of_box(typed, spec, box, opposite_boxes, SideRef(side) if spec.per_side else None)


def _find_repairs_of_box(
    typed: TypedBoxes, spec: FieldSpec, box: str, opposite_boxes: Sequence[str], side: SideRef | None
) -> Iterator[Slip]:
    written = typed.get(box, "").strip()
    if spec.complement is None or not all(
        map(_is_whole_number, (written, *(typed.get(opposite, "").strip() for opposite in opposite_boxes)))
    ):
        for meant in _list_meant_texts(written):
            yield _build_repair(typed, spec, side, {box: meant}, written)
        return
    expected = spec.complement - sum(int(typed[opposite]) for opposite in opposite_boxes)
    if int(written) != expected:
        if expected >= 0:
            yield _build_repair(typed, spec, side, {box: str(expected)}, written)
        return
    for meant in _list_meant_texts(written):  # the boxes agree: of two, the second may have been found by subtraction
        if len(opposite_boxes) == 1 and int(meant) <= spec.complement:
            yield _build_repair(typed, spec, side, {box: meant, opposite_boxes[0]: str(spec.complement - int(meant))}, written)


def _is_whole_number(text: str) -> bool:
    return len(text) <= _MOST_DIGITS and _RUN.fullmatch(text) is not None


def _build_repair(typed: TypedBoxes, spec: FieldSpec, side: SideRef | None, boxes: Mapping[str, str], given: str) -> Slip:
    meant = next(iter(boxes.values()))
    code, likelihood = explain_change(given, meant)
    params: dict[str, Param] = {"label": Text(spec.label), "meant": meant, "given": given, "why": Text(REASONS[code])}
    if side is None:
        message = _("“{label}” is {meant} and not {given} ({why})")
    else:
        message, params = _("“{label}” of {side} is {meant} and not {given} ({why})"), {**params, "side": side}
    return Slip(code, message, 1, {**typed, **boxes}, params, likelihood if len(boxes) == 1 else likelihood * _PAIR)


def _list_meant_texts(given: str) -> tuple[str, ...]:
    """Texts that may have been meant, each number in the text changed in turn."""
    texts = []
    for run in _RUN.finditer(given):
        if len(run[0]) <= _MOST_DIGITS:
            texts += [given[: run.start()] + meant + given[run.end() :] for meant in list_meant_numbers(run[0])]
    if given.startswith("-"):
        texts.append(given[1:])
    elif _RUN.fullmatch(given) and given.strip("0"):
        texts.append(f"-{given}")
    return tuple(dict.fromkeys(text for text in texts if text != given))


def list_meant_numbers(digits: str) -> Iterator[str]:
    """Numbers that may have been meant by these digits; some of them more than once."""
    for index in range(len(digits) - 1):
        yield digits[:index] + digits[index + 1] + digits[index] + digits[index + 2 :]
    for index in range(len(digits)):
        for digit in "0123456789":
            if digit != "0" or index > 0 or len(digits) == 1:
                yield digits[:index] + digit + digits[index + 1 :]
    for shift in _SHIFTS:
        if int(digits) + shift >= 0:
            yield str(int(digits) + shift)
    if len(digits) > 1:
        yield from _drop_digits(digits)


def _drop_digits(digits: str) -> tuple[str, ...]:
    """The number without one of its digits, for each of them."""
    return tuple(digits[:index] + digits[index + 1 :] for index in range(len(digits)))


def explain_change(given: str, meant: str) -> tuple[str, float]:
    """The likeliest thing done to the number meant, a key of `REASONS`, and how likely this number is written for it in any way."""
    reasons = dict(_list_reasons(given, meant)) or {"another_number": 0.001}
    return max(reasons, key=lambda code: reasons[code]), sum(reasons.values())


def _list_reasons(given: str, meant: str) -> Iterator[tuple[str, float]]:
    runs = _find_changed_runs(given, meant)
    if runs is None:
        if given.removeprefix("-") == meant.removeprefix("-"):
            yield "sign_wrong", 0.3
        return
    wrote, number = runs
    if len(wrote) == len(number):
        yield from _list_digit_reasons(wrote, number)
    elif len(wrote) + 1 == len(number) and wrote in _drop_digits(number):
        yield "digit_missing", 0.3 / len(number)
    elif len(wrote) == len(number) + 1 and number in _drop_digits(wrote):
        yield "digit_doubled", (0.15 if len(set(wrote)) < len(wrote) else 0.02) / len(wrote)
    if (shift := int(number) - int(wrote)) in _SHIFTS:
        yield _SHIFTS[shift], 0.5


def _list_digit_reasons(wrote: str, number: str) -> Iterator[tuple[str, float]]:
    changed = [index for index, (digit, other) in enumerate(zip(wrote, number, strict=True)) if digit != other]
    if (
        len(changed) == 2
        and changed[1] == changed[0] + 1
        and wrote[changed[0]] == number[changed[1]]
        and wrote[changed[1]] == number[changed[0]]
    ):
        yield "digits_exchanged", 1 / (len(number) - 1)
    if len(changed) == 1:
        alike = frozenset((wrote[changed[0]], number[changed[0]])) in _ALIKE
        yield "digit_misread", (0.2 if alike else 0.06) / len(number)


def _find_changed_runs(given: str, meant: str) -> tuple[str, str] | None:
    """The one number that differs between two texts, as written and as meant; None when anything else differs."""
    if _RUN.sub("#", given) != _RUN.sub("#", meant):
        return None
    changed = [(wrote, number) for wrote, number in zip(_RUN.findall(given), _RUN.findall(meant), strict=True) if wrote != number]
    return changed[0] if len(changed) == 1 else None
