"""Whom somebody would have met by the ranking alone, and why not: told from a stored draw, for the formats that go down a ranking."""

from collections.abc import Mapping

from pairing.values import Draw, Json, Reason


def passed_over(draw: Draw) -> dict[frozenset[int], tuple[Reason, ...]]:
    """By the two who meet, the opponents with better places who were passed over."""
    by_heat = draw.certificate.get("heats", {"": draw.certificate})
    certificates = by_heat if draw.request.format in {"danish", "heats"} and draw.certificate else {}
    forbidden = {frozenset(pair) for pair in draw.request.forbidden}
    return {pair: found for one in certificates.values() for pair, found in _passed_in(one, forbidden).items() if found}


def _passed_in(certificate: Mapping[str, Json], forbidden: set[frozenset[int]]) -> dict[frozenset[int], tuple[Reason, ...]]:
    blocked = {frozenset(pair) for pair in certificate["blocked"]}
    left = list(certificate["order"])
    found = {}
    for one, other in certificate["pairs"]:
        better = left[1 : left.index(other)]
        found[frozenset((one, other))] = tuple(_why(one, skipped, forbidden, blocked) for skipped in better)
        left = [entry for entry in left if entry not in {one, other}]
    return found


def _why(one: int, skipped: int, forbidden: set[frozenset[int]], blocked: set[frozenset[int]]) -> Reason:
    pair = frozenset((one, skipped))
    code = "rank_forbidden_avoided" if pair in forbidden else "rank_rematch_avoided" if pair in blocked else "rank_leaves_no_round"
    return Reason.of(code, entrant=one, other=skipped)
