"""What opens the pages of players on their phones: slips for a side at its table, to be cut apart, and labels for the whole evening."""

from __future__ import annotations

from collections.abc import Sequence

from paper.book import render_empty_paper
from paper.cards import LABELS
from paper.layout import A4, BOLD, HEAVY, Align, Document, PageSize, Pen, Qr, Rect, build_qr_codes
from paper.values import CodeLabel, DoorSlip, LinkSlip, PrintHead
from rules.texts import _

ACROSS, DOWN = 2, 4


def render_link_slips(head: PrintHead, slips: Sequence[LinkSlip]) -> bytes:
    """Eight slips to the A4 page, with dashed lines to cut along."""
    if not slips:
        return render_empty_paper(head, head.translate(_("Table slips")))
    document = Document(head.tournament, language=head.language)
    codes = build_qr_codes([slip.link for slip in slips])
    width, height = A4.width / ACROSS, A4.height / DOWN
    for start in range(0, len(slips), ACROSS * DOWN):
        page = document.add_page(A4)
        _draw_cuts(page, width, height)
        for index, (slip, code) in enumerate(zip(slips[start : start + ACROSS * DOWN], codes[start:], strict=False)):
            row, column = divmod(index, ACROSS)
            _draw_slip(page, head, slip, code, Rect(column * width, row * height, width, height).inset(7, 6))
    return document.to_bytes()


def _draw_cuts(page: Pen, width: float, height: float) -> None:
    page.draw_dashes(width, 0, width, A4.height)
    for row in range(1, DOWN):
        page.draw_dashes(0, row * height, A4.width, row * height)


def _draw_slip(pen: Pen, head: PrintHead, slip: LinkSlip, code: Qr, area: Rect) -> None:
    code_area = Rect(area.right - 36, area.y + 12, 36, 36)
    pen.draw_text(Rect(area.x, area.y, area.width, 5), " · ".join(filter(None, (head.tournament, head.date))), 9, least=6)
    pen.draw_text(Rect(area.x, area.y + 5, area.width, 5), slip.round, 10, least=6, face=BOLD)
    pen.draw_qr(code_area, code)
    text_area = Rect(area.x, area.y + 11, area.width - 40, 39)
    table = head.translate(_("Table %(number)s")) % {"number": slip.table}
    pen.draw_text(Rect(text_area.x, text_area.y, text_area.width, 11), table, 22, least=10, face=BOLD)
    name = Rect(text_area.x, text_area.y + 12, text_area.width, 14)
    pen.draw_text(name, f"{slip.side} · {slip.name}", 13, least=7, face=BOLD, lines=4, names=True)
    advice = head.translate(_("Scan the QR code and press “This is us”. Keep this slip: anybody who has it can enter results for you."))
    pen.draw_text(Rect(text_area.x, text_area.y + 27, text_area.width, 12), advice, 8, least=6, lines=3)
    typing_advice = head.translate(_("Or open %(address)s and type:")) % {"address": slip.address}
    pen.draw_text(Rect(area.x, area.bottom - 13, area.width, 5), typing_advice, 8, least=5)
    pen.draw_text(Rect(area.x, area.bottom - 8, area.width / 2, 8), slip.match, 13, least=8, face=BOLD)
    pen.draw_text(Rect(area.x + area.width / 2, area.bottom - 8, area.width / 2, 8), slip.code, 13, least=8, face=BOLD, align=Align.RIGHT)


A6, ROLL = PageSize(105.0, 148.0), PageSize(80.0, 120.0)
"""Sizes of the slip from the door: a sheet, and a piece of a roll."""


def render_door_slip(head: PrintHead, slip: DoorSlip, *, narrow: bool = False) -> bytes:
    """One slip for one entry; `narrow` on a roll of 80 mm."""
    document = Document(head.tournament, language=head.language)
    size = ROLL if narrow else A6
    page, area = document.add_page(size), Rect(0, 0, *size).inset(4 if narrow else 9)
    translate, width = head.translate, area.width
    page.draw_text(Rect(area.x, area.y, width, 10), head.tournament, 13, least=7, face=BOLD, lines=2)
    page.draw_text(Rect(area.x, area.y + 11, width, 5), " · ".join(filter(None, (head.date, head.venue))), 8.5, least=6)
    page.draw_frame(Rect(area.x, area.y + 19, width, 38), HEAVY)
    page.draw_text(Rect(area.x + 3, area.y + 21, width - 6, 6), translate(_("Your first table")), 10, least=7)
    page.draw_text(Rect(area.x + 3, area.y + 28, width / 2 - 3, 26), slip.table, 64, least=30, face=BOLD)
    side = translate(_("Side %(letter)s")) % {"letter": slip.side}
    page.draw_text(Rect(area.x + width / 2, area.y + 38, width / 2 - 3, 12), side, 22, least=12, face=BOLD, align=Align.RIGHT)
    page.draw_text(Rect(area.x, area.y + 60, width, 12), f"{slip.number} · {slip.name}", 13, least=7, face=BOLD, lines=2, names=True)
    code_width = 30.0 if slip.link else 0.0
    lot_words = translate(_("Drawn by lot at the door at %(time)s. The first round keeps this table.")) % {"time": slip.drawn_at}
    warning = translate(_("If nobody has come to sit opposite when the round is drawn, the desk gives you another place."))
    text_area = Rect(area.x, area.y + 74, width - code_width - (3 if code_width else 0), 26)
    page.draw_text(text_area, f"{lot_words} {warning}", 9.5, least=6.5, lines=7)
    if slip.link:
        page.draw_qr(Rect(area.right - code_width, area.y + 75, code_width, code_width), *build_qr_codes([slip.link]))
        page.draw_text(Rect(area.x, area.y + 106, width, 4), slip.address, 7, least=4.5)
    return document.to_bytes()


def render_code_labels(head: PrintHead, labels: Sequence[CodeLabel]) -> bytes:
    """One label for every entry: number, name, QR code, and the code that is typed."""
    if not labels:
        return render_empty_paper(head, head.translate(_("Codes for phones")))
    document = Document(head.tournament, language=head.language)
    codes = build_qr_codes([label.link for label in labels])
    for start in range(0, len(labels), LABELS.count):
        page = document.add_page(A4)
        for index, (label, code) in enumerate(zip(labels[start : start + LABELS.count], codes[start:], strict=False)):
            _draw_code_label(page, head, label, code, LABELS.find_box(index).inset(5, 4))
    return document.to_bytes()


def _draw_code_label(pen: Pen, head: PrintHead, label: CodeLabel, code: Qr, box: Rect) -> None:
    side = 26.0
    pen.draw_qr(Rect(box.right - side, box.y + (box.height - side) / 2, side, side), code)
    text = Rect(box.x, box.y, box.width - side - 2, box.height)
    pen.draw_text(Rect(text.x, text.y, text.width, 4), head.tournament, 7, least=5)
    pen.draw_text(Rect(text.x, text.y + 4, text.width, 11), f"{label.number} · {label.name}", 11, least=6, face=BOLD, lines=4, names=True)
    advice = head.translate(_("Scan it: your table, your hands, your place, all evening."))
    pen.draw_text(Rect(text.x, text.y + 15, text.width, 5), advice, 6.5, least=5, lines=2)
    pen.draw_text(Rect(text.x, box.bottom - 8, text.width, 3), label.address, 6.5, least=4.5)
    pen.draw_text(Rect(text.x, box.bottom - 5, text.width, 5), label.code, 11, least=8, face=BOLD)
