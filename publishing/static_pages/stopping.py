"""A page of the site made still: links lead to files beside it, and what needs a server or a script is left out."""

from dataclasses import dataclass, field
from html import escape, unescape
from typing import Protocol
from urllib.parse import urljoin, urlsplit

from django.conf import settings

from publishing.static_pages.addresses import lead_from
from publishing.static_pages.markup import Node, parse_page

AS_OF_SHEET = "as-of.css"
SERVED = frozenset({"script", "form", "noscript", "template"})
SERVED_CLASSES = frozenset({"site-tools", "network-banner", "lan-note", "my-bar", "ledger-line", "clock-left", "clock-warning"})
SERVED_MARKS = frozenset({"hidden", "data-head", "data-over"})
SERVED_META = frozenset({"htmx-config", "twitter:card"})
OWN_PARTS = "data-updated"
"""Marks the line in which a live page says when it was updated."""
LIVE = ("hx-", "data-")


@dataclass(slots=True)
class StillPage:
    """What is made of a page: its bytes, and what it needs, as addresses of the site."""

    content: bytes
    pages: list[str] = field(default_factory=list)
    assets: list[str] = field(default_factory=list)


class FileNames(Protocol):
    """The file of an address of the site, None for what is no part of the static pages."""

    def find_path(self, address: str) -> str | None: ...


@dataclass(slots=True)
class PageStopper:
    """`address` is where the page stands on the site, `path` its file, `site` where the desk itself is reached, `as_of` a sentence in the
    page itself, else the style sheet `AS_OF_SHEET` says it, `home` where the name of the site leads.
    """

    addresses: FileNames
    address: str
    path: str
    site: str = ""
    as_of: str = ""
    home: str = "index.html"
    needed: StillPage = field(default_factory=lambda: StillPage(b""))

    def stop(self, content: bytes) -> StillPage:
        page = parse_page(content.decode())
        for node in page.iterate():
            _open_form(node)
            self._say_as_of(node)
        page.drop(_is_served)
        for node in page.iterate():
            self._lead(node)
            self._still(node)
        page.drop(_is_lost)
        page.drop(_is_left_empty)
        self._add_sheet(page)
        self.needed.content = page.write().encode()
        return self.needed

    def _say_as_of(self, node: Node) -> None:
        if OWN_PARTS in node.attributes:
            node.write_attributes({"class": "hint as-of"})
            node.children = [escape(self.as_of)] if self.as_of else []

    def _add_sheet(self, page: Node) -> None:
        if not self.as_of:
            sheet = Node("link", is_closed=False)
            sheet.write_attributes({"rel": "stylesheet", "href": lead_from(self.path, AS_OF_SHEET)})
            next(node for node in page.iterate() if node.tag == "head").children.append(sheet)

    def _lead(self, node: Node) -> None:
        name = next((name for name in ("href", "src", "xlink:href") if name in node.attributes), "")
        if not name or (leads := self._find(node.attributes[name])) == node.attributes[name]:
            return
        if leads:
            node.write_attributes({**node.attributes, name: leads})
        elif node.attributes.get("role") == "button" or node.tag != "a":
            node.tag = LOST
        else:
            node.tag, node.was_link = UNLINKED, True
            attributes = {name: value for name, value in node.attributes.items() if name in {"class", "title", "aria-current"}}
            node.write_attributes(attributes)

    def _find(self, link: str) -> str:
        """Where a link leads from this file; empty for what exists nowhere outside."""
        whole = urljoin(self.address, unescape(link))
        parts = urlsplit(whole)
        if link.startswith("#") or parts.scheme or parts.netloc or not parts.path.startswith("/"):
            return link
        mark = f"#{parts.fragment}" if parts.fragment else ""
        if parts.path.startswith(settings.STATIC_URL):
            self.needed.assets.append(parts.path)
            return lead_from(self.path, name_asset(parts.path)) + mark
        bare = "/" if parts.path == "/" else parts._replace(fragment="").geturl()
        path = self.home if bare == "/" else self.addresses.find_path(bare)
        if path is None:
            return f"{self.site.rstrip('/')}{whole}" if self.site else ""
        if bare != "/":
            self.needed.pages.append(bare)
        path, _sign, place = path.partition("#")
        return lead_from(self.path, path) + (f"#{place}" if place else mark)

    def _still(self, node: Node) -> None:
        attributes = {name: value for name, value in node.attributes.items() if not name.startswith(LIVE)}
        if node.attributes.get("id") == "live":
            attributes.pop("aria-live", None)
        if "round-clock" in node.classes:
            attributes["class"] = "round-clock"
        if attributes != node.attributes:
            node.write_attributes(attributes)


LOST, UNLINKED = "lost", "span"
"""The tags of what led to something that exists only at the desk: a button goes, words stay."""


def name_asset(address: str) -> str:
    """The file of a style sheet, font or picture: `static/labella.css`."""
    return f"static/{address.removeprefix(settings.STATIC_URL)}"


def _is_served(node: Node) -> bool:
    """Whether an element does nothing without a server or a script."""
    marks = node.attributes
    if node.tag in SERVED or not SERVED_CLASSES.isdisjoint(node.classes) or not SERVED_MARKS.isdisjoint(marks):
        return True
    if node.tag == "meta":
        return marks.get("name") in SERVED_META or marks.get("property", "").startswith(("og:url", "og:image"))
    if node.tag == "button":
        return True
    return node.tag == "link" and marks.get("rel") == "manifest"


def _open_form(node: Node) -> None:
    """Of a search its links stay: to the players from A to Z."""
    links = (
        [inner for inner in node.iterate() if inner.tag == "a" and inner.attributes.get("role") != "button"] if node.tag == "form" else []
    )
    if links:
        node.tag, node.children = "p", list(links)
        node.write_attributes({})


def _is_lost(node: Node) -> bool:
    """Whether it led to something of the desk, or is a paragraph about such a thing: one that begins with the words of its link."""
    if node.tag == "p" and (begins := next((child for child in node.children if not isinstance(child, str) or child.strip()), "")):
        return isinstance(begins, Node) and begins.tag == UNLINKED and begins.was_link
    return node.tag == LOST


def _is_left_empty(node: Node) -> bool:
    """Whether nothing is left of a paragraph, a list's line or a bar of buttons."""
    emptied = node.tag in {"p", "li"} or not {"toolbar", "filters"}.isdisjoint(node.classes)
    return emptied and "as-of" not in node.classes and not any(_has_content(child) for child in node.children)


def _has_content(child: Node | str) -> bool:
    if isinstance(child, str):
        return bool(child.strip())
    return child.tag in {"img", "svg", "hr", "time"} or any(_has_content(inner) for inner in child.children)
