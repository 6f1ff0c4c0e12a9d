"""The tables given at the door, as pages and the draw read them, and whether one can be given now."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from pairing import Format, format_by_key
from pairing.format import Family
from tournaments.check_in.door_book import DoorBook, DoorSeat, GivenSeat, book_from_json
from tournaments.entries.queries import EntryLine, build_entry_lines
from tournaments.models import Announcement, Entry, Round, Stage, Tournament
from tournaments.stages.services import FIRST_STAGE


@dataclass(frozen=True, slots=True)
class DoorTables:
    """What the check-in page says: whether tables are given, the reason why not now, how many have one, how many wait for an opponent."""

    on: bool
    refusal: str
    seats: Mapping[int, GivenSeat]
    drawn: bool
    """Whether the first round is drawn, so that there is nothing to choose any more."""
    bye: str = ""
    """Who sits alone and has a bye unless somebody else comes: number and name; empty where nobody does."""

    @property
    def can_switch(self) -> bool:
        return not self.drawn and (self.on or not self.refusal)

    @property
    def given(self) -> int:
        return len(self.seats)

    @property
    def waiting(self) -> int:
        tables = [line.seat.table for line in self.seats.values()]
        return sum(tables.count(table) == 1 for table in set(tables))


@dataclass(frozen=True, slots=True)
class DoorAnswer:
    """What the desk says to who has just come: the seat, or why there is none."""

    entry: EntryLine
    seat: DoorSeat | None
    why: str


def read_door_book(tournament: Tournament) -> DoorBook:
    """One query."""
    stored = Announcement.objects.filter(tournament=tournament).values_list("door_seats", flat=True).first()
    return book_from_json(stored or {})


def find_present_seats(tournament: Tournament, book: DoorBook) -> dict[int, GivenSeat]:
    """Who of those who are here has which seat, by number. One query where any was given."""
    if not book.lines:
        return {}
    present = Entry.objects.filter(tournament=tournament, state=Entry.State.PRESENT).values_list("number", flat=True)
    return book.find_seats(set(present))


def read_door_tables(tournament: Tournament) -> DoorTables:
    """Some five queries."""
    book = read_door_book(tournament)
    drawn = Round.objects.filter(stage__tournament=tournament, stage__number=FIRST_STAGE).exists()
    seats = find_present_seats(tournament, book)
    alone = None if drawn else find_door_bye(tournament, seats)
    bye = f"{alone.number} {alone}" if alone else ""
    return DoorTables(book.on, find_door_refusal(tournament), seats, drawn, bye)


def find_door_bye(tournament: Tournament, seats: Mapping[int, GivenSeat]) -> Entry | None:
    """Who sits alone once everybody who is entered has a seat: a bye, unless somebody else comes. Two queries at most."""
    tables = Counter(line.seat.table for line in seats.values())
    alone = [number for number, line in seats.items() if tables[line.seat.table] == 1]
    entries = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.WITHDRAWN)
    if len(alone) != 1 or entries.count() != len(seats):
        return None
    return entries.get(number=alone[0])


def has_door_bye(entry: Entry) -> bool:
    """Whether an entry with a seat from the door has nobody opposite, and nobody else is expected. Some four queries."""
    alone = find_door_bye(entry.tournament, find_present_seats(entry.tournament, read_door_book(entry.tournament)))
    return alone is not None and alone.pk == entry.pk


def build_door_answer(door: DoorTables, entry: Entry) -> DoorAnswer:
    """`entry` comes with its club. One query."""
    line = door.seats.get(entry.number)
    why = "" if line else door.refusal or gettext("No table is free: the draw will give one.")
    return DoorAnswer(build_entry_lines([entry])[0], line.seat if line else None, why)


def read_door_seat(entry: Entry) -> DoorSeat | None:
    """The seat that an entry drew at the door, as long as the first round is not published. Three queries at most."""
    book = read_door_book(entry.tournament)
    drawn = Round.objects.filter(stage__tournament=entry.tournament_id).exclude(state=Round.State.DRAFT)
    if not book.lines or drawn.exists():
        return None
    line = find_present_seats(entry.tournament, book).get(entry.number)
    return line.seat if line else None


def can_keep_door_tables(stage: Stage) -> bool:
    """Whether the first round of the stage is one whose tables may have been given before it was drawn. No query."""
    return stage.number == FIRST_STAGE and stage.source_id is None and format_by_key(stage.format_key).opens_freely


def find_door_refusal(tournament: Tournament) -> str:
    """Why no table can be given at the door now, in words; empty where one can. Some four queries."""
    stage = Stage.objects.filter(tournament=tournament, number=FIRST_STAGE).first()
    if stage is None:
        return gettext("Choose a format first: create the first stage.")
    if stage.rounds.exists():
        return gettext("The first round is drawn: no more tables are given at the door.")
    if stage.seed:
        return gettext("The draw of this stage is announced: its key decides who plays whom.")
    chosen = format_by_key(stage.format_key)
    if not can_keep_door_tables(stage):
        return _explain_format(chosen)
    rows = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.WITHDRAWN).values_list("seed", flat=True)
    return _explain_field(stage, chosen, list(rows))


def _explain_format(chosen: Format) -> str:
    if chosen.family is Family.POOLS or chosen.in_venues or chosen.in_teams:
        return gettext("%(format)s: the draw makes groups first, so nobody has a table before it.") % {"format": gettext(chosen.name)}
    return gettext("%(format)s: all rounds are planned together, so nobody has a table before the draw.") % {"format": gettext(chosen.name)}


def _explain_field(stage: Stage, chosen: Format, seeds: Sequence[int | None]) -> str:
    options, count = chosen.options_from(stage.options), len(seeds)
    if stage.seeded and any(seeds):
        return gettext("Seeds decide who meets whom in the first round. Without seeds tables can be given.")
    if not chosen.has_free_opening(options):
        return gettext("In this stage the order of the entries decides who meets whom in the first round.")
    if not chosen.can_seat_all(options, count):
        sentence = gettext("With %(count)d entries some have a bye in the first round. Tables can be given to 4, 8, 16 or 32 entries.")
        return sentence % {"count": count}
    return ""
