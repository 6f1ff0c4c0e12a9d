"""Access policies of the packages above tournaments: pages at a table need an open link and serve only its match and side; polled pages
serve every visitor; a set of papers serves the staff of its tournament.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from django.http import Http404, HttpRequest
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext_lazy as _

from scoring.matches.table_links import find_current_seat
from scoring.models import EntryCode, TableDevice, TableLink
from scoring.page_versions import PageVersion, read_page_version, read_season_page_version
from tournaments.models import Entry, Match, Round, Seat, Tournament
from tournaments.people.names import NAME_SEPARATOR
from tournaments.permissions import Principal, Right, has_right, read_desk, read_role, read_season

LINK, DEVICE, CODE, ENTRY = "table_link", "table_device", "entry_code", "table_entry"


class LinkClosedError(Http404):
    """The answer for a link that never existed."""

    title: str | Promise = _("This phone is at no table")
    advice: str | Promise = _("If you came from a table, your round is over or you got a new slip. Scan the new one, or ask at the desk.")


@dataclass
class Phone:
    """What the session of a phone opens now.

    `link` is the side of a match for which it may enter; None away from a table. The link of a code is not stored before something is
    entered. `revoked`: its slip or code was cancelled, or replaced by a new one; `gone` is the entry of a slip that went with its draw.
    """

    link: TableLink | None = None
    code: EntryCode | None = None
    slip: TableLink | None = None
    revoked: bool = False
    gone: Entry | None = None

    @cached_property
    def entry(self) -> Entry:
        """The entry of the code, or the first one at the side of the slip that is no phantom."""
        if self.code is not None:
            return self.code.entry
        if self.gone is not None:
            return self.gone
        seats = Seat.objects.filter(match=cast(TableLink, self.slip).match, side=cast(TableLink, self.slip).side)
        return seats.select_related("entry__tournament", "entry__club").order_by("entry__phantom", "place")[0].entry

    @cached_property
    def name(self) -> str:
        """The name of the entry; where a phantom has taken the seat, of the player who left it."""
        if not self.entry.phantom:
            return self.entry.name
        return NAME_SEPARATOR.join(str(member.person) for member in self.entry.members.select_related("person").order_by("position"))


class _TableRequest(HttpRequest):
    phone: Phone


def read_phone(request: HttpRequest) -> Phone:
    """What the session opens; three queries per request at most. Raises: LinkClosedError for a session that never opened anything."""
    table_request = cast(_TableRequest, request)
    if not hasattr(table_request, "phone"):
        code, link = str(request.session.get(CODE, "")), str(request.session.get(LINK, ""))
        phone = (_find_phone_of_code(code) if code else None) or (_find_phone_of_link(link) if link else None)
        phone = phone or _find_phone_of_gone_link(request.session.get(ENTRY))
        if phone is None:
            raise LinkClosedError
        table_request.phone = phone
    return table_request.phone


def _find_phone_of_code(secret_hash: str) -> Phone | None:
    code = EntryCode.objects.select_related("entry__tournament", "entry__club").filter(secret_hash=secret_hash).first()
    if code is None:
        return None
    if code.revoked_at is not None:
        return Phone(code=code, revoked=True)
    seat = find_current_seat(code.entry)
    if seat is None or seat.match.table is None:
        return Phone(code=code)
    live = TableLink.objects.filter(match=seat.match, side=seat.side, revoked_at__isnull=True).first()
    link = live or TableLink(side=seat.side)
    link.match = seat.match
    return Phone(link, code)


def _find_phone_of_link(secret_hash: str) -> Phone | None:
    link = TableLink.objects.select_related("match__round__stage__tournament", "match__result").filter(secret_hash=secret_hash).first()
    if link is None:
        return None
    if link.revoked_at is not None:
        return Phone(slip=link, revoked=True)
    is_open = link.match.kind == Match.Kind.PLAYED and link.match.round.state == Round.State.PUBLISHED
    return Phone(link if is_open else None, slip=link)


def _find_phone_of_gone_link(opened: Any) -> Phone | None:
    """The phone whose slip went with a draw that was taken back. Its entry is known by tournament and number, because after an older
    state is restored its key may belong to others.
    """
    slug, number = opened or ("", 0)
    entry = Entry.objects.select_related("tournament", "club").filter(tournament__slug=slug, number=number).first()
    return Phone(gone=entry, revoked=True) if entry is not None else None


def table_visitor(request: HttpRequest, **url_arguments: Any) -> bool:
    """Policy: a phone that has opened a slip or a code, whatever became of it. Other visitors get LinkClosedError."""
    return isinstance(read_phone(request), Phone)


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


def framed_visitor(request: HttpRequest, *, slug: str, **url_arguments: Any) -> bool:
    """Policy: everybody, if the tournament is public; its staff have no more. The same query reads the page version. Raises: Http404."""
    page_version = read_page_version(slug)
    if page_version is None or not page_version.public:
        raise Http404
    cast(_LiveRequest, request).page_version = page_version
    return True


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
    return tournament is not None and has_right(read_role(user, tournament), Right.READ)


def open_session(request: HttpRequest, link: TableLink, device: TableDevice) -> None:
    """Bind this browser to one side of one match.

    The session stores the hash of the link's secret, not its key: after an older state is restored the key may belong to another side.
    """
    close_session(request)
    request.session.cycle_key()
    request.session[LINK], request.session[DEVICE] = link.secret_hash, device.pk
    entry = Phone(slip=link).entry
    request.session[ENTRY] = [entry.tournament.slug, entry.number]


def open_session_of_code(request: HttpRequest, code: EntryCode) -> None:
    """Bind this browser to one entry, for the whole tournament."""
    close_session(request)
    request.session.cycle_key()
    request.session[CODE] = code.secret_hash


def close_session(request: HttpRequest) -> None:
    for key in (LINK, DEVICE, CODE, ENTRY):
        request.session.pop(key, None)
