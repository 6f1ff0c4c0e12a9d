"""Result slips: who plays, the final score of each game, signatures. Eight on an A4, or one after the other on a roll."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from paper.layout import A4, BOLD, HAIRLINE, HEAVY, Align, PageSize, Qr, Rect, SheetDocument, SheetPen, TextSlot, build_qr_codes, join_texts
from paper.sheets.plan import QR_SIDE
from paper.sheets.values import Paper, Sheet, SheetSetup, SheetSide
from paper.sheets.widths import DIGIT_WIDTHS
from rules.texts import SIDE_LETTERS, _

ACROSS, DOWN = 2, 4
SLIP, EDGE = PageSize(A4.width / ACROSS, A4.height / DOWN), 8.0
ROLL, ROLL_EDGE = PageSize(80.0, 84.0), 4.0
"""Sizes of a slip and the millimetres that stay free at its edges."""
CODE, TITLES, SIGNATURE = 3.6, 6.2, 8.0
"""Heights of the code under the QR code, the headings of the games, and the lines to sign."""


def render_result_slips(setup: SheetSetup, sheets: Sequence[Sheet]) -> bytes:
    """One PDF. On A4 the slips are in order when the pile of pages is cut and the piles are laid on each other, row by row."""
    document = SheetDocument(setup.event.tournament, language=setup.language, subject=setup.event.game, created=setup.printed_at)
    size, edge = (ROLL, ROLL_EDGE) if setup.paper is Paper.ROLL_80 else (SLIP, EDGE)
    artist = _SlipArtist(setup, Rect(0, 0, *size).inset(edge))
    form = document.add_form("Slip", size)
    artist.draw_form(form)
    codes = iter(build_qr_codes([sheet.link for sheet in sheets if sheet.link]))
    slips = []
    for sheet in sheets:
        slip = document.create_draft(size)
        slip.place_form("Slip", height=size.height)
        artist.write_slip(slip, sheet, next(codes) if sheet.link else None)
        slips.append(slip)
    if setup.paper is Paper.ROLL_80:
        for slip in slips:
            document.add_page(size).place_drawing(slip, 0, 0)
    else:
        _impose_slips(document, slips)
    return document.to_bytes()


def _impose_slips(document: SheetDocument, slips: Sequence[SheetPen]) -> None:
    for page_slips in order_for_cutting(slips, ACROSS * DOWN):
        page = document.add_page(A4)
        page.draw_dashes(SLIP.width, 0, SLIP.width, A4.height)
        for row in range(1, DOWN):
            page.draw_dashes(0, row * SLIP.height, A4.width, row * SLIP.height)
        for place, slip in enumerate(page_slips):
            page.place_drawing(slip, place % ACROSS * SLIP.width, place // ACROSS * SLIP.height)


def order_for_cutting(slips: Sequence[SheetPen], count: int) -> Iterator[list[SheetPen]]:
    """The slips of each page, `count` on a page: those at one place of all pages follow each other."""
    pages = -(-len(slips) // count)
    for page in range(pages):
        yield list(slips[page::pages])


class _SlipArtist:
    """Draws what all slips share, and what is written on one."""

    def __init__(self, setup: SheetSetup, area: Rect) -> None:
        self._setup = setup
        self._say = setup.translate
        self._area = area
        self._head = Rect(area.x, area.y, area.width, QR_SIDE + CODE)
        self._qr = Rect(area.right - QR_SIDE, area.y, QR_SIDE, QR_SIDE)
        self._table = Rect(self._qr.x - 15, area.y, 13, QR_SIDE)
        self._round = Rect(self._table.x - 12, area.y, 12, QR_SIDE)
        grid = Rect(area.x, self._head.bottom + 0.6, area.width, area.height - self._head.height - SIGNATURE - 0.6)
        self._titles = Rect(grid.x, grid.y, grid.width, TITLES)
        sides = Rect(grid.x, self._titles.bottom, grid.width, grid.height - TITLES)
        self._rows = sides.split_rows(setup.side_count)
        self._boxes = self._place_boxes(grid)
        self._slots = [self._build_side_slots(row) for row in self._rows]
        code = Rect(self._qr.x - 6, self._qr.bottom + 0.4, QR_SIDE + 6, CODE - 0.4)
        self._identity = (
            TextSlot(_cut_label(self._round), 20, 6.5, 2, BOLD, Align.CENTRE),
            TextSlot(_cut_label(self._table), 22, 6.5, 2, BOLD, Align.CENTRE),
            TextSlot(code, 9, 6.5, 1, BOLD, Align.RIGHT),
            TextSlot(Rect(area.x, code.y, 40, code.height), 6.5),
        )

    def _place_boxes(self, grid: Rect) -> tuple[Rect, ...]:
        """A column for each game, and one for the games won if there are several."""
        digits = self._setup.event.hint.score_digits
        games = len(self._setup.games)
        widths = [DIGIT_WIDTHS[digits] + 1.0] * games + [11.0] if games > 1 else [max(DIGIT_WIDTHS[digits] + 1.0, 13.0)]
        room = min(1.0, 0.62 * grid.width / sum(widths))
        x = grid.right - sum(widths) * room
        boxes = []
        for width in widths:
            boxes.append(Rect(x, grid.y, width * room, grid.height))
            x += width * room
        return tuple(boxes)

    def _build_side_slots(self, row: Rect) -> tuple[TextSlot, TextSlot]:
        number = Rect(row.x + 5, row.y, 7.5, row.height).inset(0.4, 0.2)
        names = Rect(number.right + 0.6, row.y, self._boxes[0].x - number.right - 1.2, row.height)
        return TextSlot(number, 10, 6, 1, BOLD, Align.CENTRE), TextSlot(names.inset(0, 0.3), 9.5, 6.5, 4, BOLD, names=True)

    def draw_form(self, pen: SheetPen) -> None:
        event = self._setup.event
        left = Rect(self._area.x, self._area.y, self._round.x - self._area.x - 1.5, QR_SIDE)
        title, game, place = left.split_rows(3)
        pen.draw_text(title, event.tournament, 10, least=6, lines=2, face=BOLD)
        pen.draw_text(game, join_texts((event.game, event.options)), 8, least=6, lines=2)
        pen.draw_text(place, join_texts((event.stage, event.date)), 7.5, least=6, lines=2)
        for box, label in ((self._round, _("ROUND")), (self._table, _("TABLE"))):
            pen.draw_frame(box, HEAVY)
            pen.draw_text(Rect(box.x, box.y, box.width, 4.2).inset(0.4, 0.3), self._say(label), 7, face=BOLD, align=Align.CENTRE)
        self._draw_grid(pen)
        self._draw_signatures(pen)

    def _draw_grid(self, pen: SheetPen) -> None:
        pen.draw_frame(Rect(self._area.x, self._titles.y, self._area.width, self._rows[-1].bottom - self._titles.y), HEAVY)
        for box, title in zip(self._boxes, self._list_titles(), strict=True):
            head = Rect(box.x, box.y, box.width, TITLES).inset(0.3, 0.2)
            pen.draw_text(head, title, 7.5, least=5.5, lines=2, face=BOLD, align=Align.CENTRE)
            pen.draw_line(box.x, box.y, box.x, box.bottom)
        for letter, row in zip(SIDE_LETTERS, self._rows, strict=False):
            pen.draw_line(row.x, row.y, row.right, row.y)
            badge = Rect(row.x, row.y, 5, row.height)
            pen.fill_box(badge)
            pen.draw_text(badge, letter, 11, face=BOLD, align=Align.CENTRE, white=True)

    def _list_titles(self) -> list[str]:
        """`1 (35)`, `2 (35)` …, then games won; a match of one game has its result alone."""
        games = self._setup.games
        if len(games) == 1:
            return [self._say(self._setup.event.hint.final)]
        return [f"{number} ({game.target})" if game.target else f"{number}" for number, game in enumerate(games, start=1)] + [
            self._say(_("Games won"))
        ]

    def _draw_signatures(self, pen: SheetPen) -> None:
        labels = [self._say(_("Signature of %(side)s")) % {"side": letter} for letter in SIDE_LETTERS[: self._setup.side_count]]
        row = Rect(self._area.x, self._area.bottom - SIGNATURE, self._area.width, SIGNATURE)
        for label, cell in zip(labels, row.split_columns(*[1] * len(labels)), strict=True):
            pen.draw_line(cell.x, cell.bottom - 3, cell.right - 2, cell.bottom - 3, HAIRLINE)
            pen.draw_text(Rect(cell.x, cell.bottom - 3, cell.width - 2, 3), label, 6.5, least=5)

    def write_slip(self, pen: SheetPen, sheet: Sheet, code: Qr | None) -> None:
        for slot, text in zip(self._identity, (sheet.round, sheet.table, sheet.code, sheet.serial), strict=True):
            pen.draw_in_slot(slot, text)
        if code is not None:
            pen.draw_qr(self._qr, code)
        for side, (number, names) in zip(sheet.sides, self._slots, strict=False):
            self._write_side(pen, side, number, names)

    def _write_side(self, pen: SheetPen, side: SheetSide, number: TextSlot, names: TextSlot) -> None:
        pen.draw_in_slot(number, side.number)
        pen.draw_in_slot(names, " – ".join(side.names))


def _cut_label(box: Rect) -> Rect:
    return Rect(box.x, box.y + 4, box.width, box.height - 4).inset(0.6)
