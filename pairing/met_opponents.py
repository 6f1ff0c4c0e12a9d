"""For formats that go down a ranking: the opponents whom an entry would have met by rank alone, and why it did not, read from a
stored draw.
"""

from collections.abc import Mapping

from pairing.formats import format_by_key
from pairing.values import DrawnRound, DrawReason, Json


def find_passed_over(draw: DrawnRound) -> dict[frozenset[int], tuple[DrawReason, ...]]:
    """By the two who meet, the reasons why each better placed opponent was passed over."""
    certificates = format_by_key(draw.request.format).list_rank_certificates(draw)
    forbidden = {frozenset(pair) for pair in draw.request.forbidden}
    return {pair: reasons for certificate in certificates for pair, reasons in _find_passed_in(certificate, forbidden).items() if reasons}


def _find_passed_in(certificate: Mapping[str, Json], forbidden: set[frozenset[int]]) -> dict[frozenset[int], tuple[DrawReason, ...]]:
    blocked = {frozenset(pair) for pair in certificate["blocked"]}
    left = list(certificate["order"])
    reasons_by_pair = {}
    for first, second in certificate["pairs"]:
        better = left[1 : left.index(second)]
        reasons_by_pair[frozenset((first, second))] = tuple(_explain_pass(first, skipped, forbidden, blocked) for skipped in better)
        left = [entry for entry in left if entry not in {first, second}]
    return reasons_by_pair


def _explain_pass(entry: int, skipped: int, forbidden: set[frozenset[int]], blocked: set[frozenset[int]]) -> DrawReason:
    pair = frozenset((entry, skipped))
    code = "rank_forbidden_avoided" if pair in forbidden else "rank_rematch_avoided" if pair in blocked else "rank_leaves_no_round"
    return DrawReason.of(code, entrant=entry, other=skipped)
