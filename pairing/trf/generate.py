"""Random tournaments, played round by round with our own draws, as material for checks."""

from dataclasses import dataclass, replace

from pairing.draw import draw_request
from pairing.lots import Lots
from pairing.reasons import DrawRefused
from pairing.swiss.acceleration import count_accelerated_rounds, count_upper_group
from pairing.trf.report import ResultCode, TrfCell, TrfReport, build_request
from pairing.values import DrawnRound, Pair


@dataclass(frozen=True, slots=True)
class RandomHabits:
    """How often things happen in a random tournament, in percent."""

    draws: int = 15
    no_shows: int = 4
    withdrawals: int = 2
    absences: int = 3
    forbidden: int = 10
    accelerated: bool = False


def generate_report(seed: str, *, entries: int, rounds: int, finished: int, habits: RandomHabits | None = None) -> TrfReport:
    """A tournament after `finished` rounds, or after fewer when no legal round is left."""
    chosen_habits = habits or RandomHabits()
    lots = Lots(seed, "generate")
    names = tuple(f"Entry {number}" for number in range(1, entries + 1))
    forbidden = _draw_forbidden(lots, entries, chosen_habits)
    report = TrfReport(f"Random {seed}", rounds, names, tuple(() for _name in names), forbidden=forbidden)
    if chosen_habits.accelerated:
        upper_group = frozenset(range(1, count_upper_group(entries) + 1))
        report = replace(report, accelerated=(upper_group,) * count_accelerated_rounds(rounds))
    gone: set[int] = set()
    for _round in range(finished):
        report = replace(report, absent=_draw_absent(lots, report, gone, chosen_habits))
        try:
            draw = draw_request(build_request(report, seed))
        except DrawRefused:
            break
        report = play_random_round(report, draw, lots, chosen_habits)
    return replace(report, absent=_draw_absent(lots, report, gone, chosen_habits))


def play_random_round(report: TrfReport, draw: DrawnRound, lots: Lots, habits: RandomHabits) -> TrfReport:
    """The report with a random result for every pairing of the draw."""
    row = {number: TrfCell(ResultCode.ABSENT) for number in range(1, len(report.names) + 1)}
    for pairing in draw.pairings:
        if pairing.bye:
            row[pairing.sides[0]] = TrfCell(ResultCode.BYE)
            continue
        first, second = pairing.sides if pairing.first_dealer == 0 else pairing.sides[::-1]
        first_code, second_code = _draw_codes(lots, habits)
        row[first], row[second] = TrfCell(first_code, second, first=True), TrfCell(second_code, first)
    return replace(report, cells=tuple((*cells, row[number]) for number, cells in enumerate(report.cells, start=1)))


def _draw_codes(lots: Lots, habits: RandomHabits) -> tuple[ResultCode, ResultCode]:
    chance = lots.draw_number(100)
    turned = lots.draw_number(2) == 0
    if chance < habits.no_shows:
        both = lots.draw_number(4) == 0
        codes = (ResultCode.FORFEIT_LOSS if both else ResultCode.FORFEIT_WIN, ResultCode.FORFEIT_LOSS)
    elif chance < habits.no_shows + habits.draws:
        codes = (ResultCode.DRAW, ResultCode.DRAW)
    else:
        codes = (ResultCode.WIN, ResultCode.LOSS)
    return codes[::-1] if turned else codes


def _draw_absent(lots: Lots, report: TrfReport, gone: set[int], habits: RandomHabits) -> frozenset[int]:
    """Entries that have withdrawn for good, and entries that sit out this round by their own wish."""
    if not report.finished:
        return frozenset()
    numbers = range(1, len(report.names) + 1)
    gone.update(number for number in numbers if lots.draw_number(100) < habits.withdrawals)
    absent = gone | {number for number in numbers if lots.draw_number(100) < habits.absences}
    return frozenset(absent) if len(absent) < len(report.names) - 1 else frozenset()


def _draw_forbidden(lots: Lots, entries: int, habits: RandomHabits) -> tuple[Pair, ...]:
    count = lots.draw_number(entries * habits.forbidden // 100 + 1)
    chosen = {tuple(sorted((lots.draw_number(entries) + 1, lots.draw_number(entries) + 1))) for _pair in range(count)}
    return tuple(sorted((first, second) for first, second in chosen if first != second))
