"""A change is looked at before it is made: the ledger is written as it would be, read, and taken back."""

from scoring.corrections.queries import Consequences, Picture, difference, picture_of
from scoring.models import MatchResult
from scoring.standings_pages.stored import keep_standings
from tournaments.models import Match

TWO = 2


class Foresight:
    """Given as `look` to a service that changes a match. `turned` asks besides how it would be if the match ended the other way round,
    which is what whoever opens it again wants to know: opening changes no number yet."""

    def __init__(self, match: Match, *, turned: bool = False) -> None:
        self.match = match
        self.turns = turned
        self.pictures: list[Picture] = []

    def before(self) -> None:
        self.pictures = [picture_of(self.match)]

    def after(self) -> None:
        self.pictures.append(picture_of(self.match))
        if self.turns and _turn(self.match):
            self.pictures.append(picture_of(self.match))

    @property
    def changed(self) -> Picture:
        return self.pictures[1]

    def consequences(self) -> Consequences:
        """Outside the transaction: draws are drawn again here."""
        return difference(self.pictures[0], self.pictures[1])

    def if_turned(self) -> Consequences | None:
        """None where nobody asked, or where nobody has won."""
        return difference(self.pictures[0], self.pictures[2]) if len(self.pictures) > TWO else None


def _turn(match: Match) -> bool:
    """Let the other side have won, or where many play nobody; in the transaction that is taken back, and nowhere else."""
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
    keep_standings(match.round.stage, seq=result.seq)
    return True
