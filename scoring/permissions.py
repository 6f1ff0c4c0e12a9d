"""Access policies of the packages above tournaments: pages at a table need an open link and serve only its match and side; polled pages
serve every visitor; a set of papers serves the staff of its tournament.
"""

from collections.abc import Mapping
from typing import Any, cast

from django.http import Http404, HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.matches.table_links import select_live_links
from scoring.models import TableDevice, TableLink
from scoring.page_versions import PageVersion, read_page_version, read_season_page_version
from tournaments.models import Tournament
from tournaments.permissions import Principal, read_desk, read_role, read_season

LINK, DEVICE = "table_link", "table_device"


class LinkClosedError(Http404):
    """The same answer for a link that never existed, is revoked, or whose round is closed."""

    advice: str | Promise = _("If you came from a table, your round is over or you got a new slip. Scan the new one, or ask at the desk.")


class _TableRequest(HttpRequest):
    table_link: TableLink


def read_open_link(request: HttpRequest) -> TableLink:
    """Return the open link of the session; one query per request. Raises: LinkClosedError."""
    table_request = cast(_TableRequest, request)
    if not hasattr(table_request, "table_link"):
        key = str(request.session.get(LINK, ""))
        link = select_live_links().select_related("match__round__stage__tournament").filter(secret_hash=key).first() if key else None
        if link is None:
            raise LinkClosedError
        table_request.table_link = link
    return table_request.table_link


def table_visitor(request: HttpRequest, **url_arguments: Any) -> bool:
    """Policy: a side at its table. Other visitors get LinkClosedError."""
    return bool(read_open_link(request).pk)


class _LiveRequest(HttpRequest):
    page_version: PageVersion


def live_visitor(request: HttpRequest, *, slug: str, **url_arguments: Any) -> bool:
    """Policy: like `tournaments.permissions.visitor`; the same query reads the page version."""
    page_version = read_page_version(slug)
    if page_version is not None:
        cast(_LiveRequest, request).page_version = page_version
        if page_version.public:
            return True
    if not request.user.is_authenticated:
        raise Http404
    return bool(read_desk(request, slug).role)


def season_visitor(request: HttpRequest, *, season_slug: str, **url_arguments: Any) -> bool:
    """Policy: everybody if the season has a public page, else only its directors. The same query reads the page version."""
    page_version = read_season_page_version(season_slug)
    if page_version is not None:
        cast(_LiveRequest, request).page_version = page_version
        if page_version.public:
            return True
    if not request.user.is_authenticated:
        raise Http404
    return bool(read_season(request, season_slug).pk)


def get_page_version(request: HttpRequest) -> PageVersion:
    """Return the page version that `live_visitor` or `season_visitor` read."""
    return cast(_LiveRequest, request).page_version


def may_have_set(user: Principal, arguments: Mapping[str, Any]) -> bool:
    """Whether a user may download a finished set of papers: staff of its tournament (`JOB_READERS` in the settings)."""
    tournament = Tournament.objects.filter(pk=int(arguments["tournament"])).first() if "tournament" in arguments else None
    return tournament is not None and read_role(user, tournament) is not None


def open_session(request: HttpRequest, link: TableLink, device: TableDevice) -> None:
    """Bind this browser to one side of one match.

    The session stores the hash of the link's secret, not its key: after an older state is restored the key may belong to another side.
    """
    request.session.cycle_key()
    request.session[LINK], request.session[DEVICE] = link.secret_hash, device.pk


def close_session(request: HttpRequest) -> None:
    for key in (LINK, DEVICE):
        request.session.pop(key, None)
