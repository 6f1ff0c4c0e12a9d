"""Standings that sort by a link in their heading, without script; every cell leads to how it came about."""

from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from scoring.queries.tables import POINTS, Column, Group, StandingLine, shown_cell

NUMERIC = {"th": {"class": "numeric"}, "td": {"class": "numeric"}}


class CellColumn(tables.Column):
    """A number that says how it came about."""

    def __init__(self, column: Column, **options: Any) -> None:
        super().__init__(verbose_name=column.name, attrs={**NUMERIC, "th": {"class": "numeric", "title": column.sentence}}, **options)
        self.key = column.key
        self.share = column.share

    def render(self, value: Any, record: StandingLine, table: "StandingsTable") -> SafeString | str:
        shown = shown_cell(value, share=self.share)
        if not shown:
            return ""
        address = f"?stage={table.stage_number}&explain={record.number}.{self.key}#explanation"
        return format_html('<a class="cell" href="{}">{}</a>', address, shown)


class StandingsTable(tables.Table):
    rank = tables.Column(verbose_name=_("Place"), attrs=NUMERIC)
    name = tables.Column(verbose_name=_("Name"))
    club = tables.Column(verbose_name=_("Club"), attrs={"th": {"class": "wide-only"}, "td": {"class": "wide-only"}})
    played = tables.Column(verbose_name=_("Played"), attrs={"th": {"class": "numeric wide-only"}, "td": {"class": "numeric wide-only"}})

    row_header = "name"

    class Meta:
        order_by = ("rank",)
        empty_text = _("Nobody plays here yet.")

    def __init__(self, group: Group, columns: tuple[Column, ...], *, stage_number: int, **options: Any) -> None:
        cells = [(column.key, CellColumn(column, accessor=_accessor(column.key))) for column in columns]
        super().__init__(data=list(group.lines), extra_columns=cells, **options)
        self.stage_number = stage_number

    def render_rank(self, value: int, record: StandingLine) -> str:
        """Places that stay shared say so."""
        return f"{value}=" if record.shared else str(value)


def _accessor(key: str) -> str:
    return POINTS if key == POINTS else f"cells__{key}"
