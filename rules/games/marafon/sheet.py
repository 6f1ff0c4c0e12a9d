"""What a sheet of Marafon can say: whole points and thirds, facts that a hand cannot break, slips of the pen."""

from collections.abc import Iterator
from functools import cache

from rules.contract import Typed
from rules.diagnosis import repaired
from rules.feasibility import Rows, near, row_problems, rows
from rules.games.marafon.tables import (
    ALL_POINTS,
    ALL_THIRDS,
    CARDS_PER_TRICK,
    LAST_TRICK,
    MARAFONA,
    PACK,
    TRICKS,
    MarafonHand,
    MarafonOptions,
)
from rules.judging import trick_problems
from rules.problems import Fact, Param, Problem, Severity, Slip
from rules.texts import SIDE_LETTERS, SideRef, _
from rules.units import THIRDS, Amount, parse_amount, show_thirds

MAKER_OUT_OF_TURN = Fact("maker_out_of_turn", _("{expected} was to name the trump, not {given}."), Severity.REMARKABLE, "S")
THIRDS_SUM = Fact("thirds_sum", _("The two sides' points make 11⅔ with the last trick, not {given}."), source="C B1")
POINTS_SUM = Fact("points_sum", _("The two sides' whole points make 11 without the marafona, not {given}."), source="C B2")
NOT_WITHOUT_LAST = Fact("not_without_last", _("Side {side} did not win the last trick, so it has at most 10⅔, not {given}."), source="C B5")
NOT_WITH_LAST = Fact("not_with_last", _("Side {side} won the last trick, so it has at least 1 point."), source="C B5")
MARAFONA_COUNT = Fact("marafona_count", _("Side {side} had a marafona, so it wins at least 3 tricks and 1⅔ points."), source="C B6")
MARAFONA_NOT_MAKER = Fact("marafona_not_maker", _("Only the player who named the trump may declare a marafona here."), source="P10")
CAPPOTTO = Fact("cappotto", _("Side {side} made no point: cappotto."), Severity.REMARKABLE, "S")
CLAIM_TOO_MUCH = Fact("claim_too_much", _("There are only 11⅔ points in a hand, not {given}."), source="C")
LAST_FORGOTTEN = _("side {side} won the last trick, and its point was not counted")


@cache
def side_rows(*, marafona: bool = False) -> Rows:
    """Thirds by tricks and last trick (B7), or of the side with the marafona (B6)."""
    held = MARAFONA if marafona else ()
    return rows(PACK.values(), cards_per_trick=CARDS_PER_TRICK, tricks=TRICKS, last_trick=LAST_TRICK, held=held, held_tricks=len(held))


def counted(amounts: tuple[Amount | None, ...] | None) -> tuple[tuple[int | None, ...] | None, tuple[int, int] | None]:
    """Whole points and, where they follow, thirds: `7⅓` for one side gives 22 and 13, `7` gives 7 and 4."""
    if amounts is None:
        return None, None
    whole: list[int | None] = [None if amount is None else amount.whole for amount in amounts]
    thirds = [None if amount is None else amount.thirds for amount in amounts]
    for side in (0, 1):
        known, other = thirds[1 - side], whole[1 - side]
        if whole[side] is None and other is not None:
            whole[side] = ALL_POINTS - other if known is None else (ALL_THIRDS - known) // THIRDS
        if thirds[side] is None and known is not None and (ALL_THIRDS - known) // THIRDS == whole[side]:
            thirds[side] = ALL_THIRDS - known
    counted = (thirds[0], thirds[1]) if thirds[0] is not None and thirds[1] is not None else None
    return tuple(whole), counted


def problems(options: MarafonOptions, entry: MarafonHand) -> Iterator[Problem]:
    if (
        options.marafona_by == "battezzante_only"
        and entry.marafona is not None
        and entry.maker not in (None, entry.marafona, entry.marafona + 2)
    ):
        yield MARAFONA_NOT_MAKER.problem("marafona")
    yield from trick_problems(entry.tricks, TRICKS)
    yield from _count_problems(entry)


def _count_problems(entry: MarafonHand) -> Iterator[Problem]:
    if entry.thirds is not None and sum(entry.thirds) != ALL_THIRDS:
        yield THIRDS_SUM.problem("points_0", given=show_thirds(sum(entry.thirds)))
    elif sum(entry.points) != ALL_POINTS:
        yield POINTS_SUM.problem("points_0", given=sum(entry.points))
    else:
        yield from _side_problems(entry, 0 if entry.marafona is None else entry.marafona)
        if 0 in entry.points:
            yield CAPPOTTO.problem(side=SideRef(entry.points.index(0)))


