"""The policy of pages at a table: whoever came by a link that still opens something, for its match and its side only."""

from typing import Any, cast

from django.http import Http404, HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.models import TableDevice, TableLink
from scoring.queries.links import live_links

LINK, DEVICE = "table_link", "table_device"


class LinkClosedError(Http404):
    """Answered alike for a link that never was, is revoked, or whose round is closed."""

    advice: str | Promise = _("If you came from a table: your round is over, or you got a new slip. Scan that one, or ask at the desk.")


class _TableRequest(HttpRequest):
    table_link: TableLink


def link_of(request: HttpRequest) -> TableLink:
    """The link that the session was opened with, if it still opens something; read once a request. Raises: LinkClosedError."""
    asked = cast(_TableRequest, request)
    if not hasattr(asked, "table_link"):
        key = request.session.get(LINK)
        found = live_links().select_related("match__round__stage__tournament").filter(pk=key).first() if isinstance(key, int) else None
        if found is None:
            raise LinkClosedError
        asked.table_link = found
    return asked.table_link


def table(request: HttpRequest, **url_arguments: Any) -> bool:
    """Policy: a side at its table. Everybody else finds nothing."""
    return bool(link_of(request).pk)


def open_session(request: HttpRequest, link: TableLink, device: TableDevice) -> None:
    """From now on this browser is that side of that match, and of no other."""
    request.session.cycle_key()
    request.session[LINK], request.session[DEVICE] = link.pk, device.pk


def close_session(request: HttpRequest) -> None:
    for key in (LINK, DEVICE):
        request.session.pop(key, None)
