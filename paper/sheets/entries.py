"""The part of a sheet that is its own: who plays where, its codes, and, when it is a record, what was played."""

from __future__ import annotations

from paper.layout import BOLD, LINE, MM, REGULAR, Align, Box, Face, Pen, Qr, Slot, joined
from paper.pips import PACKS
from paper.sheets.columns import RUNNING, Column
from paper.sheets.form import letter_width, stage_box
from paper.sheets.plan import CORRECTION, FACT_SHARES, SIGNERS, BlockPlan, SheetPlan
from paper.sheets.values import Correction, Record, Sheet, SheetHand, SheetSetup, SheetSide
from rules.texts import _

SideSlots = tuple[Slot, Slot, Slot, Slot]
"""Number; names; club; names where there is no club."""


class EntryArtist:
    """Writes sheets on top of their form."""

    def __init__(self, plan: SheetPlan, setup: SheetSetup) -> None:
        self._plan = plan
        self._setup = setup
        self._say = setup.translate
        self._scale = plan.metrics.scale
        self._slots = {placed: _identity_slots(plan, placed=placed, staged=bool(setup.event.stage)) for placed in (False, True)}
        self._side_slots = tuple(_side_slots(box, self._scale, narrow=plan.metrics.narrow) for box in plan.sides)
        facts = plan.facts.columns(*FACT_SHARES)
        halves = [Box(cell.x + cell.width * 0.58, cell.y, cell.width * 0.42 - 1.5, cell.height) for cell in facts]
        self._fact_slots = tuple(Slot(half, 9 * self._scale, face=BOLD) for half in halves)

    def write(self, pen: Pen, sheet: Sheet, code: Qr | None, part: tuple[int, int] = (1, 1)) -> None:
        """`part` is which of how many sheets of the match this is."""
        self._identity(pen, sheet, code, part)
        for side, slots in zip(sheet.sides, self._side_slots, strict=False):
            self._side(pen, side, slots)
        for slot, text in zip(self._fact_slots, (sheet.first_dealer, sheet.started, sheet.ended), strict=True):
            pen.write(slot, text)
        if sheet.record is not None:
            self._record(pen, sheet.record, last=part[0] == part[1])

    def _identity(self, pen: Pen, sheet: Sheet, code: Qr | None, part: tuple[int, int]) -> None:
        serial = sheet.serial if part[1] == 1 else f"{sheet.serial} ({part[0]}/{part[1]})"
        texts = (sheet.round, sheet.table, sheet.code, serial, sheet.head, sheet.place)
        for slot, text in zip(self._slots[bool(sheet.place)], texts, strict=True):
            pen.write(slot, text)
        if code is not None:
            pen.qr(self._plan.header.qr, code)

    def _side(self, pen: Pen, side: SheetSide, slots: SideSlots) -> None:
        number, names, club, alone = slots
        pen.write(number, side.number)
        pen.write(names if side.club else alone, " – ".join(side.names))
        pen.write(club, side.club)

    def _record(self, pen: Pen, record: Record, *, last: bool) -> None:
        for planned in self._plan.blocks:
            self._block(pen, planned, record)
        if last:
            self._result(pen, record)
            self._signers(pen, record)
            self._corrections(pen, record)

    def _block(self, pen: Pen, planned: BlockPlan, record: Record) -> None:
        game = record.games[planned.block.game]
        cells = self._plan.cells[-self._setup.side_count :]
        for side, (cell, text) in enumerate(zip(cells, game.score, strict=False)):
            box = Box(cell.x, planned.bar.y, cell.width, planned.bar.height).inset(0.5, 0)
            pen.fitted(box, text, 11 * self._scale, face=BOLD if side == game.winner else REGULAR, align=Align.CENTRE)
        first = planned.block.first
        number = 1 + sum(not hand.replaced for hand in game.hands[:first])
        hands = game.hands[first : first + planned.block.count]
        for row, hand in zip(planned.rows, hands, strict=False):  # a game that was not played keeps one empty row
            self._hand(pen, row, hand, number)
            number += not hand.replaced

    def _hand(self, pen: Pen, row: Box, hand: SheetHand, number: int) -> None:
        left = Box(row.x, row.y, self._plan.cells[0].x - row.x, row.height)
        pen.fitted(left.inset(0.3, 0), str(number), self._plan.metrics.small, least=4, align=Align.CENTRE)
        values = {**hand.values, **{f"{RUNNING}_{side}": text for side, text in enumerate(hand.score)}}
        face = BOLD if hand.corrected else REGULAR
        for cell in self._plan.cells:
            text = values.get(cell.column.name, "")
            if text:
                box = Box(cell.x, row.y, cell.width, row.height).inset(0.4, 0)
                self._value(pen, box, text, cell.column, face)
        if hand.replaced:
            y = row.y + row.height / 2
            pen.line(self._plan.cells[0].x, y, row.right, y, LINE)

    def _value(self, pen: Pen, box: Box, text: str, column: Column, face: Face) -> None:
        pips = PACKS[self._setup.suits]
        if text in pips and column.rings == tuple(pips):
            side = min(3 * self._scale, box.height - 0.6)
            pen.shape(pips[text].pdf, box.middle - side / 2, box.y + (box.height - side) / 2, side / 100)
        else:
            lines = 3 if self._plan.metrics.narrow else 2
            pen.fitted(box, text, 8.5 * self._scale, least=4.5, lines=lines, face=face, align=Align.CENTRE)

    def _result(self, pen: Pen, record: Record) -> None:
        box = self._plan.footer.result
        _label, *sides = box.columns(4, *[3] * self._setup.side_count)
        for index, (side, text) in enumerate(zip(sides, record.result, strict=False)):
            letter = letter_width(side, self._scale)
            room = Box(side.x + letter, side.y, side.width - letter - min(1, letter / 8) * self._scale, side.height)
            if index == record.winner:
                self._won(pen, room, text, record.reason)
            else:
                pen.fitted(room, text, 15 * self._scale, least=7)

    def _won(self, pen: Pen, room: Box, text: str, reason: str) -> None:
        score, why = room.columns(9, 11) if reason else (room, room)
        pen.fitted(score, f"{text}  ✓", 15 * self._scale, least=5, face=BOLD)
        if reason:
            pen.fitted(why.inset(0.5, 0), reason, 7 * self._scale, least=4.5, lines=2)

    def _signers(self, pen: Pen, record: Record) -> None:
        texts = []
        if record.entered_by:
            texts.append(self._say(_("Entered by %(name)s")) % {"name": record.entered_by})
        if record.confirmed_by:
            texts.append(self._say(_("Confirmed by %(name)s")) % {"name": record.confirmed_by})
        box, height = self._plan.footer.corrections, SIGNERS * self._scale
        top = Box(box.x + box.width * 0.47, box.y, box.width * 0.53 - 1, height)
        if self._plan.metrics.narrow:
            top = Box(box.x + 1, box.y + height, box.width - 2, height)
        pen.fitted(top, joined(texts), 7 * self._scale, least=5, align=Align.RIGHT)

    def _corrections(self, pen: Pen, record: Record) -> None:
        """As many as find room; of the rest, how many they are. Above them what keeps the record from being final."""
        corrections = record.corrections
        box, step = self._plan.footer.corrections, CORRECTION * self._scale
        top = (4 + SIGNERS * self._plan.metrics.narrow) * self._scale
        room = max(1, round((box.height - top - 0.5 * self._scale) / step))
        for index, correction in enumerate(corrections[:room]):
            self._correction(pen, Box(box.x + 1, box.y + top + index * step, box.width - 2, step), correction)
        if not corrections:
            below = Box(box.x + 1, box.y + top, box.width - 2, box.height - top)
            pen.fitted(below, self._say(_("No line was corrected.")), 7 * self._scale, least=5)
        told = [record.standing.upper()]
        if record.winner is None:
            told.append(record.reason)
        if len(corrections) > room:
            told.append(self._say(_("and %(number)d more: see the minutes")) % {"number": len(corrections) - room})
        above = Box(box.x + box.width * 0.16, box.y, box.width * 0.3, 4 * self._scale)
        pen.fitted(above, joined(told), 7 * self._scale, least=4.5, face=BOLD if record.standing else REGULAR)

    def _correction(self, pen: Pen, row: Box, correction: Correction) -> None:
        """Where, why and by whom; below it what was, struck through, and what is."""
        size = 7 * self._scale
        above, below = row.rows(2)
        where, why = above.columns(2, 5)
        pen.fitted(where, correction.where, size, least=4.5)
        pen.fitted(why, joined((correction.reason, correction.by, correction.at)), size, least=4.5, align=Align.RIGHT)
        old, new = below.columns(1, 1) if correction.old else (Box(below.x, below.y, 0, below.height), below)
        if correction.old:
            struck = pen.fitted(Box(old.x, old.y, old.width - 2, old.height), correction.old, size, least=4.5)
            middle = old.y + old.height / 2
            pen.line(old.x, middle, old.x + REGULAR.width(struck.lines[0]) * struck.size / MM, middle, LINE)
        pen.fitted(new, correction.new, size, least=4.5, face=BOLD)


