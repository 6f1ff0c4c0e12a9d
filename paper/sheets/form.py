"""The part of a sheet that all sheets of a print share, drawn once: frames, labels, columns, empty boxes."""

from __future__ import annotations

from collections.abc import Sequence

from paper.layout import BOLD, HAIRLINE, HEAVY, LINE, Align, Rect, SheetPen, TagPath, TagStep, join_texts
from paper.pips import PACKS, Pip
from paper.sheets.columns import (
    ColumnGroup,
    PencilGuide,
    SheetColumn,
    get_result_label,
    list_checked_groups,
)
from paper.sheets.header import build_stage_box, split_by_heights
from paper.sheets.plan import CORRECTION_LINE, FACT_LABEL, FACT_SHARES, BlockPlan, GridPlan, SheetPlan, count_signatures_across
from paper.sheets.reading import (
    SheetPart,
    tag_figure,
    tag_heading,
    tag_heading_row,
    tag_part,
    tag_row,
    tag_row_heading,
    tag_table,
)
from paper.sheets.values import SheetSetup
from paper.sheets.widths import SheetCell, compute_letter_width, measure_bold, measure_text
from rules.texts import SIDE_LETTERS, _

FIFTH = 5
SIDED_LABEL = 0.6
"""Share of the height of a heading that leaves room for the letters of the sides below it."""
LINES, LINES_ABOVE_LONG_RULE = (7.2, 4.1, 6.2, 3.6), (5.4, 3.6, 5.4, 6.8)
"""Heights of what stands in the header: tournament, game, place, and the regulation, which may take three lines."""
LINES_UNDER_LOGO, LINES_BETWEEN_LOGO_AND_LONG_RULE = (4.8, 3.3, 5.4, 2.8), (3.6, 2.8, 5.2, 5.2)
LEAST_RULE = 6.0
"""Font size at which the regulation stays on one line."""
PIP = 3.6
"""Side in millimetres of a suit that is ringed, on A5."""


