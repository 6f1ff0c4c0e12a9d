"""The Swiss draw: FIDE C.04.6 without colours, article by article, on the brackets that the certificate claims."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb
from typing import Any

from pairing.checker.meetings import Meetings
from pairing.checker.verdict import Verdict

_MOST_SETS = 5_000
_MOST_MEMBERS = 10


class SwissCheck:
    """C.04.6 without colours, article by article, on the brackets that the certificate claims."""

    def __init__(self, draw: dict[str, Any], verdict: Verdict) -> None:
        request = draw["request"]
        self.verdict = verdict
        self.numbers = {entry: place for place, entry in enumerate(draw["groups"][0]["members"])}
        self.present = sorted(
            (entrant["id"] for entrant in request["entrants"] if not entrant["withdrawn"]), key=lambda entry: self.numbers[entry]
        )
        self.standing = {line["entrant"]: line for line in request["standings"]}
        met = [(line["entrant"], other) for line in request["standings"] for other in line["opponents"]]
        self.meetings = Meetings(self.present, [*met, *request["forbidden"]])
        self.certificate = draw["certificate"]
        self.pairs = [pairing["sides"] for pairing in draw["pairings"] if not pairing["bye"]]
        self.byes = [pairing["sides"][0] for pairing in draw["pairings"] if pairing["bye"]]

    def run(self) -> None:
        exceptions = {frozenset(pair) for pair in self.certificate["exceptions"]}
        named = all(self._place(one) < self._place(other) for one, other in self.pairs)
        self.verdict.claim("1.2: of two the one with the higher scores is named first", named)
        self.verdict.claim(
            "everybody present is seated", sorted([*self.byes, *(entry for pair in self.pairs for entry in pair)]) == sorted(self.present)
        )
        against = {frozenset(pair) for pair in self.pairs if pair[1] in self.meetings.not_allowed[pair[0]]}
        self.verdict.claim("C1: nobody meets again or against a prohibition, but for the exceptions", against == exceptions)
        if exceptions or (self.byes and self._barred(self.byes[0])):
            self.verdict.claim("no pairing without exceptions exists", not self._legal_round_exists())
        elif self.byes:
            self.verdict.claim("C2 and 3.4: the bye is the right one", self._bye_is_right())
        self._brackets({entry for pair in exceptions for entry in pair})

    def score(self, entry: int) -> int:
        return int(self.standing[entry]["primary"]) if entry in self.standing else 0

    def _place(self, entry: int) -> tuple[int, int, int]:
        """By primary score, then by the secondary one, then by number."""
        secondary = int(self.standing[entry]["secondary"]) if entry in self.standing else 0
        return -self.score(entry), -secondary, self.numbers[entry]

    def _barred(self, entry: int) -> bool:
        line = self.standing.get(entry)
        return line is not None and line["byes"] + line["forfeit_wins"] > 0

    def _legal_round_exists(self) -> bool:
        if len(self.present) % 2 == 0:
            return self.meetings.perfect(self.present)
        return any(self._leaves_a_round(entry) for entry in self.present if not self._barred(entry))

    def _leaves_a_round(self, bye: int) -> bool:
        return self.meetings.perfect([entry for entry in self.present if entry != bye])

    def _bye_is_right(self) -> bool:
        def order(entry: int) -> tuple[int, int, int]:
            return (self.score(entry), -len(self.standing.get(entry, {"opponents": ()})["opponents"]), -self.numbers[entry])

        chosen = self.byes[0]
        better = (entry for entry in self.present if order(entry) < order(chosen) and not self._barred(entry))
        return self._leaves_a_round(chosen) and not any(self._leaves_a_round(entry) for entry in better)

    def _brackets(self, settled: set[int]) -> None:
        left = [entry for entry in self.present if entry not in self.byes and entry not in settled]
        told: list[list[int]] = []
        for bracket in self.certificate["brackets"]:
            top = max(map(self.score, left), default=0)
            residents = [entry for entry in left if self.score(entry) == top]
            right = bracket["score"] == top and sorted(bracket["residents"]) == sorted(residents)
            self.verdict.claim("its residents are all who are left with that score", right, top)
            self._bracket(top, residents, bracket["upfloaters"], bracket["pairs"], left)
            told += bracket["pairs"]
            gone = {entry for pair in bracket["pairs"] for entry in pair}
            left = [entry for entry in left if entry not in gone]
        settled_pairs = [pair for pair in self.pairs if set(pair) <= settled]
        same = {frozenset(pair) for pair in told} == {frozenset(pair) for pair in self.pairs if pair not in settled_pairs}
        self.verdict.claim("the brackets are the draw", same and not left)

    def _bracket(self, top: int, residents: list[int], floaters: list[int], pairs: list[list[int]], left: list[int]) -> None:
        lower = [entry for entry in left if self.score(entry) < top]
        members = {*residents, *floaters}
        whole = set(floaters) <= set(lower) and sorted(entry for pair in pairs for entry in pair) == sorted(members)
        self.verdict.claim("all its members and nobody else are paired in it", whole, top)
        rest = [entry for entry in left if entry not in members]
        self.verdict.claim("C3: the rest can be paired", self.meetings.perfect(rest), top)
        self.verdict.claim("C4: no legal pairing has fewer upfloaters", self._fewest(residents, lower, len(floaters)), top)
        self.verdict.claim("C5: no legal pairing has better differences", self._closest(residents, lower, floaters), top)
        if floaters:
            first_set = self._first_set(top, residents, lower, floaters)
            self.verdict.claim("C6, C7 and 3.5: no legal set of upfloaters is better or comes earlier", first_set, top)
        if len(members) <= _MOST_MEMBERS:
            first = self._first(sorted(members), floaters, pairs)
            self.verdict.claim("C10 and 3.6: no legal pairing is better or has an earlier identifier", first, top)

    def _legal(self, residents: Sequence[int], lower: Sequence[int], floaters: Sequence[int]) -> bool:
        chosen = set(floaters)
        return self.meetings.perfect([*residents, *floaters]) and self.meetings.perfect([entry for entry in lower if entry not in chosen])

    def _fewest(self, residents: Sequence[int], lower: Sequence[int], used: int) -> bool | None:
        """Parity, then a maximum matching of the group itself, then every smaller set."""
        fewer = used - 2
        if fewer < 0 or len(residents) - 2 * self.meetings.matching_size(residents) > fewer:
            return True
        if sum(comb(len(lower), count) for count in range(fewer, -1, -2)) > _MOST_SETS:
            return None
        sets = (chosen for count in range(fewer, -1, -2) for chosen in combinations(lower, count))
        return not any(self._legal(residents, lower, chosen) for chosen in sets)

    def _closest(self, residents: Sequence[int], lower: Sequence[int], floaters: Sequence[int]) -> bool | None:
        mine = sorted(map(self.score, floaters))
        best = sorted(map(self.score, lower), reverse=True)[: len(floaters)]
        if sorted(best) == mine:
            return True
        if comb(len(lower), len(floaters)) > _MOST_SETS:
            return None
        better = (chosen for chosen in combinations(lower, len(floaters)) if sorted(map(self.score, chosen)) > mine)
        return not any(self._legal(residents, lower, chosen) for chosen in better)

    def _first_set(self, top: int, residents: Sequence[int], lower: Sequence[int], floaters: Sequence[int]) -> bool | None:
        """Every set with the same scores that could be better is either not legal or spoils the following group."""
        scores = sorted({self.score(entry) for entry in self.present}, reverse=True)
        following = next((score for score in scores if score < top), None)
        same = [entry for entry in lower if self.score(entry) in set(map(self.score, floaters))]
        if comb(len(same), len(floaters)) > _MOST_SETS:
            return None
        mine = self._set_key(lower, following, floaters)
        profile = sorted(map(self.score, floaters))
        rivals = (chosen for chosen in combinations(same, len(floaters)) if sorted(map(self.score, chosen)) == profile)
        hopeful = (chosen for chosen in rivals if (False, *self._again_and_order(chosen)) < mine)
        return not any(self._legal(residents, lower, chosen) and self._set_key(lower, following, chosen) < mine for chosen in hopeful)

    def _set_key(self, lower: Sequence[int], following: int | None, chosen: Sequence[int]) -> tuple[bool, int, list[int]]:
        rest = [entry for entry in lower if entry not in chosen]
        return (not self._next_group_kept(rest, following), *self._again_and_order(chosen))

    def _again_and_order(self, chosen: Sequence[int]) -> tuple[int, list[int]]:
        again = 0 if self.certificate["last_two_rounds"] else sum(self._floated(entry) for entry in chosen)
        return again, [self.numbers[entry] for entry in sorted(chosen, key=lambda entry: (-self.score(entry), self.numbers[entry]))]

    def _floated(self, entry: int) -> bool:
        return entry in self.standing and bool(self.standing[entry]["floated"])

    def _next_group_kept(self, rest: Sequence[int], following: int | None) -> bool:
        """C6: the following group needs no more upfloaters than the one that makes it even."""
        group = [entry for entry in rest if self.score(entry) == following]
        below = [entry for entry in rest if self.score(entry) != following]
        if len(group) % 2 == 0:
            return self.meetings.perfect(group) and self.meetings.perfect(below)
        return any(
            self.meetings.perfect([*group, helper]) and self.meetings.perfect([entry for entry in below if entry != helper])
            for helper in below
        )

    def _first(self, members: list[int], floaters: Sequence[int], pairs: Sequence[Sequence[int]]) -> bool:
        order = sorted(members, key=lambda entry: self.numbers[entry])
        mine = self._repeats(pairs, floaters), self._identifier(pairs)
        legal = (other for other in _all_pairings(order) if self._all_allowed(other))
        return all((self._repeats(other, floaters), self._identifier(other)) >= mine for other in legal)

    def _repeats(self, pairs: Iterable[Sequence[int]], floaters: Sequence[int]) -> int:
        if self.certificate["last_two_rounds"]:
            return 0
        opponents = [other for one, two in pairs for other, mate in ((one, two), (two, one)) if mate in floaters]
        return sum(map(self._floated, opponents))

    def _all_allowed(self, pairs: Iterable[Sequence[int]]) -> bool:
        return all(other not in self.meetings.not_allowed[one] for one, other in pairs)

    def _identifier(self, pairs: Iterable[Sequence[int]]) -> tuple[list[int], list[int]]:
        told = sorted(sorted(self.numbers[entry] for entry in pair) for pair in pairs)
        return [pair[0] for pair in told], [pair[1] for pair in told]


def _all_pairings(members: Sequence[int]) -> Iterable[list[tuple[int, int]]]:
    if not members:
        yield []
        return
    for place in range(1, len(members)):
        for rest in _all_pairings([*members[1:place], *members[place + 1 :]]):
            yield [(members[0], members[place]), *rest]
