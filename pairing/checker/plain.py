"""Checks for draws of any format, and of formats whose meetings are fixed beforehand."""

import hashlib
import json
from collections import Counter
from itertools import combinations
from typing import Any

from pairing.checker.verdict import DrawVerdict

_BRACKETS = frozenset({"knockout", "double_elimination"})
_NEVER_TWICE = frozenset({"mitchell"})


def check_any(draw: dict[str, Any], verdict: DrawVerdict) -> None:
    request = draw["request"]
    canonical = json.dumps(request, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    verdict.claim("the fingerprint is that of the data", hashlib.sha256(canonical.encode()).hexdigest() == draw["digest"])
    seated = [side for pairing in draw["pairings"] for side in pairing["sides"]]
    verdict.claim("nobody is seated twice", len(seated) == len(set(seated)))
    present = {entrant["id"] for entrant in request["entrants"] if not entrant["withdrawn"]}
    verdict.claim("only entries that are present are seated", set(seated) <= present)
    if request.get("declined"):
        verdict.claim("nobody is drawn back who declined", not set(request["declined"]) & set(seated))
    _check_forbidden_pairs(draw, verdict)
    if request["format"] in _BRACKETS and request["round"] == 1:
        _check_bracket(draw, verdict)
    if request["format"] in _NEVER_TWICE or (request["format"] == "round_robin" and request["options"]["meetings"] == 1):
        _check_no_rematch(draw, verdict)


def _check_forbidden_pairs(draw: dict[str, Any], verdict: DrawVerdict) -> None:
    """Claim that no forbidden pair meets; where the format fixes the meetings, whether one was avoidable is not proven here."""
    forbidden = {frozenset(pair) for pair in draw["request"]["forbidden"]}
    met = [pair for pairing in draw["pairings"] for pair in map(frozenset, combinations(pairing["sides"], 2)) if pair in forbidden]
    if forbidden and draw["request"]["format"] != "swiss":
        verdict.claim("nobody meets whom it is to be kept apart from", None if met else True)


def _check_bracket(draw: dict[str, Any], verdict: DrawVerdict) -> None:
    """Claim for any way of writing a bracket that the first 2, 4, 8 … seeds stand in different halves, quarters, eighths."""
    if any(entrant.get("pool") for entrant in draw["request"]["entrants"]):
        _check_crossing(draw, verdict)
        return
    seed_of = {entrant["id"]: entrant["seed"] for entrant in draw["request"]["entrants"]}
    width = draw["pairings"][0]["position"][1]
    match_of = {seed_of[side]: pairing["position"][2] for pairing in draw["pairings"] for side in pairing["sides"] if seed_of[side]}
    seeds = sorted(match_of)
    blocks = 2
    separated = True
    while blocks <= width // 2:
        best = [match_of[seed] * blocks // (width // 2) for seed in seeds[:blocks]]
        separated = separated and len(best) == len(set(best))
        blocks *= 2
    verdict.claim("the seeds stand in different halves, quarters and eighths of the bracket", separated)
    resting = [seed_of[pairing["sides"][0]] for pairing in draw["pairings"] if pairing["bye"]]
    verdict.claim("as many rest as the bracket has free places", len(resting) == width - len(seed_of) and width < 2 * max(2, len(seed_of)))
    best_seeds = seeds[: len(resting)]
    verdict.claim("the best seeds rest", sorted(seed for seed in resting if seed) == best_seeds)


def _check_crossing(draw: dict[str, Any], verdict: DrawVerdict) -> None:
    """Claims about a bracket of entries that come from pools; where mates meet, whether that was avoidable is not proven here."""
    entrants = sorted(draw["request"]["entrants"], key=lambda entrant: entrant["seed"])
    width = draw["pairings"][0]["position"][1]
    resting = {pairing["sides"][0] for pairing in draw["pairings"] if pairing["bye"]}
    full = len(resting) == width - len(entrants) and width < 2 * max(2, len(entrants))
    verdict.claim("as many rest as the bracket has free places", full)
    pool_of = {entrant["id"]: entrant["pool"] for entrant in entrants if entrant.get("pool")}
    met = any(side in pool_of and pool_of[side] == pool_of.get(other) for side, other in _list_meetings(draw))
    verdict.claim("nobody meets its own pool in the first match", None if met else True)
    best = {entrant["id"] for entrant in entrants[: len(set(pool_of.values()))]}
    if entrants[0]["seed"] and len({pool_of.get(entry, entry) for entry in best}) == len(best) <= width // 2:
        protected = not any(best.issuperset(sides) for sides in _list_meetings(draw))
        verdict.claim("the best of the pools do not meet in the first match", protected)
        verdict.claim("the best of the pools rest first", len(resting & best) == min(len(resting), len(best)))


def _list_meetings(draw: dict[str, Any]) -> list[tuple[int, ...]]:
    return [tuple(pairing["sides"]) for pairing in draw["pairings"] if not pairing["bye"]]


def _check_no_rematch(draw: dict[str, Any], verdict: DrawVerdict) -> None:
    """Claimed only where it holds: a director who exchanged two in an earlier round may have made a meeting that the plan has again
    later.
    """
    history = [frozenset(played["sides"]) for played in draw["request"]["history"] if len(played["sides"]) == 2]
    now = [frozenset(pairing["sides"]) for pairing in draw["pairings"] if not pairing["bye"]]
    if max(Counter(history + now).values(), default=0) <= 1:
        verdict.claim("nobody meets twice", holds=True)
