"""The Wi-Fi card: the network of the hall, and the site that is read there."""

from __future__ import annotations

import re

from paper.book import render_empty_paper
from paper.layout import A4, BOLD, HEAVY, Document, Pen, Qr, Rect, build_qr_codes
from paper.values import PrintHead, WifiCard
from rules.texts import _

_SIGNS = re.compile(r'([\\;,:"])')


def format_wifi_text(name: str, password: str = "") -> str:
    """The text of a QR code with which a phone joins a network; without a password the network is open."""
    fields = {"T": "WPA" if password else "nopass", "S": name, "P": password}
    return "WIFI:" + "".join(f"{key}:{_escape_signs(text)};" for key, text in fields.items() if text) + ";"


def _escape_signs(text: str) -> str:
    return _SIGNS.sub(r"\\\1", text)


def render_wifi_card(head: PrintHead, card: WifiCard | None) -> bytes:
    """One A4 page to hang up: the network above, the site below; a page without content if there is no card."""
    title = head.translate(_("Wi-Fi card"))
    if card is None:
        return render_empty_paper(head, title)
    document = Document(head.tournament, language=head.language)
    page = document.add_page(A4)
    area = Rect(0, 0, *A4).inset(18, 16)
    page.draw_text(Rect(area.x, area.y, area.width, 13), head.tournament, 26, least=11, face=BOLD, lines=2)
    upper, lower = Rect(area.x, area.y + 20, area.width, 116), Rect(area.x, area.y + 142, area.width, 116)
    codes = iter(build_qr_codes([format_wifi_text(card.name, card.password), *filter(None, [card.link])]))
    translate = head.translate
    network = [(translate(_("Network")), card.name), (translate(_("Password")), card.password or translate(_("none")))]
    _draw_half(page, upper, next(codes), translate(_("1. Scan this QR code to join the Wi-Fi")), network)
    if card.link:
        site = [(translate(_("Address")), card.link.partition("://")[2])]
        _draw_half(page, lower, next(codes), translate(_("2. Then at this one: your table, results and standings")), site)
    return document.to_bytes()


def _draw_half(page: Pen, area: Rect, code: Qr, advice: str, lines: list[tuple[str, str]]) -> None:
    page.draw_frame(area, HEAVY)
    inner = area.inset(8)
    page.draw_text(Rect(inner.x, inner.y, inner.width, 12), advice, 17, least=9, face=BOLD, lines=2)
    page.draw_qr(Rect(inner.x, inner.y + 17, 82, 82), code)
    x = inner.x + 90
    for index, (label, text) in enumerate(lines):
        top = inner.y + 22 + index * 36
        page.draw_text(Rect(x, top, inner.right - x, 7), label, 12, least=8)
        page.draw_text(Rect(x, top + 7, inner.right - x, 22), text, 24, least=8, face=BOLD, lines=2)
