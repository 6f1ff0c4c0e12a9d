"""Table cards, sticky labels and certificates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paper.book import render_empty_paper
from paper.layout import A4, A4_WIDE, BOLD, HEAVY, LINE, REGULAR, Align, CanvasPen, Document, PageSize, Qr, Rect, build_qr_codes
from paper.pips import PACKS
from paper.values import AwardCertificate, Party, PrintHead, TableCard
from rules.texts import _

CARD = PageSize(A4.width, A4.height / 2)
SIGNATURE = 80.0
"""Greatest length of a signature line."""


def render_table_cards(head: PrintHead, cards: Sequence[TableCard], suits: str = "italian") -> bytes:
    """One A4 page for each card, folded into an A5 tent: both faces are alike, the upper one is upside down."""
    if not cards:
        return render_empty_paper(head, head.translate(_("Table cards")))
    document = Document(head.tournament, language=head.language)
    codes = iter(build_qr_codes([card.link for card in cards if card.link]))
    for card in cards:
        face = document.create_draft(CARD)
        _draw_table_card(face, head, card, next(codes) if card.link else None, suits)
        page = document.add_page(A4)
        page.draw_dashes(0, CARD.height, A4.width, CARD.height)
        page.place_drawing(face, 0, CARD.height)
        page.place_upside_down(face, 0, 0)
    return document.to_bytes()


def _draw_table_card(pen: CanvasPen, head: PrintHead, card: TableCard, code: Qr | None, suits: str) -> None:
    area = Rect(0, 0, *CARD).inset(14, 12)
    pen.draw_frame(area, HEAVY)
    inner = area.inset(8, 6)
    pen.draw_text(Rect(inner.x, inner.y, inner.width, 9), head.tournament, 16, least=8, face=BOLD, align=Align.CENTRE)
    label = Rect(inner.x, inner.y + 11, inner.width, 9)
    pen.draw_text(label, head.translate(_("TABLE")), 18, face=BOLD, align=Align.CENTRE)
    right = 40 if code else 0
    number = Rect(inner.x + right, label.bottom, inner.width - 2 * right, inner.bottom - label.bottom - 10)
    pen.draw_text(number, card.number, 190, least=24, face=BOLD, align=Align.CENTRE, lines=2)
    if code is not None:
        pen.draw_qr(Rect(inner.right - 36, inner.bottom - 50, 34, 34), code)
        caption = head.translate(_("Results and standings"))
        pen.draw_text(Rect(inner.right - 40, inner.bottom - 14, 42, 5), caption, 9, least=6, align=Align.CENTRE)
    pen.draw_text(Rect(inner.x, inner.bottom - 8, inner.width, 8), card.text, 13, least=7, align=Align.CENTRE)
    for index, pip in enumerate(PACKS[suits].values()):
        pen.fill_path(pip.pdf_path, inner.x + (index % 2) * 15, inner.bottom - 42 + (index // 2) * 15, 0.12)


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """A sheet of sticky labels on A4; lengths are millimetres."""

    across: int = 3
    down: int = 8
    width: float = 70.0
    height: float = 36.0
    left: float = 0.0
    top: float = 4.5

    @property
    def count(self) -> int:
        return self.across * self.down

    def find_box(self, index: int) -> Rect:
        """The label at a place of the sheet, row by row."""
        row, column = divmod(index, self.across)
        return Rect(self.left + column * self.width, self.top + row * self.height, self.width, self.height)


LABELS = LabelSheet()
"""Twenty-four to the page, 70 × 36 mm."""


def render_labels(head: PrintHead, parties: Sequence[Party]) -> bytes:
    """One label for every entry: number, names, club."""
    if not parties:
        return render_empty_paper(head, head.translate(_("Labels")))
    document = Document(head.tournament, language=head.language)
    for start in range(0, len(parties), LABELS.count):
        page = document.add_page(A4)
        for index, party in enumerate(parties[start : start + LABELS.count]):
            _draw_label(page, head, party, LABELS.find_box(index).inset(8, 4))
    return document.to_bytes()


def _draw_label(pen: CanvasPen, head: PrintHead, party: Party, box: Rect) -> None:
    number = Rect(box.x, box.y, 11, box.height)
    text = Rect(number.right + 1.5, box.y, box.right - number.right - 1.5, box.height)
    pen.draw_text(number, party.number, 22, least=8, face=BOLD, align=Align.CENTRE)
    names = Rect(text.x, text.y, text.width, text.height * (0.6 if party.club else 0.8))
    for name, line in zip(party.names, names.split_rows(max(len(party.names), 1)), strict=False):
        pen.draw_text(line, name, 13, least=6.5, face=BOLD, lines=3, names=True)
    pen.draw_text(Rect(text.x, text.y + text.height * 0.6, text.width, text.height * 0.2), party.club, 8.5, least=5, lines=2)
    pen.draw_text(Rect(text.x, text.y + text.height * 0.8, text.width, text.height * 0.2), head.tournament, 7, least=5)


def render_certificates(head: PrintHead, awards: Sequence[AwardCertificate], suits: str = "italian") -> bytes:
    """One A4 page in landscape for each award."""
    if not awards:
        return render_empty_paper(head, head.translate(_("Certificates")))
    document = Document(head.tournament, language=head.language)
    if head.logo is not None:
        document.add_picture("logo", head.logo)
    for award in awards:
        _draw_certificate(document.add_page(A4_WIDE), head, award, suits)
    return document.to_bytes(archival=True)


def _draw_certificate(pen: CanvasPen, head: PrintHead, award: AwardCertificate, suits: str) -> None:
    outer = Rect(0, 0, *A4_WIDE).inset(12)
    pen.draw_frame(outer, 2.4)
    pen.draw_frame(outer.inset(2.2), LINE)
    _draw_corner_pips(pen, outer.inset(7), suits)
    inner = outer.inset(32, 12)
    if head.logo is not None:
        pen.place_picture("logo", Rect(inner.center_x - 55, inner.y, 110, 22).fit_proportion(head.logo.width, head.logo.height))
    winners = award.party.name
    lines = (
        (24, 13, head.tournament, 26, BOLD, 2),
        (41, 8, head.subtitle, 14, REGULAR, 1),
        (62, 26, winners, 34, BOLD, 4),
        (89, 8, award.party.club, 15, REGULAR, 1),
        (104, 15, award.text, 24, BOLD, 2),
        (126, 8, _format_place_and_date(head), 12, REGULAR, 1),
    )
    for y, height, text, size, face, count in lines:
        box = Rect(inner.x, inner.y + y, inner.width, height)
        pen.draw_text(box, text, size, least=8, face=face, align=Align.CENTRE, lines=count, names=text == winners)
    _draw_signature_lines(pen, award, Rect(inner.x, inner.bottom - 16, inner.width, 16))


def _format_place_and_date(head: PrintHead) -> str:
    return ", ".join(text for text in (head.venue, head.date) if text)


def _draw_corner_pips(pen: CanvasPen, box: Rect, suits: str) -> None:
    side = 16.0
    corners = ((box.x, box.y), (box.right - side, box.y), (box.x, box.bottom - side), (box.right - side, box.bottom - side))
    for pip, (x, y) in zip(PACKS[suits].values(), corners, strict=True):
        pen.fill_path(pip.pdf_path, x, y, side / 100)


def _draw_signature_lines(pen: CanvasPen, award: AwardCertificate, box: Rect) -> None:
    for signature, part in zip(award.signatures, box.split_columns(*[1] * max(len(award.signatures), 1)), strict=False):
        room = part.inset(max(6, (part.width - SIGNATURE) / 2), 0)
        pen.draw_line(room.x, room.bottom - 7, room.right, room.bottom - 7)
        pen.draw_text(Rect(room.x, room.bottom - 6, room.width, 6), signature, 10, least=6, align=Align.CENTRE)
