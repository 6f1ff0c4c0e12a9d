"""What was drawn before: a page whose rows did not change is not drawn again. A hand changes one match; an evening has hundreds."""

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from desk.fixtures.queries import read_formats_with_calendar
from publishing.static_pages.stopping import StillPage
from scoring.clocks.queries import read_clocks
from scoring.models import LedgerEntry, MatchResult
from tournaments.announcing.queries import is_enrolment_open
from tournaments.models import (
    Announcement,
    Club,
    Draw,
    Entry,
    HallTable,
    Match,
    Member,
    Organizer,
    Person,
    Round,
    Seat,
    Stage,
    StageEntry,
    Substitution,
    Tournament,
)
from tournaments.pages.drawn import RELEASE_FINGERPRINT

MOST = 4
"""Tournaments, each in one language, of which pages are kept in the memory of a process."""
Key = tuple[Any, ...]


@dataclass(slots=True)
class PageMemory:
    """Pages by their files, each with the key under which it was drawn. `forget_unasked`: of what was not asked for."""

    pages: dict[str, tuple[Key, StillPage]] = field(default_factory=dict)
    asked_for: dict[str, tuple[Key, StillPage]] = field(default_factory=dict)

    def draw_once(self, path: str, key: Key, draw: Callable[[], StillPage | None]) -> StillPage | None:
        earlier = self.pages.get(path)
        page = earlier[1] if earlier and earlier[0] == key else draw()
        if page is not None:
            self.asked_for[path] = (key, page)
        return page

    def forget_unasked(self) -> None:
        self.pages, self.asked_for = self.asked_for, {}


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
    """Digests of the rows that pages show.

    `common`: names, stages, rules; no results. `played`: the standings. `evening`: the announcement, and what of it depends on the hour.
    `matches` by code: the match, its round, seats and result; `own` by number of the entry: those of its matches. `draws` by stage and
    round: the draw and who sits where.
    """

    common: str
    played: str
    evening: str
    matches: Mapping[str, str]
    own: Mapping[int, str]
    draws: Mapping[tuple[int, int], str]

    def choose_key(self, path: str) -> Key | None:
        """What the page at a path depends on; None for one that is always drawn."""
        folder, _slash, name = path.rpartition("/")
        name = name.rpartition(".")[0]
        if folder == "matches":
            return (self.common, self.matches[name])
        if folder == "players" and name.isdecimal():
            return (self.common, self.played, self.evening, self.own.get(int(name), ""))
        if folder == "draws":
            stage, round_ = name.split("-")[:2]
            return (self.common, self.draws[int(stage), int(round_)])
        if folder == "pictures":
            return (self.common, self.evening, self.played)
        return (self.common,) if folder == "rules" else None


def read_drawn_state(tournament: Tournament, played: object) -> DrawnState:
    """Eighteen queries, however many matches there are. `played` changes with the standings."""
    entries = Entry.objects.filter(tournament=tournament)
    decided = LedgerEntry.objects.filter(tournament=tournament, match=None).order_by("-seq").values_list("seq")[:1]
    querysets = (
        Tournament.objects.filter(pk=tournament.pk),
        Stage.objects.filter(tournament=tournament),
        StageEntry.objects.filter(stage__tournament=tournament),
        entries,
        Member.objects.filter(tournament=tournament),
        Person.objects.filter(memberships__tournament=tournament),
        Club.objects.filter(pk__in=entries.values("club")),
        Substitution.objects.filter(entry__tournament=tournament),
        HallTable.objects.filter(tournament=tournament),
        Organizer.objects.filter(pk=tournament.organizer_id),
    )
    common = [RELEASE_FINGERPRINT, read_formats_with_calendar(tournament.slug), list(decided), *map(_list_rows, querysets)]
    announcements = Announcement.objects.filter(tournament=tournament)
    may_enrol = [is_enrolment_open(tournament, announcement, timezone.now()) for announcement in announcements]
    clocks = [clock.has_begun for clock in read_clocks(tournament, at=timezone.now())]
    rounds = _list_rows(Round.objects.filter(stage__tournament=tournament))
    evening = [_list_rows(announcements), may_enrol, clocks, rounds, timezone.localdate()]
    return DrawnState(_digest(common), _digest([played]), _digest(evening), **_read_matches(tournament))


def _read_matches(tournament: Tournament) -> dict[str, Any]:
    rounds = {row["id"]: row for row in Round.objects.filter(stage__tournament=tournament).order_by("pk").values()}
    results = {row[0]: row for row in _list_rows(MatchResult.objects.filter(match__round__stage__tournament=tournament))}
    draws = dict(Draw.objects.filter(round__in=rounds).values_list("round_id", "pk"))
    changes = dict(Draw.objects.filter(round__in=rounds).values_list("round_id", "changes"))
    numbers = dict(Stage.objects.filter(tournament=tournament).values_list("pk", "number"))
    seats: dict[int, list[Key]] = {}
    seated = Seat.objects.filter(round__in=rounds).order_by("pk")
    for seat in seated.values_list("match_id", "entry__number", "side", "place"):
        seats.setdefault(seat[0], []).append(seat)
    by_code: dict[str, str] = {}
    own: dict[int, list[str]] = {}
    drawn: dict[int, list[Any]] = {pk: [rounds[pk], draws.get(pk), changes.get(pk)] for pk in rounds}
    for match in Match.objects.filter(round__in=rounds).order_by("pk").values():
        sitting = [sorted(match.items()), seats.get(match["id"], [])]
        by_code[match["code"]] = _digest([*sitting, rounds[match["round_id"]], results.get(match["id"])])
        drawn[match["round_id"]].append(sitting)
        for seat in seats.get(match["id"], []):
            own.setdefault(seat[1], []).append(by_code[match["code"]])
    return {
        "matches": by_code,
        "own": {number: _digest(digests) for number, digests in own.items()},
        "draws": {(numbers[rounds[pk]["stage_id"]], rounds[pk]["number"]): _digest(rows) for pk, rows in drawn.items()},
    }


def _list_rows(rows: QuerySet[Any]) -> list[Key]:
    return list(rows.order_by("pk").values_list())


def _digest(values: Iterable[Any]) -> str:
    return hashlib.sha256(repr(list(values)).encode()).hexdigest()
