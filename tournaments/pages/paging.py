"""Long lists, some rows a page, with the links of `components/pagination.html`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

ROWS_PER_PAGE = 200
"""As many as an evening of 128 tables or 200 entries has on one page."""


@dataclass(frozen=True, slots=True)
class PagedRows:
    """One page of a list, named like the parts of a table of django-tables2, so that one template links the pages of both."""

    page: "Page[Any]"
    prefixed_page_field: str
    """The name of the page number in the address."""

    def __len__(self) -> int:
        """The rows of all pages."""
        return self.paginator.count

    @property
    def paginator(self) -> "Paginator[Any]":
        return self.page.paginator


def build_paged_rows(
    request: HttpRequest,
    rows: Sequence[Any] | QuerySet[Any],
    field: str = "page",
    build: Callable[[Sequence[Any]], Sequence[Any]] | None = None,
) -> PagedRows:
    """The page of `rows` that the address asks for by `field`; the nearest one for a number that does not exist.

    Of a query set only that page is read, and the rest is counted; `build` makes what the page shows of its rows.
    """
    page = Paginator(rows, ROWS_PER_PAGE).get_page(request.GET.get(field))
    if build is not None:
        page.object_list = build(list(page.object_list))
    return PagedRows(page, field)
