"""Receipts: a sheet of A6, a piece of a roll of 80 mm, or eight to an A4 page, two to a line, to be cut apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from paper.book import render_empty_paper
from paper.layout import A4, BOLD, HEAVY, REGULAR, Align, Document, PageSize, Pen, Rect
from paper.values import PrintHead
from rules.texts import _

ACROSS, DOWN = 2, 4
MOST_ISSUER_LINES = 4
LETTER = 1.45
"""Width of a usual letter of the words, in millimetres."""


class ReceiptSize(Enum):
    A6 = "a6"
    ROLL = "roll"
    A4 = "a4"


@dataclass(frozen=True, slots=True)
class PrintedReceipt:
    """A receipt, every text ready to print. `note`: that it is a copy, or cancelled. `amount` of a repayment is what was given back."""

    number: str
    payer: str
    what: str
    amount: str
    day: str
    issuer: tuple[str, ...]
    words: str
    note: str = ""
    repaid: bool = False


def render_receipts(head: PrintHead, receipts: Sequence[PrintedReceipt], size: ReceiptSize) -> bytes:
    """One receipt a page, or eight on A4 with dashed lines to cut along."""
    if not receipts:
        return render_empty_paper(head, head.translate(_("Receipts")))
    document = Document(head.tournament, language=head.language)
    if size is ReceiptSize.A4:
        _fill_pages(document, head, receipts)
        return document.to_bytes()
    sheet, margin = (PageSize(80.0, 130.0), 4.0) if size is ReceiptSize.ROLL else (PageSize(105.0, 148.0), 9.0)
    for receipt in receipts:
        _draw_receipt(document.add_page(sheet), head, receipt, Rect(0, 0, *sheet).inset(margin))
    return document.to_bytes()


def _fill_pages(document: Document, head: PrintHead, receipts: Sequence[PrintedReceipt]) -> None:
    width, height = A4.width / ACROSS, A4.height / DOWN
    for start in range(0, len(receipts), ACROSS * DOWN):
        page = document.add_page(A4)
        page.draw_dashes(width, 0, width, A4.height)
        for row in range(1, DOWN):
            page.draw_dashes(0, row * height, A4.width, row * height)
        for index, receipt in enumerate(receipts[start : start + ACROSS * DOWN]):
            row, column = divmod(index, ACROSS)
            _draw_receipt(page, head, receipt, Rect(column * width, row * height, width, height).inset(7, 5))


def _draw_receipt(pen: Pen, head: PrintHead, receipt: PrintedReceipt, area: Rect) -> None:
    """The same order of parts on every size; their heights grow with the area."""
    translate, step = head.translate, area.height / 64
    top, width = area.y, area.width
    for index, line in enumerate(receipt.issuer[:MOST_ISSUER_LINES]):
        pen.draw_text(Rect(area.x, top + index * 3.4, width, 3.4), line, 8, least=5, face=BOLD if index == 0 else REGULAR)
    top += MOST_ISSUER_LINES * 3.4 + step
    title = translate(_("Repayment no. %(number)s")) if receipt.repaid else translate(_("Receipt no. %(number)s"))
    pen.draw_text(Rect(area.x, top, width * 0.62, 7), title % {"number": receipt.number}, 13, least=8, face=BOLD)
    pen.draw_text(Rect(area.x + width * 0.62, top, width * 0.38, 7), receipt.amount, 14, least=8, face=BOLD, align=Align.RIGHT)
    top += 7 + step * 0.5
    pen.draw_text(Rect(area.x, top, width, 4), " · ".join(filter(None, (head.tournament, receipt.day))), 8, least=5)
    top += 4 + step
    payer = translate(_("Given back to")) if receipt.repaid else translate(_("Received from"))
    pen.draw_text(Rect(area.x, top, width, 3.5), payer, 7, least=5)
    pen.draw_text(Rect(area.x, top + 3.5, width, 8), receipt.payer, 11, least=6, face=BOLD, lines=2, names=True)
    top += 12 + step * 0.5
    pen.draw_text(Rect(area.x, top, width, 4.5), translate(_("For: %(what)s")) % {"what": receipt.what}, 9, least=5.5)
    top += 5
    needed = (len(receipt.words) * LETTER / width + 1) * 3.6  # so that short words begin at the top
    pen.draw_text(Rect(area.x, top, width, min(needed, area.bottom - 9 - top)), receipt.words, 8, least=5, lines=12)
    pen.draw_text(Rect(area.x, area.bottom - 7, width * 0.45, 7), receipt.note, 10, least=6, face=BOLD)
    pen.draw_line(area.x + width * 0.5, area.bottom - 3.5, area.right, area.bottom - 3.5, HEAVY)
    pen.draw_text(Rect(area.x + width * 0.5, area.bottom - 3.2, width * 0.5, 3.2), translate(_("Signature")), 6.5, least=5)
