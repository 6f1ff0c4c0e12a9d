"""When the first round is drawn, those who were given a table at the door are brought there by exchanges; nothing else changes.

The engine draws as always, so that draw, checker and proof stay what they are. Then each table that was given gets a match, its entries
take their sides, and who sat there takes their places. If fewer matches are played than tables were given, those with most entries stay.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.contrib.auth.models import AbstractBaseUser

from pairing import DrawnRound
from tournaments.check_in.door_book import DoorSeat
from tournaments.check_in.door_queries import can_keep_door_tables, find_present_seats, read_door_book
from tournaments.draws.door_notes import DoorNote, build_door_changes
from tournaments.draws.seatings import update_reasons
from tournaments.models import Entry, Match, Round, Seat

Place = tuple[int, int]
"""The position of a match, and a side."""


@dataclass(frozen=True, slots=True)
class DoorPlan:
    """`tables` by position; `moved` are those who do not keep their seat; `exchanges` in their order lead from the draw to the plan."""

    tables: Mapping[int, int]
    moved: tuple[int, ...]
    exchanges: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class _Planner:
    """Everybody is known by the id of the entry; `drawn` is who sits where, byes included, `played` the positions with two sides."""

    drawn: Mapping[Place, int]
    wanted: Mapping[int, DoorSeat]
    objects: Callable[[int, int], bool]
    played: Sequence[int]
    seated: dict[Place, int] = field(default_factory=dict)

    def choose_tables(self) -> dict[int, int]:
        """A match for every table that is kept, by its position: the one where most of its entries sit already, else the first."""
        by_table: dict[int, list[int]] = defaultdict(list)
        for entry, seat in self.wanted.items():
            by_table[seat.table].append(entry)
        fullest = sorted(by_table, key=lambda table: (-len(by_table[table]), table))[: len(self.played)]
        free, tables = list(self.played), {}
        for table in sorted(fullest):
            at_home = {position: sum(self.drawn[position, side] in by_table[table] for side in (0, 1)) for position in free}
            position = max(free, key=lambda candidate: (at_home[candidate], -candidate))
            free.remove(position)
            tables[position] = table
        return tables

    def seat_given(self, tables: Mapping[int, int]) -> None:
        positions = {table: position for position, table in tables.items()}
        for entry, seat in self.wanted.items():
            if seat.table in positions:
                self.seated[positions[seat.table], seat.side] = entry

    def seat_others(self) -> None:
        """The others stay where they were drawn if they can; the rest takes the free places, if possible not opposite whom it should not
        meet.
        """
        placed = set(self.seated.values())
        left = {entry for entry in self.drawn.values() if entry not in placed}
        for place, entry in self.drawn.items():
            if place not in self.seated and entry in left and not self._meets_trouble(place, entry):
                self.seated[place] = entry
                left.remove(entry)
        for place in [place for place in self.drawn if place not in self.seated]:
            entry = min(left, key=lambda candidate: (self._meets_trouble(place, candidate), candidate))
            self.seated[place] = entry
            left.remove(entry)
        self._untangle([place for place, entry in self.seated.items() if entry not in placed])

    def _meets_trouble(self, place: Place, entry: int) -> bool:
        opponent = self.seated.get((place[0], 1 - place[1]))
        return opponent is not None and self.objects(entry, opponent)

    def _untangle(self, places: Sequence[Place]) -> None:
        """Let two of these change where that keeps apart who should not meet."""
        for place in places:
            if not self._meets_trouble(place, self.seated[place]):
                continue
            for further in places:
                mine, theirs = self.seated[place], self.seated[further]
                if self._meets_trouble(place, theirs) or self._meets_trouble(further, mine) or further[0] == place[0]:
                    continue
                self.seated[place], self.seated[further] = theirs, mine
                break


def plan_exchanges(drawn: Mapping[Place, int], wanted: Mapping[int, DoorSeat], objects: Callable[[int, int], bool]) -> DoorPlan:
    """How those who want a seat come to it. `objects`: whether two should not meet."""
    played = [position for position, side in drawn if side == 1]
    planner = _Planner(drawn, wanted, objects, played)
    tables = planner.choose_tables()
    planner.seat_given(tables)
    planner.seat_others()
    kept_tables = set(tables.values())
    moved = tuple(entry for entry, seat in wanted.items() if seat.table not in kept_tables)
    return DoorPlan(tables, moved, tuple(_list_exchanges(drawn, planner.seated)))


def _list_exchanges(drawn: Mapping[Place, int], seated: Mapping[Place, int]) -> Iterable[tuple[int, int]]:
    now = dict(drawn)
    place_of = {entry: place for place, entry in drawn.items()}
    for place in sorted(drawn):
        leaves, comes = now[place], seated[place]
        if leaves != comes:
            yield leaves, comes
            now[place], now[place_of[comes]] = comes, leaves
            place_of[leaves], place_of[comes] = place_of[comes], place


def keep_door_tables(drafted: Round, drawn: DrawnRound, *, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """Bring those who were given a table at the door to it, and note it in the draw. Call inside `write_tx`, after `store_draw`.

    Nothing where nobody was given one; where the format cannot keep tables, the note says that all were moved.
    """
    stage = drafted.stage
    book = read_door_book(stage.tournament)
    seats_now = find_present_seats(stage.tournament, book)
    numbers = dict(Entry.objects.filter(stage_entries__stage=stage, number__in=seats_now).values_list("number", "pk"))
    lines = [line for line in book.lines if seats_now.get(line.entry) is line and line.entry in numbers]
    if not lines:
        return
    wanted = {numbers[line.entry]: line.seat for line in lines}
    seats = {(seat.match.position, seat.side): seat for seat in Seat.objects.filter(round=drafted).select_related("match")}
    current = {place: seats[place].entry_id for place in sorted(seats)}
    can_keep = can_keep_door_tables(stage)
    plan = plan_exchanges(current, wanted, _build_objections(drawn)) if can_keep else DoorPlan({}, tuple(wanted), ())
    by_key = {pk: number for number, pk in numbers.items()}
    note = DoorNote(book.key, tuple(lines), tuple(by_key[pk] for pk in plan.moved), plan.tables)
    draw = drafted.draw
    draw.changes = [*draw.changes, *build_door_changes(note, plan.exchanges, by=actor.pk, at=at)]
    draw.save(update_fields=["changes"])
    _reseat(drafted, current, plan.exchanges)
    update_reasons(drafted, draw)


def _build_objections(drawn: DrawnRound) -> Callable[[int, int], bool]:
    """Two of a forbidden pair, or of one club, should not meet."""
    forbidden = {frozenset(pair) for pair in drawn.request.forbidden}
    clubs = {entrant.id: entrant.affinity for entrant in drawn.request.entrants if entrant.affinity}
    return lambda first, second: frozenset((first, second)) in forbidden or (first in clubs and clubs[first] == clubs.get(second))


def _reseat(drafted: Round, current: Mapping[Place, int], exchanges: Iterable[tuple[int, int]]) -> None:
    now = dict(current)
    place_of = {entry: place for place, entry in current.items()}
    for first, second in exchanges:
        now[place_of[first]], now[place_of[second]] = second, first
        place_of[first], place_of[second] = place_of[second], place_of[first]
    keys = dict(Match.objects.filter(round=drafted).values_list("position", "pk"))
    changed = {place: entry for place, entry in now.items() if current[place] != entry}
    Seat.objects.filter(round=drafted, entry__in=changed.values()).delete()
    Seat.objects.bulk_create(
        Seat(match_id=keys[position], round=drafted, side=side, entry_id=entry) for (position, side), entry in changed.items()
    )
