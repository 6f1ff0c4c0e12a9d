"""Entries of pools of different sizes: whoever plays one match more is not before another for that alone."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from pairing.values import MatchOutcome
from standings import CountingScheme, StandingResult, build_tally, rank_per_match, rank_tally

SUMS = ("games_won", "point_difference", "points_scored")
SCHEME = CountingScheme(points="games_won", tie_breaks=SUMS, bye=0, everybody_meets=True)


def play_pools(sizes, seed):
    """Everybody meets everybody in pools of these sizes, and in odd ones everybody rests once."""
    random, results, first = Random(seed), [], 1
    for size in sizes:
        members = range(first, first + size)
        for number, pair in enumerate(combinations(members, 2), start=1):
            games = random.choice([(2, 0), (2, 1), (1, 2), (0, 2)])
            points = tuple(31 * won + random.randint(0, 2) for won in games)
            results.append(StandingResult(len(results) + 1, number, pair, games, points, int(games[1] > games[0])))
        if size % 2:
            results += [StandingResult(0, 90 + rest, (member,), winner=0, outcome=MatchOutcome.BYE) for rest, member in enumerate(members)]
        first += size
    return list(range(1, first)), results


def rank_by_fractions(entries, results):
    """A second derivation, from the matches themselves."""

    def compute_means(entry):
        played = [
            (result.games, result.points, result.sides.index(entry))
            for result in results
            if len(result.sides) > 1 and entry in result.sides
        ]
        games = Fraction(sum(games[side] for games, _points, side in played), len(played))
        difference = Fraction(sum(points[side] - points[1 - side] for _games, points, side in played), len(played))
        scored = Fraction(sum(points[side] for _games, points, side in played), len(played))
        return -games, -difference, -scored

    keys = {entry: compute_means(entry) for entry in entries}
    return {entry: 1 + sum(other < keys[entry] for other in keys.values()) for entry in entries}


@pytest.mark.parametrize("sizes", [(4, 3), (5, 4, 4), (3, 3, 6), (7, 2)], ids=str)
def test_entries_of_pools_of_different_sizes_are_ranked_by_what_they_have_per_match(sizes):
    differ = 0
    for seed in range(20):
        entries, results = play_pools(sizes, seed)
        tally = build_tally(entries, results, SCHEME)
        ranks = rank_per_match(tally, SCHEME)
        assert ranks == rank_by_fractions(entries, results)
        differ += ranks != {line.entrant: line.rank for line in rank_tally(tally, SCHEME)}
    assert differ > 10, "sums would often have told something else"


@pytest.mark.parametrize(
    "tie_breaks", [("direct_encounter", "games_ratio", "lots"), ("sonneborn_berger", "points_conceded"), ("decided", "buchholz")]
)
def test_in_pools_of_one_size_it_is_the_ranking_by_sums(tie_breaks):
    scheme = CountingScheme(tie_breaks=tie_breaks, bye=0, seed="7", everybody_meets=True)
    for seed in range(10):
        entries, results = play_pools((5, 5, 5), seed)
        tally = build_tally(entries, results, scheme, decided={3: 1, 9: 2}, penalties={4: 1})
        assert rank_per_match(tally, scheme) == {line.entrant: line.rank for line in rank_tally(tally, scheme)}


def test_a_share_and_a_lot_do_not_grow_with_matches():
    scheme = CountingScheme(points="match_won", tie_breaks=("games_ratio",), bye=0, everybody_meets=True)
    results = [
        StandingResult(1, 1, (1, 2), (2, 0), (62, 0), 0),  # 1 has won one of one, two games to nothing
        StandingResult(2, 1, (3, 4), (2, 1), (62, 31), 0),
        StandingResult(3, 2, (3, 5), (2, 1), (62, 31), 0),  # 3 has won two of two, four games to two
    ]
    ranks = rank_per_match(build_tally([1, 2, 3, 4, 5], results, scheme), scheme)
    assert (ranks[1], ranks[3]) == (1, 2)
    by_lot = CountingScheme(points="match_won", tie_breaks=("lots",), bye=0, seed="7", everybody_meets=True)
    tally = build_tally([1, 2, 3, 4, 5], results, by_lot)
    ranks, lots = rank_per_match(tally, by_lot), dict(zip([1, 2, 3, 4, 5], tally.lots.tolist(), strict=True))
    assert (ranks[1] < ranks[3]) == (lots[1] < lots[3])


def test_who_has_played_nothing_is_ranked_by_nothing():
    tally = build_tally([1, 2], [], SCHEME)
    assert rank_per_match(tally, SCHEME) == {1: 1, 2: 1}
