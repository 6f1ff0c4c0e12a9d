"""The overview of a web space with several tournaments: what comes, what is played, what was, and a page for each of many years."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.db.models import Max
from django.template.loader import render_to_string
from django.urls import resolve, reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from evenings.calendar_pages.queries import CalendarRow, group_by_month, list_rows, read_lines
from publishing.static_pages.addresses import PAGES
from publishing.static_pages.as_of import format_as_of
from publishing.static_pages.assets import collect_assets
from publishing.static_pages.drawing import StaticPageRequest
from publishing.static_pages.files import StaticFile
from publishing.static_pages.stopping import PageStopper
from tournaments.announcing.listing import find_tonight, order_soonest_first
from tournaments.models import Announcement, Entry, Tournament

TEMPLATE = "publishing/static_pages/club.html"
INDEX = PAGES["tournaments:public"][0]
MARK = b'<meta name="generator" content="La Bella overview">'
"""What every page of an overview holds: an `index.html` without it is somebody else's."""
NAMELESS = "La Bella"
"""The house, where nobody has named it."""
MOST_PAST = 30
"""Past tournaments on the first page; the pages of their years show all."""


def build_club_files(folders: Mapping[int, str], *, language: str, address: str = "") -> list[StaticFile]:
    """The files of the overview, in a stable order, its first page last; none where no tournament is there.

    `folders`: where each tournament lies by its key, “slug/”. `address` is where the desk itself is reached from outside. The bytes are the
    same while nothing changed that they show.
    """
    rows = tuple(list_rows(order_soonest_first(Tournament.objects.filter(pk__in=folders)), timezone.now()))
    return list(_draw_files(rows, find_tonight(), tuple(sorted(folders.items())), language, address)) if rows else []


@dataclass(frozen=True, slots=True)
class ClubAddresses:
    """The pages of the overview, and the overviews of the tournaments; `folders` by the name that a tournament's addresses carry."""

    folders: Mapping[str, str]
    years: frozenset[int] = field(default=frozenset())

    def find_path(self, address: str) -> str | None:
        """The file of an address of the site, None for what is no part of the overview."""
        pages = {reverse("tournaments:public", args=[slug]): f"{folder}{INDEX}" for slug, folder in self.folders.items()}
        return (pages | {f"/years/{year}/": _name_year(year) for year in self.years}).get(address)


@lru_cache(maxsize=4)
def _draw_files(rows: tuple[CalendarRow, ...], tonight: Any, folders: tuple[tuple[int, str], ...], language: str, site: str) -> Any:
    """What the rows are drawn as. Kept, because a desk asks once a second while somebody works at it; about seven queries."""
    with translation.override(language):
        lines = read_lines(rows)
        coming = [line for line in lines if line.date >= tonight]
        past = [line for line in reversed(lines) if line.date < tonight]
        slugs = dict(Tournament.objects.filter(pk__in=[key for key, _path in folders]).values_list("pk", "slug"))
        years = sorted({line.date.year for line in past}, reverse=True) if len(past) > MOST_PAST else []
        addresses = ClubAddresses({slugs[key]: path for key, path in folders if key in slugs}, frozenset(years))
        owners = {row.organizer for row in rows}
        title = gettext("Tournaments") if len(owners) > 1 or owners == {NAMELESS} else owners.pop()
        words, assets = _say_as_of([row.key for row in rows]), set[str]()

        def draw(path: str, **context: Any) -> StaticFile:
            page = _draw_page(path, addresses, site, words, {"title": title, "years": years, **context})
            assets.update(page.assets)
            return StaticFile(path, page.content)

        pages = [draw(_name_year(year), past=group_by_month(line for line in past if line.date.year == year), year=year) for year in years]
        first = draw(INDEX, coming=group_by_month(coming), past=group_by_month(past[:MOST_PAST]))
        return (*(StaticFile(path, content) for path, content in collect_assets(assets)), *pages, first)


def _draw_page(path: str, addresses: ClubAddresses, site: str, as_of: str, context: Mapping[str, Any]) -> Any:
    request = StaticPageRequest("/", site)
    request.resolver_match = resolve("/")
    content = render_to_string(TEMPLATE, context, request)
    return PageStopper(addresses, "/", path, site, as_of).stop(content.encode())


def _name_year(year: int) -> str:
    return f"years/{year}.html"


def _say_as_of(keys: list[int]) -> str:
    """The moment at which what the overview shows was last changed. Four queries."""
    moments = [
        Tournament.history.filter(id__in=keys).aggregate(at=Max("history_date"))["at"],
        Announcement.objects.filter(tournament__in=keys).aggregate(at=Max("changed_at"))["at"],
        Entry.history.filter(tournament_id__in=keys).aggregate(at=Max("history_date"))["at"],
        Tournament.objects.filter(pk__in=keys).aggregate(at=Max("created_at"))["at"],
    ]
    return format_as_of(max(moment for moment in moments if moment is not None))
