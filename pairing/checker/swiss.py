"""Checking a Swiss draw: FIDE C.04.6 without colours, article by article, on the brackets that the certificate claims."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import ceil, comb
from typing import Any

from pairing.checker.meetings import LegalMeetings
from pairing.checker.verdict import DrawVerdict

_MOST_SETS = 5_000
_MOST_MEMBERS = 10


class VirtualPoints:
    """Who has how many virtual points in the round by C.04.5.1, in halves, and what they make of a score; nobody without acceleration."""

    def __init__(self, request: dict[str, Any], present: Sequence[int]) -> None:
        self.members: set[int] = set()
        self.halves = 0
        if request["options"].get("acceleration") != "baku":
            return
        accelerated = ceil(request["options"]["rounds"] / 2)
        if request["round"] <= accelerated:
            self.halves = request["win_points"] * (2 if request["round"] <= ceil(accelerated / 2) else 1)
            half = next(size for size in range(0, len(present) + 2, 2) if size >= len(present) / 2)
            self.members = set(request.get("accelerated", present[:half]))

    def add_to(self, entry: int, points: int) -> int:
        return 2 * points + (self.halves if entry in self.members else 0) if self.halves else points


class SwissCheck:
    """Checks a draw against C.04.6 without colours, article by article, on the brackets that the certificate claims."""

    def __init__(self, draw: dict[str, Any], verdict: DrawVerdict) -> None:
        request = draw["request"]
        self.verdict = verdict
        self.numbers = {entry: place for place, entry in enumerate(draw["groups"][0]["members"])}
        self.present = sorted(
            (entrant["id"] for entrant in request["entrants"] if not entrant["withdrawn"]), key=lambda entry: self.numbers[entry]
        )
        self.standing = {line["entrant"]: line for line in request["standings"]}
        met = [(line["entrant"], opponent) for line in request["standings"] for opponent in line["opponents"]]
        self.meetings = LegalMeetings(self.present, [*met, *request["forbidden"]])
        self.certificate = draw["certificate"]
        self.virtual = VirtualPoints(request, self.present)
        self.pairs = [pairing["sides"] for pairing in draw["pairings"] if not pairing["bye"]]
        self.byes = [pairing["sides"][0] for pairing in draw["pairings"] if pairing["bye"]]

    def check_round(self) -> None:
        exceptions = {frozenset(pair) for pair in self.certificate["exceptions"]}
        named = all(self._get_sort_key(first) < self._get_sort_key(second) for first, second in self.pairs)
        self.verdict.claim("1.2: of two the one with the higher scores is named first", named)
        self.verdict.claim(
            "everybody present is seated", sorted([*self.byes, *(entry for pair in self.pairs for entry in pair)]) == sorted(self.present)
        )
        against = {frozenset(pair) for pair in self.pairs if pair[1] in self.meetings.not_allowed[pair[0]]}
        self.verdict.claim("C1: nobody meets again or against a prohibition, but for the exceptions", against == exceptions)
        if exceptions or (self.byes and self._is_barred(self.byes[0])):
            self.verdict.claim("no pairing without exceptions exists", not self._legal_round_exists())
        elif self.byes:
            self.verdict.claim("C2 and 3.4: the bye is the right one", self._is_bye_right())
        self._check_acceleration()
        self._check_brackets({entry for pair in exceptions for entry in pair})

    def _check_acceleration(self) -> None:
        claimed = self.certificate.get("acceleration", {"members": [], "halves": 0})
        if claimed["halves"] or self.virtual.halves:
            right = sorted(claimed["members"]) == sorted(self.virtual.members) and claimed["halves"] == self.virtual.halves
            self.verdict.claim("C.04.5.1: the virtual points are those of the rule", right)

    def get_score(self, entry: int) -> int:
        """The score by which it is paired: with virtual points it is counted in halves."""
        return self.virtual.add_to(entry, self._get_points(entry))

    def _get_points(self, entry: int) -> int:
        return int(self.standing[entry]["primary"]) if entry in self.standing else 0

    def _get_sort_key(self, entry: int) -> tuple[int, int, int]:
        """Primary score, then secondary score (both highest first), then number."""
        secondary = int(self.standing[entry]["secondary"]) if entry in self.standing else 0
        return -self._get_points(entry), -secondary, self.numbers[entry]

    def _is_barred(self, entry: int) -> bool:
        line = self.standing.get(entry)
        return line is not None and line["byes"] + line["forfeit_wins"] > 0

    def _legal_round_exists(self) -> bool:
        if len(self.present) % 2 == 0:
            return self.meetings.can_pair_all(self.present)
        return any(self._leaves_legal_round(entry) for entry in self.present if not self._is_barred(entry))

    def _leaves_legal_round(self, bye: int) -> bool:
        return self.meetings.can_pair_all([entry for entry in self.present if entry != bye])

    def _is_bye_right(self) -> bool:
        def get_bye_order(entry: int) -> tuple[int, int, int]:
            return (self.get_score(entry), -len(self.standing.get(entry, {"opponents": ()})["opponents"]), -self.numbers[entry])

        chosen = self.byes[0]
        better = (entry for entry in self.present if get_bye_order(entry) < get_bye_order(chosen) and not self._is_barred(entry))
        return self._leaves_legal_round(chosen) and not any(self._leaves_legal_round(entry) for entry in better)

    def _check_brackets(self, settled: set[int]) -> None:
        left = [entry for entry in self.present if entry not in self.byes and entry not in settled]
        claimed_pairs: list[list[int]] = []
        for bracket in self.certificate["brackets"]:
            top = max(map(self.get_score, left), default=0)
            residents = [entry for entry in left if self.get_score(entry) == top]
            right = bracket["score"] == top and sorted(bracket["residents"]) == sorted(residents)
            self.verdict.claim("its residents are all who are left with that score", right, top)
            self._check_bracket(top, residents, bracket["upfloaters"], bracket["pairs"], left)
            claimed_pairs += bracket["pairs"]
            gone = {entry for pair in bracket["pairs"] for entry in pair}
            left = [entry for entry in left if entry not in gone]
        settled_pairs = [pair for pair in self.pairs if set(pair) <= settled]
        same = {frozenset(pair) for pair in claimed_pairs} == {frozenset(pair) for pair in self.pairs if pair not in settled_pairs}
        self.verdict.claim("the brackets are the draw", same and not left)

    def _check_bracket(self, top: int, residents: list[int], floaters: list[int], pairs: list[list[int]], left: list[int]) -> None:
        lower = [entry for entry in left if self.get_score(entry) < top]
        members = {*residents, *floaters}
        whole = set(floaters) <= set(lower) and sorted(entry for pair in pairs for entry in pair) == sorted(members)
        self.verdict.claim("all its members and nobody else are paired in it", whole, top)
        rest = [entry for entry in left if entry not in members]
        self.verdict.claim("C3: the rest can be paired", self.meetings.can_pair_all(rest), top)
        self.verdict.claim("C4: no legal pairing has fewer upfloaters", self._has_fewest_upfloaters(residents, lower, len(floaters)), top)
        self.verdict.claim("C5: no legal pairing has better differences", self._has_best_differences(residents, lower, floaters), top)
        if floaters:
            first_set = self._is_first_set(top, residents, lower, floaters)
            self.verdict.claim("C6, C7 and 3.5: no legal set of upfloaters is better or comes earlier", first_set, top)
        if len(members) <= _MOST_MEMBERS:
            first = self._is_first_pairing(sorted(members), floaters, pairs)
            self.verdict.claim("C10 and 3.6: no legal pairing is better or has an earlier identifier", first, top)

    def _is_legal(self, residents: Sequence[int], lower: Sequence[int], floaters: Sequence[int]) -> bool:
        chosen = set(floaters)
        return self.meetings.can_pair_all([*residents, *floaters]) and self.meetings.can_pair_all(
            [entry for entry in lower if entry not in chosen]
        )

    def _has_fewest_upfloaters(self, residents: Sequence[int], lower: Sequence[int], used: int) -> bool | None:
        """C4 by parity, then by a maximum matching of the group itself, then by every smaller set; None when there are too many sets."""
        fewer = used - 2
        if fewer < 0 or len(residents) - 2 * self.meetings.compute_matching(residents) > fewer:
            return True
        if sum(comb(len(lower), count) for count in range(fewer, -1, -2)) > _MOST_SETS:
            return None
        sets = (chosen for count in range(fewer, -1, -2) for chosen in combinations(lower, count))
        return not any(self._is_legal(residents, lower, chosen) for chosen in sets)

    def _has_best_differences(self, residents: Sequence[int], lower: Sequence[int], floaters: Sequence[int]) -> bool | None:
        mine = sorted(map(self.get_score, floaters))
        best = sorted(map(self.get_score, lower), reverse=True)[: len(floaters)]
        if sorted(best) == mine:
            return True
        if comb(len(lower), len(floaters)) > _MOST_SETS:
            return None
        better = (chosen for chosen in combinations(lower, len(floaters)) if sorted(map(self.get_score, chosen)) > mine)
        return not any(self._is_legal(residents, lower, chosen) for chosen in better)

    def _is_first_set(self, top: int, residents: Sequence[int], lower: Sequence[int], floaters: Sequence[int]) -> bool | None:
        """Whether every set with the same scores that could be better is illegal or spoils the following group; None when there are too
        many.
        """
        scores = sorted({self.get_score(entry) for entry in self.present}, reverse=True)
        following = next((score for score in scores if score < top), None)
        same = [entry for entry in lower if self.get_score(entry) in set(map(self.get_score, floaters))]
        if comb(len(same), len(floaters)) > _MOST_SETS:
            return None
        mine = self._get_set_key(lower, following, floaters)
        profile = sorted(map(self.get_score, floaters))
        rivals = (chosen for chosen in combinations(same, len(floaters)) if sorted(map(self.get_score, chosen)) == profile)
        hopeful = (chosen for chosen in rivals if (False, *self._get_refloats_and_numbers(chosen)) < mine)
        return not any(
            self._is_legal(residents, lower, chosen) and self._get_set_key(lower, following, chosen) < mine for chosen in hopeful
        )

    def _get_set_key(self, lower: Sequence[int], following: int | None, chosen: Sequence[int]) -> tuple[bool, int, list[int]]:
        rest = [entry for entry in lower if entry not in chosen]
        return (not self._is_next_group_kept(rest, following), *self._get_refloats_and_numbers(chosen))

    def _get_refloats_and_numbers(self, chosen: Sequence[int]) -> tuple[int, list[int]]:
        again = 0 if self.certificate["last_two_rounds"] else sum(self._has_floated(entry) for entry in chosen)
        return again, [self.numbers[entry] for entry in sorted(chosen, key=lambda entry: (-self.get_score(entry), self.numbers[entry]))]

    def _has_floated(self, entry: int) -> bool:
        return entry in self.standing and bool(self.standing[entry]["floated"])

    def _is_next_group_kept(self, rest: Sequence[int], following: int | None) -> bool:
        """C6: the following group needs no more upfloaters than the one that makes it even."""
        group = [entry for entry in rest if self.get_score(entry) == following]
        below = [entry for entry in rest if self.get_score(entry) != following]
        if len(group) % 2 == 0:
            return self.meetings.can_pair_all(group) and self.meetings.can_pair_all(below)
        return any(
            self.meetings.can_pair_all([*group, helper]) and self.meetings.can_pair_all([entry for entry in below if entry != helper])
            for helper in below
        )

    def _is_first_pairing(self, members: list[int], floaters: Sequence[int], pairs: Sequence[Sequence[int]]) -> bool:
        order = sorted(members, key=lambda entry: self.numbers[entry])
        mine = self._count_refloated_opponents(pairs, floaters), self._get_identifier(pairs)
        legal = (pairing for pairing in _iterate_pairings(order) if self._are_allowed(pairing))
        return all((self._count_refloated_opponents(pairing, floaters), self._get_identifier(pairing)) >= mine for pairing in legal)

    def _count_refloated_opponents(self, pairs: Iterable[Sequence[int]], floaters: Sequence[int]) -> int:
        if self.certificate["last_two_rounds"]:
            return 0
        opponents = [opponent for first, second in pairs for opponent, mate in ((first, second), (second, first)) if mate in floaters]
        return sum(map(self._has_floated, opponents))

    def _are_allowed(self, pairs: Iterable[Sequence[int]]) -> bool:
        return all(second not in self.meetings.not_allowed[first] for first, second in pairs)

    def _get_identifier(self, pairs: Iterable[Sequence[int]]) -> tuple[list[int], list[int]]:
        sorted_pairs = sorted(sorted(self.numbers[entry] for entry in pair) for pair in pairs)
        return [pair[0] for pair in sorted_pairs], [pair[1] for pair in sorted_pairs]


def _iterate_pairings(members: Sequence[int]) -> Iterable[list[tuple[int, int]]]:
    if not members:
        yield []
        return
    for place in range(1, len(members)):
        for rest in _iterate_pairings([*members[1:place], *members[place + 1 :]]):
            yield [(members[0], members[place]), *rest]
