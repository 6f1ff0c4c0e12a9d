"""A round without a pairing that complies with C1 and C2: the fewest exceptions that make one possible.

C.04.6 leaves this to the arbiter (3.3.3). Worst is a second bye, then a forbidden pair, then a rematch;
among equals the smallest difference in score decides, then the smallest numbers.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from pairing.swiss.field import Edges, TeamField, find_best_matching
from pairing.swiss.rounds import NoLegalPairing, PairedRound, pair_brackets, sort_for_bye

FORBIDDEN = 1_000_000
REMATCH = 1_000
"""A rematch costs this plus the square of the number of earlier meetings: the fewest rematches first, then pairs that met least often."""


def compute_exception_costs(members: Iterable[int], meetings: Mapping[tuple[int, int], int], forbidden: Iterable[tuple[int, int]]) -> Edges:
    """The cost of each pair of members; `meetings` counts earlier meetings by pair, the smaller index first."""
    costs = {pair: REMATCH + meetings[pair] ** 2 if meetings.get(pair) else 0 for pair in combinations(sorted(members), 2)}
    return costs | {(min(pair), max(pair)): FORBIDDEN for pair in forbidden}


def force_round(field: TeamField, costs: Edges, *, apply_c7_c10: bool) -> PairedRound:
    """The round with the fewest exceptions, all else by the rule. `costs` as from `compute_exception_costs`.

    Raises: NoLegalPairing only when there is nobody to pair.
    """
    everyone = list(range(len(field.teams)))
    bye = _choose_bye(field, everyone, costs)
    left = [team for team in everyone if team != bye]
    forced = choose_exceptions(field, left, costs)
    excepted = {team for pair in forced for team in pair}
    rest = [team for team in left if team not in excepted]
    return PairedRound(bye, pair_brackets(field, rest, apply_c7_c10=apply_c7_c10), tuple(forced))


def _choose_bye(field: TeamField, everyone: Sequence[int], costs: Edges) -> int | None:
    """The team whose bye leaves the fewest exceptions, in the usual order, among those not barred; else among those with the fewest
    byes.
    """
    if len(everyone) % 2 == 0:
        return None
    order = sort_for_bye(field, everyone)
    if not order:
        raise NoLegalPairing
    least = min(field.teams[team].rests for team in order)
    candidates = [team for team in order if not field.teams[team].barred] or [team for team in order if field.teams[team].rests == least]
    return min(candidates, key=lambda team: compute_least_cost([opponent for opponent in everyone if opponent != team], costs))


def choose_exceptions(field: TeamField, left: Sequence[int], costs: Edges) -> list[tuple[int, int]]:
    """The pairs that must be made against C1, chosen one after the other so that the rest needs as few exceptions as possible."""
    remaining, least = list(left), compute_least_cost(left, costs)
    forced: list[tuple[int, int]] = []
    exceptional = sorted(
        (pair for pair in combinations(left, 2) if costs[pair]),
        key=lambda pair: (abs(field.teams[pair[0]].score - field.teams[pair[1]].score), pair),
    )
    for pair in exceptional:
        if not least:
            break
        if pair[0] in remaining and pair[1] in remaining and costs[pair] <= least:
            without = [team for team in remaining if team not in pair]
            if compute_least_cost(without, costs) == least - costs[pair]:
                forced.append(pair)
                remaining, least = without, least - costs[pair]
    return forced


def compute_least_cost(members: Sequence[int], costs: Edges) -> int:
    """The cost of the exceptions in the best complete pairing."""
    chosen = {pair: costs[pair] for pair in combinations(members, 2)}
    return sum(chosen[pair] for pair in find_best_matching(chosen))
