"""The structure of a document for those who listen to it: what is a heading, a paragraph, a table, and what is only decoration."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from paper.layout.paper import Rect


class TagKind(StrEnum):
    """Structure types of PDF 1.7, section 14.8.4."""

    DOCUMENT = "Document"
    SECTION = "Sect"
    TITLE = "H1"
    HEADING = "H2"
    PARAGRAPH = "P"
    SPAN = "Span"
    TABLE = "Table"
    ROW = "TR"
    HEADER_CELL = "TH"
    CELL = "TD"
    FIGURE = "Figure"


EVEN_IF_EMPTY = frozenset({TagKind.CELL, TagKind.HEADER_CELL})
"""An empty cell keeps its column."""


class MarkedContent(NamedTuple):
    """A stretch of the content of a page, by its number there."""

    page: int
    number: int


class TagStep(NamedTuple):
    """An element by its place among those beside it, for what is not drawn in the order in which it is read."""

    place: int
    kind: TagKind
    columns: int = 1
    rows: int = 1
    heads_row: bool = False
    spoken: str = ""


TagPath = tuple[TagStep, ...]
"""The steps to an element from above."""


@dataclass(eq=False, slots=True)
class TagNode:
    """An element of the structure; `kids` are in the order in which they are read.

    A cell spans so many `columns` and `rows`; a heading cell is that of its column, or `heads_row`. `spoken` is said of a figure, or
    instead of a text that has to be seen; `box` is the place of a figure on its page, in points from the bottom left corner.
    """

    kind: TagKind
    kids: list[TagNode | MarkedContent] = field(default_factory=list)
    columns: int = 1
    rows: int = 1
    heads_row: bool = False
    spoken: str = ""
    box: Rect | None = None

    def add(self, kind: TagKind, *, spoken: str = "") -> TagNode:
        node = TagNode(kind, spoken=spoken)
        self.kids.append(node)
        return node

    @property
    def is_empty(self) -> bool:
        """Whether nothing was drawn for it, nor for anything in it; a cell stands for its column all the same."""
        return self.kind not in EVEN_IF_EMPTY and all(isinstance(kid, TagNode) and kid.is_empty for kid in self.kids)


class TagTree:
    """Elements that are found by their path, below a root; they are read by their places, whatever was drawn first."""

    def __init__(self, root: TagNode) -> None:
        self._root = root
        self._nodes: dict[tuple[int, ...], TagNode] = {}

    def find_node(self, path: TagPath) -> TagNode:
        """The element at the end of the path, with those above it where they are new."""
        places = tuple(step.place for step in path)
        if places not in self._nodes:
            if len(path) > 1:
                self.find_node(path[:-1])
            step = path[-1]
            self._nodes[places] = TagNode(step.kind, [], step.columns, step.rows, step.heads_row, step.spoken)
        return self._nodes[places]

    def close(self) -> None:
        """Join every element to the one above it, in the order of the places."""
        for places in sorted(self._nodes):
            above = self._nodes[places[:-1]] if len(places) > 1 else self._root
            above.kids.append(self._nodes[places])
