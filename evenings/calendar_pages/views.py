"""The public calendar: its page, the page that other sites show in a frame, and its feeds."""

import hashlib
from abc import abstractmethod
from collections.abc import Callable
from typing import Any, cast

from django.core.cache import caches
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.functional import cached_property
from django.utils.http import urlencode
from django.utils.translation import get_language, gettext
from django.views.generic import TemplateView, View

from evenings.calendar_pages.feeds import render_feed
from evenings.calendar_pages.forms import CalendarForm
from evenings.calendar_pages.permissions import club_visitor
from evenings.calendar_pages.queries import (
    CalendarRow,
    CalendarWish,
    group_by_month,
    has_clubs,
    list_rows,
    match_evenings,
    name_club,
    read_evenings_of_feed,
    read_lines,
    read_wish,
    select_evenings,
    select_for_feed,
)
from jobs.permissions import everybody
from tournaments.announcing.listing import find_tonight
from tournaments.models import Organizer, Tournament
from tournaments.pages.addresses import build_public_address, has_public_address
from tournaments.pages.drawn import PAGE_CACHE, RELEASE_FINGERPRINT, DrawnPage
from tournaments.pages.framed import FramedPage, build_frame_line, choose_language
from tournaments.pages.paging import PagedRows
from tournaments.permissions import visitor

EVENINGS_PER_PAGE = 50
EVENINGS_IN_A_FRAME = 15
MINUTES_KEPT = 5
"""How long a phone, or whatever stands between, keeps a feed without asking again."""


class CalendarView(DrawnPage, TemplateView):
    """Evenings from tonight on, some on a page."""

    policy: Callable[..., bool] = staticmethod(everybody)
    per_page = EVENINGS_PER_PAGE

    @cached_property
    def form(self) -> CalendarForm:
        return CalendarForm(self.request.GET)

    @cached_property
    def wish(self) -> CalendarWish:
        return read_wish(self.form, self.kwargs.get("organizer_slug", ""))

    @cached_property
    def organizer(self) -> Organizer | None:
        slug = self.wish.organizer_slug
        return get_object_or_404(Organizer, slug=slug) if slug else None

    @cached_property
    def rows(self) -> "Page[Any]":
        """The asked page of `CalendarRow`s."""
        evenings: QuerySet[Any] = select_evenings(self.wish, find_tonight())
        paginator: Paginator[Any] = Paginator(evenings, self.per_page)
        paginator.count = match_evenings(self.wish, find_tonight()).count()
        page = paginator.get_page(self.request.GET.get("page"))
        page.object_list = list_rows(cast(QuerySet[Tournament], page.object_list), timezone.now())
        return page

    def read_page_version(self) -> str:
        """The rows of the page, by their page versions. Two queries."""
        club = name_club(self.organizer) if self.organizer else ""
        return repr((find_tonight(), self.rows.paginator.count, self.rows.number, club, list(self.rows.object_list)))

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        lines = read_lines(self.rows.object_list)
        return super().get_context_data(
            **{
                "months": group_by_month(lines),
                "listing": PagedRows(Page(lines, self.rows.number, self.rows.paginator), "page"),
                "club": name_club(self.organizer) if self.organizer else "",
                "wish": self.wish,
                **context,
            }
        )

    def build_path(self, name: str) -> str:
        """The address of the same evenings in another form, in the language of the reader."""
        slug = self.wish.organizer_slug
        path = reverse(f"evenings:{'club_' if slug else ''}{name}", args=[slug] if slug else [])
        return f"{path}?{urlencode([*self.wish.list_boxes(), ('lang', choose_language(self.request))])}"

    def build_address(self, name: str) -> str:
        """The whole address of it: the public one, where the site has one."""
        path = self.build_path(name)
        return build_public_address(self.request, path) or self.request.build_absolute_uri(path)


