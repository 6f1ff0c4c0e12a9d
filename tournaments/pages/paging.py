"""Long lists, some rows a page, with the links of `components/pagination.html`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
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


def build_paged_rows(request: HttpRequest, rows: Sequence[Any], field: str = "page") -> PagedRows:
    """The page of `rows` that the address asks for by `field`; the nearest one for a number that does not exist."""
    return PagedRows(Paginator(rows, ROWS_PER_PAGE).get_page(request.GET.get(field)), field)
