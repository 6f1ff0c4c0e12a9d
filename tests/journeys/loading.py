"""What a page loaded, told when a journey fails while it waits for that page: an answer that never came is seen in no picture."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page


@contextmanager
def tell_loading(page: Page) -> Iterator[None]:
    """Note what is asked, answered, refused and said by scripts meanwhile; a failure carries it."""
    told: list[str] = []
    page.on("request", lambda request: told.append(f"asked {request.url}"))
    page.on("response", lambda response: told.append(f"{response.status} {response.url}"))
    page.on("requestfinished", lambda request: told.append(f"whole {request.url}"))
    page.on("requestfailed", lambda request: told.append(f"failed {request.url}: {request.failure}"))
    page.on("console", lambda message: told.append(f"said {message.text}"))
    page.on("pageerror", lambda error: told.append(f"error {error}"))
    try:
        yield
    except Exception as error:
        state = page.evaluate("[document.readyState, performance.now(), document.visibilityState, typeof htmx].join(' ')")
        error.add_note("\n".join([f"page {page.url}: {state}", *told]))
        raise
