"""What one evening brings: the order in which it ended over all its stages, and the points of every place."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from standings.season.rule import ENTRIES, MEAN, SeasonOptions
from standings.season.scores import Score

Order = tuple[tuple[int, ...], ...]
"""Entries best first; who shares a place stands together."""


@dataclass(frozen=True, slots=True)
class StageOrder:
    """A stage's standings. `aside`: a consolation, filled with who did not go on from its source or lost early there."""

    number: int
    places: Order
    source: int | None = None
    aside: bool = False


def final_order(stages: Sequence[StageOrder]) -> Order:
    """Everybody once: who went on by the stage they went on to, then the others as their stage ranks them.

    A consolation takes the place of the best of those who play it. Of stages that do not follow from each other the last decides.
    """
    followers: defaultdict[int | None, list[StageOrder]] = defaultdict(list)
    for stage in sorted(stages, key=lambda stage: stage.number):
        followers[stage.source].append(stage)
    placed: set[int] = set()
    order = []
    for together in (together for root in reversed(followers[None]) for together in _ordered(root, followers)):
        left = tuple(entry for entry in together if entry not in placed)
        placed.update(left)
        order += [left] if left else []
    return tuple(order)


def _ordered(stage: StageOrder, followers: Mapping[int | None, list[StageOrder]]) -> Iterator[tuple[int, ...]]:
    following = followers.get(stage.number, [])
    for ahead in following:
        if not ahead.aside:
            yield from _ordered(ahead, followers)
    consolations = [list(_ordered(one, followers)) for one in following if one.aside]
    for together in stage.places:
        for consolation in consolations:
            if any(not set(together).isdisjoint(level) for level in consolation):
                yield from consolation
        yield together


def evening_scores(
    order: Order, options: SeasonOptions, *, evening: int = 0, final: bool = False, absent: Collection[int] = ()
) -> dict[int, Score]:
    """Every entry's score. Who is `absent` holds a place, as in the standings, and gets nothing."""
    entries = sum(map(len, order))
    times = Fraction(options.final_percent, 100) if final else Fraction(1)
    found: dict[int, Score] = {}
    place = 1
    for together in order:
        worth = _worth(place, len(together), entries, options)
        score = Score(evening, place, len(together), entries, worth, options.taking_part, times)
        found |= {entry: score for entry in together if entry not in absent}
        place += len(together)
    return found


def _worth(place: int, sharing: int, entries: int, options: SeasonOptions) -> Fraction:
    shared = range(place, place + sharing) if options.shared == MEAN else range(place, place + 1)
    return Fraction(sum(_points_of(one, entries, options) for one in shared), len(shared))


def _points_of(place: int, entries: int, options: SeasonOptions) -> int:
    if options.scale == ENTRIES:
        return entries - place + 1
    return options.places[place - 1] if place <= len(options.places) else 0
