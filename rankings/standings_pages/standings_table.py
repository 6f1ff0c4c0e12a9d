"""HTML tables of standings that sort by links in their headings, without script; each cell links to its explanation."""

from collections.abc import Sequence
from html import escape
from typing import Any

import django_tables2 as tables
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django_tables2.data import TableListData

from rankings.standings_pages.queries import POINTS, StandingLine, StandingsColumn, StandingsGroup, format_cell
from tournaments.pages.quick_tables import QuickTable

UNBROKEN_HYPHEN = "-\u2060"
NUMERIC = {"th": {"class": "numeric"}, "td": {"class": "numeric"}}


class CellColumn(tables.Column):
    """A number with a link to its explanation. Shares repeat from line to line: `texts` caches their formatted text."""

    def __init__(self, column: StandingsColumn, **options: Any) -> None:
        style = "numeric" if column.key == POINTS else "numeric detail-column"
        attributes = {"th": {"class": style, "title": column.sentence}, "td": {"class": style}}
        title = column.name.replace("-", UNBROKEN_HYPHEN, 1)  # “Head-to-head” in two lines, not in three
        super().__init__(verbose_name=title, attrs=attributes, **options)
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


class RankedRows(TableListData):
    """Lines that come in the order of their places, in which they are mostly looked at."""

    data: Sequence[StandingLine]

    def order_by(self, aliases: Sequence[str]) -> None:
        if tuple(aliases) != ("rank",):
            self.data = list(self.data)
            super().order_by(aliases)


class StandingsWebTable(QuickTable):
    """The lines of a group; before anything counts there its starting list.

    On a narrow screen place, name and points only, unless `is_whole`. With `players`, the address of their list, names lead to cards.
    """

    rank = tables.Column(verbose_name=_("Place"), attrs=NUMERIC)
    number = tables.Column(verbose_name=_("No."), attrs=NUMERIC)
    name = tables.Column(verbose_name=_("Name"))
    club = tables.Column(verbose_name=_("Club"), attrs={"th": {"class": "detail-column"}, "td": {"class": "detail-column"}})
    group = tables.Column(verbose_name=_("Group"), attrs={"th": {"class": "detail-column"}, "td": {"class": "detail-column"}})
    played = tables.Column(
        verbose_name=_("Played"), attrs={"th": {"class": "numeric detail-column"}, "td": {"class": "numeric detail-column"}}
    )

    row_header = "name"

    class Meta:
        attrs = {"class": "named"}
        order_by = ("rank",)
        empty_text = _("No entries here yet.")

    def __init__(
        self,
        group: StandingsGroup,
        columns: tuple[StandingsColumn, ...],
        *,
        stage_number: int,
        venue: str = "",
        players: str = "",
        is_whole: bool = False,
        **options: Any,
    ) -> None:
        counting = columns if group.has_begun else ()
        cells = [(column.key, CellColumn(column, accessor=_build_accessor(column.key))) for column in counting]
        hidden = [] if group.has_parts else ["group"]
        hidden += [] if any(club for club, _points, _number in group.list_clubs()) else ["club"]
        hidden += ["number"] if group.has_begun else ["rank", "played"]
        style = "named is-whole" if is_whole else "named"
        order = {} if group.has_begun else {"order_by": ()}
        super().__init__(data=RankedRows(group.lines), extra_columns=cells, exclude=hidden, attrs={"class": style}, **order, **options)
        self.within = f"stage={stage_number}" + (f"&amp;venue={escape(venue)}" if venue else "") + ("&amp;columns=all" if is_whole else "")
        self.players = players

    def render_name(self, value: str, record: StandingLine) -> SafeString:
        """A phone finds its own row by the number (`static/live.js`)."""
        if self.players:
            return SafeString(
                f'<a class="player-link" href="{self.players}{record.number}/" data-entry="{record.number}">{escape(value)}</a>'
            )
        return SafeString(f'<span data-entry="{record.number}">{escape(value)}</span>')

    def render_rank(self, record: StandingLine) -> str:
        """A shared place is marked."""
        return record.place


def _build_accessor(key: str) -> str:
    return POINTS if key == POINTS else f"cells__{key}"
