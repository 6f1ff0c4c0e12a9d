"""How many pairs can be formed at most: the checker's own answer, by Edmonds's algorithm."""

from collections.abc import Sequence


def maximum_matching(neighbours: Sequence[Sequence[int]]) -> int:
    """Edmonds: alternating trees in which odd cycles are shrunk to their base."""
    mate = [-1] * len(neighbours)
    for start, others in enumerate(neighbours):
        free = next((other for other in others if mate[start] < 0 and mate[other] < 0), None)
        if free is not None:
            mate[start], mate[free] = free, start
    for start in range(len(neighbours)):
        if mate[start] < 0:
            _Tree(neighbours, mate, start).grow()
    return sum(partner >= 0 for partner in mate) // 2


class _Tree:
    """One alternating tree from an unmatched root."""

    def __init__(self, neighbours: Sequence[Sequence[int]], mate: list[int], root: int) -> None:
        self.neighbours, self.mate, self.root = neighbours, mate, root
        self.parent = [-1] * len(mate)
        self.base = list(range(len(mate)))
        self.outer = [False] * len(mate)
        self.outer[root] = True
        self.queue = [root]

    def grow(self) -> None:
        for node in self.queue:
            for other in self.neighbours[node]:
                if self.base[node] == self.base[other] or self.mate[node] == other:
                    continue
                if other == self.root or (self.mate[other] >= 0 and self.parent[self.mate[other]] >= 0):
                    self._shrink(node, other)
                elif self.parent[other] < 0:
                    self.parent[other] = node
                    if self.mate[other] < 0:
                        self._augment(other)
                        return
                    self.outer[self.mate[other]] = True
                    self.queue.append(self.mate[other])

    def _augment(self, node: int) -> None:
        while node >= 0:
            before = self.parent[node]
            following = self.mate[before]
            self.mate[node], self.mate[before] = before, node
            node = following

    def _shrink(self, one: int, other: int) -> None:
        common = self._common_base(one, other)
        inside = [False] * len(self.mate)
        self._mark(inside, one, common, other)
        self._mark(inside, other, common, one)
        for node, base in enumerate(self.base):
            if inside[base]:
                self.base[node] = common
                if not self.outer[node]:
                    self.outer[node] = True
                    self.queue.append(node)

    def _common_base(self, one: int, other: int) -> int:
        seen = set()
        node = self.base[one]
        seen.add(node)
        while self.mate[node] >= 0:
            node = self.base[self.parent[self.mate[node]]]
            seen.add(node)
        node = self.base[other]
        while node not in seen:
            node = self.base[self.parent[self.mate[node]]]
        return node

    def _mark(self, inside: list[bool], node: int, common: int, child: int) -> None:
        while self.base[node] != common:
            partner = self.mate[node]
            inside[self.base[node]] = inside[self.base[partner]] = True
            self.parent[node] = child
            child = partner
            node = self.parent[partner]
