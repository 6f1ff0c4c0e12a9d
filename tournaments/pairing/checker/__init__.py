"""An independent check of a stored draw: it reads the JSON only and shares no code with the engine that made it.

For a Swiss or Danish draw it proves what the certificate claims: everybody is seated once, nobody meets again without
need, the bye is the right one, and no legal pairing has fewer upfloaters or better differences. Standard library only.
"""

from collections.abc import Sequence
from typing import Any

from .meetings import Meetings
from .plain import check_any
from .swiss import SwissCheck
from .verdict import Claim, Verdict

__all__ = ["Claim", "Verdict", "check"]


def check(draw: dict[str, Any]) -> Verdict:
    """Everything that can be said about one draw."""
    verdict = Verdict()
    check_any(draw, verdict)
    if draw["request"]["format"] in {"swiss", "danish"}:
        verdict.claim("the draw brings its certificate", bool(draw["certificate"]))
    if not draw["certificate"]:
        return verdict
    if draw["request"]["format"] == "swiss":
        SwissCheck(draw, verdict).run()
    if draw["request"]["format"] == "danish":
        _danish(draw, verdict)
    return verdict


def _danish(draw: dict[str, Any], verdict: Verdict) -> None:
    """The order is that of the ranking, and each in turn meets the highest who leaves a legal round."""
    certificate = draw["certificate"]
    rank = {line["entrant"]: line["rank"] for line in draw["request"]["standings"]}
    ranks = [rank.get(entry, len(rank) + 1) for entry in certificate["order"]]
    verdict.claim("the order is that of the ranking", ranks == sorted(ranks))
    settled = [*certificate["exceptions"], *certificate["pairs"]]
    seated = {frozenset(pairing["sides"]) for pairing in draw["pairings"] if not pairing["bye"]}
    verdict.claim("the certificate is about this draw", {frozenset(pair) for pair in settled} == seated)
    meetings = Meetings(certificate["order"], certificate["blocked"])
    left = list(certificate["order"])
    right = True
    for one, other in certificate["pairs"]:
        better = left[1 : left.index(other)] if other in left else left
        right = right and one == left[0] and not any(_leaves(meetings, left, one, skipped) for skipped in better)
        left = [entry for entry in left if entry not in {one, other}]
    verdict.claim("everybody meets the highest who leaves a legal round", right and not left)


def _leaves(meetings: Meetings, left: Sequence[int], one: int, other: int) -> bool:
    return other not in meetings.not_allowed[one] and meetings.perfect([entry for entry in left if entry not in {one, other}])
