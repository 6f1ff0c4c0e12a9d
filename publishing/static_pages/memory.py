"""What was drawn before: a page whose rows did not change is not drawn again. A hand changes one match; an evening has hundreds."""

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

from desk.fixtures.queries import read_formats_with_calendar
from publishing.static_pages.stopping import StillPage
from scoring.models import LedgerEntry, MatchResult
from tournaments.models import Club, Entry, HallTable, Match, Member, Person, Round, Seat, Stage, StageEntry, Substitution, Tournament
from tournaments.pages.drawn import RELEASE_FINGERPRINT

MOST = 4
"""Tournaments, each in one language, of which pages are kept in the memory of a process."""
Key = tuple[Any, ...]


@dataclass(slots=True)
class PageMemory:
    """Pages by their files, each with the key under which it was drawn. What a walk did not ask for is forgotten with `end_walk`."""

    pages: dict[str, tuple[Key, StillPage]] = field(default_factory=dict)
    asked: dict[str, tuple[Key, StillPage]] = field(default_factory=dict)

    def draw_once(self, path: str, key: Key, draw: Callable[[], StillPage | None]) -> StillPage | None:
        kept = self.pages.get(path)
        page = kept[1] if kept and kept[0] == key else draw()
        if page is not None:
            self.asked[path] = (key, page)
        return page

    def end_walk(self) -> None:
        self.pages, self.asked = self.asked, {}


_memories: OrderedDict[Key, PageMemory] = OrderedDict()


def open_memory(*key: Any) -> PageMemory:
    """The memory of what the key names, in this process."""
    memory = _memories.pop(key, None) or PageMemory()
    _memories[key] = memory
    while len(_memories) > MOST:
        _memories.popitem(last=False)
    return memory


@dataclass(frozen=True, slots=True)
class DrawnState:
    """Digests of the rows that the page of a match shows: those of the tournament, and those of each match by its code."""

    common: str
    matches: Mapping[str, str]


def read_drawn_state(tournament: Tournament) -> DrawnState:
    """Thirteen queries, however many matches there are."""
    entries = Entry.objects.filter(tournament=tournament)
    decided = LedgerEntry.objects.filter(tournament=tournament, match=None).order_by("-seq").values_list("seq")[:1]
    common = _digest(
        [
            RELEASE_FINGERPRINT,
            read_formats_with_calendar(tournament.slug),
            list(decided),
            *map(
                _list_rows,
                (
                    Tournament.objects.filter(pk=tournament.pk),
                    Stage.objects.filter(tournament=tournament),
                    StageEntry.objects.filter(stage__tournament=tournament),
                    entries,
                    Member.objects.filter(tournament=tournament),
                    Person.objects.filter(memberships__tournament=tournament),
                    Club.objects.filter(pk__in=entries.values("club")),
                    Substitution.objects.filter(entry__tournament=tournament),
                    HallTable.objects.filter(tournament=tournament),
                ),
            ),
        ]
    )
    return DrawnState(common, _read_matches(tournament))


def _read_matches(tournament: Tournament) -> dict[str, str]:
    rounds = {row[0]: row for row in _list_rows(Round.objects.filter(stage__tournament=tournament))}
    results = {result[0]: result for result in _list_rows(MatchResult.objects.filter(match__round__stage__tournament=tournament))}
    seats: dict[int, list[Key]] = {}
    for seat in (
        Seat.objects.filter(round__stage__tournament=tournament).order_by("pk").values_list("match_id", "entry_id", "side", "place")
    ):
        seats.setdefault(seat[0], []).append(seat)
    matches = Match.objects.filter(round__stage__tournament=tournament).order_by("pk").values()
    return {
        match["code"]: _digest([sorted(match.items()), rounds[match["round_id"]], results.get(match["id"]), seats.get(match["id"])])
        for match in matches
    }


def _list_rows(rows: QuerySet[Any]) -> list[Key]:
    return list(rows.order_by("pk").values_list())


def _digest(values: Iterable[Any]) -> str:
    return hashlib.sha256(repr(list(values)).encode()).hexdigest()
