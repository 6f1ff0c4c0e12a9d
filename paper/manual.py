"""The director's manual: sections of lines and pictures; a step stays with its picture, a section with its first lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paper.book import Book
from paper.layout import BOLD, MM, REGULAR, PrintPicture, Rect
from paper.layout.text import LEADING, wrap_text
from paper.values import PrintHead

SIZE, HEADING_SIZE = 10.5, 12.0
INDENT = 7.0
PICTURE_WIDTH, PICTURE_HEIGHT = 120.0, 64.0
PICTURE_GAP = 4.0
SECTION_START = 40.0
"""What a section needs below its title to begin on a page."""


@dataclass(frozen=True, slots=True)
class ManualLine:
    """A paragraph with the sign before it, a heading, or a picture with its words."""

    text: str
    sign: str = ""
    is_heading: bool = False
    picture: PrintPicture | None = None


def render_manual(head: PrintHead, title: str, sections: Sequence[tuple[str, Sequence[ManualLine]]]) -> bytes:
    book = Book(head, title)
    for number, (heading, lines) in enumerate(sections):
        book.add_heading(heading, followed_by=SECTION_START)
        for place, line in enumerate(lines):
            if any(following.picture for following in lines[place + 1 : place + 2]):
                book.keep_together(PICTURE_HEIGHT + PICTURE_GAP + 2 * SIZE * LEADING / MM)
            _draw_line(book, line, f"picture-{number}-{place}")
        book.y += PICTURE_GAP
    return book.to_bytes()


def _draw_line(book: Book, line: ManualLine, name: str) -> None:
    if line.picture is not None:
        _draw_picture(book, line.picture, name)
        return
    size, face = (HEADING_SIZE, BOLD) if line.is_heading else (SIZE, REGULAR)
    indent = INDENT if line.sign else 0.0
    height = size * LEADING * 1.1 / MM
    wrapped = wrap_text(line.text, face, (book.area.width - indent) * MM / size)
    book.keep_together(height * (len(wrapped) + (4 if line.is_heading else 0)))
    book.y += height * 0.5 if line.is_heading else 0.0
    for number, text in enumerate(wrapped):
        strip = book.take_strip(height)
        if number == 0 and line.sign:
            book.pen.draw_text(Rect(strip.x, strip.y, indent, height), line.sign, size, face=BOLD)
        book.pen.draw_text(Rect(strip.x + indent, strip.y, strip.width - indent, height), text, size, face=face)
    book.y += height * 0.35


def _draw_picture(book: Book, picture: PrintPicture, name: str) -> None:
    book.document.add_picture(name, picture)
    strip = book.take_strip(PICTURE_HEIGHT + PICTURE_GAP)
    box = Rect(strip.x + INDENT, strip.y, PICTURE_WIDTH, PICTURE_HEIGHT).fit_proportion(picture.width, picture.height)
    book.pen.place_picture(name, box)
    book.pen.draw_frame(box)
