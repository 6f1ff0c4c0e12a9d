"""All files of a tournament, in a stable order: `build_static_files`."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation

from publishing.static_pages.addresses import StaticAddresses, list_first_addresses, read_static_addresses
from publishing.static_pages.as_of import format_as_of, read_as_of, write_as_of_sheet
from publishing.static_pages.assets import FAVICON, collect_assets, read_asset
from publishing.static_pages.drawing import draw_address
from publishing.static_pages.files import StaticFile
from publishing.static_pages.results import write_results
from publishing.static_pages.stopping import AS_OF_SHEET, PageStopper
from tournaments.models import Tournament

INDEX = "index.html"
RESULTS = "results.json"


def build_static_files(tournament: Tournament, *, language: str, address: str = "") -> Iterator[StaticFile]:
    """The public pages of a tournament as files of a folder, and nothing at all of one that is not public.

    What they use comes first, then the pages, the overview last. The bytes are the same while nothing changed. `address` is where the
    desk itself is reached from outside: what needs a server leads there, and is left out without it.
    """
    if not Tournament.objects.filter(pk=tournament.pk, public=True).exists():
        return
    with translation.override(language):
        built = list(_Walk(tournament, read_static_addresses(tournament), address).build())
    yield from built


@dataclass(slots=True)
class _Walk:
    """From page to page along the links that become files."""

    tournament: Tournament
    addresses: StaticAddresses
    site: str
    pages: dict[str, bytes] = field(default_factory=dict)
    assets: set[str] = field(default_factory=set)

    def build(self) -> Iterator[StaticFile]:
        moment = read_as_of(self.tournament)
        words = format_as_of(moment)
        overview = reverse("tournaments:public", args=[self.tournament.slug])
        waiting = [overview, *list_first_addresses(self.addresses)]
        while waiting:
            waiting.extend(self._add(waiting.pop(0), as_of=words))
        index = self.pages.pop(INDEX, None)
        if index is None:
            return
        yield from (StaticFile(path, content) for path, content in collect_assets(self.assets))
        yield StaticFile("favicon.ico", read_asset(static(FAVICON).removeprefix(settings.STATIC_URL)))
        yield from (StaticFile(path, content) for path, content in self.pages.items())
        yield StaticFile(RESULTS, write_results(self.tournament, moment))
        yield StaticFile(AS_OF_SHEET, write_as_of_sheet(words))
        yield StaticFile(INDEX, index)

    def _add(self, address: str, *, as_of: str) -> list[str]:
        """Draw what stands at an address, unless its file is there; return the addresses of pages that it leads to."""
        path = self.addresses.find_path(address)
        if path is None or path in self.pages:
            return []
        content = draw_address(address, self.site)
        if content is None:
            return []
        if not path.endswith(".html"):
            self.pages[path] = content
            return []
        still = PageStopper(self.addresses, address, path, self.site, as_of if path == INDEX else "").stop(content)
        self.pages[path] = still.text.encode()
        self.assets.update(still.assets)
        return still.pages
