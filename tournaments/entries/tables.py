"""Tables that sort by a link in their heading, without script."""

from collections.abc import Sequence
from html import escape
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.entries.paged import EntryLineData
from tournaments.entries.queries import EntryLine
from tournaments.fields.declaration import DeclaredField, ValueKind
from tournaments.fields.declared import FIELDS
from tournaments.fields.formats import format_value, format_values
from tournaments.pages.quick_tables import QuickTable

NUMERIC = {"th": {"class": "numeric"}, "td": {"class": "numeric"}}


class DeclaredColumn(tables.Column):
    """The values of a declared field, of an entry or of its persons in the order of their seats."""

    def __init__(self, field: DeclaredField) -> None:
        attributes = NUMERIC if field.is_numeric else {}
        super().__init__(verbose_name=field.title, accessor=f"values__{field.key}", attrs=attributes, default="")
        self.field = field

    def render(self, value: Any) -> str | int:
        if self.field.is_of_person:
            return format_values(self.field, value)
        return value if isinstance(value, int) and self.field.kind is ValueKind.NUMBER else format_value(self.field, value)


def _has_values(lines: Sequence[EntryLine] | EntryLineData, field: DeclaredField) -> bool:
    """Whether anybody has a value: a column of nothing is left out."""
    if isinstance(lines, EntryLineData):
        return lines.has_values(field)
    return any(any(value) if field.is_of_person else value for value in (line.values[field.key] for line in lines))


class PublicEntryTable(QuickTable):
    """Names only: what everybody may see."""

    number = tables.Column(verbose_name=_("No."), attrs=NUMERIC)
    name = tables.Column(verbose_name=_("Name"))
    club = tables.Column(verbose_name=_("Club"))
    fields = tuple(field for field in FIELDS if field.listed and field.public)

    row_header = "name"

    class Meta:
        attrs = {"class": "named"}
        order_by = ("number",)
        empty_text = _("Nothing found.")

    def __init__(self, lines: Sequence[EntryLine] | EntryLineData, **options: Any) -> None:
        more_fields = [field for field in self.fields if field.key not in self.base_columns and _has_values(lines, field)]
        columns = [(field.key, DeclaredColumn(field)) for field in more_fields]
        super().__init__(data=lines if isinstance(lines, EntryLineData) else list(lines), extra_columns=columns, **options)


class EntryTable(PublicEntryTable):
    """The desk's list: the name links to the entry, for those who may change it, and is struck through when it has withdrawn.

    `left_out`: numbers of the entries that came after the draw and that nobody has admitted.
    """

    fields = tuple(field for field in FIELDS if field.listed)

    def __init__(
        self,
        lines: Sequence[EntryLine] | EntryLineData,
        *,
        slug: str,
        is_linked: bool = True,
        left_out: frozenset[int] = frozenset(),
        **options: Any,
    ) -> None:
        super().__init__(lines, **options)
        self.is_linked, self.left_out = is_linked, left_out
        self.list_address = reverse("tournaments:entries", args=[slug])

    def render_name(self, record: EntryLine) -> SafeString:
        name = format_html("<s>{}</s>", record.name) if record.withdrawn else SafeString(escape(record.name))
        linked = format_html('<a href="{}{}/">{}</a>', self.list_address, record.number, name) if self.is_linked else name
        if record.withdrawn:
            return format_html('{} <span class="chip is-void">{}</span>', linked, record.state_label)
        if record.number in self.left_out:
            return format_html('{} <span class="chip is-late">{}</span>', linked, gettext("not in the draw"))
        return linked
