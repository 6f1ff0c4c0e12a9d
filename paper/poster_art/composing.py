"""A poster laid out: its blocks in order, at the largest scale at which they fit, with as many prizes as there is room for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from paper.layout import Rect, build_qr_codes
from paper.poster_art.drawing import Drawing
from paper.poster_art.flow import (
    ArtBlock,
    BesideBlock,
    FactCell,
    FactsBlock,
    FlowBlock,
    FootBlock,
    LogoBlock,
    PanelBlock,
    TextBlock,
    find_scale,
    fits_box,
    stack_blocks,
)
from paper.poster_art.lettering import Align, Lettering
from paper.poster_art.looks import STYLES, Style, open_drawing
from paper.poster_art.values import SIZES, PosterData, PosterLook, PosterShape

LARGEST, SMALLEST = 1.7, 0.25
"""Scales: of an announcement with few words, and of one with more than any page holds."""
READABLE = {PosterShape.SHEET: 0.56, PosterShape.LEAFLET: 0.6, PosterShape.SQUARE: 0.5, PosterShape.UPRIGHT: 0.64}
"""The scale at which prizes are left out rather than drawn smaller."""
MOST_PRIZES = 20


def draw_poster(data: PosterData, look: PosterLook, shape: PosterShape) -> Drawing:
    """The page of an announcement."""
    style = STYLES[look].adapt(shape)
    drawing, box = open_drawing(style, SIZES[shape], data.suits)
    blocks = _choose_blocks(data, style, shape, box)
    stack_blocks(drawing, blocks, box, find_scale(blocks, box, LARGEST, SMALLEST))
    return drawing


def _choose_blocks(data: PosterData, style: Style, shape: PosterShape, box: Rect) -> list[FlowBlock]:
    """The blocks with as many prizes as can be read; with one of them where even that does not fit."""
    blocks: list[FlowBlock] = []
    for prizes in _shorten_prizes(data):
        blocks = list_blocks(replace(data, prizes=prizes), style, shape)
        if fits_box(blocks, box, READABLE[shape]):
            break
    return blocks


def _shorten_prizes(data: PosterData) -> Iterator[tuple[str, ...]]:
    """All prizes, then fewer and fewer with the words that say so."""
    yield data.prizes
    for count in range(min(len(data.prizes) - 1, MOST_PRIZES), 0, -1):
        yield tuple(filter(None, (*data.prizes[:count], data.prizes_more)))


def list_blocks(data: PosterData, style: Style, shape: PosterShape) -> list[FlowBlock]:
    """The blocks from the top of the page down; what nobody wrote has none."""
    blocks: list[FlowBlock] = []
    if data.band:
        blocks.append(PanelBlock((_build_text(data.band, style.band, style),), style.band_ground, (6, 4), 4))
    if data.logo:
        blocks.append(LogoBlock(data.logo, 24, style.align, 4))
    elif not data.band:
        blocks.extend(style.build_art(shape.value, data.suits))
    first = 8 if blocks else 0
    blocks.extend(_list_title(data, style, first))
    blocks.extend(_list_when_and_where(data, style))
    lower = _list_lower(_build_facts(data, style), _build_foot(data, style, shape), shape)
    if style.facts_ground is not None and lower:
        blocks.append(PanelBlock(tuple(lower), style.facts_ground, style.facts_inset, 7))
    else:
        blocks.extend(_separate_blocks(lower, style))
    return blocks


def _list_lower(facts: FlowBlock | None, foot: FlowBlock | None, shape: PosterShape) -> list[FlowBlock]:
    """Facts and code: beside each other where the page is low."""
    if facts is not None and foot is not None and shape is PosterShape.SQUARE:
        return [BesideBlock(facts, foot, gap=5)]
    return [block for block in (facts, foot) if block is not None]


def _list_title(data: PosterData, style: Style, first: float) -> Iterator[FlowBlock]:
    if data.organizer:
        yield _build_text(data.organizer, style.kicker, style, first)
    yield _build_text(data.title, style.title, style, 5 if data.organizer else first)
    if data.game:
        yield _build_text(data.game, style.kicker, style, 4.4)


def _list_when_and_where(data: PosterData, style: Style) -> Iterator[FlowBlock]:
    if data.date:
        yield PanelBlock((_build_text(data.date, style.date, style),), style.date_ground, style.date_inset, 6, hugs=True)
    if data.hours:
        yield _build_text(data.hours, style.hours, style, 5)
    if data.venue:
        yield _build_text(data.venue, style.venue, style, 6)
    if data.address:
        yield _build_text(data.address, style.address, style, 3.4)


def _separate_blocks(blocks: list[FlowBlock], style: Style) -> Iterator[FlowBlock]:
    for block in blocks:
        if style.rule is not None:
            yield ArtBlock(style.rule, 3, 5)
        yield block


def _build_facts(data: PosterData, style: Style) -> FlowBlock | None:
    cells = [FactCell(fact.label, fact.lines) for fact in data.facts if fact.lines]
    if data.prizes:
        cells.append(FactCell(data.prizes_label, data.prizes, evenly=True))
    return FactsBlock(tuple(cells), style.label, style.value, style.align, 5) if cells else None


def _build_foot(data: PosterData, style: Style, shape: PosterShape) -> FlowBlock | None:
    words: list[tuple[str, Lettering]] = []
    if data.code:
        words.append((data.code_caption, style.caption))
        if data.code_note:
            words.append((data.code_note, style.note))
    if data.contact:
        words += [(data.contact_label, style.label), (data.contact, style.contact)]
    if not words:
        return None
    qr = build_qr_codes([data.code])[0] if data.code else None
    below = shape is PosterShape.SQUARE
    align = Align.CENTRE if below else style.align
    return FootBlock(qr, tuple((text, lettering) for text, lettering in words if text), align=align, gap=6, below=below)


def _build_text(text: str, lettering: Lettering, style: Style, gap: float = 0) -> TextBlock:
    return TextBlock(text, lettering, gap, style.align)
