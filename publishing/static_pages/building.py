"""All files of a tournament, in a stable order: `build_static_files`."""

import datetime as dt
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation

from publishing.static_pages.addresses import StaticAddresses, list_first_addresses, read_static_addresses
from publishing.static_pages.as_of import format_as_of, read_as_of, write_as_of_sheet
from publishing.static_pages.assets import FAVICON, collect_assets, read_asset
from publishing.static_pages.drawing import draw_address
from publishing.static_pages.explained import draw_explained, read_explained_lines
from publishing.static_pages.files import StaticFile
from publishing.static_pages.memory import DrawnState, PageMemory, open_memory, read_drawn_state
from publishing.static_pages.results import build_results, format_results, list_standings
from publishing.static_pages.stopping import AS_OF_SHEET, PageStopper, StillPage
from rankings.standings_pages.cells import CellView
from tournaments.models import Stage, Tournament

INDEX = "index.html"
RESULTS = "results.json"
PROVEN = "prove=yes"
"""A large draw is proven when somebody asks, which nobody can ask of a file."""


def build_static_files(tournament: Tournament, *, language: str, address: str = "", home: str = INDEX) -> Iterator[StaticFile]:
    """The public pages of a tournament as files of a folder, and nothing at all of one that is not public.

    What they use comes first, then the pages, the overview last. The bytes are the same while nothing changed. `address` is where the
    desk itself is reached from outside: what needs a server leads there, and is left out without it. `home` is the page to which the
    name of the site leads, beside these files.
    """
    current = Tournament.objects.select_related("organizer").filter(pk=tournament.pk, public=True).first()
    if current is not None:
        yield from _build_files(current, language, address, home)


def _build_files(tournament: Tournament, language: str, address: str, home: str) -> list[StaticFile]:
    """`tournament` as it is now: whoever waited with an older one in hand would tell names that it does not show any more."""
    with translation.override(language):
        moment = read_as_of(tournament)
        results = build_results(tournament, moment)
        state, memory = read_drawn_state(tournament, list_standings(results)), open_memory(tournament.pk, language, address, home)
        builder = _SiteBuilder(tournament, read_static_addresses(tournament), address, home, state, memory)
        return list(builder.build(results, moment))


@dataclass(slots=True)
class _SiteBuilder:
    """From page to page along the links that become files."""

    tournament: Tournament
    addresses: StaticAddresses
    site: str
    home: str
    state: DrawnState
    memory: PageMemory
    pages: dict[str, bytes] = field(default_factory=dict)
    assets: set[str] = field(default_factory=set)

    def build(self, results: dict[str, Any], moment: dt.datetime) -> Iterator[StaticFile]:
        words = format_as_of(moment)
        overview = reverse("tournaments:public", args=[self.tournament.slug])
        for path, stage, number, cells in read_explained_lines(self.tournament):
            self._add_explained(path, stage, number, cells)
        waiting = deque([overview, *list_first_addresses(self.addresses)])
        while waiting:
            waiting.extend(self._add(waiting.popleft(), as_of=words))
        self.memory.forget_unasked()
        index = self.pages.pop(INDEX, None)
        if index is None:
            return
        yield from (StaticFile(path, content) for path, content in collect_assets(self.assets))
        yield StaticFile("favicon.ico", read_asset(static(FAVICON).removeprefix(settings.STATIC_URL)))
        yield from (StaticFile(path, content) for path, content in self.pages.items())
        yield StaticFile(RESULTS, format_results(results))
        yield StaticFile(AS_OF_SHEET, write_as_of_sheet(words))
        yield StaticFile(INDEX, index)

    def _add(self, address: str, *, as_of: str) -> list[str]:
        """Draw what stands at an address, unless its file is there; return the addresses of pages that it leads to."""
        path = (self.addresses.find_path(address) or "").partition("#")[0]
        if not path or path in self.pages:
            return []
        page = self._draw(path, address, as_of if path == INDEX else "")
        return self._keep(path, page) if page else []

    def _draw(self, path: str, address: str, as_of: str) -> StillPage | None:
        key = self.state.choose_key(path)
        if key is None:
            return self._stop(path, address, draw_address(address, self.site), as_of)
        proving = f"{address}{'&' if '?' in address else '?'}{PROVEN}" if path.startswith("draws/") else address
        return self.memory.draw_once(path, key, lambda: self._stop(path, address, draw_address(proving, self.site)))

    def _add_explained(self, path: str, stage: Stage, number: int, cells: Mapping[str, CellView]) -> None:
        address = reverse("scoring:public_standings", args=[self.tournament.slug])
        key = (self.state.common, stage.number, tuple(cells.items()))
        page = self.memory.draw_once(
            path, key, lambda: self._stop(path, address, draw_explained(self.tournament, stage, number, cells, self.site))
        )
        if page is not None:
            self._keep(path, page)

    def _stop(self, path: str, address: str, content: bytes | None, as_of: str = "") -> StillPage | None:
        """The page made still; a file that is no page as it is."""
        if content is None:
            return None
        if not path.endswith(".html"):
            return StillPage(content)
        return PageStopper(self.addresses, address, path, self.site, as_of, self.home).stop(content)

    def _keep(self, path: str, page: StillPage) -> list[str]:
        self.pages[path] = page.content
        self.assets.update(page.assets)
        return page.pages
