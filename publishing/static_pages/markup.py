"""A page as a tree that can be changed and is written as it was read, without the empty lines and indents of its templates."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser

VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})

AS_TYPED = frozenset({"pre", "textarea", "style", "script"})
LINE_END = re.compile(r"[ \t]*\n\s*")


@dataclass(slots=True)
class Node:
    """An element. `opening` is its tag as it was read, until `attributes` are changed by `write_attributes`; the root has no tag."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    opening: str = ""
    children: "list[Node | str]" = field(default_factory=list)
    is_closed: bool = True
    """Whether it has an end of its own: neither `<br>` nor `<path/>`."""
    was_link: bool = False
    """Whether it led to something that the page lost."""

    @property
    def classes(self) -> frozenset[str]:
        return frozenset(self.attributes.get("class", "").split())

    def write_attributes(self, attributes: dict[str, str]) -> None:
        """Replace all attributes."""
        self.attributes = attributes
        words = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
        self.opening = f"<{self.tag}{words}{'' if self.is_closed or self.tag in VOID else '/'}>"

    def iterate(self) -> "Iterator[Node]":
        """Every element within, in the order of the page; children that are added or changed on the way are walked too."""
        for child in self.children:
            if isinstance(child, Node):
                yield child
                yield from child.iterate()

    def drop(self, is_unwanted: "Callable[[Node], bool]") -> None:
        """Take out every element within of which that is true, with all that it holds."""
        self.children = [child for child in self.children if isinstance(child, str) or not is_unwanted(child)]
        for child in self.children:
            if isinstance(child, Node):
                child.drop(is_unwanted)

    def write(self) -> str:
        inner = "".join(child if isinstance(child, str) else child.write() for child in self.children)
        return f"{self.opening}{inner}</{self.tag}>" if self.tag and self.is_closed else f"{self.opening}{inner}"


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.root = Node("")
        self.open = [self.root]

    def _begin(self, tag: str, attributes: list[tuple[str, str | None]], *, is_closed: bool) -> Node:
        opening = LINE_END.sub(" ", self.get_starttag_text() or "")
        node = Node(tag, {name: value or "" for name, value in attributes}, opening, is_closed=is_closed)
        self.open[-1].children.append(node)
        return node

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = self._begin(tag, attrs, is_closed=tag not in VOID)
        if node.is_closed:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._begin(tag, attrs, is_closed=False)

    def handle_endtag(self, tag: str) -> None:
        if any(node.tag == tag for node in self.open):
            while self.open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        is_verbatim = any(node.tag in AS_TYPED for node in self.open)
        self.open[-1].children.append(data if is_verbatim else LINE_END.sub("\n", data))

    def handle_entityref(self, name: str) -> None:
        self.open[-1].children.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.open[-1].children.append(f"&#{name};")

    def handle_comment(self, data: str) -> None:
        """No comment of ours is for readers."""

    def handle_decl(self, decl: str) -> None:
        self.open[-1].children.append(f"<!{decl}>")


def parse_page(text: str) -> Node:
    """The page as a tree. Elements that a page left open end with it."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.root
