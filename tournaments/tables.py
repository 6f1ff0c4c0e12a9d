"""Tables that sort by a link in their heading, without script."""

from collections.abc import Sequence
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournaments.queries.entries import EntryLine

PAGE = 200
NUMERIC = {"th": {"class": "numeric"}, "td": {"class": "numeric"}}


class PublicEntryTable(tables.Table):
    """Names only: what everybody may see."""

    number = tables.Column(verbose_name=_("No."), attrs=NUMERIC)
    name = tables.Column(verbose_name=_("Name"))
    club = tables.Column(verbose_name=_("Club"))
    seed = tables.Column(verbose_name=_("Seed"), attrs=NUMERIC, default="")

    row_header = "name"

    class Meta:
        order_by = ("number",)
        empty_text = _("Nobody is found.")

    def __init__(self, lines: Sequence[EntryLine], **options: Any) -> None:
        super().__init__(data=list(lines), **options)


class EntryTable(PublicEntryTable):
    """The desk's list: the name leads to the entry, and says whether it has withdrawn."""

    def __init__(self, lines: Sequence[EntryLine], *, slug: str, **options: Any) -> None:
        super().__init__(lines, **options)
        self.slug = slug

    def render_name(self, record: EntryLine) -> SafeString:
        address = reverse("tournaments:entry_edit", args=[self.slug, record.number])
        if record.withdrawn:
            return format_html('<a href="{}"><s>{}</s></a> <span class="chip is-void">{}</span>', address, record.name, record.state_label)
        return format_html('<a href="{}">{}</a>', address, record.name)
