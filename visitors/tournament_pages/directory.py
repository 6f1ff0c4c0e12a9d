"""The players of a tournament in alphabetical order, each with table and entry."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from paper.pairings import build_sorting_key
from rules.texts import build_plain_text
from tournaments.entries.paged import shows_all_names
from tournaments.models import Entry, Match, Member, Round, Seat, Tournament
from tournaments.models.prefetches import prefetch_members
from tournaments.people.name_parts import SplitName, split_name
from tournaments.people.names import NAME_SEPARATOR, contains_words, fold_name
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
        first = build_plain_text(fold_name(self.listed))[:1].upper()
        return first if first.isalpha() else "#"


class DirectoryEntry(NamedTuple):
    id: int
    number: int
    club: str
    withdrawn: bool


TableOfEntry = tuple[int | None, bool]
"""Its table, and whether it has a bye."""


def read_people(tournament: Tournament, naming: Naming) -> tuple[PersonLine, ...]:
    """Everybody who is somebody, A to Z: no phantom. Three queries, one for what is hidden, and those of the naming."""
    tables = _read_tables(tournament)
    lines = _read_full_lines(tournament, tables) if shows_all_names(naming) else _read_lines(tournament, tables, naming)
    return tuple(sorted(lines, key=lambda line: (build_sorting_key(line.listed), line.number)))


def filter_people(lines: Sequence[PersonLine], text: str, letter: str = "", entry_ids: Collection[int] = ()) -> tuple[PersonLine, ...]:
    """The lines under a letter that have all words of the text in name, team or club, or this number; and those of `entry_ids`."""
    wanted = fold_name(text)
    if not wanted and not letter:
        return tuple(lines)
    return tuple(line for line in lines if (not letter or line.initial == letter) and _is_wanted(line, wanted, entry_ids))


def _is_wanted(line: PersonLine, wanted: str, entry_ids: Collection[int]) -> bool:
    if wanted.isdecimal():
        return line.number == int(wanted)
    return line.entry_id in entry_ids or contains_words(f"{line.listed} {line.team} {line.club}", wanted)


def _read_tables(tournament: Tournament) -> Mapping[int, TableOfEntry]:
    """By id of the entry, its table and whether it has a bye: of rounds that are played side by side the earliest. One query."""
    playing = Seat.objects.filter(round__stage__tournament=tournament, round__state=Round.State.PUBLISHED)
    latest_first = playing.order_by("-round__stage__number", "-round__number").values_list("entry_id", "match__table", "match__kind")
    return {entry: (table, kind == Match.Kind.BYE) for entry, table, kind in latest_first}


def _read_full_lines(tournament: Tournament, tables: Mapping[int, TableOfEntry]) -> Iterator[PersonLine]:
    """Where every name is displayed as it is stored: from plain rows, a fifth of the cost. Two queries."""
    persons: dict[int, list[tuple[str, SplitName]]] = {}
    members = Member.objects.filter(tournament=tournament).exclude(person__name="").order_by("position")
    for entry_id, name, surname in members.values_list("entry_id", "person__name", "person__surname"):
        persons.setdefault(entry_id, []).append((name, split_name(name, surname_first=tournament.surname_first, surname=surname)))
    entries = tournament.entries.filter(phantom=False).order_by("number").values_list("pk", "number", "name", "club__name", "state")
    for pk, number, name, club, state in entries:
        split = persons.get(pk, ())
        is_pair = NAME_SEPARATOR.join(person for person, _split in split) == name
        entry = DirectoryEntry(pk, number, club or "", state == Entry.State.WITHDRAWN)
        listed = tuple(parts.listed for _person, parts in split)
        yield from _build_lines(entry, listed or (name,), "" if is_pair or len(listed) < 2 else name, tables.get(pk))


def _read_lines(tournament: Tournament, tables: Mapping[int, TableOfEntry], naming: Naming) -> Iterator[PersonLine]:
    entries = tournament.entries.filter(phantom=False).select_related("club").prefetch_related(prefetch_members())
    for entry in entries.order_by("number"):
        names = naming.list_listed_persons(entry, surname_first=tournament.surname_first) or naming.list_names(entry)
        team = naming.format_name(entry) if len(naming.list_names(entry)) != len(names) else ""
        directory_entry = DirectoryEntry(entry.pk, entry.number, naming.format_club(entry), entry.state == Entry.State.WITHDRAWN)
        yield from _build_lines(directory_entry, names, team, tables.get(entry.pk))


def _build_lines(entry: DirectoryEntry, names: Sequence[str], team: str, seat: TableOfEntry | None) -> Iterator[PersonLine]:
    table, rests = seat or (None, False)
    for name in names:
        yield PersonLine(
            listed=name,
            number=entry.number,
            entry_id=entry.id,
            team=team,
            partners=tuple(partner for partner in names if partner != name),
            club=entry.club,
            table=table,
            waits=seat is not None and not rests and table is None,
            rests=rests,
            withdrawn=entry.withdrawn,
        )
