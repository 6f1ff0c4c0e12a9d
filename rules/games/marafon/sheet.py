"""Complete and check a sheet of Marafon: whole points and thirds, facts that no hand can break, slips of the pen."""

from collections.abc import Iterator
from functools import cache

from rules.contract import TypedBoxes
from rules.diagnosis import repair_boxes
from rules.feasibility import CountRows, build_nearest_values, compute_count_rows, find_row_problems
from rules.games.marafon.tables import (
    ALL_POINTS,
    ALL_THIRDS,
    CARDS_PER_TRICK,
    LAST_TRICK,
    MARAFONA,
    MARAFONA_THIRDS,
    PACK,
    TRICKS,
    MarafonHand,
    MarafonOptions,
)
from rules.judging import trick_problems
from rules.problems import Fact, Param, Problem, Severity, Slip
from rules.scorebook import Score
from rules.texts import SIDE_LETTERS, SideRef, _
from rules.units import THIRDS, Amount, format_thirds, parse_amount

MAKER_OUT_OF_TURN = Fact("maker_out_of_turn", _("Trump should be named by {expected}, not {given}."), Severity.REMARKABLE, "S")
THIRDS_SUM = Fact("thirds_sum", _("The two sides’ points make 11⅔ with the last trick, not {given}."), source="C B1")
POINTS_SUM = Fact("points_sum", _("The two sides’ whole points make 11 without the marafona, not {given}."), source="C B2")
NOT_WITHOUT_LAST = Fact("not_without_last", _("{side} did not win the last trick, so at most 10⅔, not {given}."), source="C B5")
NOT_WITH_LAST = Fact("not_with_last", _("{side} won the last trick, so at least 1 point."), source="C B5")
MARAFONA_COUNT = Fact("marafona_count", _("With the marafona, {side} wins at least 3 tricks and 1⅔ points."), source="C B6")
MARAFONA_NOT_MAKER = Fact("marafona_not_maker", _("Here only the player who named trump may declare a marafona."), source="P10")
CAPPOTTO = Fact("cappotto", _("{side} made no points: cappotto."), Severity.REMARKABLE, "S")
FIGURES_MISSING = Fact(
    "figures_missing", _("Here every figure counts: write the thirds, as 7⅓ or 22t; 21t is exactly 7 points."), source="D"
)
FIGURES_BY_HANDS = Fact(
    "figures_by_hands",
    _("Figures are counted over a fixed number of hands that are played to the end: enter how many, and no claims."),
    source="D",
)
LAST_FORGOTTEN = _("{side} won the last trick, and its point was not counted")


@cache
def build_side_rows(*, marafona: bool = False) -> CountRows:
    """Possible thirds of a side by tricks and last trick (B7), or of the side with the marafona (B6)."""
    held_thirds = MARAFONA if marafona else ()
    return compute_count_rows(
        PACK.card_values(),
        cards_per_trick=CARDS_PER_TRICK,
        tricks=TRICKS,
        last_trick=LAST_TRICK,
        held=held_thirds,
        held_tricks=len(held_thirds),
    )


def complete_points(amounts: tuple[Amount | None, ...] | None) -> tuple[tuple[int | None, ...] | None, tuple[int, int] | None]:
    """Complete whole points and, where they follow, thirds: `7⅓` for one side gives 22 and 13 thirds, `7` gives 7 and 4 points."""
    if amounts is None:
        return None, None
    whole_points: list[int | None] = [None if amount is None else amount.whole for amount in amounts]
    thirds = [None if amount is None else amount.thirds for amount in amounts]
    for side in (0, 1):
        other_thirds, other_whole = thirds[1 - side], whole_points[1 - side]
        if whole_points[side] is None and other_whole is not None:
            whole_points[side] = ALL_POINTS - other_whole if other_thirds is None else (ALL_THIRDS - other_thirds) // THIRDS
        if thirds[side] is None and other_thirds is not None and (ALL_THIRDS - other_thirds) // THIRDS == whole_points[side]:
            thirds[side] = ALL_THIRDS - other_thirds
    both_thirds = (thirds[0], thirds[1]) if thirds[0] is not None and thirds[1] is not None else None
    return tuple(whole_points), both_thirds


def count_cards(options: MarafonOptions, entry: MarafonHand) -> Score:
    """What the cards of a hand score: whole points, or figures."""
    return entry.thirds if options.figures and entry.thirds is not None else entry.points


def list_hand_scores(options: MarafonOptions) -> frozenset[Score]:
    """Every score of a hand; the side with a marafona has at least a point, or its five figures."""
    total, bonus, least = options.hand_total, options.marafona_value * options.unit, MARAFONA_THIRDS if options.figures else 1
    plain = {(points, total - points) for points in range(total + 1)}
    declared = {(points + bonus, total - points) for points in range(least, total + 1)}
    return frozenset(plain | declared | {(second, first) for first, second in declared})


def find_option_problems(options: MarafonOptions) -> Iterator[Problem]:
    if options.figures and (not options.deals or options.finish != "end_of_hand"):
        yield FIGURES_BY_HANDS.problem("figures")


def find_problems(options: MarafonOptions, entry: MarafonHand) -> Iterator[Problem]:
    if (
        options.marafona_by == "battezzante_only"
        and entry.marafona is not None
        and entry.maker not in (None, entry.marafona, entry.marafona + 2)
    ):
        yield MARAFONA_NOT_MAKER.problem("marafona")
    yield from trick_problems(entry.tricks, TRICKS)
    if options.figures and entry.thirds is None:
        yield FIGURES_MISSING.problem("points_0")
    yield from _find_count_problems(entry)


