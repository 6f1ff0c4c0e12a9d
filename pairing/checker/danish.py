"""A round of the Danish system: the whole draw, or one venue of heats."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from pairing.checker.meetings import Meetings
from pairing.checker.verdict import Verdict


def check_heats(draw: dict[str, Any], verdict: Verdict) -> None:
    """Everybody plays in the venue that the first draw gave, and every venue plays a Danish round of its own."""
    told = draw["certificate"]["heats"]
    members = {group["name"]: set(group["members"]) for group in draw["groups"]}
    at_home = all(set(pairing["sides"]) <= members.get(pairing["group"], set()) for pairing in draw["pairings"])
    kept = all(set(group["members"]) <= members.get(group["name"], set()) for group in draw["request"]["groups"])
    verdict.claim("everybody plays in its own venue", at_home and kept and told.keys() == members.keys())
    found = []
    for name, own in told.items():
        part = Verdict()
        DanishCheck(draw, own, [one for one in draw["pairings"] if one["group"] == name], members.get(name, set()), part).run()
        found.append(part)
    faults = {claim.what for part in found for claim in part.faults}
    for what in dict.fromkeys(claim.what for part in found for claim in (*part.proven, *part.faults)):
        verdict.claim(what, what not in faults)


def check_danish(draw: dict[str, Any], verdict: Verdict) -> None:
    everybody = {entrant["id"] for entrant in draw["request"]["entrants"]}
    DanishCheck(draw, draw["certificate"], draw["pairings"], everybody, verdict).run()


class DanishCheck:
    """The order is that of the ranking, and each in turn meets the highest who leaves a legal round; the last who may rest rests."""

    def __init__(
        self, draw: dict[str, Any], certificate: dict[str, Any], pairings: Sequence[dict[str, Any]], members: set[int], verdict: Verdict
    ) -> None:
        request = draw["request"]
        self.request, self.certificate, self.verdict = request, certificate, verdict
        self.present = sorted(one["id"] for one in request["entrants"] if not one["withdrawn"] and one["id"] in members)
        self.standing = {line["entrant"]: line for line in request["standings"]}
        self.pairs = [pairing["sides"] for pairing in pairings if not pairing["bye"]]
        self.byes = [pairing["sides"][0] for pairing in pairings if pairing["bye"]]
        self.meetings = Meetings(self.present, self._not_allowed())

    def run(self) -> None:
        certificate, claim = self.certificate, self.verdict.claim
        ranks = [self._rank(entry) for entry in certificate["order"]]
        claim("the order is that of the ranking", ranks == sorted(ranks))
        settled = {frozenset(pair) for pair in (*certificate["exceptions"], *certificate["pairs"])}
        same = settled == {frozenset(pair) for pair in self.pairs} and certificate["bye"] == next(iter(self.byes), None)
        blocked = {frozenset(pair) for pair in certificate["blocked"]}
        claim("the certificate is about this draw", same and blocked == {frozenset(pair) for pair in self._not_allowed()})
        seated = [*self.byes, *(entry for pair in self.pairs for entry in pair)]
        claim("everybody present is seated", sorted(seated) == self.present)
        if certificate["exceptions"]:
            claim("no pairing without exceptions exists", not self._legal_round_exists())
        elif self.byes:
            claim("the last who may rest rests", self._rest_is_right(self.byes[0]))
        claim("everybody meets the highest who leaves a legal round", self._highest())

    def _not_allowed(self) -> list[Sequence[int]]:
        """Who met in the last rounds, as far as the gap goes, and who is to be kept apart; of those who are present here."""
        since = self.request["round"] - self.request["options"]["rematch_gap"]
        met = [one["sides"] for one in self.request["history"] if one["outcome"] == "played" and one["round"] >= since]
        pairs = [pair for sides in met for pair in combinations(sides, 2)]
        here = set(self.present)
        return [pair for pair in (*pairs, *self.request["forbidden"]) if set(pair) <= here]

    def _rank(self, entry: int) -> int:
        line = self.standing.get(entry)
        return int(line["rank"]) if line else len(self.request["entrants"]) + 1

    def _may_rest(self) -> list[int]:
        """Who never rested nor won without playing; when there is nobody, who rested least."""
        rests = {entry: self.standing.get(entry, {"byes": 0, "forfeit_wins": 0}) for entry in self.present}
        never = [entry for entry, line in rests.items() if not line["byes"] and not line["forfeit_wins"]]
        least = min((line["byes"] for line in rests.values()), default=0)
        return never or [entry for entry, line in rests.items() if line["byes"] == least]

    def _leaves_a_round(self, *settled: int, among: Iterable[int] | None = None) -> bool:
        return self.meetings.perfect([entry for entry in (self.present if among is None else among) if entry not in settled])

    def _legal_round_exists(self) -> bool:
        if len(self.present) % 2 == 0:
            return self.meetings.perfect(self.present)
        return any(self._leaves_a_round(entry) for entry in self._may_rest())

    def _rest_is_right(self, chosen: int) -> bool:
        """With equal ranks either may rest."""
        may = self._may_rest()
        later = (entry for entry in may if self._rank(entry) > self._rank(chosen))
        return chosen in may and self._leaves_a_round(chosen) and not any(map(self._leaves_a_round, later))

    def _highest(self) -> bool:
        left = list(self.certificate["order"])
        for one, other in self.certificate["pairs"]:
            if not left or one != left[0] or other not in left[1:]:
                return False
            better = left[1 : left.index(other)]
            if any(self._could_meet(one, skipped, left) for skipped in better):
                return False
            left = [entry for entry in left if entry not in {one, other}]
        return not left

    def _could_meet(self, one: int, other: int, left: Sequence[int]) -> bool:
        return other not in self.meetings.not_allowed[one] and self._leaves_a_round(one, other, among=left)