def _side_problems(entry: MarafonHand, side: int) -> Iterator[Problem]:
    """One side is enough: the other's rows are the mirror image. The side with the marafona knows more."""
    mask = 1 << entry.thirds[side] if entry.thirds is not None else 0b111 << THIRDS * entry.points[side]
    tricks = entry.tricks[side] if entry.tricks is not None and sum(entry.tricks) == TRICKS else None
    last = None if entry.last is None else entry.last == side
    allowed = side_rows(marafona=entry.marafona == side)
    if entry.marafona == side and not (allowed.allows(mask) and (tricks is None or tricks >= len(MARAFONA))):
        yield MARAFONA_COUNT.problem("marafona", side=SideRef(side))
        return
    if tricks is None:
        yield from _last_trick_problems(allowed, side, mask, last=last)
        return
    shown, unit = (str, THIRDS) if entry.thirds is None else (show_thirds, 1)
    yield from row_problems(allowed, side, tricks, mask, last=last, points_box=(f"points_{side}", _("points")), shown=shown, unit=unit)


def _last_trick_problems(allowed: Rows, side: int, mask: int, *, last: bool | None) -> Iterator[Problem]:
    if last is None or allowed.allows(mask, last=last):
        return
    given = show_thirds((mask & -mask).bit_length() - 1)
    close = near("last", _("last trick"), [SIDE_LETTERS[side] if not last else SIDE_LETTERS[1 - side]])
    fact = NOT_WITH_LAST if last else NOT_WITHOUT_LAST
    yield fact.problem("last", near=close, side=SideRef(side), given=given)


def slips(options: MarafonOptions, typed: Typed) -> Iterator[Slip]:
    first, second = (_amount_in(typed.get(f"points_{side}", "")) for side in (0, 1))
    if first is None or second is None:
        return
    if first.thirds is not None and second.thirds is not None:
        yield from _last_trick_forgotten(typed, (first.thirds, second.thirds))
    elif first.thirds is None and second.thirds is None:
        points = (first.whole, second.whole)
        yield from _one_point_off(typed, points)
        yield from _bonus_in_points(options, typed, points)


def _amount_in(text: str) -> Amount | None:
    try:
        return parse_amount(text)
    except ValueError:
        return None


def _last_trick_forgotten(typed: Typed, thirds: tuple[int, int]) -> Iterator[Slip]:
    for side in (0, 1):
        if sum(thirds) == ALL_THIRDS - LAST_TRICK and _may_have_last(typed, side):
            fixed = repaired(typed, **{f"points_{side}": f"{thirds[side] + LAST_TRICK}t"})
            yield Slip("last_trick_forgotten", LAST_FORGOTTEN, 1, fixed, {"side": SideRef(side)})


def _may_have_last(typed: Typed, side: int) -> bool:
    return typed.get("last", "").strip().upper() in ("", SIDE_LETTERS[side], str(side))


def _one_point_off(typed: Typed, points: tuple[int, int]) -> Iterator[Slip]:
    for side in (0, 1):
        told: dict[str, Param] = {"side": SideRef(side)}
        more, less = repaired(typed, **{f"points_{side}": points[side] + 1}), repaired(typed, **{f"points_{side}": points[side] - 1})
        if sum(points) == ALL_POINTS - 1 and _may_have_last(typed, side):
            yield Slip("last_trick_forgotten", LAST_FORGOTTEN, 1, more, told)
        if sum(points) == ALL_POINTS + 1 and points[side]:
            yield Slip("rounded_up", _("a fraction of side {side} was rounded up: it is thrown away"), 1, less, told)


def _bonus_in_points(options: MarafonOptions, typed: Typed, points: tuple[int, int]) -> Iterator[Slip]:
    value = options.marafona_value
    for side in (0, 1):
        if sum(points) == ALL_POINTS + value and typed.get("marafona", "") == SIDE_LETTERS[side] and points[side] > value:
            fixed = repaired(typed, **{f"points_{side}": points[side] - value})
            yield Slip("bonus_in_points", _("the marafona is counted in the points too"), 1, fixed)
