"""Tables of django-tables2, drawn without its template: the same bytes, tens of times faster.

The library reads the signature of `render` anew for every cell, resolves every attribute of a column for every row, and hands both
to the template engine. All of that is the same in every row, so it is done once here: a table becomes a list of cell writers, a row
one pass over them. What a table could do that this does not know (computed attributes, pinned rows, footers, links, model choices)
is drawn by the library's own way from `components/stock_table.html`; a test compares the bytes of both.
"""

import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from html import escape
from itertools import count
from operator import attrgetter
from typing import Any, TypeAlias

import django_tables2 as tables
from django.conf import settings
from django.db.models import Model
from django.template.base import render_value_in_context
from django.template.context import Context
from django.template.loader import get_template
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django_tables2.columns import BoundColumn
from django_tables2.utils import Accessor, AttributeDict, signature

STOCK = "components/stock_table.html"
KNOWN_ARGUMENTS = frozenset({"value", "record", "column", "bound_column", "table"})

_TEMPLATE = Context(use_l10n=True, use_tz=True)

Writer: TypeAlias = Callable[[Any], str]
"""From a record to the finished cell."""


class QuickTable(tables.Table):
    """A table that is drawn by `drawn`. `row_header` names the column that names the row; `caption` is a text or nothing."""

    row_header = ""
    caption: str | Promise = ""

    @property
    def drawn(self) -> SafeString:
        """The table as HTML, needing `request` (`RequestConfig.configure` sets it) where a heading sorts."""
        if not is_plain(self):
            return self.stock
        return SafeString("".join(_parts(self)))

    @property
    def stock(self) -> SafeString:
        """The same, drawn by the library and the template engine."""
        self._counter = count()
        return SafeString(get_template(STOCK).render({"table": self}, getattr(self, "request", None)).lstrip("\n"))


def is_plain(table: tables.Table) -> bool:
    """Whether every row of the table is drawn alike, so that its columns can be compiled."""
    computed = [table.row_attrs, table.attrs, *(column.column.attrs for column in table.columns)]
    return not (
        table.has_footer()
        or any(table.pinned_data.values())
        or any(_is_computed(attributes) for attributes in computed)
        or any(not _is_plain_column(column) for column in table.columns)
    )


def _is_plain_column(column: BoundColumn) -> bool:
    wanted, catch_all = _arguments(column.render)
    return not (column.link or catch_all or column.localize is not None or wanted - KNOWN_ARGUMENTS)


def _arguments(render: Callable[..., Any]) -> tuple[frozenset[str], bool]:
    """What a `render` asks for, and whether it takes everything besides; read once for every function there is."""
    return _arguments_of(getattr(render, "__func__", render))


@lru_cache(maxsize=1_000)
def _arguments_of(function: Callable[..., Any]) -> tuple[frozenset[str], bool]:
    names, catch_all = signature(function)
    return frozenset(names) - {"self"}, bool(catch_all)


def _is_computed(attributes: Any) -> bool:
    if isinstance(attributes, dict):
        return any(_is_computed(value) for value in attributes.values())
    return callable(attributes)


def _parts(table: QuickTable) -> Iterator[str]:
    attrs = {column.name: column.attrs for column in table.columns}
    label = escape(str(table.caption)) if table.caption else gettext("Table of data")
    yield f'<div class="table-wrap" tabindex="0" role="region" aria-label="{label}">\n<table {AttributeDict(table.attrs).as_html()}>\n'
    if table.caption:
        yield f"<caption>{escape(str(table.caption))}</caption>\n"
    if table.show_header:
        headings = "".join(_heading(table, column, attrs[column.name]) for column in table.columns)
        yield f"<thead {_attributes(table.attrs, 'thead')}>\n<tr>\n{headings}</tr>\n</thead>\n"
    yield f"<tbody {_attributes(table.attrs, 'tbody')}>\n"
    yield from _rows(table, attrs) if len(table.rows) else _empty(table)
    yield "</tbody>\n</table>\n</div>\n"


def _attributes(attrs: dict[str, Any], part: str) -> str:
    return AttributeDict(attrs.get(part, {})).as_html()


