"""Which counts some distribution of the cards allows: dynamic programming over the pack, sums kept as bitmasks."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.problems import Fact, Near, Problem
from rules.scorebook import Plan, Score, add
from rules.texts import SideRef, _

BY_TRICKS = Fact("count_by_tricks", _("With {tricks} of the tricks side {side} can have {possible}, not {given}."), source="C")
WITH_LAST = Fact(
    "count_with_last", _("With {tricks} of the tricks, the last one among them, side {side} can have {possible}, not {given}."), source="C"
)
WITHOUT_LAST = Fact(
    "count_without_last",
    _("With {tricks} of the tricks and without the last one, side {side} can have {possible}, not {given}."),
    source="C",
)
_FACT_BY_LAST = {None: BY_TRICKS, True: WITH_LAST, False: WITHOUT_LAST}


def sums_by_count(values: Iterable[int]) -> tuple[int, ...]:
    """For each number of cards, the bitmask of the sums that so many of `values` can make (bit s: the sum s)."""
    reach = [1]
    for value in values:
        reach.append(0)
        for count in range(len(reach) - 1, 0, -1):
            reach[count] |= reach[count - 1] << value
    return tuple(reach)


def bits(mask: int) -> tuple[int, ...]:
    """The numbers whose bits are set, smallest first."""
    return tuple(place for place in range(mask.bit_length()) if mask >> place & 1)


@dataclass(frozen=True)
class Rows:
    """The exact set of (tricks, won the last trick, points) that a side can end with; points as a bitmask."""

    masks: Mapping[tuple[int, bool], int]

    def reach(self, tricks: int | None = None, *, last: bool | None = None) -> int:
        """Bitmask of the points that are possible with what is known."""
        mask = 0
        for (count, won_last), points in self.masks.items():
            if tricks in (None, count) and last in (None, won_last):
                mask |= points
        return mask

    def allows(self, points: int, tricks: int | None = None, *, last: bool | None = None) -> bool:
        """Whether at least one of the `points` (a bitmask) is possible."""
        return bool(self.reach(tricks, last=last) & points)

    def tricks_with(self, points: int, *, last: bool | None = None) -> tuple[int, ...]:
        """Numbers of tricks that go with at least one of the `points` (a bitmask)."""
        return tuple(sorted({k for (k, won), mask in self.masks.items() if mask & points and last in (None, won)}))

    def nearest(self, points: int, tricks: int | None = None, *, last: bool | None = None) -> tuple[int, ...]:
        """The closest possible points below and above, closest first."""
        return nearest(bits(self.reach(tricks, last=last)), points)


def rows(
    values: Sequence[int],
    *,
    cards_per_trick: int,
    tricks: int,
    per_trick: int = 0,
    last_trick: int = 0,
    last_cards: int = 0,
    held: Sequence[int] = (),
    held_tricks: int = 0,
) -> Rows:
    """Rows of a side. `values` are the points of the whole pack.

    `held` are values of cards that the side is known to win (they are among `values`), in at least `held_tricks` tricks.
    `per_trick` is added for each trick, `last_trick` to whoever wins the last one, who also gets `last_cards` cards that were laid aside.
    """
    rest = list(values)
    for value in held:
        rest.remove(value)
    reach = sums_by_count(rest)
    masks: dict[tuple[int, bool], int] = {}
    for k in range(held_tricks, tricks + 1):
        free = k * cards_per_trick - len(held)
        if 0 <= free < len(reach):
            points = reach[free] << (sum(held) + per_trick * k)
            if k < tricks:
                masks[k, False] = points
            if k > 0:
                masks[k, True] = reach[free + last_cards] << (sum(held) + per_trick * k + last_trick)
    return Rows(masks)


def row_problems(
    allowed: Rows,
    side: int,
    tricks: int,
    points: int,
    *,
    last: bool | None = None,
    points_box: tuple[str, str],
    tricks_box: str = "",
    shown: Callable[[int], str] = str,
    unit: int = 1,
) -> Iterator[Problem]:
    """A side's count that its tricks exclude, with the nearest points and the numbers of tricks that would go with it.

    `points` is a bitmask of what the sheet may mean; `points_box` the box's field name and label; `shown` writes one value. Where the
    sheet has only whole points, `unit` is how many of the rows' points make one.
    """
    if allowed.allows(points, tricks, last=last):
        return
    possible = bits(allowed.reach(tricks, last=last))
    given = bits(points)
    box, label = points_box
    close = near(box, label, (shown(count // unit) for count in nearest(possible, given[0])))
    fitting = nearest(allowed.tricks_with(points, last=last), tricks)
    yield _FACT_BY_LAST[last].problem(
        box,
        near=(*close, *near(tricks_box or f"tricks_{side}", _("tricks"), fitting)),
        tricks=tricks,
        side=SideRef(side),
        possible=ranges(sorted({count // unit for count in possible}), shown) or "–",
        given=shown(given[0] // unit),
    )


def ranges(numbers: Sequence[int], shown: Callable[[int], str] = str) -> str:
    """0, 1, 2, 4 → `0–2, 4`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(shown(run[0]) if len(run) == 1 else f"{shown(run[0])}–{shown(run[-1])}" for run in runs)


def nearest(possible: Iterable[int], given: int, limit: int = 2) -> tuple[int, ...]:
    return tuple(sorted(possible, key=lambda value: (abs(value - given), value))[:limit])


def near(field: str, label: str, values: Iterable[object]) -> tuple[Near, ...]:
    """A Near when there is anything to say, as a tuple to be added to others."""
    shown = tuple(dict.fromkeys(map(str, values)))
    return (Near(field, label, shown),) if shown else ()


Stage = tuple[frozenset[Score], bool]
"""Alternatives of one step of a hand, and whether the target is looked at after it."""


def final_scores(plan: Plan, number: int, start: Score, stages: Sequence[Stage], margin: int = 60) -> frozenset[Score]:
    """Every score at which game `number` can end when it stands at `start` and hands consist of `stages`.

    Scores of games that go on level beyond the target are followed for `margin` points more.
    """
    ceiling = max((plan.target(number) or 0) + margin, *start)
    finals: set[Score] = set()
    seen: list[set[Score]] = [set() for _stage in stages]
    scores = {start}
    while scores:
        for known, (alternatives, decides) in zip(seen, stages, strict=True):
            scores -= known
            known.update(scores)
            after = {add(score, points) for score in scores for points in alternatives}
            won = {score for score in after if decides and plan.leader(score, number) is not None}
            finals |= won
            scores = {score for score in after - won if max(score) <= ceiling}
    return frozenset(finals)
