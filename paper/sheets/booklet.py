"""Score sheets as a PDF: all of a round, blank spares, or the official record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple, TypeVar

from paper.layout import A4_WIDE, Document, Pen, Qr, qr_codes
from paper.sheets.columns import groups_for
from paper.sheets.entries import EntryArtist
from paper.sheets.form import FormArtist
from paper.sheets.plan import Block, Planner, SheetPlan
from paper.sheets.values import Paper, Sheet, SheetSetup, SheetSide


def score_sheets(setup: SheetSetup, sheets: Sequence[Sheet]) -> bytes:
    """One PDF in the order given. Two A5 stand side by side so that the cut halves, left on right, are in that order."""
    return _Booklet(setup).bind(sheets)


def blank_sheets(setup: SheetSetup, count: int) -> bytes:
    """Spares without names, for the power cut."""
    empty = Sheet(sides=(SheetSide(),) * setup.side_count)
    return score_sheets(setup, [empty] * count)


FaceT = TypeVar("FaceT")


class _Look(NamedTuple):
    """A form under every sheet of the same build, and who writes on it."""

    form: str
    plan: SheetPlan
    artist: EntryArtist


class _Booklet:
    def __init__(self, setup: SheetSetup) -> None:
        event = setup.event
        self._setup = setup
        self._document = Document(event.tournament, language=setup.language)
        groups = groups_for(setup.fields, event.game_key, setup.side_count, narrow=setup.paper is Paper.ROLL_80)
        self._groups = tuple(replace(group, label=setup.translate(group.label)) for group in groups)
        self._planner = Planner(setup.paper, self._groups, setup.side_count, logo=event.logo)
        self._blank = self._planner.blank_blocks(setup.games)
        self._looks: dict[tuple[tuple[Block, ...], int, bool], _Look] = {}
        if event.logo is not None:
            self._document.add_picture("logo", event.logo)

    def bind(self, sheets: Sequence[Sheet]) -> bytes:
        codes = iter(qr_codes([sheet.link for sheet in sheets if sheet.link]))
        faces: list[Pen] = []
        for sheet in sheets:
            faces.extend(self._faces(sheet, next(codes) if sheet.link else None))
        self._impose(faces)
        return self._document.to_bytes()

    def _faces(self, sheet: Sheet, code: Qr | None) -> Iterator[Pen]:
        """The sides of paper that this match needs: one, or more when a played match is longer than its sheet."""
        record = sheet.record
        if record is None:
            yield self._face(sheet, code, self._look(self._blank, 0, empty=True), (1, 1))
            return
        corrections = self._planner.shown_corrections(len(record.corrections))
        parts = self._planner.record_parts([len(game.hands) for game in record.games], corrections)
        for number, blocks in enumerate(parts, start=1):
            look = self._look(blocks, corrections, empty=False)
            yield self._face(sheet, code, look, (number, len(parts)))

    def _face(self, sheet: Sheet, code: Qr | None, look: _Look, part: tuple[int, int]) -> Pen:
        pen = self._document.draft(look.plan.size)
        pen.stamp(look.form, height=look.plan.size.height)
        look.artist.write(pen, sheet, code, part)
        return pen

    def _look(self, blocks: tuple[Block, ...], corrections: int, *, empty: bool) -> _Look:
        key = (blocks, corrections, empty)
        if key not in self._looks:
            plan = self._planner.plan(blocks, corrections)
            name = f"Sheet{len(self._looks)}"
            form = self._document.form(name, plan.size)
            FormArtist(form, plan, self._setup, self._groups, empty=empty).draw()
            self._looks[key] = _Look(name, plan, EntryArtist(plan, self._setup))
        return self._looks[key]

    def _impose(self, faces: Sequence[Pen]) -> None:
        if self._setup.paper is not Paper.A5_TWO_UP:
            for face in faces:
                self._document.page(face.size).moved(face, 0, 0)
            return
        middle = A4_WIDE.width / 2
        for left, right in cut_order(faces):
            page = self._document.page(A4_WIDE)
            page.dashes(middle, 0, middle, A4_WIDE.height)
            page.moved(left, 0, 0)
            if right is not None:
                page.moved(right, middle, 0)


def cut_order(faces: Sequence[FaceT]) -> Iterator[tuple[FaceT, FaceT | None]]:
    """Left and right of each page: after one cut through the pile the left half laid on the right half is in order."""
    half = -(-len(faces) // 2)
    return zip_longest(faces[:half], faces[half:])
