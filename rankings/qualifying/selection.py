"""Who goes on from several evenings into one final: the first of each, the best of the rest, and where only lots could tell."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import TypeAlias


class Measure(StrEnum):
    """By what entries of different evenings are compared."""

    PLACE = "place"
    AVERAGE = "average"


class QualifyingReason(StrEnum):
    FIRST = "first"
    BEST = "best"
    TIED = "tied"
    HERE = "here"
    TWICE = "twice"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry of a finished evening: its place there (1 is best, equal for who share it) and its points per match."""

    entry: int
    evening: int
    place: int
    average: Fraction
    persons: frozenset[int] = field(default_factory=frozenset)
    why: QualifyingReason = QualifyingReason.OUT

    @property
    def goes_on(self) -> bool:
        return self.why in (QualifyingReason.FIRST, QualifyingReason.BEST)


Key: TypeAlias = tuple[Fraction, ...]


def compute_key(candidate: Candidate, measure: Measure) -> Key:
    """The better, the smaller."""
    place, average = Fraction(candidate.place), -candidate.average
    return (place, average) if measure is Measure.PLACE else (average, place)


def select_candidates(
    candidates: Sequence[Candidate], *, of_each: int, best_others: int, measure: Measure, here: frozenset[int] = frozenset()
) -> tuple[Candidate, ...]:
    """Say of every candidate whether it goes on and why, those who do first, in the order in which they are seeded.

    Who plays in the final already (`here`: ids of persons), or goes on from an earlier evening, leaves its place to the next. A tie
    across the last place is left open: none of the tied goes on by the order of a list.
    """
    judged: dict[int, Candidate] = {}
    busy = set(here)
    evenings = groupby(sorted(candidates, key=lambda line: (line.evening, line.place)), key=lambda line: line.evening)
    for members in [list(group) for _evening, group in evenings]:
        _take(members, of_each, QualifyingReason.FIRST, lambda line: (Fraction(line.place),), judged, busy, here)
    rest = [line for line in candidates if judged[line.entry].why is QualifyingReason.OUT]
    rest.sort(key=lambda line: compute_key(line, measure))
    _take(rest, best_others, QualifyingReason.BEST, lambda line: compute_key(line, measure), judged, busy, here)
    return tuple(_sort(judged.values(), measure))


def _take(
    ranked: Sequence[Candidate],
    count: int,
    why: QualifyingReason,
    key: Callable[[Candidate], Key],
    judged: dict[int, Candidate],
    busy: set[int],
    here: frozenset[int],
) -> None:
    """Judge the best `count` of the ranked; whoever shares the last place with more than fit is tied."""
    left = count
    for _value, group in groupby(ranked, key=key):
        free: list[Candidate] = []
        for line in group:
            already_chosen = busy.union(*(rival.persons for rival in free))
            verdict = (
                QualifyingReason.HERE
                if line.persons & here
                else QualifyingReason.TWICE
                if line.persons & already_chosen
                else QualifyingReason.OUT
            )
            judged[line.entry] = replace(line, why=verdict)
            if verdict is QualifyingReason.OUT:
                free.append(line)
        if not left or not free:
            continue
        through = len(free) <= left
        for line in free:
            judged[line.entry] = replace(line, why=why if through else QualifyingReason.TIED)
            if through:
                busy |= line.persons
        left = left - len(free) if through else 0


_ORDER = {
    QualifyingReason.FIRST: 0,
    QualifyingReason.BEST: 0,
    QualifyingReason.TIED: 1,
    QualifyingReason.OUT: 2,
    QualifyingReason.TWICE: 3,
    QualifyingReason.HERE: 4,
}


def _sort(judged: Iterable[Candidate], measure: Measure) -> list[Candidate]:
    """Who goes on by place or average, whatever the reason: so seeds follow what was compared."""
    return sorted(judged, key=lambda line: (_ORDER[line.why], compute_key(line, measure), line.evening))
