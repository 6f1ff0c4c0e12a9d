"""HTML tables of standings that sort by links in their headings, without script; each cell links to its explanation."""

from html import escape
from typing import Any

import django_tables2 as tables
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from scoring.standings_pages.queries import POINTS, StandingLine, StandingsColumn, StandingsGroup, format_cell
from tournaments.pages.quick_tables import QuickTable

NUMERIC = {"th": {"class": "numeric"}, "td": {"class": "numeric"}}


class CellColumn(tables.Column):
    """A number with a link to its explanation. Shares repeat from line to line: `texts` caches their formatted text."""

    def __init__(self, column: StandingsColumn, **options: Any) -> None:
        super().__init__(verbose_name=column.name, attrs={**NUMERIC, "th": {"class": "numeric", "title": column.sentence}}, **options)
        self.key = column.key
        self.share = column.share
        self.texts: dict[Any, str] = {}

    def render(self, value: Any, record: StandingLine, table: "StandingsWebTable") -> SafeString | str:
        text = str(value) if type(value) is int and value >= 0 and not self.share else self._format_value(value)
        if not text:
            return ""
        address = f"?{table.within}&amp;explain={record.number}.{self.key}#explanation"
        return SafeString(f'<a class="cell" href="{address}">{text}</a>')

    def _format_value(self, value: Any) -> str:
        if value not in self.texts:
            self.texts[value] = escape(format_cell(value, share=self.share))
        return self.texts[value]


class StandingsWebTable(QuickTable):
    rank = tables.Column(verbose_name=_("Place"), attrs=NUMERIC)
    name = tables.Column(verbose_name=_("Name"))
    club = tables.Column(verbose_name=_("Club"), attrs={"th": {"class": "wide-only"}, "td": {"class": "wide-only"}})
    group = tables.Column(verbose_name=_("Group"))
    played = tables.Column(verbose_name=_("Played"), attrs={"th": {"class": "numeric wide-only"}, "td": {"class": "numeric wide-only"}})

    row_header = "name"

    class Meta:
        attrs = {"class": "named"}
        order_by = ("rank",)
        empty_text = _("No entries here yet.")

    def __init__(
        self, group: StandingsGroup, columns: tuple[StandingsColumn, ...], *, stage_number: int, venue: str = "", **options: Any
    ) -> None:
        cells = [(column.key, CellColumn(column, accessor=_build_accessor(column.key))) for column in columns]
        hidden = () if any(line.group for line in group.lines) else ("group",)
        super().__init__(data=list(group.lines), extra_columns=cells, exclude=hidden, **options)
        self.within = f"stage={stage_number}" + (f"&amp;venue={escape(venue)}" if venue else "")

    def render_name(self, value: str, record: StandingLine) -> SafeString:
        """A phone finds its own row by the number (`static/live.js`)."""
        return SafeString(f'<span data-entry="{record.number}">{escape(value)}</span>')

    def render_rank(self, record: StandingLine) -> str:
        """A shared place is marked; before any match counts there are no places."""
        return record.place


def _build_accessor(key: str) -> str:
    return POINTS if key == POINTS else f"cells__{key}"