def _identity_slots(plan: SheetPlan, *, placed: bool, staged: bool) -> tuple[Slot, ...]:
    """Round, table, code, serial, head of the ledger; under the table where it stands, if that is not one hall."""
    scale, header = plan.metrics.scale, plan.header
    round_ = _below_label(header.round, scale)
    if staged:
        round_ = Box(round_.x, round_.y, round_.width, stage_box(header.round, scale).y - round_.y)
    number = _below_label(header.table, scale)
    where = Box(number.x, number.bottom - 3.6 * scale, number.width, 3.6 * scale)
    table = Box(number.x, number.y, number.width, number.height - where.height) if placed else number
    serial, head = plan.footer.bottom.columns(1, 2)
    return (
        Slot(round_, 30 * scale, 6, 2, BOLD, Align.CENTRE),
        Slot(table, 40 * scale, 8, 2, BOLD, Align.CENTRE),
        Slot(header.code, 9.5 * scale, face=BOLD, align=Align.RIGHT),
        Slot(serial, 7 * scale),
        Slot(head, 7 * scale, align=Align.RIGHT),
        Slot(where, 8 * scale, 4.5, 1, BOLD, Align.CENTRE),
    )


def _below_label(box: Box, scale: float) -> Box:
    return Box(box.x, box.y + 4 * scale, box.width, box.height - 4 * scale).inset(0.8)


def _side_slots(box: Box, scale: float, *, narrow: bool) -> SideSlots:
    lines, least = (4, 5.5) if narrow else (2, 6.5)
    number = Box(box.x + 6.4 * scale, box.y, 11 * scale, box.height).inset(0.6, 0.3)
    rest = Box(number.right + 1, box.y, box.right - number.right - 2.2, box.height)
    names, club = rest.columns(7, 3)
    return (
        Slot(number, 13 * scale, 6, 1, BOLD, Align.CENTRE),
        Slot(names.inset(0.2, 0.3), 11.5 * scale, least, lines, BOLD),
        Slot(club.inset(0.6, 0.3), 8 * scale, 4.5, lines + 1, REGULAR, Align.RIGHT),
        Slot(rest.inset(0.2, 0.3), 11.5 * scale, least, lines, BOLD),
    )
