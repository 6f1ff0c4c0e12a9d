"""The order of the entries, and how it changes when a few of them do."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from standings.encounters import is_undecidable
from standings.running.measures import OWN, STRENGTH, Cell
from standings.running.meetings import AMONG, ENCOUNTER, Table, Tied
from standings.running.records import Season
from standings.running.shelves import Shelves
from standings.tiebreaks import tie_break_by_key

Key = tuple[Cell, ...]


class Order:
    """Entries by a sorted key: points, then the tie-breaks in order, each turned so that the lower comes first.

    The key has a number in the place of a tie-break that looks at the tied only: the keys up to there make the groups that it is asked
    about, and the number is the place in the group. `negative` says whether a match was worth less than nothing.
    """

    def __init__(self, table: Table, season: Season, tie_breaks: Sequence[str]) -> None:
        self._table, self._season, self._tie_breaks = table, season, tie_breaks
        self._signs = [1 if tie_break_by_key(key).lowest_first else -1 for key in tie_breaks]
        self._among = [place for place, key in enumerate(tie_breaks) if key in AMONG]
        self._own = [place for place, key in enumerate(tie_breaks) if key in OWN]
        self._strength = [place for place, key in enumerate(tie_breaks) if key in STRENGTH]
        self.negative = False
        self._clear()

    def arrange(self) -> None:
        """Everybody anew."""
        self._clear()
        everybody = set(range(len(self._parts)))
        self._measure(everybody, everybody)
        self._settle(everybody, everybody)
        self._keys[:] = [(*parts, place) for place, parts in enumerate(self._parts)]
        self._sorted = Shelves(self._keys)

    def move(self, touched: set[int], spread: set[int]) -> None:
        """Entries whose own matches are others now, and those of whom only the opponents' points are."""
        self._measure(touched, touched | spread)
        for place in self._settle(touched, touched | spread):
            key = (*self._parts[place], place)
            if key != self._keys[place]:
                self._sorted.take(self._keys[place])
                self._sorted.put(key)
                self._keys[place] = key

    def standing(self, place: int) -> tuple[int, list[int]]:
        """The rank of an entry, and all who share it."""
        parts = self._parts[place]
        begin = self._sorted.below(tuple(parts))
        end = self._sorted.below((*parts, len(self._parts)))
        return begin + 1, [int(key[-1]) for key in self._sorted.slice(begin, end)]

    def ranked(self, first: int, last: int | None) -> Iterator[tuple[int, int, list[int]]]:
        """Rank, entry and all who share it, from one place in the list to before another."""
        rank, tied = 0, [-1]
        for key in self._sorted.slice(first, last):
            place = int(key[-1])
            if not rank or tied[-1] < place or self._keys[tied[-1]][:-1] != key[:-1]:
                rank, tied = self.standing(place)
            yield rank, place, tied

    def cells(self, place: int) -> tuple[Cell | None, ...]:
        parts = self._parts[place]
        found: list[Cell | None] = [sign * part for sign, part in zip(self._signs, parts[1:], strict=True)]
        for groups, at in zip(self._groups, self._among, strict=True):
            found[at] = groups[tuple(parts[: at + 1])].cell(place)
        return tuple(found)

    def _clear(self) -> None:
        records = self._table.records
        self._parts: list[list[Cell]] = [[0] * (1 + len(self._tie_breaks)) for _record in records]
        self._keys: list[Key] = [()] * len(records)
        self._sorted = Shelves()
        self._groups: list[defaultdict[Key, Tied]] = [defaultdict(Tied) for _place in self._among]
        self._prefixes: list[list[Key]] = [[()] * len(records) for _place in self._among]

    def _measure(self, own: Iterable[int], faced: Iterable[int]) -> None:
        for place in own:
            one, parts = self._table.records[place], self._parts[place]
            parts[0] = -one.points
            for at in self._own:
                parts[at + 1] = self._signs[at] * OWN[self._tie_breaks[at]](one, self._season)
        for place in faced if self._strength else ():
            one, parts = self._table.records[place], self._parts[place]
            for at in self._strength:
                parts[at + 1] = self._signs[at] * STRENGTH[self._tie_breaks[at]](one, self._season)

    def _settle(self, touched: set[int], moved: set[int]) -> set[int]:
        """Everybody whose key may be another now."""
        for groups, prefixes, at in zip(self._groups, self._prefixes, self._among, strict=True):
            renumbered = set()
            for prefix in self._regrouped(groups, prefixes, at, touched, moved):
                tied = groups[prefix]
                nothing = self._decides_nothing(at, tied)
                renumbered |= tied.settle(self._tie_breaks[at], self._table, nothing=nothing)
                if not tied.members:
                    del groups[prefix]
            moved = moved | renumbered
            for place in moved:
                self._parts[place][at + 1] = groups[prefixes[place]].numbers.get(place, 0)
        return moved

    def _regrouped(self, groups: defaultdict[Key, Tied], prefixes: list[Key], at: int, touched: set[int], moved: set[int]) -> set[Key]:
        """Put those who moved into the groups where they belong now; the groups that must be asked again."""
        asked: set[Key] = set()
        for place in moved:
            old, new = prefixes[place], tuple(self._parts[place][: at + 1])
            if new != old or place in touched:
                asked |= {old, new} if old else {new}
                groups[old].discard(place)
                groups[new].add(place, self._table.records[place])
                prefixes[place] = new
        groups.pop((), None)
        return asked

    def _decides_nothing(self, at: int, tied: Tied) -> bool:
        return self._tie_breaks[at] == ENCOUNTER and is_undecidable(len(tied.members), self._season.rounds, -1 if self.negative else 0)
