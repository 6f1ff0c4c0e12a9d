"""More came than planned: how many there are, and when it would end with each way out."""

import datetime as dt
from dataclasses import dataclass
from urllib.parse import urlencode

from evenings.planning.queries import EveningRequest, Hours, build_planner, propose_evening, read_usual_asked
from tournaments.announcing.queries import Places, count_places
from tournaments.models import Enrolment, Tournament

WAITING = (Enrolment.State.WAITING, Enrolment.State.OFFERED)
MOST_PLANNED = 512


@dataclass(frozen=True, slots=True)
class OverflowOption:
    """One way to deal with those who wait. `plan`: the first plan for such a field; `hours`: when it would end.

    No plan and no hours where none is known for so many. `address`: what the planner is asked, to be looked at there.
    """

    key: str
    entries: int
    plan: str
    hours: Hours | None
    address: dict[str, str]

    @property
    def query(self) -> str:
        """The end of the planner's address."""
        return urlencode(self.address)


@dataclass(frozen=True, slots=True)
class Overflow:
    places: Places
    waiting: int
    tables: int | None
    ways: tuple[OverflowOption, ...]


def count_waiting(tournament: Tournament) -> int:
    """Entries that would come if all who wait had a place; singles fill the part of an entry."""
    looking = Enrolment.objects.filter(tournament=tournament, state__in=WAITING).values_list("looking", flat=True)
    singles = sum(looking)
    return len(looking) - singles + -(-singles // tournament.entry_size)


def read_overflow(tournament: Tournament) -> Overflow:
    """Who is here and who waits, and the end with everybody in one field, in two heats one after the other, and in two tournaments."""
    places, waiting = count_places(tournament), count_waiting(tournament)
    offered = Enrolment.objects.filter(tournament=tournament, state=Enrolment.State.OFFERED, looking=False).count()
    here = places.taken - offered
    ways = {"now": here, "everybody": here + waiting, "halves": -(-(here + waiting) // 2), "second": waiting}
    return Overflow(places, waiting, tournament.table_count, tuple(_build_way(tournament, key, count) for key, count in ways.items()))


def _build_way(tournament: Tournament, key: str, entries: int) -> OverflowOption:
    usual = read_usual_asked(tournament)
    begins: dt.time = usual["begins"]
    address = {"entries": str(entries), "tables": str(usual["tables"]), "begins": f"{begins:%H:%M}", "ends_by": f"{usual['ends_by']:%H:%M}"}
    if not 2 <= entries <= MOST_PLANNED:
        return OverflowOption(key, entries, "", None, address)
    tables = usual["tables"] or max(1, entries // tournament.game.side_count)
    minutes = _count_minutes(begins, usual["ends_by"])
    planner = build_planner(tournament, propose_evening(tournament, EveningRequest(entries, tables, begins, minutes)))
    best = next(iter(planner.cards), None)
    if best is None:
        return OverflowOption(key, entries, "", None, address)
    return OverflowOption(key, entries, best.title, best.hours, address)


def _count_minutes(begins: dt.time, ends: dt.time) -> int:
    minutes = (ends.hour - begins.hour) * 60 + ends.minute - begins.minute
    return minutes % (24 * 60) or 24 * 60
