"""The picture of a Swiss: who has as many points, and whom each of them meets now."""

from dataclasses import dataclass
from itertools import groupby

from scoring.matches.rounds import MatchRow, list_matches
from scoring.standings_pages.queries import StandingLine, read_standings_view
from tournaments.models import Round, Stage


@dataclass(frozen=True, slots=True)
class GroupMember:
    """An entry of a score group, with its match of the latest round; none for who does not play in it."""

    line: StandingLine
    match: MatchRow | None

    @property
    def opponents(self) -> str:
        """Whom it meets; empty in a bye."""
        if self.match is None or self.match.bye:
            return ""
        sides = zip(self.match.names, self.match.numbers, strict=False)
        return " · ".join(name for name, number in sides if number != self.line.number)


@dataclass(frozen=True, slots=True)
class ScoreGroup:
    """Entries of equal points, in the order of the standings."""

    points: int | float
    members: tuple[GroupMember, ...]


def read_score_groups(stage: Stage) -> tuple[ScoreGroup, ...]:
    """The score groups by the confirmed results, the highest first. Some queries."""
    latest = Round.objects.filter(stage=stage).exclude(state=Round.State.DRAFT).order_by("-number").first()
    matches = {number: row for row in list_matches(latest) for number in row.numbers} if latest else {}
    lines = sorted(
        (line for group in read_standings_view(stage).groups for line in group.lines), key=lambda line: (-line.points, line.rank)
    )
    return tuple(
        ScoreGroup(points, tuple(GroupMember(line, matches.get(line.number)) for line in members))
        for points, members in groupby(lines, key=lambda line: line.points)
    )
