"""Random tournaments, played round by round with our own draws: something to check against."""

from dataclasses import dataclass, replace

from pairing.draw import draw_request
from pairing.lots import Lots
from pairing.reasons import DrawRefused
from pairing.trf.report import Cell, Mark, Report, request_of
from pairing.values import Draw, Pair


@dataclass(frozen=True, slots=True)
class Habits:
    """How a random tournament behaves, in hundredths."""

    draws: int = 15
    no_shows: int = 4
    withdrawals: int = 2
    absences: int = 3
    forbidden: int = 10


def random_report(seed: str, *, entries: int, rounds: int, finished: int, habits: Habits | None = None) -> Report:
    """A tournament after `finished` rounds, or after fewer when no legal round is left."""
    manner = habits or Habits()
    lots = Lots(seed, "generate")
    names = tuple(f"Entry {number}" for number in range(1, entries + 1))
    forbidden = _forbidden(lots, entries, manner)
    report = Report(f"Random {seed}", rounds, names, tuple(() for _name in names), forbidden=forbidden)
    gone: set[int] = set()
    for _round in range(finished):
        report = replace(report, absent=_absent(lots, report, gone, manner))
        try:
            draw = draw_request(request_of(report, seed))
        except DrawRefused:
            break
        report = play(report, draw, lots, manner)
    return replace(report, absent=_absent(lots, report, gone, manner))


def play(report: Report, draw: Draw, lots: Lots, habits: Habits) -> Report:
    """The report with a random result for every pairing of the draw."""
    row = {number: Cell(Mark.ABSENT) for number in range(1, len(report.names) + 1)}
    for pairing in draw.pairings:
        if pairing.bye:
            row[pairing.sides[0]] = Cell(Mark.BYE)
            continue
        first, second = pairing.sides if pairing.first_dealer == 0 else pairing.sides[::-1]
        one, other = _marks(lots, habits)
        row[first], row[second] = Cell(one, second, first=True), Cell(other, first)
    return replace(report, cells=tuple((*cells, row[number]) for number, cells in enumerate(report.cells, start=1)))


def _marks(lots: Lots, habits: Habits) -> tuple[Mark, Mark]:
    chance = lots.below(100)
    turned = lots.below(2) == 0
    if chance < habits.no_shows:
        both = lots.below(4) == 0
        marks = (Mark.FORFEIT_LOSS if both else Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS)
    elif chance < habits.no_shows + habits.draws:
        marks = (Mark.DRAW, Mark.DRAW)
    else:
        marks = (Mark.WIN, Mark.LOSS)
    return marks[::-1] if turned else marks


def _absent(lots: Lots, report: Report, gone: set[int], habits: Habits) -> frozenset[int]:
    """Who has withdrawn for good, and who rests this round by its own wish."""
    if not report.finished:
        return frozenset()
    numbers = range(1, len(report.names) + 1)
    gone.update(number for number in numbers if lots.below(100) < habits.withdrawals)
    absent = gone | {number for number in numbers if lots.below(100) < habits.absences}
    return frozenset(absent) if len(absent) < len(report.names) - 1 else frozenset()


def _forbidden(lots: Lots, entries: int, habits: Habits) -> tuple[Pair, ...]:
    count = lots.below(entries * habits.forbidden // 100 + 1)
    chosen = {tuple(sorted((lots.below(entries) + 1, lots.below(entries) + 1))) for _pair in range(count)}
    return tuple(sorted((one, other) for one, other in chosen if one != other))
