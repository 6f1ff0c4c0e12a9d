"""The result of one evening: its final order over all stages, and the points of every place."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from standings.season.rule import ENTRIES, EQUALLY, EVERYBODY, MEAN, ROUNDS, SeasonOptions
from standings.season.scores import EveningScore

Order = tuple[tuple[int, ...], ...]
"""Entries, best first; entries that share a place stand together."""


@dataclass(frozen=True, slots=True)
class StageOrder:
    """A stage's standings. `aside` marks a consolation, filled with entries that did not go on from its source or lost early there."""

    number: int
    places: Order
    source: int | None = None
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """A person's time in a place of an entry: the rounds played, of which one may be a half."""

    person: int
    rounds: Fraction


def compute_final_order(stages: Sequence[StageOrder]) -> Order:
    """Every entry once: those who went on by the stage they went on to, then the rest as their stage ranks them.

    A consolation stands where the best of its players stood; who is in a stage further on as well counts there alone.
    Of stages that do not follow from each other the last decides.
    """
    followers: defaultdict[int | None, list[StageOrder]] = defaultdict(list)
    for stage in sorted(stages, key=lambda stage: stage.number):
        followers[stage.source].append(stage)
    placed: set[int] = set()
    order = []
    for together in (together for root in reversed(followers[None]) for together in _iterate_order(root, followers)):
        left = tuple(entry for entry in together if entry not in placed)
        placed.update(left)
        order += [left] if left else []
    return tuple(order)


def _iterate_order(stage: StageOrder, followers: Mapping[int | None, list[StageOrder]]) -> Iterator[tuple[int, ...]]:
    following = followers.get(stage.number, [])
    went_on: set[int] = set()
    for ahead in following:
        if not ahead.aside:
            for together in _iterate_order(ahead, followers):
                went_on.update(together)
                yield together
    consolations = [list(_iterate_aside(stage_order, followers, went_on)) for stage_order in following if stage_order.aside]
    for together in stage.places:
        for consolation in consolations:
            if any(not set(together).isdisjoint(level) for level in consolation):
                yield from consolation
        yield together


def _iterate_aside(
    stage: StageOrder, followers: Mapping[int | None, list[StageOrder]], went_on: Collection[int]
) -> Iterator[tuple[int, ...]]:
    for together in _iterate_order(stage, followers):
        if left := tuple(entry for entry in together if entry not in went_on):
            yield left


def list_places(order: Order, teams: Mapping[int, int] | None = None) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Each place with how many hold it and the entries that stand there; those of one of the `teams`, by entry, hold it once."""
    place = 1
    for together in order:
        holders = len({(teams or {}).get(entry, -entry) for entry in together})
        yield place, holders, together
        place += holders


def compute_evening_scores(
    order: Order,
    options: SeasonOptions,
    *,
    evening: int = 0,
    final: bool = False,
    absent: Collection[int] = (),
    teams: Mapping[int, int] | None = None,
) -> dict[int, EveningScore]:
    """Every entry's score. An `absent` entry holds a place, as in the standings, and gets no score; `teams` as in `list_places`."""
    places = list(list_places(order, teams))
    entries = sum(holders for _place, holders, _together in places)
    times = Fraction(options.final_percent, 100) if final else Fraction(1)
    scores: dict[int, EveningScore] = {}
    for place, holders, together in places:
        worth = _compute_worth(place, holders, entries, options)
        score = EveningScore(evening, place, holders, entries, worth, options.taking_part, times, final)
        scores |= {entry: score for entry in together if entry not in absent}
    return scores


def share_score(score: EveningScore, options: SeasonOptions, turns: Sequence[Turn]) -> dict[int, EveningScore]:
    """What each of several people gets who followed one another in one place of an entry.

    Who played no round of it gets nothing, unless nobody played any. The order of `turns` is that in which they came.
    """
    playing = [turn for turn in turns if turn.rounds] or [turns[-1]]
    rounds = sum((turn.rounds for turn in playing), Fraction(0))
    worth = {
        ROUNDS: [turn.rounds / rounds if rounds else Fraction(1) for turn in playing],
        EQUALLY: [Fraction(1, len(playing)) for _turn in playing],
        EVERYBODY: [Fraction(1) for _turn in playing],
    }
    shares = worth.get(options.substitutes, [Fraction(turn is playing[-1]) for turn in playing])
    return {turn.person: replace(score, share=share, rounds=turn.rounds) for turn, share in zip(playing, shares, strict=True)}


def _compute_worth(place: int, sharing: int, entries: int, options: SeasonOptions) -> Fraction:
    shared = range(place, place + sharing) if options.shared == MEAN else range(place, place + 1)
    return Fraction(sum(_get_points(shared_place, entries, options) for shared_place in shared), len(shared))


def _get_points(place: int, entries: int, options: SeasonOptions) -> int:
    if options.scale == ENTRIES:
        return entries - place + 1
    return options.places[place - 1] if place <= len(options.places) else 0
