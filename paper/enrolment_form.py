"""The form on which people enrol by hand: two to an A4 page, to be cut apart."""

from __future__ import annotations

from dataclasses import dataclass

from paper.layout import A4, BOLD, HAIRLINE, Document, Pen, Rect
from paper.values import PrintHead
from rules.texts import _

TALLEST_LINE, SIGNED_LINE = 12.0, 10.0
LABEL = 36.0
"""In millimetres: where the lines begin to write on."""
OTHER_LINES = 3
"""Telephone, club and category."""


@dataclass(frozen=True, slots=True)
class EnrolmentForm:
    """How many `persons` an entry has, where it is, what is said of hours and fees, and who keeps the data."""

    persons: int
    place: str
    facts: tuple[str, ...]
    controller: str


def render_enrolment_form(head: PrintHead, form: EnrolmentForm) -> bytes:
    document = Document(head.tournament, language=head.language)
    page, half = document.add_page(A4), A4.height / 2
    page.draw_dashes(0, half, A4.width, half)
    for number in range(2):
        _draw_form(page, head, form, Rect(0, number * half, A4.width, half).inset(14, 8))
    return document.to_bytes()


def _draw_form(pen: Pen, head: PrintHead, form: EnrolmentForm, area: Rect) -> None:
    translate = head.translate
    pen.draw_text(Rect(area.x, area.y, area.width, 8), head.tournament, 15, least=8, face=BOLD)
    place = " · ".join(filter(None, (translate(_("Enrolment form")), head.date, form.place)))
    pen.draw_text(Rect(area.x, area.y + 8, area.width, 5), place, 10, least=5.5)
    pen.draw_text(
        Rect(area.x, area.y + 13, area.width, 9), " · ".join(fact.removesuffix(".") for fact in form.facts), 9.5, least=5.5, lines=2
    )
    top = area.y + 22
    line = min(TALLEST_LINE, (area.height - 42) / (form.persons + OTHER_LINES))
    for number in range(1, form.persons + 1):
        player = translate(_("Player %(number)d")) % {"number": number}
        _draw_line(pen, Rect(area.x, top, area.width * 0.56, line), player)
        _draw_line(pen, Rect(area.x + area.width * 0.58, top, area.width * 0.42, line), translate(_("Card number")))
        top += line
    for label in (_("Telephone"), _("Club, bar or village"), _("Category")):
        _draw_line(pen, Rect(area.x, top, area.width, line), translate(label))
        top += line
    notice = translate(_("I have read the privacy notice of %(who)s and the regulation. For minors a parent signs.")) % {
        "who": form.controller
    }
    pen.draw_text(Rect(area.x, top + 1.5, area.width, 8), notice, 9.5, least=5.5, lines=2)
    width = area.width / 2
    _draw_line(pen, Rect(area.x, area.bottom - SIGNED_LINE, width - 4, SIGNED_LINE), translate(_("Date")))
    _draw_line(pen, Rect(area.x + width, area.bottom - SIGNED_LINE, width, SIGNED_LINE), translate(_("Signature")))


def _draw_line(pen: Pen, box: Rect, label: str) -> None:
    pen.draw_text(Rect(box.x, box.y + box.height - 6, LABEL - 2, 5), label, 10, least=5.5)
    pen.draw_line(box.x + LABEL, box.bottom - 1.2, box.right, box.bottom - 1.2, HAIRLINE)
