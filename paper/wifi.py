"""The card that lets phones into the hall: its Wi-Fi, and the site that is read there."""

from __future__ import annotations

import re

from paper.book import nothing_yet
from paper.layout import A4, BOLD, HEAVY, Box, Document, Pen, Qr, qr_codes
from paper.values import PrintHead, WifiCard
from rules.texts import _

_SIGNS = re.compile(r'([\\;,:"])')


def wifi_text(name: str, password: str = "") -> str:
    """What a phone's camera reads to join a network; without a password the network is open."""
    told = {"T": "WPA" if password else "nopass", "S": name, "P": password}
    return "WIFI:" + "".join(f"{key}:{_escaped(text)};" for key, text in told.items() if text) + ";"


def _escaped(text: str) -> str:
    return _SIGNS.sub(r"\\\1", text)


def wifi_card(head: PrintHead, card: WifiCard | None) -> bytes:
    """A4 to hang up: first the network, below it the site."""
    title = head.translate(_("Wi-Fi card"))
    if card is None:
        return nothing_yet(head, title)
    document = Document(head.tournament, language=head.language)
    page = document.page(A4)
    area = Box(0, 0, *A4).inset(18, 16)
    page.fitted(Box(area.x, area.y, area.width, 13), head.tournament, 26, least=11, face=BOLD)
    upper, lower = Box(area.x, area.y + 20, area.width, 116), Box(area.x, area.y + 142, area.width, 116)
    codes = iter(qr_codes([wifi_text(card.name, card.password), *filter(None, [card.link])]))
    say = head.translate
    network = [(say(_("Network")), card.name), (say(_("Password")), card.password or say(_("none")))]
    _half(page, upper, next(codes), say(_("1. Point your phone at the square: it joins the Wi-Fi")), network)
    if card.link:
        site = [(say(_("Address")), card.link.partition("://")[2])]
        _half(page, lower, next(codes), say(_("2. Then at this one: your table, results and standings")), site)
    return document.to_bytes()


def _half(page: Pen, area: Box, code: Qr, advice: str, lines: list[tuple[str, str]]) -> None:
    page.frame(area, HEAVY)
    inner = area.inset(8)
    page.fitted(Box(inner.x, inner.y, inner.width, 12), advice, 17, least=9, face=BOLD, lines=2)
    page.qr(Box(inner.x, inner.y + 17, 82, 82), code)
    x = inner.x + 90
    for place, (label, text) in enumerate(lines):
        top = inner.y + 22 + place * 36
        page.fitted(Box(x, top, inner.right - x, 7), label, 12, least=8)
        page.fitted(Box(x, top + 7, inner.right - x, 22), text, 24, least=8, face=BOLD, lines=2)
