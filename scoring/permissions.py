"""Policies of the packages above tournaments: pages at a table are for whoever came by a link that still opens something, for its match
and its side only; pages that phones poll are for every visitor; and who may have a set of papers."""

from collections.abc import Mapping
from typing import Any, cast

from django.http import Http404, HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.matches.table_links import live_links
from scoring.models import TableDevice, TableLink
from scoring.page_versions import Stamp, read_season_stamp, read_stamp
from tournaments.models import Tournament
from tournaments.permissions import Principal, desk_of, role_in, season_of

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
        key = str(request.session.get(LINK, ""))
        found = live_links().select_related("match__round__stage__tournament").filter(secret_hash=key).first() if key else None
        if found is None:
            raise LinkClosedError
        asked.table_link = found
    return asked.table_link


def table(request: HttpRequest, **url_arguments: Any) -> bool:
    """Policy: a side at its table. Everybody else finds nothing."""
    return bool(link_of(request).pk)


class _LiveRequest(HttpRequest):
    stamp: Stamp


def live_visitor(request: HttpRequest, *, slug: str, **url_arguments: Any) -> bool:
    """Policy: as `tournaments.permissions.visitor`, and the page's stamp is read with the same query."""
    stamp = read_stamp(slug)
    if stamp is not None:
        cast(_LiveRequest, request).stamp = stamp
        if stamp.public:
            return True
    if not request.user.is_authenticated:
        raise Http404
    return bool(desk_of(request, slug).role)


def season_visitor(request: HttpRequest, *, season_slug: str, **url_arguments: Any) -> bool:
    """Policy: everybody, if the season has a public page; else only its directors. The page's stamp is read with the same query."""
    stamp = read_season_stamp(season_slug)
    if stamp is not None:
        cast(_LiveRequest, request).stamp = stamp
        if stamp.public:
            return True
    if not request.user.is_authenticated:
        raise Http404
    return bool(season_of(request, season_slug).pk)


def stamp_seen(request: HttpRequest) -> Stamp:
    """What `live_visitor` or `season_visitor` read."""
    return cast(_LiveRequest, request).stamp


def may_have_set(user: Principal, arguments: Mapping[str, Any]) -> bool:
    """A finished set of papers is for everybody at the desk of its tournament (`JOB_READERS` in the settings)."""
    tournament = Tournament.objects.filter(pk=int(arguments["tournament"])).first() if "tournament" in arguments else None
    return tournament is not None and role_in(user, tournament) is not None


def open_session(request: HttpRequest, link: TableLink, device: TableDevice) -> None:
    """From now on this browser is that side of that match, and of no other.

    The session remembers the link by the hash of its secret: after an older state is restored its number is given to another side.
    """
    request.session.cycle_key()
    request.session[LINK], request.session[DEVICE] = link.secret_hash, device.pk


def close_session(request: HttpRequest) -> None:
    for key in (LINK, DEVICE):
        request.session.pop(key, None)
