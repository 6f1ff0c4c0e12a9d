"""Pictures for messages and social pages: what a tournament's page says at a glance, as a PNG of 1200 × 630 pixels."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import ImageDraw, ImageFont

SIZE = WIDTH, HEIGHT = 1200, 630
"""Pixels: the format that messengers show whole (Open Graph)."""
MOST_ROWS = 6
MARGIN, HEAD, FOOT = 60, 150, 70
PAPER, INK, SOFT, GREEN, GOLD, WASH = "#faf5e8", "#2a241d", "#6b6155", "#1d5a43", "#c9951f", "#f6e8c4"
FONTS = Path(__file__).resolve().parent.parent / "static" / "fonts"
SMALLEST_SHARE, LEAST_SIZE = 0.6, 24
"""Pixels; a text shrinks to this size, or to this share of its own, before it is cut."""


@dataclass(frozen=True, slots=True)
class ShareRow:
    """A line: place or nothing, who, and points or games."""

    left: str
    name: str
    right: str
    strong: bool = False


@dataclass(frozen=True, slots=True)
class ShareCard:
    """Two sides of a match or the first lines of standings; `note` stands below, such as the scores of the games."""

    title: str
    heading: str
    rows: tuple[ShareRow, ...]
    note: str = ""


def render_share_card(card: ShareCard) -> bytes:
    """The card as PNG with few colours, below 100 KB."""
    from PIL import Image, ImageDraw  # noqa: PLC0415 - a desk without phones does not load it

    image = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, HEAD - 30), fill=GREEN)
    draw.rectangle((0, HEAD - 30, WIDTH, HEAD - 24), fill=GOLD)
    _write(draw, card.title, (MARGIN, 60), 52, PAPER, width=WIDTH - 2 * MARGIN - 160, bold=True)
    _write(draw, "La Bella", (WIDTH - MARGIN, 60), 34, WASH, width=160, at_right=True)
    _write(draw, card.heading, (MARGIN, HEAD + 20), 36, SOFT, width=WIDTH - 2 * MARGIN)
    _draw_rows(draw, card.rows[:MOST_ROWS], HEAD + 60, HEIGHT - FOOT)
    _write(draw, card.note, (MARGIN, HEIGHT - FOOT + 30), 36, SOFT, width=WIDTH - 2 * MARGIN)
    file = io.BytesIO()
    image.quantize(32, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw_rows(draw: ImageDraw.ImageDraw, rows: Sequence[ShareRow], top: int, bottom: int) -> None:
    """Rows share the room between `top` and `bottom`, large where they are few; their names have one size, that of the longest."""
    height = min(140, (bottom - top) // max(1, len(rows)))
    size = int(height * 0.6)
    name_left = MARGIN + (90 if any(row.left for row in rows) else 0)
    name_width = WIDTH - name_left - 200
    name_size = min((fit_size(row.name, size, name_width, bold=row.strong) for row in rows), default=size)
    for number, row in enumerate(rows):
        y = top + number * height
        if row.strong:
            draw.rectangle((MARGIN - 20, y, WIDTH - MARGIN + 20, y + height - 4), fill=WASH)
        ink = GREEN if row.strong else INK
        middle = y + height // 2 - 4
        _write(draw, row.left, (MARGIN, middle), size, GOLD, width=80, bold=True)
        _write(draw, row.name, (name_left, middle), name_size, ink, width=name_width, bold=row.strong, shrinks=False)
        _write(draw, row.right, (WIDTH - MARGIN, middle), size, ink, width=130, bold=True, at_right=True)


def _write(
    draw: ImageDraw.ImageDraw,
    text: str,
    at: tuple[int, int],
    size: int,
    ink: str,
    *,
    width: int,
    bold: bool = False,
    at_right: bool = False,
    shrinks: bool = True,
) -> None:
    """A line of text, `at` its left or right end at half height; too long for `width` it shrinks where it may, then it ends with “…”."""
    font = _font(fit_size(text, size, width, bold=bold) if shrinks else size, bold=bold)
    if font.getlength(text) > width:
        while text and font.getlength(text + "…") > width:
            text = text[:-1]
        text = text.rstrip() + "…"
    draw.text(at, text, font=font, fill=ink, anchor="rm" if at_right else "lm")


def fit_size(text: str, size: int, width: int, *, bold: bool = False) -> int:
    """The largest size, of those that a text may shrink to, in which it is no longer than `width`; else the smallest."""
    least = max(LEAST_SIZE, int(size * SMALLEST_SHARE))
    while size > least and _font(size, bold=bold).getlength(text) > width:
        size -= 2
    return size


@lru_cache(maxsize=64)
def _font(size: int, *, bold: bool) -> ImageFont.FreeTypeFont:
    from PIL import ImageFont  # noqa: PLC0415 - nor does it load this

    return ImageFont.truetype(FONTS / f"SourceSans3-{'Bold' if bold else 'Regular'}.ttf", size)
