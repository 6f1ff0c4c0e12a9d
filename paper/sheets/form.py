"""The part of a sheet that all sheets of a print share, drawn once: frames, labels, columns, empty boxes."""

from __future__ import annotations

from collections.abc import Sequence

from paper.layout import BOLD, HAIRLINE, HEAVY, LINE, MM, REGULAR, Align, Box, Pen, joined
from paper.pips import PACKS, Pip
from paper.sheets.columns import Column, Group, Ink, checks, final_label, grid_title
from paper.sheets.plan import FACT_LABEL, FACT_SHARES, BlockPlan, Cell, SheetPlan, signatures_across
from paper.sheets.values import SheetSetup
from rules.texts import SIDE_LETTERS, _

FIFTH = 5
LINES, LINES_ABOVE_LONG_RULE = (8.6, 4.2, 3.9, 3.5), (6.4, 3.9, 3.4, 6.6)
"""Heights of what stands in the header: tournament, game, place, and the regulation, which may take three lines."""
LINES_UNDER_LOGO, LINES_BETWEEN_LOGO_AND_LONG_RULE = (5.0, 3.2, 2.9, 2.6), (4.0, 2.9, 2.6, 4.6)
LEAST_RULE = 6.0
"""Size at which the regulation stays on one line."""
NARROWEST_RING, NARROWEST_RING_ON_ROLL = 2.3, 3.0
"""Millimetres for a letter or a suit that is to be ringed; a roll has room for a second line."""