class FormArtist:
    """Draws the form of one plan: with guides for a pencil if `empty`, otherwise with boxes for printed values."""

    def __init__(self, pen: SheetPen, plan: SheetPlan, setup: SheetSetup, groups: Sequence[ColumnGroup], *, empty: bool) -> None:
        self._pen = pen
        self._plan = plan
        self._setup = setup
        self._groups = groups
        self._empty = empty
        self._say = setup.translate
        self._scale = plan.metrics.scale
        self._small = plan.metrics.small_size

    def draw_form(self) -> None:
        self._draw_header()
        self._draw_sides()
        self._draw_facts()
        self._draw_notes()
        for number, grid in enumerate(self._plan.grids):
            self._draw_column_heads(grid, tag_table(number))
            for place, planned in enumerate(grid.blocks):
                self._draw_block(grid, planned, (tag_table(number), tag_row(place)))
        if self._plan.free is not None and self._empty:
            self._draw_free_room(self._plan.free)
        footer = self._plan.footer
        if footer.result is not None and footer.signatures is not None and footer.corrections is not None:
            self._draw_result(footer.result)
            self._draw_signatures(footer.signatures)
            self._draw_corrections(footer.corrections)

    def _draw_header(self) -> None:
        header, event, pen = self._plan.header, self._setup.event, self._pen
        if event.logo is not None:
            with pen.tagged(tag_figure(SheetPart.LOGO, self._say(_("Logo")))):
                pen.place_picture("logo", header.logo.fit_proportion(event.logo.width, event.logo.height))
        title, game, place, rule = split_by_heights(header.text, *self._choose_line_heights())
        with pen.tagged(tag_part(SheetPart.TITLE)):
            pen.draw_text(title, event.tournament, 14 * self._scale, least=6, lines=2, face=BOLD)
        with pen.tagged(tag_part(SheetPart.GAME)):
            pen.draw_text(game, join_texts((event.game, event.options)), 9 * self._scale, face=BOLD, least=5.5)
        with pen.tagged(tag_part(SheetPart.PLACE)):
            pen.draw_text(place, join_texts((event.date, event.venue)), 8 * self._scale, least=6.5, lines=2)
        with pen.tagged(tag_part(SheetPart.RULE)):
            pen.draw_text(rule, event.regulation, self._small, least=4.5, lines=3)
        with pen.tagged(tag_part(SheetPart.ROUND)):
            self._draw_labelled_frame(header.round, _("ROUND"))
        with pen.tagged(tag_part(SheetPart.ROUND, 1)):
            pen.draw_text(build_stage_box(header.round, self._scale), event.stage, 7.5 * self._scale, least=5, lines=2, align=Align.CENTRE)
        with pen.tagged(tag_part(SheetPart.TABLE)):
            self._draw_labelled_frame(header.table, _("TABLE"), HEAVY)

    def _choose_line_heights(self) -> tuple[float, ...]:
        header = self._plan.header
        is_long = measure_text(self._setup.event.regulation, LEAST_RULE * self._scale) > header.text.width
        if header.text.y > header.logo.y:
            return LINES_BETWEEN_LOGO_AND_LONG_RULE if is_long else LINES_UNDER_LOGO
        return LINES_ABOVE_LONG_RULE if is_long else LINES

    def _draw_labelled_frame(self, box: Rect, label: str, width: float = LINE) -> None:
        self._pen.draw_frame(box, width)
        top = Rect(box.x, box.y, box.width, 4.4 * self._scale).inset(1, 0.4)
        self._pen.draw_text(top, self._say(label), 7.5 * self._scale, face=BOLD, align=Align.CENTRE)

    def _draw_sides(self) -> None:
        for side, box in enumerate(self._plan.sides):
            self._pen.draw_frame(box)
            badge = Rect(box.x, box.y, 6.4 * self._scale, box.height)
            self._pen.fill_box(badge)
            with self._pen.tagged(tag_part(SheetPart.SIDES, side)):
                self._pen.draw_text(badge, SIDE_LETTERS[side], 13 * self._scale, face=BOLD, align=Align.CENTRE, white=True)

    def _draw_facts(self) -> None:
        if self._plan.facts is None:
            return
        cells = [cell.inset(0.5, 0) for cell in self._plan.facts.split_columns(*FACT_SHARES)]
        labels = [self._say(label) for label in (self._setup.event.hint.beginning, _("Started"), _("Ended"))]
        self._draw_blank_lines(cells, labels, FACT_LABEL, part=SheetPart.FACTS)

    def _draw_blank_lines(
        self, cells: Sequence[Rect], labels: Sequence[str], share: float = 0.66, *, part: SheetPart = SheetPart.CORRECTIONS
    ) -> None:
        """Labelled lines side by side; all labels have one size."""
        size = min(7.5 * self._scale, *(cell.width * share / measure_text(label, 1) for cell, label in zip(cells, labels, strict=True)))
        for number, (cell, label) in enumerate(zip(cells, labels, strict=True)):
            with self._pen.tagged(tag_part(part, number)):
                self._draw_blank_line(cell, label, share, max(4.5, size))

    def _draw_blank_line(self, box: Rect, label: str, share: float, size: float) -> None:
        """A label in at most its share of the width, then a line to write on."""
        fitted = self._pen.draw_text(Rect(box.x, box.y, box.width * share, box.height), label, size, least=4.5)
        edge = box.x + measure_text(fitted.lines[0], fitted.size) + 1.2
        self._pen.draw_line(edge, box.bottom - 1.2 * self._scale, box.right - 1, box.bottom - 1.2 * self._scale, HAIRLINE)

    def _draw_notes(self) -> None:
        """The sums to check, then the letters of cards, and of suits where they are written."""
        room = self._plan.notes
        if room is None:
            return
        with self._pen.tagged(tag_part(SheetPart.NOTES)):
            self._draw_notes_in(room)

    def _draw_notes_in(self, room: Rect) -> None:
        raised = Rect(room.x, room.y, room.width, room.height - 0.6 * self._scale)
        sums = list_checked_groups(tuple(self._groups))
        if sums:
            sides = " + ".join(SIDE_LETTERS[: self._setup.side_count])
            parts = [f"{group.label} {sides} = {self._format_sum(group)}" for group in sums]
            text = self._say(_("Check every hand:")) + " " + join_texts(parts)
            checks = Rect(raised.x, raised.y, raised.width * (0.6 if self._setup.legend else 1.0), raised.height)
            fitted = self._pen.draw_text(checks, text, 7.5 * self._scale, least=5, face=BOLD)
            raised = Rect(raised.x + measure_text(fitted.lines[0], fitted.size) * 1.1 + 3, raised.y, 0.0, raised.height)
        if self._setup.legend:
            self._draw_legend(Rect(raised.x, raised.y, room.right - raised.x, raised.height))

    def _draw_legend(self, room: Rect) -> None:
        pips, x = PACKS[self._setup.suits], room.x
        if any(column.ink is PencilGuide.LETTER and column.rings == tuple(pips) for group in self._groups for column in group.columns):
            side = 2.6 * self._scale
            for letter, pip in pips.items():
                self._pen.draw_text(Rect(x, room.y, 2.4 * self._scale, room.height), letter, 7.5 * self._scale, face=BOLD)
                self._pen.fill_path(pip.pdf_path, x + 2.2 * self._scale, room.y + (room.height - side) / 2, side / 100)
                x += 3.4 * self._scale + side
        self._pen.draw_text(Rect(x, room.y, room.right - x, room.height), self._setup.legend, 7.5 * self._scale, least=6)

    def _format_sum(self, group: ColumnGroup) -> str:
        if not group.exact_sum:
            return str(group.sum)
        return self._say(_("%(whole)s, with thirds %(exact)s")) % {"whole": group.sum, "exact": group.exact_sum}

    def _draw_column_heads(self, grid: GridPlan, table: TagStep) -> None:
        head = grid.head
        self._pen.draw_frame(head, HEAVY)
        if grid.number is not None:
            with self._pen.tagged(table, tag_heading_row(0), tag_heading(0, rows=2)):
                self._pen.draw_text(grid.number.inset(0.1, 0.3), self._say(_("No.")), self._small, least=5, align=Align.CENTRE)
        column = 1
        for group, cells in self._list_grouped_cells(grid):
            box = Rect(cells[0].x, head.y, cells[-1].x + cells[-1].width - cells[0].x, head.height)
            self._pen.draw_line(box.x, box.y, box.x, box.bottom, HEAVY if group.heavy else LINE)
            heading = tag_heading(column, columns=len(cells)) if group.is_sided else tag_heading(column, rows=2)
            with self._pen.tagged(table, tag_heading_row(0), heading):
                self._draw_group_label(group, box)
            if group.is_sided:
                self._draw_side_letters(cells, box, column, (table, tag_heading_row(1)))
            column += len(cells)

    def _draw_group_label(self, group: ColumnGroup, box: Rect) -> None:
        height = box.height * (SIDED_LABEL if group.is_sided else 1)
        above = Rect(box.x, box.y, box.width, height).inset(0.5, 0.3)
        if self._is_upright(group, box):
            self._pen.draw_upright_text(box.inset(0.3, 0.8), group.label, 7 * self._scale, least=4.5, lines=2, face=BOLD)
            return
        self._pen.draw_text(
            above,
            group.label,
            7 * self._scale,
            least=4.5,
            lines=self._count_label_lines(group),
            face=BOLD,
            align=Align.CENTRE,
        )

    def _draw_side_letters(self, cells: Sequence[SheetCell], box: Rect, column: int, row: TagPath) -> None:
        height = box.height * SIDED_LABEL
        self._pen.draw_line(box.x, box.y + height, box.right, box.y + height, HAIRLINE)
        for side, cell in enumerate(cells):
            below = Rect(cell.x, box.y + height, cell.width, box.height - height)
            with self._pen.tagged(*row, tag_heading(column + side)):
                self._pen.draw_text(below, SIDE_LETTERS[side], 8 * self._scale, face=BOLD, align=Align.CENTRE)
            if side:
                self._pen.draw_line(cell.x, below.y, cell.x, below.bottom, HAIRLINE)

    def _is_upright(self, group: ColumnGroup, box: Rect) -> bool:
        """Whether the heading of a single column stands upright: where its longest word is wider than the column."""
        longest = max((measure_bold(word, 6.5 * self._scale) for word in group.label.split()), default=0.0)
        return not group.is_sided and longest + 1.0 > box.width and box.height > 1.2 * box.width

    def _count_label_lines(self, group: ColumnGroup) -> int:
        return 2 if group.is_sided and not self._plan.metrics.narrow else 3

    def _list_grouped_cells(self, grid: GridPlan) -> list[tuple[ColumnGroup, list[SheetCell]]]:
        cells = list(grid.cells)
        grouped = []
        for group in self._groups:
            grouped.append((group, cells[: len(group.columns)]))
            del cells[: len(group.columns)]
        return grouped

    def _draw_block(self, grid: GridPlan, planned: BlockPlan, path: TagPath) -> None:
        columns = 1 + len(grid.cells) - self._setup.side_count
        with self._pen.tagged(*path, tag_row_heading(columns)):
            self._draw_bar(grid, planned)
        rows = planned.rows
        for index, row in enumerate(rows):
            number = planned.block.first + index + 1
            self._draw_row(grid, row, number, last=index == len(rows) - 1, spare=self._is_spare_row(planned.block.game, number))
        self._draw_verticals(grid, rows[0].y, rows[-1].bottom)

    def _draw_bar(self, grid: GridPlan, planned: BlockPlan) -> None:
        bar, pen = planned.bar, self._pen
        pen.draw_line(bar.x, bar.y, bar.right, bar.y, HEAVY)
        pen.draw_line(bar.x, bar.bottom, bar.right, bar.bottom, LINE)
        pen.draw_line(bar.x, bar.y, bar.x, bar.bottom, HEAVY)
        pen.draw_line(bar.right, bar.y, bar.right, bar.bottom, HEAVY)
        score = grid.cells[-self._setup.side_count]
        left = Rect(bar.x, bar.y, score.x - bar.x, bar.height)
        title, label = self._format_game_title(planned), self._say(self._setup.event.hint.final)
        if len(self._plan.grids) > 1:  # games side by side: little width, and a higher bar
            name, final = left.inset(0.8, 0.2).split_rows(2)
            pen.draw_text(name, title, 9 * self._scale, least=6, face=BOLD)
            pen.draw_text(final, label, 7 * self._scale, least=5)
        else:
            name, final = left.inset(0.8, 0).split_columns(3, 2)
            pen.draw_text(name, title, 9.5 * self._scale, least=6, lines=2, face=BOLD)
            pen.draw_text(final, label, 7 * self._scale, least=5, lines=2, align=Align.RIGHT)
        for cell in grid.cells[-self._setup.side_count :]:
            pen.draw_line(cell.x, bar.y, cell.x, bar.bottom, HEAVY if cell is score else LINE)
            if self._empty:
                self._draw_combs(cell, bar)

    def _format_game_title(self, planned: BlockPlan) -> str:
        games = self._setup.games
        index = planned.block.game
        game = games[min(index, len(games) - 1)]
        if len(games) > 1:
            template = self._say(_("Game %(number)s to %(target)s")) if game.target else self._say(_("Game %(number)s"))
        elif game.target:
            template = self._say(self._setup.event.hint.title)
        else:
            template = self._say(_("%(hands)s hands")) if game.exact else self._say(_("Hands"))
        title = template % {"number": index + 1, "target": game.target, "hands": game.hands}
        return f"{title} …" if planned.block.first else title

    def _is_spare_row(self, game: int, number: int) -> bool:
        """Whether a row comes after the last hand of a game with a fixed number of hands."""
        setup_game = self._setup.games[min(game, len(self._setup.games) - 1)]
        return setup_game.exact and number > (setup_game.hands or 0)

    def _draw_row(self, grid: GridPlan, row: Rect, number: int, *, last: bool, spare: bool) -> None:
        heavy = self._empty and number % FIFTH == 0
        self._pen.draw_line(row.x, row.bottom, row.right, row.bottom, HEAVY if heavy or last else HAIRLINE)
        if not self._empty:
            return
        if grid.number is not None:
            left = Rect(row.x, row.y, grid.number.width, row.height)
            self._pen.draw_text(
                left.inset(0.3, 0), "" if spare or not self._setup.numbered else str(number), self._small, least=5, align=Align.CENTRE
            )
        for cell in grid.cells:
            self._draw_guides(cell, row)

    def _draw_verticals(self, grid: GridPlan, top: float, bottom: float) -> None:
        for x in (grid.head.x, grid.head.right):
            self._pen.draw_line(x, top, x, bottom, HEAVY)
        for group, cells in self._list_grouped_cells(grid):
            for cell in cells:
                edge = (HEAVY if group.heavy else LINE) if cell is cells[0] else HAIRLINE
                self._pen.draw_line(cell.x, top, cell.x, bottom, edge)

    def _draw_guides(self, cell: SheetCell, row: Rect) -> None:
        column = cell.column
        if column.ink is PencilGuide.DIGITS:
            self._draw_combs(cell, row)
        elif column.ink is PencilGuide.TICK:
            side = min(3.4 * self._scale, row.height - 1.4)
            self._pen.draw_tick_box(cell.x + (cell.width - side) / 2, row.y + (row.height - side) / 2, side)
        elif column.ink is PencilGuide.RING:
            self._draw_rings(column, Rect(cell.x, row.y, cell.width, row.height))

    def _draw_combs(self, cell: SheetCell, row: Rect) -> None:
        """Draw short strokes between the digits."""
        digits = cell.column.digits or 2
        for index in range(1, digits):
            x = cell.x + cell.width * index / digits
            self._pen.draw_line(x, row.bottom - 0.34 * row.height, x, row.bottom, HAIRLINE)

    def _draw_rings(self, column: SheetColumn, box: Rect) -> None:
        """Draw the texts side by side, far enough apart to ring one."""
        pips = PACKS[self._setup.suits]
        for text, part in zip(column.rings, box.split_columns(*[1] * len(column.rings)), strict=True):
            if text in pips and column.rings == tuple(pips):
                self._draw_pip(pips[text], part)
            else:
                self._pen.draw_text(part, text, 9 * self._scale, least=6, align=Align.CENTRE)

    def _draw_pip(self, pip: Pip, box: Rect) -> None:
        side = min(PIP * self._scale, box.width - 1.6, box.height - 1.2)
        self._pen.fill_path(pip.pdf_path, box.center_x - side / 2, box.y + (box.height - side) / 2, side / 100)

    def _draw_free_room(self, box: Rect) -> None:
        """For what a table wants to write down: declarations, a hand that is written anew."""
        self._pen.draw_frame(box, HAIRLINE)
        self._pen.draw_text(Rect(box.x + 1, box.y, box.width - 2, 4 * self._scale), self._say(_("Notes")), 7 * self._scale, face=BOLD)

    def _draw_result(self, box: Rect) -> None:
        pen = self._pen
        pen.draw_frame(box, HEAVY)
        label, *sides = box.split_columns(4, *[3] * self._setup.side_count)
        text = self._say(get_result_label(self._setup.event.game_key, games=len(self._setup.games)))
        with pen.tagged(tag_part(SheetPart.RESULT)):
            pen.draw_text(label.inset(1.5, 0), text, 10 * self._scale, face=BOLD, lines=2)
        for number, side in enumerate(sides):
            pen.draw_line(side.x, side.y, side.x, side.bottom)
            name = Rect(side.x, side.y, compute_letter_width(side, self._scale), side.height)
            with pen.tagged(tag_part(SheetPart.RESULT, 1 + number)):
                pen.draw_text(name, SIDE_LETTERS[number], 13 * self._scale, face=BOLD, align=Align.CENTRE)

    def _draw_signatures(self, box: Rect) -> None:
        labels = [self._say(_("Signature of %(side)s")) % {"side": SIDE_LETTERS[side]} for side in range(self._setup.side_count)]
        labels.append(self._say(_("Referee")))
        per_row = count_signatures_across(self._setup.side_count, narrow=self._plan.metrics.narrow)
        rows = box.split_rows(-(-len(labels) // per_row))
        for index, label in enumerate(labels):
            row = rows[index // per_row]
            cell = row.split_columns(*[1] * per_row)[index % per_row].inset(0.8, 0)
            self._pen.draw_line(cell.x, cell.bottom - 3 * self._scale, cell.right, cell.bottom - 3 * self._scale, LINE)
            below = Rect(cell.x, cell.bottom - 3 * self._scale, cell.width, 3 * self._scale)
            with self._pen.tagged(tag_part(SheetPart.SIGNATURES, index)):
                self._pen.draw_text(below, label, self._small)

    def _draw_corrections(self, box: Rect) -> None:
        self._pen.draw_frame(box)
        title = Rect(box.x + 1, box.y, box.width - 2, 4 * self._scale)
        if not self._empty:
            with self._pen.tagged(tag_part(SheetPart.CORRECTIONS)):
                self._pen.draw_text(title, self._say(_("Corrections")), 7 * self._scale, face=BOLD)
            return
        text = self._say(_("Corrections, by the referee only: strike out, never rub out"))
        self._pen.draw_text(title, text, 7 * self._scale, face=BOLD, least=5)
        below = Rect(box.x, title.bottom, box.width, box.height - title.height)
        parts = {_("Game"): 4, _("Hand"): 3.4, _("Was"): 4, _("Is"): 4, _("Signed"): 6}
        if len(self._setup.games) == 1:
            del parts["Game"]
        for row in below.split_rows(round(below.height / (CORRECTION_LINE * self._scale))):
            self._draw_blank_lines(row.inset(1, 0).split_columns(*parts.values()), [self._say(label) for label in parts])