def _heading(table: QuickTable, column: BoundColumn, attrs: dict[str, Any]) -> str:
    header = _shown(column.header)
    attributes = attrs["th"].as_html()
    if not column.orderable:
        return f'<th scope="col" {attributes}>{header}</th>\n'
    alias = column.order_by_alias
    address = {**table.request.GET, table.prefixed_order_by_field: alias.next}
    sorted_so = ""
    if column.is_ordered:
        sorted_so = f' aria-sort="{"descending" if alias.is_descending else "ascending"}"'
    return f'<th scope="col" {attributes}{sorted_so}><a href="{escape(f"?{urlencode(address, doseq=True)}")}">{header}</a></th>\n'


def _empty(table: QuickTable) -> Iterator[str]:
    if table.empty_text:
        yield f'<tr><td colspan="{len(table.columns)}">{_shown(table.empty_text)}</td></tr>\n'


def _rows(table: QuickTable, attrs: dict[str, Any]) -> Iterator[str]:
    records = list(table.paginated_rows.data)
    writers = [_writer(table, column, attrs[column.name], records[0]) for column in table.columns]
    own = f"{table.row_attrs['class']} " if table.row_attrs.get("class") else ""
    openings = [f"<tr {AttributeDict({**table.row_attrs, 'class': own + turn}).as_html()}>\n" for turn in ("even", "odd")]
    for place, record in enumerate(records):
        yield openings[place % 2]
        for write in writers:
            yield write(record)
        yield "</tr>\n"


def _writer(table: QuickTable, column: BoundColumn, attrs: dict[str, Any], sample: Any) -> Writer:
    """The cell of one column; `sample` is the first record, which tells how the others are read."""
    tag = "th" if column.name == table.row_header else "td"
    scope = ' scope="row"' if tag == "th" else ""
    opening, closing = f"<{tag}{scope} {attrs['td'].as_html()}>", f"</{tag}>\n"
    read, draw, empty = _reader(column.accessor, sample), _drawer(table, column), column.column.empty_values
    blank = f"{opening}{_shown(column.default)}{closing}"
    ungrouped = 1_000 if settings.USE_THOUSAND_SEPARATOR else sys.maxsize

    def write(record: Any) -> str:
        value = read(record)
        if value in empty:
            return blank
        cell = draw(value, record) if draw else value
        kind = type(cell)
        if kind is SafeString:
            return opening + cell + closing
        if kind is int and -ungrouped < cell < ungrouped:
            return f"{opening}{cell}{closing}"
        return f"{opening}{escape(cell) if kind is str else _shown(cell)}{closing}"

    return write


def _drawer(table: QuickTable, column: BoundColumn) -> Callable[[Any, Any], Any] | None:
    """`render` of the column, called with what it asks for; None where it gives back the value itself."""
    render = column.render
    if getattr(render, "__func__", None) is tables.Column.render:
        return None
    given = {"column": column.column, "bound_column": column, "table": table}
    wanted, _catch_all = _arguments(render)
    fixed = {name: given[name] for name in wanted if name in given}
    if {"value", "record"} <= wanted:
        return lambda value, record: render(value=value, record=record, **fixed)
    if "value" in wanted:
        return lambda value, _record: render(value=value, **fixed)
    return lambda _value, record: render(record=record, **fixed) if "record" in wanted else render(**fixed)


def _reader(accessor: str, sample: Any) -> Callable[[Any], Any]:
    """How a value is got from a record: straight by attribute where the library would end there too, by its own accessor otherwise.

    The library tries key, attribute and index in turn, and calls what can be called. An object of a class without keys can only be read
    by attribute.
    """
    path = Accessor(accessor)
    first, *more = path.bits
    if hasattr(type(sample), "__getitem__") or isinstance(sample, Model) or callable(getattr(sample, first, None)):
        return lambda record: path.resolve(record, quiet=True)
    read = attrgetter(first)
    if not more:
        return read
    if len(more) == 1 and isinstance(read(sample), dict):
        key = more[0]
        return lambda record: read(record).get(key)
    return lambda record: path.resolve(record, quiet=True)


def _shown(value: Any) -> str:
    """As `{{ value }}` in a template."""
    return render_value_in_context(value, _TEMPLATE)
