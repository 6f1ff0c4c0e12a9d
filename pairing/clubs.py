"""Keeping entries of one club apart in a bracket as long as the bracket allows.

A placement is judged by its *meetings*: for each round, how many pairs of one club could first meet in that round.
The best placement has the fewest in the first round, then the fewest in the second, and so on.
"""

import heapq
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pairing.lots import Lots

Club: TypeAlias = str | int
"""A club's name, or the id of an entry without a club."""

_MOST_SWAPS = 100_000


@dataclass(slots=True)
class ClubPlacement:
    """The club in each slot; `together[level]` counts pairs of one club within a block of 2^(level + 1) slots."""

    levels: int
    slots: dict[int, Club] = field(default_factory=dict)
    counts: Counter[tuple[int, int, Club]] = field(default_factory=Counter)
    together: list[int] = field(default_factory=list)

    @classmethod
    def from_slots(cls, width: int, slots: Mapping[int, Club]) -> "ClubPlacement":
        levels = (width - 1).bit_length()
        placement = cls(levels, together=[0] * levels)
        for slot, club in slots.items():
            placement.add_club(slot, club)
        return placement

    def add_club(self, slot: int, club: Club) -> None:
        self.slots[slot] = club
        for level in range(self.levels):
            block = (level, slot >> (level + 1), club)
            self.together[level] += self.counts[block]
            self.counts[block] += 1

    def remove_club(self, slot: int) -> Club:
        club = self.slots.pop(slot)
        for level in range(self.levels):
            block = (level, slot >> (level + 1), club)
            self.counts[block] -= 1
            self.together[level] -= self.counts[block]
        return club

    def swap_slots(self, first: int, second: int) -> None:
        first_club, second_club = self.remove_club(first), self.remove_club(second)
        self.add_club(first, second_club)
        self.add_club(second, first_club)

    def is_in_conflict(self, slot: int, level: int) -> bool:
        return self.counts[level, slot >> (level + 1), self.slots[slot]] > 1


def place_clubs(width: int, fixed: Mapping[int, Club], free: Sequence[int], clubs: Sequence[Club], lots: Lots) -> list[int]:
    """For each of `clubs`, the slot among `free` where it goes; `fixed` slots stay as they are."""
    members = lots.draw_order(range(len(clubs)))
    halves = _BracketHalving(fixed, frozenset(free), clubs, lots)
    halves.spread_members(0, width, members)
    placement = ClubPlacement.from_slots(width, {**fixed, **{slot: clubs[member] for slot, member in halves.placed.items()}})
    goal = compute_fewest_together(width, fixed, free, clubs)
    _improve_placement(placement, halves.placed, goal, lots)
    slot_of = {member: slot for slot, member in halves.placed.items()}
    return [slot_of[member] for member in range(len(clubs))]


def count_club_meetings(width: int, slots: Mapping[int, Club]) -> list[int]:
    """How many pairs of one club could first meet in round 1, 2, …"""
    together = ClubPlacement.from_slots(width, slots).together
    return [now - before for before, now in zip([0, *together], together, strict=False)]


def compute_fewest_together(width: int, fixed: Mapping[int, Club], free: Sequence[int], clubs: Sequence[Club]) -> list[int]:
    """A lower bound for the pairs of one club within blocks of 2, 4, 8 … slots.

    Every club is spread over the free slots as if it were alone; it can never need less.
    """
    needed = Counter(clubs)
    levels = (width - 1).bit_length()
    present = [Counter((slot >> (level + 1), club) for slot, club in fixed.items()) for level in range(levels)]
    room = [Counter(slot >> (level + 1) for slot in free) for level in range(levels)]
    several = [club for club, count in (needed + Counter(fixed.values())).items() if count > 1]
    return [sum(_count_fewest_alone(club, needed[club], present[level], room[level]) for club in several) for level in range(levels)]


def _count_fewest_alone(club: Club, needed: int, present: Counter[tuple[int, Club]], room: Counter[int]) -> int:
    pairs = sum(count * (count - 1) // 2 for (_block, member), count in present.items() if member == club)
    heap = [(present[block, club] + added) for block, free in room.items() for added in range(free)]
    return pairs + sum(heapq.nsmallest(needed, heap))


@dataclass(slots=True)
class _BracketHalving:
    """Divides a bracket in halves again and again, with each club as evenly as the fixed slots allow."""

    fixed: Mapping[int, Club]
    free: frozenset[int]
    clubs: Sequence[Club]
    lots: Lots
    placed: dict[int, int] = field(default_factory=dict)

    def spread_members(self, low: int, high: int, members: Sequence[int]) -> None:
        if not members:
            return
        if high - low == 1:
            self.placed[low] = members[0]
            return
        middle = (low + high) // 2
        upper = self._choose_upper_half(low, middle, high, members)
        self.spread_members(low, middle, [member for member in members if member in upper])
        self.spread_members(middle, high, [member for member in members if member not in upper])

    def _choose_upper_half(self, low: int, middle: int, high: int, members: Sequence[int]) -> set[int]:
        """Fill the upper half with one member at a time, always from the club that this helps most."""
        room = sum(slot in self.free for slot in range(low, middle))
        waiting: dict[Club, list[int]] = {}
        for member in members:
            waiting.setdefault(self.clubs[member], []).append(member)
        above, below = self._count_fixed_clubs(low, middle), self._count_fixed_clubs(middle, high)
        below.update(self.clubs[member] for member in members)
        queue = self.lots.draw_order(list(waiting))
        heap = [(above[club] - below[club], turn) for turn, club in enumerate(queue)]
        heapq.heapify(heap)
        upper: set[int] = set()
        while len(upper) < room and heap:
            cost, turn = heapq.heappop(heap)
            upper.add(waiting[queue[turn]].pop())
            if waiting[queue[turn]]:
                heapq.heappush(heap, (cost + 2, turn))
        return upper

    def _count_fixed_clubs(self, low: int, high: int) -> Counter[Club]:
        return Counter(self.fixed[slot] for slot in range(low, high) if slot in self.fixed)


def _improve_placement(placement: ClubPlacement, placed: dict[int, int], goal: Sequence[int], lots: Lots) -> None:
    """Exchange entries while that helps, until the goal is reached or no exchange is left to try."""
    swaps = 0
    better = True
    while better and placement.together != list(goal) and swaps < _MOST_SWAPS:
        better = False
        for slot in lots.draw_order(sorted(placed)):
            if not any(placement.is_in_conflict(slot, level) for level in range(placement.levels)):
                continue
            for target in lots.draw_order(sorted(placed)):
                swaps += 1
                if _swap_if_better(placement, placed, slot, target):
                    better = True


def _swap_if_better(placement: ClubPlacement, placed: dict[int, int], slot: int, target: int) -> bool:
    if placement.slots[slot] == placement.slots[target]:
        return False
    before = list(placement.together)
    placement.swap_slots(slot, target)
    if placement.together < before:
        placed[slot], placed[target] = placed[target], placed[slot]
        return True
    placement.swap_slots(slot, target)
    return False
