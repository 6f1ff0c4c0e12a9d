"""The largest number of pairs that can be formed: the checker's own implementation of Edmonds's algorithm."""

from collections.abc import Sequence


def compute_matching_size(neighbours: Sequence[Sequence[int]]) -> int:
    """The size of a maximum matching (Edmonds): alternating trees in which odd cycles are shrunk to their base."""
    mate = [-1] * len(neighbours)
    for start, adjacent in enumerate(neighbours):
        free = next((neighbour for neighbour in adjacent if mate[start] < 0 and mate[neighbour] < 0), None)
        if free is not None:
            mate[start], mate[free] = free, start
    for start in range(len(neighbours)):
        if mate[start] < 0:
            _AlternatingTree(neighbours, mate, start).grow_tree()
    return sum(partner >= 0 for partner in mate) // 2


class _AlternatingTree:
    """One alternating tree from an unmatched root."""

    def __init__(self, neighbours: Sequence[Sequence[int]], mate: list[int], root: int) -> None:
        self.neighbours, self.mate, self.root = neighbours, mate, root
        self.parent = [-1] * len(mate)
        self.base = list(range(len(mate)))
        self.outer = [False] * len(mate)
        self.outer[root] = True
        self.queue = [root]

    def grow_tree(self) -> None:
        for node in self.queue:
            for neighbour in self.neighbours[node]:
                if self.base[node] == self.base[neighbour] or self.mate[node] == neighbour:
                    continue
                if neighbour == self.root or (self.mate[neighbour] >= 0 and self.parent[self.mate[neighbour]] >= 0):
                    self._shrink_cycle(node, neighbour)
                elif self.parent[neighbour] < 0:
                    self.parent[neighbour] = node
                    if self.mate[neighbour] < 0:
                        self._augment_path(neighbour)
                        return
                    self.outer[self.mate[neighbour]] = True
                    self.queue.append(self.mate[neighbour])

    def _augment_path(self, node: int) -> None:
        while node >= 0:
            before = self.parent[node]
            following = self.mate[before]
            self.mate[node], self.mate[before] = before, node
            node = following

    def _shrink_cycle(self, left: int, right: int) -> None:
        common = self._find_common_base(left, right)
        inside = [False] * len(self.mate)
        self._mark_path(inside, left, common, right)
        self._mark_path(inside, right, common, left)
        for node, base in enumerate(self.base):
            if inside[base]:
                self.base[node] = common
                if not self.outer[node]:
                    self.outer[node] = True
                    self.queue.append(node)

    def _find_common_base(self, left: int, right: int) -> int:
        bases = set()
        node = self.base[left]
        bases.add(node)
        while self.mate[node] >= 0:
            node = self.base[self.parent[self.mate[node]]]
            bases.add(node)
        node = self.base[right]
        while node not in bases:
            node = self.base[self.parent[self.mate[node]]]
        return node

    def _mark_path(self, inside: list[bool], node: int, common: int, child: int) -> None:
        while self.base[node] != common:
            partner = self.mate[node]
            inside[self.base[node]] = inside[self.base[partner]] = True
            self.parent[node] = child
            child = partner
            node = self.parent[partner]
