"""Standings that sort by a link in their heading, without script; every cell leads to how it came about."""

from html import escape
from typing import Any

import django_tables2 as tables
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from scoring.standings_pages.queries import POINTS, Column, Group, StandingLine, shown_cell
from tournaments.pages.quick_tables import QuickTable

NUMERIC = {"th": {"class": "numeric"}, "td": {"class": "numeric"}}


class CellColumn(tables.Column):
    """A number that says how it came about. Shares repeat from line to line: each is written out once, and kept in `texts`."""

    def __init__(self, column: Column, **options: Any) -> None:
        super().__init__(verbose_name=column.name, attrs={**NUMERIC, "th": {"class": "numeric", "title": column.sentence}}, **options)
        self.key = column.key
        self.share = column.share
        self.texts: dict[Any, str] = {}

    def render(self, value: Any, record: StandingLine, table: "StandingsTable") -> SafeString | str:
        shown = str(value) if type(value) is int and value >= 0 and not self.share else self._written(value)
        if not shown:
            return ""
        address = f"?{table.within}&amp;explain={record.number}.{self.key}#explanation"
        return SafeString(f'<a class="cell" href="{address}">{shown}</a>')

    def _written(self, value: Any) -> str:
        if value not in self.texts:
            self.texts[value] = escape(shown_cell(value, share=self.share))
        return self.texts[value]


class StandingsTable(QuickTable):
    rank = tables.Column(verbose_name=_("Place"), attrs=NUMERIC)
    name = tables.Column(verbose_name=_("Name"))
    club = tables.Column(verbose_name=_("Club"), attrs={"th": {"class": "wide-only"}, "td": {"class": "wide-only"}})
    group = tables.Column(verbose_name=_("Group"))
    played = tables.Column(verbose_name=_("Played"), attrs={"th": {"class": "numeric wide-only"}, "td": {"class": "numeric wide-only"}})

    row_header = "name"

    class Meta:
        attrs = {"class": "named"}
        order_by = ("rank",)
        empty_text = _("Nobody plays here yet.")

    def __init__(self, group: Group, columns: tuple[Column, ...], *, stage_number: int, venue: str = "", **options: Any) -> None:
        cells = [(column.key, CellColumn(column, accessor=_accessor(column.key))) for column in columns]
        hidden = () if any(line.group for line in group.lines) else ("group",)
        super().__init__(data=list(group.lines), extra_columns=cells, exclude=hidden, **options)
        self.within = f"stage={stage_number}" + (f"&amp;venue={escape(venue)}" if venue else "")

    def render_rank(self, record: StandingLine) -> str:
        """Places that stay shared say so; before anything counts there are none."""
        return record.place


def _accessor(key: str) -> str:
    return POINTS if key == POINTS else f"cells__{key}"