class FormArtist:
    """Draws the form of one plan. `empty` leaves marks for a pencil; without it the boxes await printed values."""

    def __init__(self, pen: Pen, plan: SheetPlan, setup: SheetSetup, groups: Sequence[Group], *, empty: bool) -> None:
        self._pen = pen
        self._plan = plan
        self._setup = setup
        self._groups = groups
        self._empty = empty
        self._say = setup.translate
        self._scale = plan.metrics.scale
        self._small = plan.metrics.small

    def draw(self) -> None:
        self._header()
        self._sides()
        self._facts()
        self._checks()
        self._head()
        for number, planned in enumerate(self._plan.blocks):
            self._block(planned, last=number == len(self._plan.blocks) - 1)
        self._result()
        self._signatures()
        self._corrections()

    def _header(self) -> None:
        header, event, pen = self._plan.header, self._setup.event, self._pen
        if event.logo is not None:
            pen.picture("logo", header.logo.holding(event.logo.width, event.logo.height))
        title, game, place, rule = _split(header.text, *self._header_lines())
        pen.fitted(title, event.tournament, 14 * self._scale, least=6, lines=2, face=BOLD)
        pen.fitted(game, joined((event.game, event.options)), 9 * self._scale, face=BOLD, least=5.5)
        pen.fitted(place, joined((event.date, event.venue)), 8 * self._scale, least=5.5)
        pen.fitted(rule, event.regulation, self._small, least=4.5, lines=3)
        self._labelled(header.round, _("ROUND"))
        pen.fitted(stage_box(header.round, self._scale), event.stage, 7.5 * self._scale, least=5, lines=2, align=Align.CENTRE)
        self._labelled(header.table, _("TABLE"), HEAVY)

    def _header_lines(self) -> tuple[float, ...]:
        header = self._plan.header
        long = _width(self._setup.event.regulation, LEAST_RULE * self._scale) > header.text.width
        if header.text.y > header.logo.y:
            return LINES_BETWEEN_LOGO_AND_LONG_RULE if long else LINES_UNDER_LOGO
        return LINES_ABOVE_LONG_RULE if long else LINES

    def _labelled(self, box: Box, label: str, width: float = LINE) -> None:
        self._pen.frame(box, width)
        top = Box(box.x, box.y, box.width, 4.4 * self._scale).inset(1, 0.4)
        self._pen.fitted(top, self._say(label), 7.5 * self._scale, face=BOLD, align=Align.CENTRE)

    def _sides(self) -> None:
        for letter, box in zip(SIDE_LETTERS, self._plan.sides, strict=False):
            self._pen.frame(box)
            badge = Box(box.x, box.y, 6.4 * self._scale, box.height)
            self._pen.block(badge)
            self._pen.fitted(badge, letter, 13 * self._scale, face=BOLD, align=Align.CENTRE, white=True)

    def _facts(self) -> None:
        cells = [cell.inset(0.5, 0) for cell in self._plan.facts.columns(*FACT_SHARES)]
        labels = [self._say(label) for label in (_("First dealer"), _("Started"), _("Ended"))]
        self._blank_lines(cells, labels, FACT_LABEL)

    def _blank_lines(self, cells: Sequence[Box], labels: Sequence[str], share: float = 0.66) -> None:
        """Beside each other, the labels all of one size."""
        size = min(7.5 * self._scale, *(cell.width * share / _width(label, 1) for cell, label in zip(cells, labels, strict=True)))
        for cell, label in zip(cells, labels, strict=True):
            self._blank_line(cell, label, share, max(4.5, size))

    def _blank_line(self, box: Box, label: str, share: float, size: float) -> None:
        """A label in its share of the width at most, then a line to write on."""
        fitted = self._pen.fitted(Box(box.x, box.y, box.width * share, box.height), label, size, least=4.5)
        edge = box.x + _width(fitted.lines[0], fitted.size) + 1.2
        self._pen.line(edge, box.bottom - 1.2 * self._scale, box.right - 1, box.bottom - 1.2 * self._scale, HAIRLINE)

    def _checks(self) -> None:
        sums = checks(tuple(self._groups))
        if sums:
            sides = " + ".join(SIDE_LETTERS[: self._setup.side_count])
            parts = [f"{group.label} {sides} = {self._sum(group)}" for group in sums]
            text = self._say(_("Check every hand:")) + " " + joined(parts)
            room = self._plan.checks
            raised = Box(room.x, room.y, room.width, room.height - 0.6 * self._scale)
            self._pen.fitted(raised, text, 7.5 * self._scale, least=5, face=BOLD)

    def _sum(self, group: Group) -> str:
        if not group.exact_sum:
            return str(group.sum)
        return self._say(_("%(whole)s, with thirds %(exact)s")) % {"whole": group.sum, "exact": group.exact_sum}

    def _head(self) -> None:
        head = self._plan.head
        self._pen.frame(head, HEAVY)
        number = Box(head.x, head.y, self._plan.cells[0].x - head.x, head.height)
        self._pen.fitted(number.inset(0.1, 0.3), self._say(_("No.")), self._small, least=5, align=Align.CENTRE)
        for group, cells in self._grouped():
            box = Box(cells[0].x, head.y, cells[-1].x + cells[-1].width - cells[0].x, head.height)
            self._pen.line(box.x, box.y, box.x, box.bottom, HEAVY if group.heavy else LINE)
            self._group_label(group, cells, box)

    def _group_label(self, group: Group, cells: Sequence[Cell], box: Box) -> None:
        height = box.height * (0.54 if group.sided else 1)
        above = Box(box.x, box.y, box.width, height).inset(0.5, 0.3)
        if self._plan.metrics.narrow and not group.sided and box.height > 1.4 * box.width:
            self._pen.upright(box.inset(0.3, 0.8), group.label, 7 * self._scale, least=4.5, lines=2, face=BOLD)
            return
        self._pen.fitted(
            above,
            group.label,
            7 * self._scale,
            least=4.5,
            lines=self._label_lines(group),
            face=BOLD,
            align=Align.CENTRE,
        )
        if not group.sided:
            return
        self._pen.line(box.x, box.y + height, box.right, box.y + height, HAIRLINE)
        for cell, letter in zip(cells, SIDE_LETTERS, strict=False):
            below = Box(cell.x, box.y + height, cell.width, box.height - height)
            self._pen.fitted(below, letter, 8 * self._scale, face=BOLD, align=Align.CENTRE)
            if cell is not cells[0]:
                self._pen.line(cell.x, below.y, cell.x, below.bottom, HAIRLINE)

    def _label_lines(self, group: Group) -> int:
        return 1 if group.sided and not self._plan.metrics.narrow else 3

    def _grouped(self) -> list[tuple[Group, list[Cell]]]:
        cells = list(self._plan.cells)
        grouped = []
        for group in self._groups:
            grouped.append((group, cells[: len(group.columns)]))
            del cells[: len(group.columns)]
        return grouped

    def _block(self, planned: BlockPlan, *, last: bool) -> None:
        self._bar(planned)
        rows = planned.rows
        if not rows:
            return
        for index, row in enumerate(rows):
            number = planned.block.first + index + 1
            self._row(row, number, last=index == len(rows) - 1, spare=self._spare(planned.block.game, number))
        self._verticals(rows[0].y, rows[-1].bottom)

    def _bar(self, planned: BlockPlan) -> None:
        bar, pen = planned.bar, self._pen
        pen.line(bar.x, bar.y, bar.right, bar.y, HEAVY)
        pen.line(bar.x, bar.bottom, bar.right, bar.bottom, LINE)
        pen.line(bar.x, bar.y, bar.x, bar.bottom, HEAVY)
        pen.line(bar.right, bar.y, bar.right, bar.bottom, HEAVY)
        score = self._plan.cells[-self._setup.side_count]
        left = Box(bar.x, bar.y, score.x - bar.x, bar.height)
        name, final = left.inset(1.5, 0).columns(3, 2)
        pen.fitted(name, self._game_title(planned), 9.5 * self._scale, face=BOLD)
        pen.fitted(final, self._say(final_label(self._setup.event.game_key)), 7 * self._scale, least=5, align=Align.RIGHT)
        for cell in self._plan.cells[-self._setup.side_count :]:
            pen.line(cell.x, bar.y, cell.x, bar.bottom, HEAVY if cell is score else LINE)
            if self._empty:
                self._combs(cell, bar)

    def _game_title(self, planned: BlockPlan) -> str:
        games = self._setup.games
        index = planned.block.game
        game = games[min(index, len(games) - 1)]
        if len(games) > 1:
            text = self._say(_("Game %(number)s to %(target)s")) if game.target else self._say(_("Game %(number)s"))
        elif game.target:
            text = self._say(grid_title(self._setup.event.game_key))
        else:
            text = self._say(_("%(hands)s hands")) if game.exact else self._say(_("Hands"))
        title = text % {"number": index + 1, "target": game.target, "hands": game.hands}
        return f"{title} …" if planned.block.first else title

    def _spare(self, game: int, number: int) -> bool:
        """Whether a row comes after the last hand that is played."""
        played = self._setup.games[min(game, len(self._setup.games) - 1)]
        return played.exact and number > (played.hands or 0)

    def _row(self, row: Box, number: int, *, last: bool, spare: bool) -> None:
        heavy = self._empty and number % FIFTH == 0
        self._pen.line(row.x, row.bottom, row.right, row.bottom, HEAVY if heavy or last else HAIRLINE)
        if self._empty:
            left = Box(row.x, row.y, self._plan.cells[0].x - row.x, row.height)
            self._pen.fitted(left.inset(0.3, 0), "" if spare else str(number), self._small, least=4, align=Align.CENTRE)
            for cell in self._plan.cells:
                self._marks(cell, row)

    def _verticals(self, top: float, bottom: float) -> None:
        plan = self._plan
        for x in (plan.head.x, plan.head.right):
            self._pen.line(x, top, x, bottom, HEAVY)
        for group, cells in self._grouped():
            for cell in cells:
                edge = (HEAVY if group.heavy else LINE) if cell is cells[0] else HAIRLINE
                self._pen.line(cell.x, top, cell.x, bottom, edge)

    def _marks(self, cell: Cell, row: Box) -> None:
        column = cell.column
        if column.ink is Ink.DIGITS:
            self._combs(cell, row)
        elif column.ink is Ink.TICK:
            side = min(2.8 * self._scale, row.height - 1.4)
            self._pen.tick_box(cell.x + (cell.width - side) / 2, row.y + (row.height - side) / 2, side)
        elif column.ink is Ink.RING:
            self._rings(column, Box(cell.x, row.y, cell.width, row.height))

    def _combs(self, cell: Cell, row: Box) -> None:
        """Short strokes that keep the digits apart."""
        digits = cell.column.digits or 2
        for place in range(1, digits):
            x = cell.x + cell.width * place / digits
            self._pen.line(x, row.bottom - 0.34 * row.height, x, row.bottom, HAIRLINE)

    def _rings(self, column: Column, box: Box) -> None:
        """Side by side, or in two lines where that is too narrow for a pencil to ring one of them."""
        pips = PACKS[self._setup.suits]
        room = box.inset(0.5, 0.3)
        across = len(column.rings)
        narrowest = NARROWEST_RING_ON_ROLL if self._plan.metrics.narrow else NARROWEST_RING
        lines = 1 if room.width / across >= narrowest else 2
        for line, row in enumerate(room.rows(lines)):
            texts = column.rings[line * -(-across // lines) : (line + 1) * -(-across // lines)]
            for text, part in zip(texts, row.columns(*[1] * len(texts)), strict=True):
                if text in pips and column.rings == tuple(pips):
                    self._pip(pips[text], part)
                else:
                    self._pen.fitted(part, text, 7.5 * self._scale, least=4.5, align=Align.CENTRE)

    def _pip(self, pip: Pip, box: Box) -> None:
        side = min(2.6 * self._scale, box.width - 0.6, box.height - 0.3)
        self._pen.shape(pip.pdf, box.middle - side / 2, box.y + (box.height - side) / 2, side / 100)

    def _result(self) -> None:
        box, pen = self._plan.footer.result, self._pen
        pen.frame(box, HEAVY)
        label, *sides = box.columns(4, *[3] * self._setup.side_count)
        pen.fitted(
            label.inset(1.5, 0),
            self._say(_("RESULT: games won") if len(self._setup.games) > 1 else _("RESULT")),
            10 * self._scale,
            face=BOLD,
            lines=2,
        )
        for letter, side in zip(SIDE_LETTERS, sides, strict=False):
            pen.line(side.x, side.y, side.x, side.bottom)
            name = Box(side.x, side.y, letter_width(side, self._scale), side.height)
            pen.fitted(name, letter, 13 * self._scale, face=BOLD, align=Align.CENTRE)

    def _signatures(self) -> None:
        box = self._plan.footer.signatures
        labels = [self._say(_("Signature of %(side)s")) % {"side": SIDE_LETTERS[side]} for side in range(self._setup.side_count)]
        labels.append(self._say(_("Referee")))
        per_row = signatures_across(self._setup.side_count, narrow=self._plan.metrics.narrow)
        rows = box.rows(-(-len(labels) // per_row))
        for index, label in enumerate(labels):
            row = rows[index // per_row]
            cell = row.columns(*[1] * per_row)[index % per_row].inset(0.8, 0)
            self._pen.line(cell.x, cell.bottom - 3 * self._scale, cell.right, cell.bottom - 3 * self._scale, LINE)
            below = Box(cell.x, cell.bottom - 3 * self._scale, cell.width, 3 * self._scale)
            self._pen.fitted(below, label, self._small)

    def _corrections(self) -> None:
        box = self._plan.footer.corrections
        self._pen.frame(box)
        title = Box(box.x + 1, box.y, box.width - 2, 4 * self._scale)
        if not self._empty:
            self._pen.fitted(title, self._say(_("Corrections")), 7 * self._scale, face=BOLD)
            return
        text = self._say(_("Corrections, by the referee only: strike out, never rub out"))
        self._pen.fitted(title, text, 7 * self._scale, face=BOLD, least=5)
        below = Box(box.x, title.bottom, box.width, box.height - title.height)
        parts = {_("Game"): 4, _("Hand"): 3.4, _("Was"): 4, _("Is"): 4, _("Signed"): 6}
        if len(self._setup.games) == 1:
            del parts["Game"]
        for row in below.rows(2):
            self._blank_lines(row.inset(1, 0).columns(*parts.values()), [self._say(label) for label in parts])


def letter_width(side: Box, scale: float) -> float:
    """Of a side's letter in its part of the result: most of a narrow part is for the number."""
    return min(8 * scale, 0.36 * side.width)


def stage_box(round_: Box, scale: float) -> Box:
    """The lower edge of the box of the round."""
    return Box(round_.x, round_.bottom - 5.4 * scale, round_.width, 5.0 * scale).inset(0.6, 0)


def _split(box: Box, *heights: float) -> tuple[Box, ...]:
    """Rows from the top in the proportion of their heights."""
    unit = box.height / sum(heights)
    rows = []
    y = box.y
    for height in heights:
        rows.append(Box(box.x, y, box.width, height * unit))
        y += height * unit
    return tuple(rows)


def _width(text: str, size: float) -> float:
    """Millimetres."""
    return REGULAR.width(text) * size / MM
