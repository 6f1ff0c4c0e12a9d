"""What is written on a single sheet: players, table, codes and, on a record, the hands that were played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from paper.layout import (
    BOLD,
    HAIRLINE,
    LINE,
    MM,
    REGULAR,
    Align,
    FontFace,
    Qr,
    Rect,
    SheetPen,
    TagKind,
    TagPath,
    TagStep,
    TextSlot,
    join_texts,
)
from paper.pips import PACKS
from paper.sheets.columns import SheetColumn
from paper.sheets.header import build_stage_box
from paper.sheets.plan import CORRECTION, FACT_SHARES, SIGNERS, BlockPlan, GridPlan, SheetPlan
from paper.sheets.reading import SheetPart, tag_cell, tag_figure, tag_part, tag_row, tag_row_heading, tag_table, tag_words
from paper.sheets.values import Correction, PlayedGame, Sheet, SheetHand, SheetRecord, SheetSetup, SheetSide
from paper.sheets.widths import compute_letter_width
from rules.cards import FRENCH_SUIT_NAMES, SUIT_NAMES
from rules.paper_hints import RUNNING
from rules.texts import SIDE_LETTERS, _

IDENTITY = (
    tag_part(SheetPart.ROUND),
    tag_part(SheetPart.TABLE),
    tag_part(SheetPart.CODE),
    tag_part(SheetPart.FOOT, 1),
    tag_part(SheetPart.FOOT, 2),
    tag_part(SheetPart.TABLE, 1),
)
"""Where round, table, code, serial, ledger head and place are read."""
SIDES = tuple(tag_part(SheetPart.SIDES, side) for side in range(len(SIDE_LETTERS)))
FACTS = tuple(tag_part(SheetPart.FACTS, number) for number in range(len(FACT_SHARES)))
"""Where each side, and the first dealer and the hours are read."""
SideSlots = tuple[TextSlot, TextSlot, TextSlot, TextSlot]
"""Number; names; club; names where there is no club."""
FindSlot = Callable[..., TextSlot]
"""Takes what a slot takes and gives the same one for the same place, whatever face it is on."""


class EntryArtist:
    """Writes sheets on top of their form."""

    def __init__(self, plan: SheetPlan, setup: SheetSetup, find_slot: FindSlot) -> None:
        self._plan = plan
        self._setup = setup
        self._say = setup.translate
        self._scale = plan.metrics.scale
        staged = bool(setup.event.stage)
        self._slots = {placed: _find_identity_slots(plan, find_slot, placed=placed, staged=staged) for placed in (False, True)}
        self._side_slots = tuple(_find_side_slots(box, find_slot, self._scale, narrow=plan.metrics.narrow) for box in plan.sides)
        facts = plan.facts.split_columns(*FACT_SHARES) if plan.facts else ()
        halves = [Rect(cell.x + cell.width * 0.58, cell.y, cell.width * 0.42 - 1.5, cell.height) for cell in facts]
        self._fact_slots = tuple(find_slot(half, 9 * self._scale, face=BOLD) for half in halves)

    def write_sheet(self, pen: SheetPen, sheet: Sheet, code: Qr | None, part: tuple[int, int]) -> None:
        """Write one sheet; `part` is its number and the count of the sheets of its match."""
        self._write_identity(pen, sheet, code, part)
        for index, (side, slots, path) in enumerate(zip(sheet.sides, self._side_slots, SIDES, strict=False)):
            with pen.tagged(path):
                self._write_side(pen, index, side, slots)
        for slot, text, path in zip(self._fact_slots, (sheet.first_dealer, sheet.started, sheet.ended), FACTS, strict=False):
            with pen.tagged(path):
                pen.draw_in_slot(slot, text)
        if sheet.record is not None:
            self._write_record(pen, sheet.record)

    def _write_identity(self, pen: SheetPen, sheet: Sheet, code: Qr | None, part: tuple[int, int]) -> None:
        serial = sheet.serial if part[1] == 1 else f"{sheet.serial} ({part[0]}/{part[1]})"
        texts = (sheet.round, sheet.table, sheet.code, serial, sheet.head, sheet.place)
        for slot, text, path in zip(self._slots[bool(sheet.place)], texts, IDENTITY, strict=True):
            with pen.tagged(path):
                pen.draw_in_slot(slot, text)
        if code is not None:
            with pen.tagged(tag_figure(SheetPart.QR_CODE, self._say(_("Code of this sheet: %(address)s")) % {"address": sheet.link})):
                pen.draw_qr(self._plan.header.qr, code)

    def _write_side(self, pen: SheetPen, index: int, side: SheetSide, slots: SideSlots) -> None:
        number, names, club, names_without_club = slots
        pen.draw_in_slot(number, side.number)
        seats = self._setup.seats[index] if self._setup.seats else ()
        if not side.names:
            _draw_seat_lines(pen, names_without_club.box, seats, self._scale)
            return
        seated = len(seats) == len(side.names)
        words = [f"{seat} {name}" for seat, name in zip(seats, side.names, strict=True)] if seated else side.names
        pen.draw_in_slot(names if side.club else names_without_club, " – ".join(words))
        pen.draw_in_slot(club, side.club)

    def _write_record(self, pen: SheetPen, record: SheetRecord) -> None:
        for number, grid in enumerate(self._plan.grids):
            for place, planned in enumerate(grid.blocks):
                self._write_block(pen, grid, planned, record, (tag_table(number), tag_row(place)))
        footer = self._plan.footer
        if footer.result is not None and footer.corrections is not None:
            self._write_result(pen, footer.result, record)
            self._write_signers(pen, footer.corrections, record)
            self._write_corrections(pen, footer.corrections, record)

    def _write_block(self, pen: SheetPen, grid: GridPlan, planned: BlockPlan, record: SheetRecord, path: TagPath) -> None:
        """The final score, then the hands; the rows of a block follow the row of its title, whose path this is."""
        game = record.games[planned.block.game]
        self._write_score(pen, grid, planned, game, path)
        first = planned.block.first
        number = 1 + sum(not hand.replaced for hand in game.hands[:first])
        hands = game.hands[first : first + planned.block.count]
        table, title = path
        for place, (row, hand) in enumerate(zip(planned.rows, hands, strict=False), start=1):  # an unplayed game keeps one empty row
            self._write_hand(pen, grid, row, hand, number, (table, title._replace(place=title.place + place)))
            number += not hand.replaced

    def _write_score(self, pen: SheetPen, grid: GridPlan, planned: BlockPlan, game: PlayedGame, path: TagPath) -> None:
        first = 1 + len(grid.cells) - self._setup.side_count
        for side, cell in enumerate(grid.cells[-self._setup.side_count :]):
            box = Rect(cell.x, planned.bar.y, cell.width, planned.bar.height).inset(0.5, 0)
            with pen.tagged(*path, tag_cell(first + side)):
                text = game.score[side] if game.score else ""
                pen.draw_text(box, text, 11 * self._scale, face=BOLD if side == game.winner else REGULAR, align=Align.CENTRE)

    def _write_hand(self, pen: SheetPen, grid: GridPlan, row: Rect, hand: SheetHand, number: int, path: TagPath) -> None:
        left = Rect(row.x, row.y, grid.cells[0].x - row.x, row.height)
        spoken = self._say(_("%(number)d, replaced")) % {"number": number} if hand.replaced else ""
        with pen.tagged(*path, tag_row_heading(spoken=spoken)):
            pen.draw_text(left.inset(0.3, 0), str(number), self._plan.metrics.small_size, least=5, align=Align.CENTRE)
        values = {**hand.values, **{f"{RUNNING}_{side}": text for side, text in enumerate(hand.score)}}
        face = BOLD if hand.corrected else REGULAR
        for column, cell in enumerate(grid.cells, start=1):
            box = Rect(cell.x, row.y, cell.width, row.height).inset(0.4, 0)
            with pen.tagged(*path, tag_cell(column)):
                self._write_value(pen, box, values.get(cell.column.name, ""), cell.column, face, (*path, tag_cell(column)))
        if hand.replaced:
            y = row.y + row.height / 2
            pen.draw_line(grid.cells[0].x, y, row.right, y, LINE)

    def _write_value(self, pen: SheetPen, box: Rect, text: str, column: SheetColumn, face: FontFace, path: TagPath) -> None:
        pips = PACKS[self._setup.suits]
        if text in pips and column.rings == tuple(pips):
            side = min(3 * self._scale, box.height - 0.6)
            spoken = self._say((FRENCH_SUIT_NAMES if self._setup.suits == "french" else SUIT_NAMES)[text])
            with pen.tagged(*path, TagStep(0, TagKind.FIGURE, spoken=spoken)):
                pen.fill_path(pips[text].pdf_path, box.center_x - side / 2, box.y + (box.height - side) / 2, side / 100)
        else:
            lines = 3 if self._plan.metrics.narrow else 2
            pen.draw_text(box, text, 8.5 * self._scale, least=4.5, lines=lines, face=face, align=Align.CENTRE)

    def _write_result(self, pen: SheetPen, box: Rect, record: SheetRecord) -> None:
        _label, *sides = box.split_columns(4, *[3] * self._setup.side_count)
        for index, (side, text) in enumerate(zip(sides, record.result, strict=False)):
            letter = compute_letter_width(side, self._scale)
            room = Rect(side.x + letter, side.y, side.width - letter - min(1, letter / 8) * self._scale, side.height)
            with pen.tagged(tag_part(SheetPart.RESULT, 1 + index)):
                if index == record.winner:
                    self._write_winning_score(pen, room, text, record.reason)
                else:
                    pen.draw_text(room, text, 15 * self._scale, least=7)

    def _write_winning_score(self, pen: SheetPen, room: Rect, text: str, reason: str) -> None:
        score, why = room.split_columns(9, 11) if reason else (room, room)
        pen.draw_text(score, f"{text}  ✓", 15 * self._scale, least=5, face=BOLD)
        if reason:
            pen.draw_text(why.inset(0.5, 0), reason, 7 * self._scale, least=4.5, lines=2)

    def _write_signers(self, pen: SheetPen, box: Rect, record: SheetRecord) -> None:
        texts = []
        if record.entered_by:
            texts.append(self._say(_("Entered by %(name)s")) % {"name": record.entered_by})
        if record.confirmed_by:
            texts.append(self._say(_("Confirmed by %(name)s")) % {"name": record.confirmed_by})
        height = SIGNERS * self._scale
        top = Rect(box.x + box.width * 0.47, box.y, box.width * 0.53 - 1, height)
        if self._plan.metrics.narrow:
            top = Rect(box.x + 1, box.y + height, box.width - 2, height)
        with pen.tagged(tag_part(SheetPart.FOOT)):
            pen.draw_text(top, join_texts(texts), 7 * self._scale, least=5, align=Align.RIGHT)

    def _write_corrections(self, pen: SheetPen, box: Rect, record: SheetRecord) -> None:
        """As many corrections as fit and the number of the rest; above them the state or reason that keeps the record from being final."""
        corrections = record.corrections
        step = CORRECTION * self._scale
        top = (4 + SIGNERS * self._plan.metrics.narrow) * self._scale
        room = round((box.height - top - 0.5 * self._scale) / step)
        for index, correction in enumerate(corrections[:room]):
            row = Rect(box.x + 1, box.y + top + index * step, box.width - 2, step)
            self._write_correction(pen, row, correction, tag_part(SheetPart.CORRECTIONS, 2 + index))
        if not corrections:
            below = Rect(box.x + 1, box.y + top, box.width - 2, box.height - top)
            with pen.tagged(tag_part(SheetPart.CORRECTIONS, 2)):
                pen.draw_text(below, self._say(_("No line was corrected.")), 7 * self._scale, least=5)
        notes = [record.standing.upper()]
        if record.winner is None:
            notes.append(record.reason)
        if len(corrections) > room:
            notes.append(self._say(_("and %(number)d more: see the tournament report")) % {"number": len(corrections) - room})
        above = Rect(box.x + box.width * 0.16, box.y, box.width * 0.3, 4 * self._scale)
        with pen.tagged(tag_part(SheetPart.CORRECTIONS, 1)):
            pen.draw_text(above, join_texts(notes), 7 * self._scale, least=4.5, face=BOLD if record.standing else REGULAR)

    def _write_correction(self, pen: SheetPen, row: Rect, correction: Correction, part: TagStep) -> None:
        """Place, reason and author; below them the old text struck through, and the new text. Read are place, old, new, reason."""
        size = 7 * self._scale
        above, below = row.split_rows(2)
        where, why = above.split_columns(2, 5)
        with pen.tagged(part, tag_words(0)):
            pen.draw_text(where, correction.where, size, least=4.5)
        with pen.tagged(part, tag_words(3)):
            pen.draw_text(why, join_texts((correction.reason, correction.by, correction.at)), size, least=4.5, align=Align.RIGHT)
        old, new = below.split_columns(1, 1) if correction.old else (Rect(below.x, below.y, 0, below.height), below)
        if correction.old:
            with pen.tagged(part, tag_words(1, self._say(_("was: %(text)s.")) % {"text": correction.old})):
                struck_text = pen.draw_text(Rect(old.x, old.y, old.width - 2, old.height), correction.old, size, least=4.5)
            middle = old.y + old.height / 2
            pen.draw_line(old.x, middle, old.x + REGULAR.measure_width(struck_text.lines[0]) * struck_text.size / MM, middle, LINE)
        with pen.tagged(part, tag_words(2)):
            pen.draw_text(new, correction.new, size, least=4.5, face=BOLD)


def _draw_seat_lines(pen: SheetPen, box: Rect, seats: Sequence[str], scale: float) -> None:
    """On a sheet without names: for every seat a line to write who sits there."""
    for seat, part in zip(seats, box.split_columns(*[1] * max(1, len(seats))), strict=False):
        pen.draw_text(Rect(part.x, part.y, 6 * scale, part.height), seat, 9 * scale, face=BOLD)
        pen.draw_line(part.x + 6 * scale, part.bottom - 1, part.right - 2, part.bottom - 1, HAIRLINE)


def _find_identity_slots(plan: SheetPlan, find_slot: FindSlot, *, placed: bool, staged: bool) -> tuple[TextSlot, ...]:
    """Slots for round, table, code, serial, ledger head and place; the place is under the table number if `placed`."""
    scale, header = plan.metrics.scale, plan.header
    round_ = _cut_below_label(header.round, scale)
    if staged:
        round_ = Rect(round_.x, round_.y, round_.width, build_stage_box(header.round, scale).y - round_.y)
    number = _cut_below_label(header.table, scale)
    where = Rect(number.x, number.bottom - 3.6 * scale, number.width, 3.6 * scale)
    table = Rect(number.x, number.y, number.width, number.height - where.height) if placed else number
    serial, head = plan.footer.bottom.split_columns(1, 2)
    return (
        find_slot(round_, 30 * scale, 6, 2, BOLD, Align.CENTRE),
        find_slot(table, 40 * scale, 8, 2, BOLD, Align.CENTRE),
        find_slot(header.code, 9.5 * scale, face=BOLD, align=Align.RIGHT),
        find_slot(serial, 7 * scale),
        find_slot(head, 7 * scale, align=Align.RIGHT),
        find_slot(where, 8 * scale, 4.5, 1, BOLD, Align.CENTRE),
    )


def _cut_below_label(box: Rect, scale: float) -> Rect:
    return Rect(box.x, box.y + 4 * scale, box.width, box.height - 4 * scale).inset(0.8)


def _find_side_slots(box: Rect, find_slot: FindSlot, scale: float, *, narrow: bool) -> SideSlots:
    lines, least = (4, 5.5) if narrow else (2, 6.5)
    number = Rect(box.x + 6.4 * scale, box.y, 11 * scale, box.height).inset(0.6, 0.3)
    rest = Rect(number.right + 1, box.y, box.right - number.right - 2.2, box.height)
    names, club = rest.split_columns(7, 3)
    return (
        find_slot(number, 13 * scale, 6, 1, BOLD, Align.CENTRE),
        find_slot(names.inset(0.2, 0.3), 11.5 * scale, least, lines, BOLD, names=True),
        find_slot(club.inset(0.6, 0.3), 8 * scale, 4.5, lines + 1, REGULAR, Align.RIGHT),
        find_slot(rest.inset(0.2, 0.3), 11.5 * scale, least, lines, BOLD, names=True),
    )
