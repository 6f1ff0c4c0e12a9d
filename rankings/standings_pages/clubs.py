"""Clubs ranked by the points of their entries in a stage: of all of them, or of the best of each club."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple, overload

from django.http import HttpRequest

from pairing import format_by_key
from rankings.standings_pages.queries import StandingLine, StandingsView

FEWEST_CLUBS = 2


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A club: the entries that count, best first, and how many play for it."""

    rank: int
    shared: bool
    club: str
    points: int | float
    counted: Sequence[StandingLine]
    entries: int

    @property
    def place(self) -> str:
        return f"{self.rank}=" if self.shared else str(self.rank)


def read_best(request: HttpRequest) -> int:
    """How many entries of each club count, as the address says; 0 for all."""
    asked = request.GET.get("best", "")
    return int(asked) if asked.isdecimal() and len(asked) < 4 else 0


def can_rank_clubs(view: StandingsView) -> bool:
    """Whether two clubs play, and one of them with several entries. Clubs that are the teams are ranked by their matches instead."""
    members = {} if format_by_key(view.stage.format_key).in_teams else _list_members(view)
    return len(members) >= FEWEST_CLUBS and any(len(lines) > 1 for lines in members.values())


def rank_clubs(view: StandingsView, best: int) -> tuple[ClubLine, ...]:
    """The clubs by the sum of points of their `best` entries (0: of all), then by the points of the best of them, the second best …

    A club with fewer entries counts those it has. Clubs that are equal in all of that share a place.
    """
    members = {club: sorted(found) for club, found in _list_members(view).items()}
    counted = {club: found[: best or None] for club, found in members.items()}
    keys = {
        club: (sum(member.minus_points for member in found), [member.minus_points for member in found]) for club, found in counted.items()
    }
    ranked: list[ClubLine] = []
    for _key, level in groupby(sorted(counted, key=lambda club: (keys[club], club)), key=keys.__getitem__):
        clubs, rank = list(level), len(ranked) + 1
        ranked += [ClubLine(rank, len(clubs) > 1, club, -keys[club][0], CountedLines(counted[club]), len(members[club])) for club in clubs]
    return tuple(ranked)


class _Member(NamedTuple):
    """An entry of a club; in the order of points and numbers."""

    minus_points: int | float
    number: int
    place: int
    lines: Sequence[StandingLine]


class CountedLines(Sequence[StandingLine]):
    """The lines of a club, which may be hundreds of which a page names eight."""

    def __init__(self, members: Sequence[_Member]) -> None:
        self._members = members

    def __len__(self) -> int:
        return len(self._members)

    @overload
    def __getitem__(self, place: int) -> StandingLine: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[StandingLine]: ...

    def __getitem__(self, place: int | slice) -> StandingLine | Sequence[StandingLine]:
        if isinstance(place, slice):
            return CountedLines(self._members[place])
        member = self._members[place]
        return member.lines[member.place]


def _list_members(view: StandingsView) -> dict[str, list[_Member]]:
    members: defaultdict[str, list[_Member]] = defaultdict(list)
    for group in view.groups:
        for place, (club, points, number) in enumerate(group.list_clubs()):
            if club:
                members[club].append(_Member(-points, number, place, group.lines))
    return dict(members)
