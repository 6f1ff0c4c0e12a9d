"""The season’s ranking as a table that sorts."""

from html import escape

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from rankings.seasons.wording import SeasonColumn, SeasonRow
from rankings.standings_pages.standings_table import NUMERIC
from tournaments.pages.quick_tables import QuickTable


class SeasonCellColumn(tables.Column):
    """A number of a season; struck out where the evening does not count. Points and tie-breaks link to their explanation, which names
    every evening: a link for each evening would make the page of a long season four times as large.
    """

    def __init__(self, column: SeasonColumn) -> None:
        attributes = {**NUMERIC, "th": {"class": "numeric day" if column.evening else "numeric", "title": column.sentence}}
        super().__init__(verbose_name=column.name, attrs=attributes, accessor=f"sorting__{column.key}", initial_sort_descending=True)
        self.key, self.linked = column.key, not column.evening

    def render(self, record: SeasonRow) -> SafeString:
        cell_text = escape(record.cells[self.key])
        text = f"<s>{cell_text}</s>" if self.key in record.left_out else cell_text
        if not self.linked:
            return SafeString(text)
        return SafeString(f'<a class="cell" href="?explain={record.id}.{self.key}#explanation">{text}</a>')


class SeasonTable(QuickTable):
    rank = tables.Column(verbose_name=_("Place"), attrs=NUMERIC)
    name = tables.Column(verbose_name=_("Name"))

    row_header = "name"
    caption = _("Season ranking")

    class Meta:
        attrs = {"class": "named"}
        order_by = ("rank",)
        empty_text = _("No evening is over yet.")

    def __init__(self, rows: list[SeasonRow], columns: tuple[SeasonColumn, ...]) -> None:
        super().__init__(data=rows, extra_columns=[(column.key, SeasonCellColumn(column)) for column in columns])

    def render_name(self, value: str, record: SeasonRow) -> str:
        """Show the club beside the name, because two players with the same name differ by it."""
        return format_html("{} <small>{}</small>", value, record.club) if record.club else value

    def render_rank(self, value: int, record: SeasonRow) -> str:
        """A shared place is marked."""
        return f"{value}=" if record.shared else str(value)
