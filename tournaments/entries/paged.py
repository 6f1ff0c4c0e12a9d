"""Entries as a list of which one page is read: found, counted and ordered by the database, however many there are."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from django.db.models import F, OuterRef, QuerySet, Subquery
from django_tables2.data import TableData
from django_tables2.utils import OrderBy

from tournaments.entries.queries import EntryLine, build_entry_lines, filter_lines, read_entry_lines
from tournaments.fields.declaration import DeclaredField
from tournaments.fields.declared import FIELDS_BY_KEY
from tournaments.models import Entry, Member, Tournament
from tournaments.people.names import contains_words, fold_name
from tournaments.people.naming import IN_FULL, Naming, PublicNaming


class EntryLineData(TableData):
    """The rows of a table of entries, of which only those of the asked page become lines."""

    def __init__(self, entries: QuerySet[Entry], naming: Naming = IN_FULL) -> None:
        super().__init__(entries)
        self.data: QuerySet[Entry] = entries
        self.naming = naming
        self._length: int | None = None

    def __len__(self) -> int:
        if self._length is None:
            self._length = self.data.count()
        return self._length

    def __getitem__(self, key: slice) -> tuple[EntryLine, ...]:
        return build_entry_lines(list(self.data[key]), self.naming)

    def __iter__(self) -> Iterator[EntryLine]:
        return iter(build_entry_lines(list(self.data), self.naming))

    def order_by(self, aliases: Sequence[str]) -> None:
        """Order by the columns of the table whose headings were pressed, then by number."""
        orders = []
        for alias in map(OrderBy, aliases):
            column = _find_column(alias.bare)
            orders.append(column.desc(nulls_last=True) if alias.is_descending else column.asc(nulls_last=True))
        self.data = self.data.order_by(*orders, "number")

    def has_values(self, field: DeclaredField) -> bool:
        """Whether any of the entries, or of their persons, has a value. One query."""
        if field.is_of_person:
            members = Member.objects.filter(entry__in=self.data.order_by().values("pk"))
            return members.exclude(**{f"person__{field.name}": field.empty}).exists()
        empty = {f"{field.name}__isnull": True} if field.empty is None else {field.name: field.empty}
        return self.data.exclude(**empty).exists()


def _find_column(key: str) -> Any:
    """What the database orders by for a column: of the persons of an entry the first."""
    field = FIELDS_BY_KEY.get(key)
    if field is None or not field.is_of_person:
        return F("club__name" if key == "club" else field.name if field else key)
    first = Member.objects.filter(entry=OuterRef("pk")).order_by("position")
    return Subquery(first.values(f"person__{field.name}")[:1])


def select_entries(tournament: Tournament) -> QuerySet[Entry]:
    """All entries by number, with their clubs."""
    return Entry.objects.filter(tournament=tournament).select_related("club").order_by("number")


def search_entries(tournament: Tournament, search_text: str, naming: Naming = IN_FULL) -> QuerySet[Entry]:
    """The entries by number that `filter_lines` finds, or whose whole name is the text although it is not displayed; all for an empty text.

    Two queries where full names are displayed.
    """
    entries, text = select_entries(tournament), fold_name(search_text)
    if not text:
        return entries
    if text.isdecimal():
        return entries.filter(number=int(text)) if len(text) < 10 else entries.none()
    if shows_all_names(naming):
        return entries.filter(pk__in=_find_by_words(tournament, text))
    hidden = naming.find_hidden_matches(search_text)
    return entries.filter(pk__in=[line.id for line in filter_lines(read_entry_lines(tournament, naming), search_text, hidden)])


def read_public_entries(tournament: Tournament, naming: Naming) -> EntryLineData | list[EntryLine]:
    """The entries of the public list; all of them where names are shortened or hidden: an order by the stored names would tell them."""
    if shows_all_names(naming):
        return EntryLineData(select_entries(tournament).exclude(state=Entry.State.WITHDRAWN), naming)
    return [line for line in read_entry_lines(tournament, naming) if not line.withdrawn]


def shows_all_names(naming: Naming) -> bool:
    """Whether every name is displayed as it is stored, so that the database may look for it and order by it."""
    return naming is IN_FULL or (isinstance(naming, PublicNaming) and naming.shows_all_names)


def _find_by_words(tournament: Tournament, text: str) -> Collection[int]:
    """Ids of the entries with all words of the text in the names of team, persons and club. Two queries without a model for each row."""
    names: dict[int, list[str]] = {}
    for pk, name, club in select_entries(tournament).order_by().values_list("pk", "name", "club__name"):
        names[pk] = [name, club or ""]
    for pk, name in Member.objects.filter(tournament=tournament).order_by().values_list("entry_id", "person__name"):
        if pk in names:  # entered since
            names[pk].append(name)
    return [pk for pk, texts in names.items() if contains_words(" ".join(texts), text)]
