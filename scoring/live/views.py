"""Public pages of results, versioned by the edition of their tournament or season."""

from collections.abc import Callable

from scoring.permissions import get_page_version, live_visitor
from tournaments.pages.drawn import DrawnPage


class LivePage(DrawnPage):
    """A page drawn once; the policy's only query reads its version too."""

    policy: Callable[..., bool] = staticmethod(live_visitor)

    def read_page_version(self) -> str:
        return get_page_version(self.request).text
