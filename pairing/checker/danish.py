"""Checking a round of the Danish system: the whole draw, or one venue of heats."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from pairing.checker.meetings import LegalMeetings
from pairing.checker.verdict import DrawVerdict


def check_heats(draw: dict[str, Any], verdict: DrawVerdict) -> None:
    """Check that everybody plays in the venue of the first draw, and that every venue plays a Danish round of its own."""
    certificates = draw["certificate"]["heats"]
    members = {group["name"]: set(group["members"]) for group in draw["groups"]}
    at_home = all(set(pairing["sides"]) <= members.get(pairing["group"], set()) for pairing in draw["pairings"])
    same_venues = all(set(group["members"]) <= members.get(group["name"], set()) for group in draw["request"]["groups"])
    verdict.claim("everybody plays in its own venue", at_home and same_venues and certificates.keys() == members.keys())
    verdicts = []
    for name, own in certificates.items():
        part = DrawVerdict()
        DanishCheck(
            draw, own, [pairing for pairing in draw["pairings"] if pairing["group"] == name], members.get(name, set()), part
        ).check_round()
        verdicts.append(part)
    faults = {claim.what for part in verdicts for claim in part.faults}
    for what in dict.fromkeys(claim.what for part in verdicts for claim in (*part.proven, *part.faults)):
        verdict.claim(what, what not in faults)


def check_danish(draw: dict[str, Any], verdict: DrawVerdict) -> None:
    everybody = {entrant["id"] for entrant in draw["request"]["entrants"]}
    DanishCheck(draw, draw["certificate"], draw["pairings"], everybody, verdict).check_round()


class DanishCheck:
    """Checks that the order is that of the ranking, that each in turn meets the highest who leaves a legal round, and the bye."""

    def __init__(
        self, draw: dict[str, Any], certificate: dict[str, Any], pairings: Sequence[dict[str, Any]], members: set[int], verdict: DrawVerdict
    ) -> None:
        request = draw["request"]
        self.request, self.certificate, self.verdict = request, certificate, verdict
        self.present = sorted(entrant["id"] for entrant in request["entrants"] if not entrant["withdrawn"] and entrant["id"] in members)
        self.standing = {line["entrant"]: line for line in request["standings"]}
        self.pairs = [pairing["sides"] for pairing in pairings if not pairing["bye"]]
        self.byes = [pairing["sides"][0] for pairing in pairings if pairing["bye"]]
        self.meetings = LegalMeetings(self.present, self._list_blocked_pairs())

    def check_round(self) -> None:
        certificate, claim = self.certificate, self.verdict.claim
        ranks = [self._get_rank(entry) for entry in certificate["order"]]
        claim("the order is that of the ranking", ranks == sorted(ranks))
        settled = {frozenset(pair) for pair in (*certificate["exceptions"], *certificate["pairs"])}
        same = settled == {frozenset(pair) for pair in self.pairs} and certificate["bye"] == next(iter(self.byes), None)
        blocked = {frozenset(pair) for pair in certificate["blocked"]}
        claim("the certificate is about this draw", same and blocked == {frozenset(pair) for pair in self._list_blocked_pairs()})
        seated = [*self.byes, *(entry for pair in self.pairs for entry in pair)]
        claim("everybody present is seated", sorted(seated) == self.present)
        if certificate["exceptions"]:
            claim("no pairing without exceptions exists", not self._legal_round_exists())
        elif self.byes:
            claim("the last who may rest rests", self._is_bye_right(self.byes[0]))
        claim("everybody meets the highest who leaves a legal round", self._meet_highest_opponents())

    def _list_blocked_pairs(self) -> list[Sequence[int]]:
        """Pairs of present entries that met in the last `rematch_gap` rounds, and forbidden pairs."""
        since = self.request["round"] - self.request["options"]["rematch_gap"]
        met = [match["sides"] for match in self.request["history"] if match["outcome"] == "played" and match["round"] >= since]
        pairs = [pair for sides in met for pair in combinations(sides, 2)]
        present = set(self.present)
        return [pair for pair in (*pairs, *self.request["forbidden"]) if set(pair) <= present]

    def _get_rank(self, entry: int) -> int:
        line = self.standing.get(entry)
        return int(line["rank"]) if line else len(self.request["entrants"]) + 1

    def _list_bye_candidates(self) -> list[int]:
        """Entries that had no bye and no win without playing; when there are none, those with the fewest byes."""
        rests = {entry: self.standing.get(entry, {"byes": 0, "forfeit_wins": 0}) for entry in self.present}
        never = [entry for entry, line in rests.items() if not line["byes"] and not line["forfeit_wins"]]
        least = min((line["byes"] for line in rests.values()), default=0)
        return never or [entry for entry, line in rests.items() if line["byes"] == least]

    def _leaves_legal_round(self, *settled: int, among: Iterable[int] | None = None) -> bool:
        return self.meetings.can_pair_all([entry for entry in (self.present if among is None else among) if entry not in settled])

    def _legal_round_exists(self) -> bool:
        if len(self.present) % 2 == 0:
            return self.meetings.can_pair_all(self.present)
        return any(self._leaves_legal_round(entry) for entry in self._list_bye_candidates())

    def _is_bye_right(self, chosen: int) -> bool:
        """With equal ranks either entry may have the bye."""
        may = self._list_bye_candidates()
        later = (entry for entry in may if self._get_rank(entry) > self._get_rank(chosen))
        return chosen in may and self._leaves_legal_round(chosen) and not any(map(self._leaves_legal_round, later))

    def _meet_highest_opponents(self) -> bool:
        left = list(self.certificate["order"])
        if not set(left) <= set(self.present):
            return False
        for first, second in self.certificate["pairs"]:
            if first != next(iter(left), None):
                return False
            if second != next((entry for entry in left[1:] if self._could_meet(first, entry, left)), None):
                return False
            left = [entry for entry in left if entry not in {first, second}]
        return not left

    def _could_meet(self, first: int, second: int, left: Sequence[int]) -> bool:
        return second not in self.meetings.not_allowed[first] and self._leaves_legal_round(first, second, among=left)