def _find_count_problems(entry: MarafonHand) -> Iterator[Problem]:
    if entry.thirds is not None and sum(entry.thirds) != ALL_THIRDS:
        yield THIRDS_SUM.problem("points_0", given=format_thirds(sum(entry.thirds)))
    elif sum(entry.points) != ALL_POINTS:
        yield POINTS_SUM.problem("points_0", given=sum(entry.points))
    else:
        yield from _find_side_problems(entry, 0 if entry.marafona is None else entry.marafona)
        if 0 in entry.points:
            yield CAPPOTTO.problem(side=SideRef(entry.points.index(0)))


def _find_side_problems(entry: MarafonHand, side: int) -> Iterator[Problem]:
    """Check one side: the other's rows are its mirror image. The side with the marafona is restricted more."""
    mask = 1 << entry.thirds[side] if entry.thirds is not None else 0b111 << THIRDS * entry.points[side]
    tricks = entry.tricks[side] if entry.tricks is not None and sum(entry.tricks) == TRICKS else None
    won_last = None if entry.last is None else entry.last == side
    rows_of_side = build_side_rows(marafona=entry.marafona == side)
    if entry.marafona == side and not (rows_of_side.can_have(mask) and (tricks is None or tricks >= len(MARAFONA))):
        yield MARAFONA_COUNT.problem("marafona", side=SideRef(side))
        return
    if tricks is None:
        yield from _find_last_trick_problems(rows_of_side, side, mask, won_last=won_last)
        return
    format_points, unit = (str, THIRDS) if entry.thirds is None else (format_thirds, 1)
    yield from find_row_problems(
        rows_of_side, side, tricks, mask, last=won_last, points_box=(f"points_{side}", _("points")), format_value=format_points, unit=unit
    )


def _find_last_trick_problems(rows_of_side: CountRows, side: int, mask: int, *, won_last: bool | None) -> Iterator[Problem]:
    if won_last is None or rows_of_side.can_have(mask, last=won_last):
        return
    points_text = format_thirds((mask & -mask).bit_length() - 1)
    near_sides = build_nearest_values("last", _("last trick"), [SIDE_LETTERS[side] if not won_last else SIDE_LETTERS[1 - side]])
    fact = NOT_WITH_LAST if won_last else NOT_WITHOUT_LAST
    yield fact.problem("last", near=near_sides, side=SideRef(side), given=points_text)


def find_slips(options: MarafonOptions, typed: TypedBoxes) -> Iterator[Slip]:
    first_amount, second_amount = (_find_amount(typed.get(f"points_{side}", "")) for side in (0, 1))
    if first_amount is None or second_amount is None:
        return
    if first_amount.thirds is not None and second_amount.thirds is not None:
        yield from _find_forgotten_last_trick(typed, (first_amount.thirds, second_amount.thirds))
    elif first_amount.thirds is None and second_amount.thirds is None:
        points = (first_amount.whole, second_amount.whole)
        yield from _find_point_slips(typed, points)
        yield from _find_bonus_in_points(options, typed, points)


def _find_amount(text: str) -> Amount | None:
    try:
        return parse_amount(text)
    except ValueError:
        return None


def _find_forgotten_last_trick(typed: TypedBoxes, thirds: tuple[int, int]) -> Iterator[Slip]:
    for side in (0, 1):
        if sum(thirds) == ALL_THIRDS - LAST_TRICK and _can_have_last(typed, side):
            corrected = repair_boxes(typed, **{f"points_{side}": f"{thirds[side] + LAST_TRICK}t"})
            yield Slip("last_trick_forgotten", LAST_FORGOTTEN, 1, corrected, {"side": SideRef(side)})


def _can_have_last(typed: TypedBoxes, side: int) -> bool:
    return typed.get("last", "").strip().upper() in ("", SIDE_LETTERS[side], str(side))


def _find_point_slips(typed: TypedBoxes, points: tuple[int, int]) -> Iterator[Slip]:
    for side in (0, 1):
        params: dict[str, Param] = {"side": SideRef(side)}
        one_more, one_less = (
            repair_boxes(typed, **{f"points_{side}": points[side] + 1}),
            repair_boxes(typed, **{f"points_{side}": points[side] - 1}),
        )
        if sum(points) == ALL_POINTS - 1 and _can_have_last(typed, side):
            yield Slip("last_trick_forgotten", LAST_FORGOTTEN, 1, one_more, params)
        if sum(points) == ALL_POINTS + 1 and points[side]:
            yield Slip("rounded_up", _("a fraction of {side} was rounded up: it is dropped"), 1, one_less, params)


def _find_bonus_in_points(options: MarafonOptions, typed: TypedBoxes, points: tuple[int, int]) -> Iterator[Slip]:
    """Points that contain the marafona, as paper has them: the box of the marafona is filled in, or nobody said whose it was."""
    value, declared = options.marafona_value, typed.get("marafona", "").strip().upper()
    for side in (0, 1):
        if not value or sum(points) != ALL_POINTS + value or points[side] < value or declared not in ("", SIDE_LETTERS[side], str(side)):
            continue
        corrected = repair_boxes(typed, **{f"points_{side}": points[side] - value, "marafona": SIDE_LETTERS[side]})
        if declared:
            yield Slip("bonus_in_points", _("the marafona is counted in the points too"), 1, corrected)
        else:
            yield Slip("bonus_in_points", _("the marafona of {side} is counted in the points"), 1, corrected, {"side": SideRef(side)})
