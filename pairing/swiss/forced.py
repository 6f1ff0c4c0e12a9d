"""When no pairing complies with C1 and C2: the fewest exceptions that make one possible.

C.04.6 leaves this to the arbiter (3.3.3). A second bye is the worst, then a pair that was forbidden, then a rematch;
among equals those of the smallest difference in score, then of the smallest numbers.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from pairing.swiss.field import Edges, Field, best_matching
from pairing.swiss.rounds import Impossible, PairedRound, bye_order, pair_brackets

FORBIDDEN = 1_000_000
REMATCH = 1_000
"""A rematch costs this and the number of earlier meetings, squared: the fewest first, then those who met least often."""


def exception_costs(members: Iterable[int], meetings: Mapping[tuple[int, int], int], forbidden: Iterable[tuple[int, int]]) -> Edges:
    """What each pair would cost; `meetings` counts earlier ones by pair, the smaller index first."""
    costs = {pair: REMATCH + meetings[pair] ** 2 if meetings.get(pair) else 0 for pair in combinations(sorted(members), 2)}
    return costs | {(min(pair), max(pair)): FORBIDDEN for pair in forbidden}


def force_round(field: Field, costs: Edges, *, repeats_matter: bool) -> PairedRound:
    """The round with the fewest exceptions; everything else exactly by the rule. `costs` as from `exception_costs`.

    Raises: Impossible only when there is nobody to pair.
    """
    everyone = list(range(len(field.teams)))
    bye = _bye(field, everyone, costs)
    left = [team for team in everyone if team != bye]
    forced = exceptions(field, left, costs)
    taken = {team for pair in forced for team in pair}
    rest = [team for team in left if team not in taken]
    return PairedRound(bye, pair_brackets(field, rest, repeats_matter=repeats_matter), tuple(forced))


def _bye(field: Field, everyone: Sequence[int], costs: Edges) -> int | None:
    """Whoever leaves the fewest exceptions, in the usual order, among those not barred; else among those who rested least."""
    if len(everyone) % 2 == 0:
        return None
    order = bye_order(field, everyone)
    if not order:
        raise Impossible
    least = min(field.teams[team].rests for team in order)
    candidates = [team for team in order if not field.teams[team].barred] or [team for team in order if field.teams[team].rests == least]
    return min(candidates, key=lambda team: fewest_cost([other for other in everyone if other != team], costs))


def exceptions(field: Field, left: Sequence[int], costs: Edges) -> list[tuple[int, int]]:
    """The pairs that must be made against C1, chosen one after the other so that the rest needs no more than it must."""
    remaining, least = list(left), fewest_cost(left, costs)
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
            if fewest_cost(without, costs) == least - costs[pair]:
                forced.append(pair)
                remaining, least = without, least - costs[pair]
    return forced


def fewest_cost(members: Sequence[int], costs: Edges) -> int:
    """What the exceptions of the best complete pairing cost."""
    chosen = {pair: costs[pair] for pair in combinations(members, 2)}
    return sum(chosen[pair] for pair in best_matching(chosen))
