"""Preview a change: the ledger is written as it would be, read, and rolled back."""

from desk.corrections.queries import Impact, Snapshot, compute_impact, read_snapshot
from scoring.models import MatchResult
from scoring.standings.stored import mark_standings_stale
from tournaments.models import Match

TWO = 2


class ImpactPreview:
    """The dry run of a service that changes a match: snapshots before and after. `turned` asks also for the impact if the match ended
    the other way round, which matters before reopening a match: reopening changes no number yet.
    """

    def __init__(self, match: Match, *, turned: bool = False) -> None:
        self.match = match
        self.turns = turned
        self.pictures: list[Snapshot] = []

    def record_before(self) -> None:
        self.pictures = [read_snapshot(self.match)]

    def record_after(self) -> None:
        self.pictures.append(read_snapshot(self.match))
        if self.turns and _turn_result(self.match):
            self.pictures.append(read_snapshot(self.match))

    def build_impact(self) -> Impact:
        """The impact of the change. Call outside the transaction: rounds are drawn again here."""
        return compute_impact(self.pictures[0], self.pictures[1])

    def build_turned_impact(self) -> Impact | None:
        """The impact of the opposite result; None without `turned`, or without a winner."""
        return compute_impact(self.pictures[0], self.pictures[2]) if len(self.pictures) > TWO else None


def _turn_result(match: Match) -> bool:
    """Give the win to the other side, or void a match of more than two sides; only in a transaction that is rolled back."""
    result = MatchResult.objects.get(match=match)
    if result.winner is None:
        return False
    if len(result.summary["games_won"]) == TWO:
        result.winner = 1 - result.winner
        result.summary = {
            **result.summary,
            "games_won": result.summary["games_won"][::-1],
            "games": [game[::-1] for game in result.summary["games"]],
        }
    else:
        result.state = MatchResult.State.VOID
    result.save()
    mark_standings_stale(match.round.stage_id, seq=result.seq)
    return True
