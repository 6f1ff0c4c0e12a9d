"""Slips that let a side into its table's page: cut apart, one for each side of each table."""

from __future__ import annotations

from collections.abc import Sequence

from paper.book import nothing_yet
from paper.layout import A4, BOLD, Align, Box, Document, Pen, Qr, qr_codes
from paper.values import LinkSlip, PrintHead
from rules.texts import _

ACROSS, DOWN = 2, 4


def link_slips(head: PrintHead, slips: Sequence[LinkSlip]) -> bytes:
    """Eight to the A4 page, dashed where they are cut."""
    if not slips:
        return nothing_yet(head, head.translate(_("Table slips")))
    document = Document(head.tournament, language=head.language)
    codes = qr_codes([slip.link for slip in slips])
    width, height = A4.width / ACROSS, A4.height / DOWN
    for start in range(0, len(slips), ACROSS * DOWN):
        page = document.page(A4)
        _cuts(page, width, height)
        for place, (slip, code) in enumerate(zip(slips[start : start + ACROSS * DOWN], codes[start:], strict=False)):
            row, column = divmod(place, ACROSS)
            _slip(page, head, slip, code, Box(column * width, row * height, width, height).inset(7, 6))
    return document.to_bytes()


def _cuts(page: Pen, width: float, height: float) -> None:
    page.dashes(width, 0, width, A4.height)
    for row in range(1, DOWN):
        page.dashes(0, row * height, A4.width, row * height)


def _slip(pen: Pen, head: PrintHead, slip: LinkSlip, code: Qr, area: Box) -> None:
    square = Box(area.right - 36, area.y + 12, 36, 36)
    pen.fitted(Box(area.x, area.y, area.width, 6), head.tournament, 9, least=6)
    pen.qr(square, code)
    words = Box(area.x, area.y + 9, area.width - 40, 39)
    table = head.translate(_("Table %(number)s")) % {"number": slip.table}
    pen.fitted(Box(words.x, words.y, words.width, 11), table, 22, least=10, face=BOLD)
    pen.fitted(Box(words.x, words.y + 12, words.width, 14), f"{slip.side} · {slip.name}", 13, least=7, face=BOLD, lines=2)
    advice = head.translate(_("Scan the square and press “This is us”. Keep this slip: whoever has it enters for you."))
    pen.fitted(Box(words.x, words.y + 27, words.width, 12), advice, 8, least=6, lines=3)
    typed = head.translate(_("Or open %(address)s and type:")) % {"address": slip.address}
    pen.fitted(Box(area.x, area.bottom - 13, area.width, 5), typed, 8, least=5)
    pen.fitted(Box(area.x, area.bottom - 8, area.width / 2, 8), slip.match, 13, least=8, face=BOLD)
    pen.fitted(Box(area.x + area.width / 2, area.bottom - 8, area.width / 2, 8), slip.code, 13, least=8, face=BOLD, align=Align.RIGHT)