class EveningsCalendar(CalendarView):
    """Narrowed by a form that works without script; below, how to have it in one's own calendar, and on one's own site."""

    template_name = "evenings/calendar_pages/calendar.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        feed, frame = self.build_address("calendar_feed"), self.build_address("embedded_calendar")
        page_context = {
            "form": self.form,
            "with_clubs": not self.wish.organizer_slug and has_clubs(),
            "is_public": has_public_address(self.request),
            "feed": feed,
            "subscription": f"webcal:{feed.partition(':')[2]}",
            "frame": frame,
            "frame_line": build_frame_line(frame, (name_club(self.organizer) if self.organizer else "") or gettext("Calendar")),
        }
        return super().get_context_data(**{**page_context, **context})


class ClubEveningsCalendar(EveningsCalendar):
    policy = staticmethod(club_visitor)


class EmbeddedCalendar(FramedPage, CalendarView):
    """The next evenings in a frame of another site (docs/decisions/pages-in-a-frame.md). Its links open pages of their own."""

    template_name = "evenings/calendar_pages/embedded.html"
    fragment = "evenings/calendar_pages/embedded_body.html"
    per_page = EVENINGS_IN_A_FRAME

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**{"whole": self.build_address("calendar"), **context})


class EmbeddedClubCalendar(EmbeddedCalendar):
    policy = staticmethod(club_visitor)


class Feed(View):
    """A file of iCalendar, built anew only when an evening of it has changed."""

    http_method_names = ["get", "head", "options"]

    @abstractmethod
    def list_rows(self) -> list[CalendarRow]: ...

    def name_feed(self) -> str:
        return gettext("Tournaments of card games")

    def get(self, request: HttpRequest, **url_arguments: str) -> HttpResponseBase:
        with translation.override(choose_language(request)):
            rows = self.list_rows()
            identity = repr((rows, self.name_feed(), RELEASE_FINGERPRINT, request.build_absolute_uri(), get_language()))
            tag = hashlib.sha256(identity.encode()).hexdigest()[:32]
            unchanged = get_conditional_response(request, etag=f'"{tag}"')
            answer = unchanged or HttpResponse(self._render(tag, rows), content_type="text/calendar; charset=utf-8")
        answer.headers["ETag"] = f'"{tag}"'
        answer.headers["Cache-Control"] = f"{'private' if request.user.is_authenticated else 'public'}, max-age={60 * MINUTES_KEPT}"
        answer.headers["X-Robots-Tag"] = "noindex"
        patch_vary_headers(answer, ["Accept-Language", "Cookie"])
        return answer

    def _render(self, tag: str, rows: list[CalendarRow]) -> bytes:
        body = caches[PAGE_CACHE].get(tag)
        if body is None:
            body = render_feed(read_evenings_of_feed([row.key for row in rows]), self.name_feed(), self._build_address_builder())
            caches[PAGE_CACHE].set(tag, body)
        return bytes(body)

    def _build_address_builder(self) -> Callable[[str], str]:
        """Of pages that can be opened from everywhere: an address of a network means nothing in somebody's calendar."""
        return lambda slug: build_public_address(self.request, reverse("tournaments:public", args=[slug]))


class CalendarFeed(Feed):
    policy: Callable[..., bool] = staticmethod(everybody)

    def list_rows(self) -> list[CalendarRow]:
        wish = read_wish(CalendarForm(self.request.GET), self.kwargs.get("organizer_slug", ""))
        return list_rows(select_for_feed(wish), timezone.now())


class ClubFeed(CalendarFeed):
    policy = staticmethod(club_visitor)

    def name_feed(self) -> str:
        return name_club(get_object_or_404(Organizer, slug=self.kwargs["organizer_slug"])) or super().name_feed()


class EveningFeed(Feed):
    """One evening, to be put into one's own calendar; that of a private tournament for its staff, as its pages are."""

    policy = staticmethod(visitor)

    @cached_property
    def tournament(self) -> Tournament:
        return get_object_or_404(Tournament, slug=self.kwargs["slug"], demonstration=False, archived_at=None)

    def list_rows(self) -> list[CalendarRow]:
        return list_rows(Tournament.objects.filter(pk=self.tournament.pk), timezone.now())

    def name_feed(self) -> str:
        return self.tournament.name
