"""Clubs ranked by the points of their entries in a stage: of all of them, or of the best of each club."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest

from scoring.standings_pages.queries import StandingLine, StandingsView

FEWEST_CLUBS = 2


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A club: the entries that count, best first, and how many play for it."""

    rank: int
    shared: bool
    club: str
    points: int | float
    counted: tuple[StandingLine, ...]
    entries: int

    @property
    def place(self) -> str:
        return f"{self.rank}=" if self.shared else str(self.rank)


def read_best(request: HttpRequest) -> int:
    """How many entries of each club count, as the address says; 0 for all."""
    asked = request.GET.get("best", "")
    return int(asked) if asked.isdecimal() and len(asked) < 4 else 0


def can_rank_clubs(view: StandingsView) -> bool:
    """Whether two clubs play, and one of them with several entries."""
    members = _list_members(view)
    return len(members) >= FEWEST_CLUBS and any(len(lines) > 1 for lines in members.values())


def rank_clubs(view: StandingsView, best: int) -> tuple[ClubLine, ...]:
    """The clubs by the sum of points of their `best` entries (0: of all), then by the points of the best of them, the second best …

    A club with fewer entries counts those it has. Clubs that are equal in all of that share a place.
    """
    members = {club: sorted(lines, key=lambda line: (-line.points, line.number)) for club, lines in _list_members(view).items()}
    counted = {club: lines[: best or None] for club, lines in members.items()}
    keys = {club: (-sum(line.points for line in lines), [-line.points for line in lines]) for club, lines in counted.items()}
    ordered = sorted(counted, key=lambda club: (keys[club], club))
    return tuple(
        ClubLine(
            rank=1 + sum(rival < keys[club] for rival in keys.values()),
            shared=sum(rival == keys[club] for rival in keys.values()) > 1,
            club=club,
            points=-keys[club][0],
            counted=tuple(counted[club]),
            entries=len(members[club]),
        )
        for club in ordered
    )


def _list_members(view: StandingsView) -> dict[str, Sequence[StandingLine]]:
    members: defaultdict[str, list[StandingLine]] = defaultdict(list)
    for group in view.groups:
        for line in group.lines:
            if line.club:
                members[line.club].append(line)
    return dict(members)
