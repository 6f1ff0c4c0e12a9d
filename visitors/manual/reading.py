"""The director's manual as sections of blocks, read from one text a language.

The text is a small part of Markdown: `#` the title, `## Title {#key}` a section, `###` a heading, lines with `* ` or `1. `,
`![words](file)` a picture, else a paragraph in one line. `*words*` quote the page, `**words**` are strong.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from django.conf import settings

HERE = Path(__file__).parent
_SECTION = re.compile(r"## (?P<title>.+) \{#(?P<key>[a-z_-]+)\}")
_PICTURE = re.compile(r"!\[(?P<words>.+)\]\((?P<file>[\w.-]+)\)")
_STEP = re.compile(r"(?P<number>\d+)\. (?P<words>.+)")
_MARK = re.compile(r"(\*\*.+?\*\*|\*.+?\*)")


class BlockKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    POINT = "point"
    STEP = "step"
    PICTURE = "picture"


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A piece of a line; `emphasis` is "", "em" or "strong"."""

    text: str
    emphasis: str = ""


@dataclass(frozen=True, slots=True)
class ManualBlock:
    """One line of a section; `picture` is the path of a static file, which the pieces describe; `number` counts steps."""

    kind: BlockKind
    pieces: tuple[TextPiece, ...]
    picture: str = ""
    number: str = ""

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class ManualSection:
    key: str
    title: str
    blocks: tuple[ManualBlock, ...]


@dataclass(frozen=True, slots=True)
class DirectorManual:
    language: str
    title: str
    sections: tuple[ManualSection, ...]


@cache
def read_manual(language: str) -> DirectorManual:
    """The manual in a language, else in the source language."""
    path = HERE / f"{language}.md"
    chosen = language if path.is_file() else settings.LANGUAGE_CODE
    return parse_manual(chosen, (HERE / f"{chosen}.md").read_text(encoding="utf-8"))


def parse_manual(language: str, text: str) -> DirectorManual:
    """Raises ValueError for a line before the first section."""
    title, *lines = (line.strip() for line in text.splitlines() if line.strip())
    sections: list[tuple[str, str, list[ManualBlock]]] = []
    for line in lines:
        if heading := _SECTION.fullmatch(line):
            sections.append((heading["key"], heading["title"], []))
        elif sections:
            sections[-1][2].append(_parse_block(line, f"manual/{language}/"))
        else:
            raise ValueError(f"a line before the first section: {line}")
    built = tuple(ManualSection(key, heading_text, tuple(blocks)) for key, heading_text, blocks in sections)
    return DirectorManual(language, title.removeprefix("# "), built)


def _parse_block(line: str, pictures: str) -> ManualBlock:
    if picture := _PICTURE.fullmatch(line):
        return ManualBlock(BlockKind.PICTURE, _split_pieces(picture["words"]), picture=pictures + picture["file"])
    if step := _STEP.fullmatch(line):
        return ManualBlock(BlockKind.STEP, _split_pieces(step["words"]), number=step["number"])
    for sign, kind in (("### ", BlockKind.HEADING), ("* ", BlockKind.POINT)):
        if line.startswith(sign):
            return ManualBlock(kind, _split_pieces(line.removeprefix(sign)))
    return ManualBlock(BlockKind.PARAGRAPH, _split_pieces(line))


def _split_pieces(text: str) -> tuple[TextPiece, ...]:
    return tuple(_read_piece(part) for part in _MARK.split(text) if part)


def _read_piece(part: str) -> TextPiece:
    if _MARK.fullmatch(part):
        return TextPiece(part.strip("*"), "strong" if part.startswith("**") else "em")
    return TextPiece(part)
