"""Tables that sort by a link in their heading, without script."""

from collections.abc import Sequence
from html import escape
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournaments.entries.queries import EntryLine
from tournaments.pages.quick_tables import QuickTable

NUMERIC = {"th": {"class": "numeric"}, "td": {"class": "numeric"}}


class PublicEntryTable(QuickTable):
    """Names only: what everybody may see."""

    number = tables.Column(verbose_name=_("No."), attrs=NUMERIC)
    name = tables.Column(verbose_name=_("Name"))
    club = tables.Column(verbose_name=_("Club"))
    seed = tables.Column(verbose_name=_("Seed"), attrs=NUMERIC, default="")

    row_header = "name"

    class Meta:
        attrs = {"class": "named"}
        order_by = ("number",)
        empty_text = _("Nobody is found.")

    def __init__(self, lines: Sequence[EntryLine], **options: Any) -> None:
        hidden_columns = () if any(line.seed for line in lines) else ("seed",)
        super().__init__(data=list(lines), exclude=hidden_columns, **options)


class EntryTable(PublicEntryTable):
    """The desk's list: the name links to the entry and is struck through when it has withdrawn."""

    def __init__(self, lines: Sequence[EntryLine], *, slug: str, **options: Any) -> None:
        super().__init__(lines, **options)
        self.list_address = reverse("tournaments:entries", args=[slug])

    def render_name(self, record: EntryLine) -> SafeString:
        address = f"{self.list_address}{record.number}/"
        if record.withdrawn:
            return format_html('<a href="{}"><s>{}</s></a> <span class="chip is-void">{}</span>', address, record.name, record.state_label)
        return SafeString(f'<a href="{address}">{escape(record.name)}</a>')
