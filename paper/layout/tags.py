"""The structure of a document for those who listen to it: what is a heading, a paragraph, a table, and what is only decoration."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple


class TagKind(StrEnum):
    """Structure types of PDF 1.7, section 14.8.4."""

    DOCUMENT = "Document"
    TITLE = "H1"
    HEADING = "H2"
    PARAGRAPH = "P"
    TABLE = "Table"
    ROW = "TR"
    HEADER_CELL = "TH"
    CELL = "TD"


EVEN_IF_EMPTY = frozenset({TagKind.CELL, TagKind.HEADER_CELL})
"""An empty cell keeps its column."""


class MarkedContent(NamedTuple):
    """A stretch of the content of a page, by its number there."""

    page: int
    number: int


@dataclass(eq=False, slots=True)
class TagNode:
    """An element of the structure; `kids` are in the order in which they are read."""

    kind: TagKind
    kids: list[TagNode | MarkedContent] = field(default_factory=list)

    def add(self, kind: TagKind) -> TagNode:
        node = TagNode(kind)
        self.kids.append(node)
        return node

    @property
    def is_empty(self) -> bool:
        """Whether nothing was drawn for it, nor for anything in it; a cell stands for its column all the same."""
        return self.kind not in EVEN_IF_EMPTY and all(isinstance(kid, TagNode) and kid.is_empty for kid in self.kids)
