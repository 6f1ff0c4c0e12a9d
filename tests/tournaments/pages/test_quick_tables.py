"""Our way of drawing a table gives the bytes of the library's own, whatever stands in the cells."""

import django_tables2 as tables
import pytest
from django.test import RequestFactory
from django.utils import translation
from django.utils.safestring import mark_safe
from django_tables2 import RequestConfig
from hypothesis import given, settings
from hypothesis import strategies as st

from rankings.standings_pages.queries import StandingLine, StandingsColumn, StandingsGroup
from rankings.standings_pages.standings_table import StandingsWebTable
from tournaments.entries.queries import EntryLine
from tournaments.entries.tables import EntryTable, PublicEntryTable
from tournaments.pages.quick_tables import QuickTable, is_plain

COLUMNS = (
    StandingsColumn("points", "Punti", "quanti"),
    StandingsColumn("buchholz", "Buchholz", "degli avversari"),
    StandingsColumn("share", "%", "quota", share=True),
)
NAMES = ["Rossi – Bianchi", "<b>Ugo</b> & Pia", 'O\'Neill "il Moro"', "", "Nìnniri"]

lines = st.builds(
    StandingLine,
    rank=st.integers(1, 9_999),
    shared=st.booleans(),
    entry_id=st.integers(1),
    number=st.integers(1, 9_999),
    name=st.sampled_from(NAMES) | st.text(max_size=30),
    club=st.sampled_from(NAMES),
    played=st.integers(0, 20),
    points=st.integers(0, 99_999),
    cells=st.fixed_dictionaries({"buchholz": st.none() | st.integers(-9_999, 9_999), "share": st.none() | st.floats(0, 1)}),
)


def configured(table, query="", per_page=200):
    RequestConfig(RequestFactory().get(f"/?{query}"), paginate={"per_page": per_page}).configure(table)
    return table


def standings(records, **request):
    table = StandingsWebTable(StandingsGroup("A", tuple(records)), COLUMNS, stage_number=1, prefix="A-")
    table.caption = "Girone <A>"
    return configured(table, **request)


def entry(number, name="Rossi", *, withdrawn=False):
    fields = dict.fromkeys(EntryLine.__dataclass_fields__, "")
    values = {
        "number": number,
        "name": name,
        "club": "Bar & Sport",
        "values": {"seed": number % 3 or None, "club": "Bar & Sport", "category": "", "phone": (f"<{number}>", ""), "membership": ("", "")},
        "state": "withdrawn" if withdrawn else "entered",
    }
    return EntryLine(**{**fields, **{key: value for key, value in values.items() if key in fields}})


@settings(max_examples=120, deadline=None)
@given(
    st.lists(lines, max_size=8),
    st.sampled_from(["", "A-sort=name", "A-sort=-points", "A-sort=-rank&x=<&x=2", "A-page=2"]),
    st.sampled_from(["it", "en"]),
)
def test_standings_are_the_same_bytes(records, query, language):
    with translation.override(language):
        assert standings(records, query=query, per_page=3).drawn == standings(records, query=query, per_page=3).stock


@pytest.mark.parametrize("kind", [PublicEntryTable, EntryTable])
@pytest.mark.parametrize("count", [0, 1, 30])
@pytest.mark.parametrize("query", ["", "sort=-name", "sort=club&page=2"])
def test_entries_are_the_same_bytes(kind, count, query):
    records = [entry(number, NAMES[number % len(NAMES)], withdrawn=number % 4 == 0) for number in range(1, count + 1)]
    own = {"slug": "coppa"} if kind is EntryTable else {}
    assert configured(kind(records, **own), query, 7).drawn == configured(kind(records, **own), query, 7).stock


class Varied(QuickTable):
    """Every kind of value that a cell can hold, from records with keys."""

    number = tables.Column(default="—")
    text = tables.Column(empty_values=())
    deep = tables.Column(accessor="inside__word")
    both = tables.Column(empty_values=())
    plain = tables.Column(orderable=False)

    def render_text(self, value):
        return mark_safe(f"<i>{value}</i>")

    def render_both(self, record, column):
        return f"{record['number']} {column.verbose_name}"


def test_values_of_every_kind_are_the_same_bytes():
    records = [
        {"number": 1_234_567, "text": None, "inside": {"word": "<"}, "plain": True},
        {"number": 1.5, "text": "x", "inside": None, "plain": mark_safe("<u>")},
        {"number": None, "text": 3, "inside": {}, "plain": ["a", "<b>"]},
    ]
    with translation.override("it"):
        assert configured(Varied(records)).drawn == configured(Varied(records)).stock


def linked(record):
    return f"/{record['number']}"


class Coloured(QuickTable):
    number = tables.Column(attrs={"td": {"class": linked}})


class Summed(QuickTable):
    number = tables.Column(footer="all")


class Linked(QuickTable):
    number = tables.Column(linkify=linked)


@pytest.mark.parametrize("kind", [Coloured, Summed, Linked])
def test_what_is_not_alike_in_every_row_is_drawn_by_the_library(kind):
    table = configured(kind([{"number": 1}, {"number": 2}]))
    assert not is_plain(table)
    assert table.drawn == table.stock


def test_our_own_tables_are_drawn_quickly():
    assert is_plain(standings([]))
    assert is_plain(configured(PublicEntryTable([])))
    assert is_plain(configured(EntryTable([], slug="coppa")))
