"""Who is to be paired, and who may meet whom."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import rustworkx

from pairing.values import Request

Edges = dict[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class Team:
    """An entry in this round.

    `score` is primary; `barred` may not have the bye (C2), `rests` counts the byes it had; `floated` in the round before.
    """

    id: int
    score: int
    secondary: int = 0
    played: int = 0
    barred: bool = False
    floated: bool = False
    rests: int = 0


@dataclass(slots=True)
class Field:
    """Teams in the order of their numbers; everywhere else a team is its index here, so a smaller index is a smaller number.

    `blocked[team]` are those it may not meet: it has met them, or the pair is forbidden (C1).
    """

    teams: Sequence[Team]
    blocked: list[set[int]]
    most_blocked: int = field(init=False)

    def __post_init__(self) -> None:
        self.most_blocked = max((len(others) for others in self.blocked), default=0)

    def may_meet(self, one: int, other: int) -> bool:
        return other not in self.blocked[one]

    def can_pair(self, members: Collection[int]) -> bool:
        """Whether all of them can be paired with each other (C1 and C3)."""
        return len(members) % 2 == 0 and 2 * self.most_pairs(members) == len(members)

    def most_pairs(self, members: Collection[int]) -> int:
        """How many pairs they can form at most.

        Where everybody may meet at least half of the others there is a cycle through all (Dirac), so nobody or one is
        left over; only small groups need a search.
        """
        count = len(members)
        if count - 1 - self.most_blocked >= count / 2:
            return count // 2
        here = set(members)
        worst = max((len(self.blocked[member] & here) for member in members), default=0)
        if count - 1 - worst >= count / 2:
            return count // 2
        return len(best_matching({pair: 0 for pair in combinations(sorted(here), 2) if self.may_meet(*pair)}))


def best_matching(costs: Edges) -> list[tuple[int, int]]:
    """A matching of most pairs, and among those of least cost. Which one of several equally good is not promised."""
    nodes = sorted({member for pair in costs for member in pair})
    place = {member: index for index, member in enumerate(nodes)}
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(nodes)
    most = max(costs.values(), default=0) + 1
    graph.add_edges_from([(place[one], place[other], most - cost) for (one, other), cost in costs.items()])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((nodes[min(pair)], nodes[max(pair)]) for pair in matched)


def field_of(request: Request, numbers: Sequence[int]) -> Field:
    """The field of a round: `numbers` are the ids of all entries in the order of their numbers."""
    standing = {line.entrant: line for line in request.standings}
    gone = {entrant.id for entrant in request.entrants if entrant.withdrawn}
    present = [entrant for entrant in numbers if entrant not in gone]
    teams = []
    for entrant in present:
        line = standing.get(entrant)
        teams.append(
            Team(entrant, line.primary, line.secondary, len(line.opponents), line.byes + line.forfeit_wins > 0, line.floated, line.byes)
            if line
            else Team(entrant, 0)
        )
    index = {entrant: place for place, entrant in enumerate(present)}
    blocked: list[set[int]] = [set() for _team in present]
    met = ((line.entrant, other) for line in request.standings for other in line.opponents)
    _block(blocked, index, met)
    _block(blocked, index, request.forbidden)
    return Field(teams, blocked)


def _block(blocked: list[set[int]], index: dict[int, int], pairs: Iterable[tuple[int, int]]) -> None:
    for one, other in pairs:
        if one in index and other in index:
            blocked[index[one]].add(index[other])
            blocked[index[other]].add(index[one])
