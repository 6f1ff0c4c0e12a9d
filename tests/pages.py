"""A page as a person reads it: its words, rows, links, forms and boxes, however the template that wrote it is laid out.

    page = read_page(client.get(address))
    assert "round 2 of 5" in page.text
    assert page.texts("ul.tiles strong") == ["Pair 1", "Pair 2"]
    assert page.find("form#correction").fields == {"total_0": "45"}

Between two elements that stand in one line (`<strong>`, `<span>`, `<a>` …) a space is what the page makes of it: words that are glued
together in the mark-up are glued together here. Around a paragraph, a cell, an item there is always one.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Protocol

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
UNREAD = {"script", "style", "template"}
IN_A_LINE = {
    *("a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "font", "i", "img", "ins", "kbd", "label", "mark"),
    *("output", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr"),
}
NOT_TYPED = {"button", "submit", "reset", "image", "file"}
STEP = re.compile(r"(?P<tag>[a-z][a-z0-9]*)?(?P<marks>(?:[.#][\w-]+|\[[^\]]+\])*)")
MARK = re.compile(r"\.(?P<style>[\w-]+)|#(?P<id>[\w-]+)|\[(?P<name>[\w-]+)(?:(?P<sign>[\^$*]?=)(?P<value>[^\]]*))?\]")


class Answer(Protocol):
    """What Django's client gives back."""

    content: bytes


class Element:
    """An element of a page. `attributes` is empty text where an attribute has no value."""

    def __init__(self, tag: str, attributes: dict[str, str] | None = None, parent: "Element | None" = None) -> None:
        self.tag, self.attributes, self.parent = tag, attributes or {}, parent
        self.children: list[Element | str] = []

    def __repr__(self) -> str:
        return f"<{self.tag} {self.attributes} {self.text!r}>"

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]

    def __contains__(self, name: str) -> bool:
        return name in self.attributes

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()

    @property
    def text(self) -> str:
        """All its words, whether they are shown or folded away, with one space between two."""
        return " ".join("".join(self._write()).split())

    def _write(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag not in UNREAD:
                around = "" if child.tag in IN_A_LINE else " "
                yield around
                yield from child._write()
                yield around

    def walk(self) -> Iterator["Element"]:
        """Every element within, in the order of the page."""
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.walk()

    def find_all(self, path: str) -> list["Element"]:
        """What stands at a path: `tag`, `.class`, `#id`, `[name]`, `[name=value]`, `[name^=begin]`, and steps after a space lie within.

        A value is written without quotes and has neither space nor bracket. Paths after a comma are alternatives.
        """
        ways = [way.split() for way in path.split(",")]
        return [element for element in self.walk() if any(element._ends(way, self) for way in ways)]

    def find(self, path: str) -> "Element":
        """The first that stands there; a page without it fails the test."""
        found = self.find_all(path)
        assert found, f"nothing on the page is {path}: {self.text}"
        return found[0]

    def texts(self, path: str) -> list[str]:
        return [element.text for element in self.find_all(path)]

    def _ends(self, way: list[str], root: "Element") -> bool:
        """Whether it is the last step of a way that begins below an element."""
        if not self._fits(way[-1]):
            return False
        outer = self.parent
        return len(way) == 1 or any(above._ends(way[:-1], root) for above in self._climb(outer, root))

    @staticmethod
    def _climb(element: "Element | None", root: "Element") -> Iterator["Element"]:
        while element is not None and element is not root:
            yield element
            element = element.parent

    def _fits(self, step: str) -> bool:
        matched = STEP.fullmatch(step)
        assert matched, f"{step} is no step of a path"
        return matched["tag"] in (None, self.tag) and all(self._bears(mark) for mark in MARK.finditer(matched["marks"]))

    def _bears(self, mark: re.Match[str]) -> bool:
        if mark["style"]:
            return mark["style"] in self.classes
        if mark["id"]:
            return self.attributes.get("id") == mark["id"]
        value, wanted = self.attributes.get(mark["name"]), mark["value"]
        if value is None or wanted is None:
            return value is not None
        compare = {"=": str.__eq__, "^=": str.startswith, "$=": str.endswith, "*=": str.__contains__}[mark["sign"]]
        return bool(compare(value, wanted))

    @property
    def links(self) -> list[tuple[str, str]]:
        """Words and address of every link."""
        return [(link.text, link["href"]) for link in self.find_all("a[href]")]

    @property
    def headings(self) -> list[str]:
        return self.texts("h1, h2, h3, h4, h5, h6")

    @property
    def rows(self) -> list[list[str]]:
        """The cells of every row, headings among them."""
        return [[cell.text for cell in row.children if isinstance(cell, Element)] for row in self.find_all("tr")]

    @property
    def terms(self) -> list[tuple[str, str]]:
        """What a list says of what: every `<dd>` with the `<dt>` before it."""
        pairs, term = [], ""
        for element in self.find_all("dt, dd"):
            if element.tag == "dt":
                term = element.text
            else:
                pairs.append((term, element.text))
        return pairs

    @property
    def fields(self) -> dict[str, str]:
        """What a browser would send of it when nobody touches it, hidden boxes among it."""
        sent = {}
        for box in self.find_all("input[name], select[name], textarea[name]"):
            value = box.value
            if value is not None:
                sent[box["name"]] = value
        return sent

    @property
    def hidden(self) -> dict[str, str]:
        """The hidden boxes of a form, by name."""
        return {box["name"]: box.attributes.get("value", "") for box in self.find_all("input[type=hidden]")}

    @property
    def value(self) -> str | None:
        """What is typed, chosen or ticked in this box; None where a browser would send nothing."""
        if self.tag == "textarea":
            return "".join(child for child in self.children if isinstance(child, str)).removeprefix("\n")
        if self.tag == "select":
            options = [option for option in self.find_all("option") if "selected" in option] or self.find_all("option")
            return options[0].attributes.get("value", options[0].text) if options else None
        kind = self.attributes.get("type", "text")
        if kind in NOT_TYPED or (kind in {"checkbox", "radio"} and "checked" not in self):
            return None
        return self.attributes.get("value", "on" if kind in {"checkbox", "radio"} else "")


class Page(Element):
    """A whole page, or a part of one that is put into it."""

    @property
    def first(self) -> Element:
        """The element that the answer begins with."""
        return next(child for child in self.children if isinstance(child, Element))


class PageReader(HTMLParser):
    """Reads `page`."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.page = self.place = Page("page")
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, self.place)
        self.place.children.append(element)
        if tag not in VOID:
            self.place = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """`<path/>` of a drawing has no end of its own."""
        self.place.children.append(Element(tag, {name: value or "" for name, value in attrs}, self.place))

    def handle_endtag(self, tag: str) -> None:
        place: Element | None = self.place
        while place is not None and place.tag != tag:
            place = place.parent
        if place is not None and place.parent is not None:
            self.place = place.parent

    def handle_data(self, data: str) -> None:
        self.place.children.append(data)


def read_page(answer: Answer | str) -> Page:
    """The page of an answer, or of mark-up."""
    return PageReader(answer if isinstance(answer, str) else answer.content.decode()).page
