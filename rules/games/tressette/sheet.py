"""Check a sheet of Tressette: points, tricks and accuse that some hand can end with, and the slips of the pen."""

from collections.abc import Iterator
from functools import cache

from rules.contract import TypedBoxes
from rules.diagnosis import parse_count, repair_boxes
from rules.feasibility import CountRows, build_nearest_values, compute_count_rows, find_row_problems
from rules.games.tressette.tables import ALL_POINTS, LAST_TRICK, PACK, TressetteHand, TressetteOptions, TressetteTable
from rules.judging import trick_problems
from rules.parsing import Values
from rules.problems import Fact, Problem, Severity, Slip
from rules.scorebook import Score
from rules.texts import SIDE_LETTERS, SideRef, _, format_score
from rules.units import THIRDS

POINTS_SUM = Fact("tressette_sum", _("The two sides’ whole points make 11 without the accuse, not {given}."), source="T1, C")
NO_ACCUSE = Fact("tressette_no_accuse", _("In this tournament nothing is accused."), source="T1")
ACCUSE_COUNT = Fact("tressette_accuse", _("No hand has accuse of {given}: each is worth 3 or 4 points."), source="C")
LAST_POINT = Fact("tressette_last", _("{side} won the last trick, so at least 1 point."), source="C")
CAPPOTTO = Fact("tressette_cappotto", _("{side} made no points: cappotto."), Severity.REMARKABLE, "T2")


@cache
def build_side_rows(table: TressetteTable) -> CountRows:
    """Possible thirds of a side by tricks and last trick."""
    return compute_count_rows(PACK.card_values(), cards_per_trick=table.seats, tricks=table.tricks, last_trick=LAST_TRICK)


def complete_values(values: Values) -> Values:
    """An empty box of the accuse counts nothing; without any accusa there is none."""
    accuse = values["accuse"]
    return values if accuse is None else {**values, "accuse": tuple(part or 0 for part in accuse) if any(accuse) else None}


def find_problems(table: TressetteTable, options: TressetteOptions, entry: TressetteHand) -> Iterator[Problem]:
    if entry.accuse is not None:
        yield from _find_accuse_problems(table, options, entry.accuse)
    yield from trick_problems(entry.tricks, table.tricks)
    if sum(entry.points) != ALL_POINTS or min(entry.points) < 0:
        yield POINTS_SUM.problem("points_0", given=sum(entry.points))
        return
    side_problems = tuple(_find_side_problems(table, entry))
    yield from side_problems
    if not side_problems and 0 in entry.points:
        yield CAPPOTTO.problem(side=SideRef(entry.points.index(0)))


def _find_accuse_problems(table: TressetteTable, options: TressetteOptions, accuse: Score) -> Iterator[Problem]:
    if not options.accuse:
        yield NO_ACCUSE.problem("accuse_0")
    elif tuple(sorted(accuse, reverse=True)) not in table.accuse_pairs:
        yield ACCUSE_COUNT.problem("accuse_0", given=format_score(accuse))


def _find_side_problems(table: TressetteTable, entry: TressetteHand) -> Iterator[Problem]:
    """Check side A, of whose rows the other side's are the mirror image."""
    mask = 0b111 << THIRDS * entry.points[0]
    won_last = None if entry.last is None else entry.last == 0
    if entry.tricks is not None and sum(entry.tricks) == table.tricks and min(entry.tricks) >= 0:
        rows, box = build_side_rows(table), ("points_0", _("points"))
        yield from find_row_problems(rows, 0, entry.tricks[0], mask, last=won_last, points_box=box, unit=THIRDS)
    elif entry.last is not None and entry.points[entry.last] == 0:
        near = build_nearest_values("last", _("last trick"), [SIDE_LETTERS[1 - entry.last]])
        yield LAST_POINT.problem("last", near=near, side=SideRef(entry.last))


def find_slips(typed: TypedBoxes) -> Iterator[Slip]:
    first, second = (parse_count(typed.get(f"points_{side}", "")) for side in (0, 1))
    if first is None or second is None:
        return
    if first + second == ALL_POINTS - 1:
        yield from _find_forgotten_last_trick(typed, (first, second))
    accuse = [parse_count(typed.get(f"accuse_{side}", "")) or 0 for side in (0, 1)]
    if any(accuse) and first + second == ALL_POINTS + sum(accuse) and first >= accuse[0] and second >= accuse[1]:
        corrected = repair_boxes(typed, points_0=first - accuse[0], points_1=second - accuse[1])
        yield Slip("accuse_in_points", _("the accuse are counted in the points too"), sum(map(bool, accuse)), corrected)


def _find_forgotten_last_trick(typed: TypedBoxes, points: Score) -> Iterator[Slip]:
    for side, letter in enumerate(SIDE_LETTERS[:2]):
        if typed.get("last", "").strip().upper() in ("", letter, str(side)):
            corrected = repair_boxes(typed, **{f"points_{side}": points[side] + 1})
            message = _("{side} won the last trick, and its point was not counted")
            yield Slip("last_trick_forgotten", message, 1, corrected, {"side": SideRef(side)})
