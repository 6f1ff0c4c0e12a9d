"""The mark of a round's results: what a director decided on when closing it."""

import hashlib

from scoring.models import MatchResult
from tournaments.models import Match, Round


def compute_round_mark(round_: Round) -> str:
    """The same text as long as the round was published once and no result in it has changed. Two queries."""
    matches = Match.objects.filter(round=round_).order_by("pk").values_list("pk", flat=True)
    results = MatchResult.objects.filter(match__round=round_).order_by("match_id").values_list("match_id", "version", "state")
    identity = (round_.pk, str(round_.published_at), list(matches), list(results))
    return hashlib.sha256(repr(identity).encode()).hexdigest()[:16]
