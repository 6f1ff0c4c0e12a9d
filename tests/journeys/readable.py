"""Whether everybody can read a page: what axe finds against WCAG 2.2 AA, and whether anything is wider than the screen."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


LANDMARKS = {rule: {"enabled": True} for rule in ("region", "landmark-unique")}
"""Beyond WCAG: everything lies in a part of the page that is named once."""
READ_BY_ALL = re.compile(r"https?://[^/]+/(handbook|tournaments|referee)/")


def obstacles(page: Page) -> list[str]:
    """Every rule of WCAG that is broken, and on pages for everybody those of landmarks, with the first element that breaks it."""
    page.wait_for_load_state()
    page.emulate_media(reduced_motion="reduce")  # letters that are still fading in have no contrast yet
    rules = LANDMARKS if READ_BY_ALL.match(page.url) else {}
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": WCAG}, "rules": rules, "resultTypes": ["violations"]})
    return [f"{one['id']} {one['nodes'][0]['target']}" for one in found.response["violations"]]


def too_wide(page: Page) -> int:
    """By how many pixels the page must be scrolled sideways."""
    return max(0, page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


CUT = """
() => [...document.querySelectorAll("button, [role=button]")]
  .filter((one) => one.checkVisibility() && !one.closest(".visually-hidden"))
  .filter((one) => { const box = one.getBoundingClientRect(); return box.width > 1 && (box.left < -1 || box.right > innerWidth + 1); })
  .map((one) => one.textContent.trim())
"""


def list_cut_in_large_letters(page: Page) -> list[str]:
    """The buttons that lie beside the narrowest phone with letters twice as large, although nothing scrolls."""
    page.set_viewport_size({"width": 320, "height": 640})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    cut: list[str] = page.evaluate(CUT)
    page.evaluate("document.documentElement.style.fontSize = ''")
    return cut


SQUEEZED = """
() => [...document.querySelectorAll("body *")]
  .filter((one) => [...one.childNodes].some((text) => text.nodeType === Node.TEXT_NODE && text.textContent.trim().length > 5))
  .filter((one) => one.checkVisibility() && !one.closest(".visually-hidden") && one.getBoundingClientRect().width > 1)
  .filter((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const lines = [...range.getClientRects()], width = Math.max(...lines.map((line) => line.width));
    return lines.length > 3 && width > 1 && width < 1.6 * parseFloat(getComputedStyle(one).fontSize);
  })
  .map((one) => one.textContent.trim().slice(0, 40))
"""
"""The texts of which a line has room for a letter or two."""


def list_troubles_in_large_letters(page: Page) -> list[str]:
    """What cannot be read on the narrowest phone, 320 pixels, with letters twice as large: a page that scrolls sideways, and on those
    for everybody words of which every letter stands below the other.
    """
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size({"width": 320, "height": size["height"]})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    pixels, squeezed = too_wide(page), page.evaluate(SQUEEZED) if READ_BY_ALL.match(page.url) else []
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size(size)
    return [f"{pixels} px too wide in large letters"] * (pixels > 0) + [f"squeezed in large letters: {text}" for text in squeezed]


PRIMARIES = """
[...document.querySelectorAll("main :is(button, [role=button], input[type=submit])")]
  .filter(button => button.checkVisibility() && !button.matches(".quiet, .danger"))
  .filter(button => getComputedStyle(button).backgroundColor !== "rgba(0, 0, 0, 0)")
  .map(button => button.textContent.trim())
"""


def list_primaries(page: Page) -> list[str]:
    """The filled buttons of a page: what it wants to be done next. One at most, or none of them says so."""
    buttons: list[str] = page.evaluate(PRIMARIES)
    return buttons
