"""The teams to be paired in a round, and who may meet whom."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from pairing.swiss.acceleration import Acceleration
from pairing.values import DrawRequest, EntrantStanding

Edges = dict[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class SwissTeam:
    """An entry in this round.

    `score` is the score by which it is paired, `points` the primary score without virtual points. `barred`: may not have the bye (C2).
    `rests` counts its byes. `floated`: in the previous round.
    """

    id: int
    score: int
    secondary: int = 0
    played: int = 0
    barred: bool = False
    floated: bool = False
    rests: int = 0
    points: int = 0


@dataclass(slots=True)
class TeamField:
    """All teams in the order of their pairing numbers. Elsewhere in the engine a team is its index here, so a smaller index is a
    smaller number.

    `blocked[team]` are the teams it may not meet: already met, or a forbidden pair (C1).
    """

    teams: Sequence[SwissTeam]
    blocked: list[set[int]]
    most_blocked: int = field(init=False)

    def __post_init__(self) -> None:
        self.most_blocked = max((len(opponents) for opponents in self.blocked), default=0)

    def may_meet(self, first: int, second: int) -> bool:
        return second not in self.blocked[first]

    def can_pair(self, members: Collection[int]) -> bool:
        """Whether all members can be paired with each other (C1 and C3)."""
        return len(members) % 2 == 0 and 2 * self.count_most_pairs(members) == len(members)

    def count_most_pairs(self, members: Collection[int]) -> int:
        """The largest number of pairs that the members can form.

        Where everybody may meet at least half of the others there is a cycle through all (Dirac), so at most one is
        left over; only small groups need a search.
        """
        count = len(members)
        if count - 1 - self.most_blocked >= count / 2:
            return count // 2
        here = set(members)
        worst = max((len(self.blocked[member] & here) for member in members), default=0)
        if count - 1 - worst >= count / 2:
            return count // 2
        return len(find_best_matching({pair: 0 for pair in combinations(sorted(here), 2) if self.may_meet(*pair)}))


def find_best_matching(costs: Edges) -> list[tuple[int, int]]:
    """A matching with the most pairs, and among these of least cost. Which of several equally good ones is not promised."""
    import rustworkx  # noqa: PLC0415 - a desk without Swiss rounds does not load it

    nodes = sorted({member for pair in costs for member in pair})
    place = {member: index for index, member in enumerate(nodes)}
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(nodes)
    most = max(costs.values(), default=0) + 1
    graph.add_edges_from([(place[first], place[second], most - cost) for (first, second), cost in costs.items()])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((nodes[min(pair)], nodes[max(pair)]) for pair in matched)


def build_field(request: DrawRequest, numbers: Sequence[int], acceleration: Acceleration) -> TeamField:
    """The field of a round; `numbers` are the ids of all entries in the order of their numbers."""
    standing = {line.entrant: line for line in request.standings}
    gone = {entrant.id for entrant in request.entrants if entrant.withdrawn}
    present = [entrant for entrant in numbers if entrant not in gone]
    teams = []
    for entrant in present:
        line = standing.get(entrant)
        score = acceleration.compute_score(entrant, line.primary if line else 0)
        teams.append(_build_team(line, score) if line else SwissTeam(entrant, score))
    index = {entrant: place for place, entrant in enumerate(present)}
    blocked: list[set[int]] = [set() for _team in present]
    met = ((line.entrant, opponent) for line in request.standings for opponent in line.opponents)
    _block_pairs(blocked, index, met)
    _block_pairs(blocked, index, request.forbidden)
    return TeamField(teams, blocked)


def _build_team(line: EntrantStanding, score: int) -> SwissTeam:
    barred = line.byes + line.forfeit_wins > 0
    return SwissTeam(line.entrant, score, line.secondary, len(line.opponents), barred, line.floated, line.byes, line.primary)


def _block_pairs(blocked: list[set[int]], index: dict[int, int], pairs: Iterable[tuple[int, int]]) -> None:
    for first, second in pairs:
        if first in index and second in index:
            blocked[index[first]].add(index[second])
            blocked[index[second]].add(index[first])
