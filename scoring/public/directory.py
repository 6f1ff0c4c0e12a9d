"""The players of a tournament in alphabetical order, each with table and entry."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from paper.pairings import build_sorting_key
from tournaments.models import Entry, Match, Round, Seat, Tournament
from tournaments.models.prefetches import prefetch_members
from tournaments.people.names import contains_words, fold_name
from tournaments.people.naming import Naming


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A player as lists write it, surname first; where names are shortened or hidden, the entry's names as they are displayed.

    `table` is None without a match; `waits`: the match has no table yet.
    """

    listed: str
    number: int
    entry_id: int
    team: str
    """The own name of its team; empty for a pair that is called by its persons."""
    partners: tuple[str, ...]
    club: str
    table: int | None = None
    waits: bool = False
    rests: bool = False
    withdrawn: bool = False

    @property
    def initial(self) -> str:
        """The letter under which it is listed; "#" for what begins with none."""
        first = fold_name(self.listed)[:1].upper()
        return first if first.isalpha() else "#"


def read_people(tournament: Tournament, naming: Naming) -> tuple[PersonLine, ...]:
    """Everybody, A to Z. Three queries, and two for the rounds being played."""
    tables = _read_tables(tournament)
    entries = tournament.entries.select_related("club").prefetch_related(prefetch_members()).order_by("number")
    lines = (line for entry in entries for line in _build_lines(entry, tournament, tables.get(entry.pk), naming))
    return tuple(sorted(lines, key=lambda line: (build_sorting_key(line.listed), line.number)))


def filter_people(lines: Sequence[PersonLine], text: str, letter: str = "", entry_ids: Collection[int] = ()) -> tuple[PersonLine, ...]:
    """The lines under a letter that have all words of the text in name, team or club, or this number; and those of `entry_ids`."""
    wanted = fold_name(text)
    return tuple(line for line in lines if (not letter or line.initial == letter) and _is_wanted(line, wanted, entry_ids))


def _is_wanted(line: PersonLine, wanted: str, entry_ids: Collection[int]) -> bool:
    if wanted.isdecimal():
        return line.number == int(wanted)
    return line.entry_id in entry_ids or contains_words(f"{line.listed} {line.team} {line.club}", wanted)


def _read_tables(tournament: Tournament) -> Mapping[int, tuple[int | None, bool]]:
    """By id of the entry, its table and whether it has a bye: of rounds that are played side by side the earliest. One query."""
    playing = Seat.objects.filter(round__stage__tournament=tournament, round__state=Round.State.PUBLISHED)
    latest_first = playing.order_by("-round__stage__number", "-round__number").values_list("entry_id", "match__table", "match__kind")
    return {entry: (table, kind == Match.Kind.BYE) for entry, table, kind in latest_first}


def _build_lines(entry: Entry, tournament: Tournament, seat: tuple[int | None, bool] | None, naming: Naming) -> list[PersonLine]:
    table, rests = seat or (None, False)
    names = naming.list_listed_persons(entry, surname_first=tournament.surname_first) or naming.list_names(entry)
    team = naming.format_name(entry) if len(naming.list_names(entry)) != len(names) else ""
    return [
        PersonLine(
            listed=name,
            number=entry.number,
            entry_id=entry.pk,
            team=team,
            partners=tuple(partner for partner in names if partner != name),
            club=naming.format_club(entry),
            table=table,
            waits=seat is not None and not rests and table is None,
            rests=rests,
            withdrawn=entry.state == Entry.State.WITHDRAWN,
        )
        for name in names
    ]
