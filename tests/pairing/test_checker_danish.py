"""If this fails, the checker of a Danish round takes a wrong bye or opponent for right: each claim beside every pairing there is."""

import random
from itertools import combinations, pairwise

from pairing.checker.danish import DanishCheck
from pairing.checker.verdict import DrawVerdict
from tests.cases import every_case
from tests.pairing.test_swiss import all_pairings


class Round:
    """Some entries with ranks of chance; who came late has none, and who withdrew is not there."""

    def __init__(self, case):
        self.chance = chance = random.Random(case)
        entrants = chance.sample(range(11, 30), chance.randint(4, 9))
        gone, late = set(chance.sample(entrants, chance.choice((0, 0, 1)))), set(chance.sample(entrants, chance.choice((0, 1, 2))))
        ranked = [one for one in entrants if one not in late]
        self.lines = {
            one: {"entrant": one, "rank": rank, "byes": chance.choice((0, 0, 1, 2)), "forfeit_wins": chance.choice((0, 0, 0, 1))}
            for rank, one in enumerate(ranked, start=1)
        }
        for one, other in pairwise(ranked):
            if chance.random() < 0.2:
                self.lines[other]["rank"] = self.lines[one]["rank"]
        self.present = [one for one in entrants if one not in gone]
        self.round, gap = chance.randint(2, 5), chance.choice((0, 1, 2, 99))
        pairs = list(combinations(entrants, 2))
        played = [
            (chance.randint(1, self.round - 1), chance.choice(pairs), chance.choice(("played", "played", "walkover"))) for _turn in range(8)
        ]
        forbidden = chance.sample(pairs, chance.choice((0, 1, 2)))
        self.apart = {frozenset(pair) for number, pair, outcome in played if outcome == "played" and number >= self.round - gap}
        self.apart |= set(map(frozenset, forbidden))
        request = {
            "round": self.round, "options": {"rematch_gap": gap}, "forbidden": [list(pair) for pair in forbidden],
            "entrants": [{"id": one, "withdrawn": one in gone} for one in sorted(entrants)], "standings": list(self.lines.values()),
            "history": [{"round": number, "sides": list(pair), "outcome": outcome} for number, pair, outcome in played],
        }  # fmt: skip
        self.request = request
        self.check = DanishCheck({"request": request}, {"order": [], "pairs": []}, [], set(entrants), DrawVerdict())
        self.ranks = {one: self.lines[one]["rank"] if one in self.lines else len(entrants) + 1 for one in entrants}

    def list_rounds(self, members):
        order = tuple(members)
        if len(order) % 2:
            return []
        return [pairs for pairs in all_pairings(order) if all(frozenset(pair) not in self.apart for pair in pairs)]

    def may_rest(self):
        """Who had no bye and no win without playing; where all had one, those with the fewest byes."""
        byes = {one: self.lines[one]["byes"] if one in self.lines else 0 for one in self.present}
        given = {one: self.lines[one]["forfeit_wins"] if one in self.lines else 0 for one in self.present}
        never = [one for one in self.present if byes[one] + given[one] == 0]
        return never or [one for one in self.present if byes[one] == min(byes.values())]


@every_case("case", range(200))
def test_who_may_not_meet_and_who_may_rest_is_counted_from_the_rounds(case):
    played = Round(case)
    here = set(played.present)
    assert {frozenset(pair) for pair in played.check._list_blocked_pairs()} == {pair for pair in played.apart if pair <= here}
    assert sorted(played.check._list_bye_candidates()) == sorted(played.may_rest())
    assert {one: played.check._get_rank(one) for one in played.ranks} == played.ranks
    may = played.may_rest() if len(played.present) % 2 else [None]
    found = any(played.list_rounds([other for other in played.present if other != one]) for one in may)
    assert played.check._legal_round_exists() is found


@every_case("case", range(200))
def test_the_bye_is_that_of_the_last_who_may_have_it(case):
    played = Round(f"bye {case}")
    if len(played.present) % 2:
        fit = [one for one in played.may_rest() if played.list_rounds([other for other in played.present if other != one])]
        last = max((played.ranks[one] for one in fit), default=0)
        for one in played.present:
            assert played.check._is_bye_right(one) is (one in fit and played.ranks[one] == last)


@every_case("case", range(200))
def test_everybody_meets_the_highest_who_leaves_a_round(case):
    """The one way down the ranking is right, and any two pairs that exchange opponents are not."""
    played = Round(f"opponents {case}")
    order = sorted(played.present, key=lambda one: (played.ranks[one], one))[: len(played.present) // 2 * 2]
    if not played.list_rounds(order):
        return
    left, pairs = list(order), []
    while left:
        first, *others = left
        met = next(
            one
            for one in others
            if frozenset((first, one)) not in played.apart and played.list_rounds([other for other in others if other != one])
        )
        pairs.append([first, met])
        left = [one for one in others if one != met]
    played.check.certificate = {"order": order, "pairs": pairs}
    assert played.check._meet_highest_opponents()
    for one, other in combinations(range(len(pairs)), 2):
        forged = [list(pair) for pair in pairs]
        forged[one][1], forged[other][1] = forged[other][1], forged[one][1]
        played.check.certificate = {"order": order, "pairs": forged}
        assert not played.check._meet_highest_opponents()
    for forged in (pairs[:-1], [*pairs, [98, 99]], pairs[::-1] if len(pairs) > 1 else pairs[:-1]):
        played.check.certificate = {"order": order, "pairs": forged}
        assert not played.check._meet_highest_opponents()
