"""If this fails, the checker proves an article of C.04.6 that does not hold, or doubts one that does: each beside every set and pairing."""

import random
from itertools import combinations

from pairing.checker.swiss import SwissCheck
from pairing.checker.verdict import DrawVerdict
from tests.cases import every_case
from tests.pairing.test_swiss import all_pairings


class Round:
    """A few entries with scores of chance, in the order of numbers of chance; who may not meet, and who floated."""

    def __init__(self, case):
        self.chance = chance = random.Random(case)
        self.numbers = chance.sample(range(11, 19), chance.randint(3, 8))
        self.last_two = chance.random() < 0.3
        self.score = {one: chance.randrange(3) for one in self.numbers}
        self.floated = {one for one in self.numbers if chance.random() < 0.4}
        self.apart = {frozenset(pair) for pair in combinations(self.numbers, 2) if chance.random() < 0.3}
        standings = [
            {
                "entrant": one, "primary": self.score[one], "secondary": chance.randrange(3), "floated": one in self.floated, "byes": 0,
                "forfeit_wins": 0, "opponents": [other for other in self.numbers if frozenset((one, other)) in self.apart],
            }
            for one in self.numbers
        ]  # fmt: skip
        request = {
            "entrants": [{"id": one, "withdrawn": False} for one in sorted(self.numbers)], "standings": standings, "forbidden": [],
            "round": 2, "options": {"rounds": 5}, "win_points": 0,
        }  # fmt: skip
        draw = {
            "request": request,
            "groups": [{"members": self.numbers}],
            "pairings": [],
            "certificate": {"last_two_rounds": self.last_two},
        }
        self.check = SwissCheck(draw, DrawVerdict())
        self.top = max(self.score.values())
        self.residents = [one for one in self.numbers if self.score[one] == self.top]
        self.lower = [one for one in self.numbers if self.score[one] < self.top]
        self.following = max((self.score[one] for one in self.lower), default=None)

    def is_legal(self, pairs):
        return all(frozenset(pair) not in self.apart for pair in pairs)

    def list_pairings(self, members):
        order = tuple(sorted(members, key=self.numbers.index))
        return [pairs for pairs in all_pairings(order) if self.is_legal(pairs)] if len(order) % 2 == 0 else []

    def leave(self, floaters):
        return [one for one in self.lower if one not in floaters]

    def can_float(self, floaters):
        return bool(self.list_pairings([*self.residents, *floaters])) and bool(self.list_pairings(self.leave(floaters)))

    def list_sets(self, count):
        return [floaters for floaters in combinations(self.lower, count) if self.can_float(floaters)]

    def keeps_next_group(self, rest):
        group = [one for one in rest if self.score[one] == self.following]
        below = [one for one in rest if self.score[one] != self.following]
        helpers = [()] if len(group) % 2 == 0 else [(one,) for one in below]
        return any(
            self.list_pairings([*group, *helper]) and self.list_pairings([one for one in below if one not in helper]) for helper in helpers
        )

    def rate_set(self, floaters):
        """C6, C7 and 3.5: whether the next group is kept, how many float again, and their numbers from the highest score on."""
        again = 0 if self.last_two else sum(one in self.floated for one in floaters)
        order = sorted(floaters, key=lambda one: (-self.score[one], self.numbers.index(one)))
        return (not self.keeps_next_group(self.leave(floaters)), again, [self.numbers.index(one) for one in order])

    def rate_pairing(self, pairs, floaters):
        """C10 and 3.6."""
        met = [other for pair in pairs for one, other in (pair, pair[::-1]) if one in floaters]
        by_number = sorted(sorted(map(self.numbers.index, pair)) for pair in pairs)
        again = 0 if self.last_two else sum(one in self.floated for one in met)
        return again, [pair[0] for pair in by_number], [pair[1] for pair in by_number]


@every_case("case", range(150))
def test_fewest_and_best_upfloaters_are_those_of_every_set(case):
    played = Round(case)
    sets = {count: played.list_sets(count) for count in range(len(played.lower) + 1)}
    for count in range(len(played.residents) % 2, len(played.lower) + 1, 2):
        fewer = any(sets[less] for less in range(count))
        assert played.check._has_fewest_upfloaters(played.residents, played.lower, count) is not fewer
        for floaters in sets[count]:
            scores = sorted(played.score[one] for one in floaters)
            rivals = [sorted(played.score[one] for one in other) for other in sets[count]]
            assert played.check._has_best_differences(played.residents, played.lower, floaters) is (max(rivals) == scores)
            alike = [other for other, own in zip(sets[count], rivals, strict=True) if own == scores]
            best = min(map(played.rate_set, alike))
            if count:
                found = played.check._is_first_set(played.top, played.residents, played.lower, floaters)
                assert found is (played.rate_set(floaters) == best)
            assert played.check._is_next_group_kept(played.leave(floaters), played.following) is played.keeps_next_group(
                played.leave(floaters)
            )


@every_case("case", range(150))
def test_the_first_pairing_is_that_of_every_pairing(case):
    played = Round(f"pairing {case}")
    members = played.chance.sample(played.numbers, len(played.numbers) // 2 * 2)
    floaters = [one for one in members if one in played.lower][:3]
    legal = played.list_pairings(members)
    for pairs in played.chance.sample(legal, min(6, len(legal))):
        best = min(played.rate_pairing(other, floaters) for other in legal)
        assert played.check._is_first_pairing(sorted(members), floaters, pairs) is (played.rate_pairing(pairs, floaters) == best)
        assert played.check._is_first_pairing(sorted(members), floaters, [pair[::-1] for pair in pairs]) is (
            played.rate_pairing(pairs, floaters) == best
        )


@every_case("case", range(100))
def test_the_bye_is_that_of_the_lowest_who_leaves_a_round(case):
    """The lowest score, then the most matches, then the largest number; of those who have had none."""
    played = Round(f"bye {case}")
    if len(played.numbers) % 2 == 0:
        return
    lines = {line["entrant"]: line for line in played.check.standing.values()}
    for line in lines.values():
        line["byes"], line["forfeit_wins"] = played.chance.choice(((0, 0), (0, 0), (1, 0), (0, 1)))

    def leaves(one):
        return bool(played.list_pairings([other for other in played.numbers if other != one]))

    may = [one for one in played.numbers if not lines[one]["byes"] and not lines[one]["forfeit_wins"] and leaves(one)]
    order = sorted(may, key=lambda one: (played.score[one], -len(lines[one]["opponents"]), -played.numbers.index(one)))
    assert played.check._legal_round_exists() is bool(may)
    for one in played.numbers:
        played.check.byes = [one]
        if one in may:
            assert played.check._is_bye_right() is (one == order[0])
        assert played.check._is_barred(one) is bool(lines[one]["byes"] or lines[one]["forfeit_wins"])


@every_case("case", range(60))
def test_of_two_the_one_with_the_higher_scores_is_named_first(case):
    played = Round(f"names {case}")
    lines = played.check.standing
    for one, other in combinations(played.numbers, 2):
        keys = [(-played.score[entry], -lines[entry]["secondary"], played.numbers.index(entry)) for entry in (one, other)]
        assert (played.check._get_sort_key(one) < played.check._get_sort_key(other)) is (keys[0] < keys[1])
    even = played.numbers[: len(played.numbers) // 2 * 2]
    played.check.present = even
    assert played.check._legal_round_exists() is bool(played.list_pairings(even))
