"""Pages of a site, drawn once for all its processes and hosts: who asks another process gets the drawing of the first, from Redis."""

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache

KEPT_SECONDS = 10
"""As long as other processes may come for a drawing; each then has it in its own memory."""
PATIENCE = 3.0
"""Seconds that a process waits for the drawing of another before it draws too."""
LOOK_SECONDS = 0.02
REST_SECONDS = 5.0
"""So long Redis is left alone after it did not answer."""

logger = logging.getLogger(__name__)
_resting_until = 0.0


def draw_for_all(tag: str, draw: Callable[[], bytes | None]) -> bytes | None:
    """The page with this tag: drawn by another process, or by `draw`, whose None (nothing to keep) is passed on.

    Without Redis, and while it does not answer, each process draws for itself.
    """
    if not settings.REDIS_URL or time.monotonic() < _resting_until:
        return draw()
    drawing = f"drawn:{tag}"
    try:
        body = _find_or_claim(drawing)
    except Exception:  # noqa: BLE001 - each kind of cache has errors of its own, and a page needs none
        _rest()
        return draw()
    if body is not None:
        return body
    body = draw()
    _offer(drawing, body)
    return body


def _find_or_claim(drawing: str) -> bytes | None:
    """What another process drew; None to the one that is to draw: the first, or who waited in vain."""
    deadline = time.monotonic() + PATIENCE
    while True:
        body: bytes | None = cache.get(drawing)
        if body is not None or cache.add(f"{drawing}:claimed", 1, PATIENCE) or time.monotonic() > deadline:
            return body
        time.sleep(LOOK_SECONDS)


def _offer(drawing: str, body: bytes | None) -> None:
    """Whoever waits for a page that cannot be kept draws it too."""
    try:
        if body is not None:
            cache.set(drawing, body, KEPT_SECONDS)
        else:
            cache.delete(f"{drawing}:claimed")
    except Exception:  # noqa: BLE001 - whatever the cache answers, the page is drawn
        _rest()


def _rest() -> None:
    global _resting_until  # noqa: PLW0603 - one for the process
    _resting_until = time.monotonic() + REST_SECONDS
    logger.warning("pages are drawn by each process for itself: the cache does not answer")
