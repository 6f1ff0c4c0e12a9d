"""The counts that some distribution of the cards allows: dynamic programming over the pack, with sums as bitmasks (bit s: the sum s)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.problems import Fact, NearestValues, Problem
from rules.scorebook import Score
from rules.texts import SideRef, _

BY_TRICKS = Fact("count_by_tricks", _("With {tricks} of the tricks, {side} can have {possible}, not {given}."), source="C")
WITH_LAST = Fact(
    "count_with_last", _("With {tricks} of the tricks including the last, {side} can have {possible}, not {given}."), source="C"
)
WITHOUT_LAST = Fact(
    "count_without_last",
    _("With {tricks} of the tricks but not the last, {side} can have {possible}, not {given}."),
    source="C",
)
_FACT_BY_LAST = {None: BY_TRICKS, True: WITH_LAST, False: WITHOUT_LAST}


def sums_by_count(values: Iterable[int]) -> tuple[int, ...]:
    """For each number of cards, the bitmask of the sums that this many of the `values` can make (bit s: the sum s)."""
    sums = [1]
    for value in values:
        sums.append(0)
        for count in range(len(sums) - 1, 0, -1):
            sums[count] |= sums[count - 1] << value
    return tuple(sums)


def list_bits(mask: int) -> tuple[int, ...]:
    """The numbers whose bits are set, smallest first."""
    return tuple(bit for bit in range(mask.bit_length()) if mask >> bit & 1)


def merge_sums(first: int, second: int) -> int:
    """The bitmask of every sum of a number of the first mask and one of the second."""
    sums = 0
    for number in list_bits(second):
        sums |= first << number
    return sums


@dataclass(frozen=True)
class CountRows:
    """The exact set of (tricks, won the last trick, points) with which a side can end; points are a bitmask."""

    masks: Mapping[tuple[int, bool], int]

    def possible_points(self, tricks: int | None = None, *, last: bool | None = None) -> int:
        """Bitmask of the points that are possible with this number of tricks and this last trick; None stands for unknown."""
        mask = 0
        for (count, won_last), points in self.masks.items():
            if tricks in (None, count) and last in (None, won_last):
                mask |= points
        return mask

    def can_have(self, points: int, tricks: int | None = None, *, last: bool | None = None) -> bool:
        """Whether at least one of the `points` (a bitmask) is possible."""
        return bool(self.possible_points(tricks, last=last) & points)

    def tricks_with(self, points: int, *, last: bool | None = None) -> tuple[int, ...]:
        """The numbers of tricks that are possible with at least one of the `points` (a bitmask)."""
        return tuple(sorted({count for (count, won_last), mask in self.masks.items() if mask & points and last in (None, won_last)}))


def compute_count_rows(
    values: Sequence[int],
    *,
    cards_per_trick: int,
    tricks: int,
    per_trick: int = 0,
    last_trick: int = 0,
    last_cards: int = 0,
    held: Sequence[int] = (),
    held_tricks: int = 0,
) -> CountRows:
    """The rows of a side. `values` are the points of the whole pack.

    `held` are values of cards that the side is known to win (they are among `values`), in at least `held_tricks` tricks.
    `per_trick` is added for each trick. The side that wins the last trick gets `last_trick` points and the `last_cards` cards laid aside.
    """
    other_values = list(values)
    for value in held:
        other_values.remove(value)
    sums = sums_by_count(other_values)
    masks: dict[tuple[int, bool], int] = {}
    for trick_count in range(held_tricks, tricks + 1):
        free = trick_count * cards_per_trick - len(held)
        if 0 <= free < len(sums):
            points = sums[free] << (sum(held) + per_trick * trick_count)
            if trick_count < tricks:
                masks[trick_count, False] = points
            if trick_count > 0:
                masks[trick_count, True] = sums[free + last_cards] << (sum(held) + per_trick * trick_count + last_trick)
    return CountRows(masks)


def find_row_problems(
    rows: CountRows,
    side: int,
    tricks: int,
    points: int,
    *,
    last: bool | None = None,
    points_box: tuple[str, str],
    tricks_box: str = "",
    format_value: Callable[[int], str] = str,
    unit: int = 1,
) -> Iterator[Problem]:
    """A problem when a side's count is impossible with its tricks, with the nearest points and the numbers of tricks that would fit.

    `points` is a bitmask of what the sheet may mean; `points_box` is the field name and the label of the box; `format_value` formats one
    value. Where the sheet has only whole points, `unit` is how many of the rows' points make one.
    """
    if rows.can_have(points, tricks, last=last):
        return
    possible = list_bits(rows.possible_points(tricks, last=last))
    typed_points = list_bits(points)
    box, label = points_box
    close = build_nearest_values(box, label, (format_value(count // unit) for count in find_nearest(possible, typed_points[0])))
    fitting = find_nearest(rows.tricks_with(points, last=last), tricks)
    yield _FACT_BY_LAST[last].problem(
        box,
        near=(*close, *build_nearest_values(tricks_box or f"tricks_{side}", _("tricks"), fitting)),
        tricks=tricks,
        side=SideRef(side),
        possible=format_ranges(sorted({count // unit for count in possible}), format_value) or "–",
        given=format_value(typed_points[0] // unit),
    )


def format_ranges(numbers: Sequence[int], format_value: Callable[[int], str] = str) -> str:
    """0, 1, 2, 4 → `0–2, 4`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(format_value(run[0]) if len(run) == 1 else f"{format_value(run[0])}–{format_value(run[-1])}" for run in runs)


def find_nearest(possible: Iterable[int], target: int, limit: int = 2) -> tuple[int, ...]:
    return tuple(sorted(possible, key=lambda value: (abs(value - target), value))[:limit])


def build_nearest_values(field: str, label: str, values: Iterable[object]) -> tuple[NearestValues, ...]:
    """One NearestValues in a tuple, or an empty tuple when there are no values."""
    texts = tuple(dict.fromkeys(map(str, values)))
    return (NearestValues(field, label, texts),) if texts else ()


HandStage = tuple[frozenset[Score], bool]
"""Alternatives of one step of a hand, and whether the target is looked at after it."""
