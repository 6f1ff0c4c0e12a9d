"""Score sheets as one PDF: all sheets of a round, blank spares, or the official records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple, TypeVar

from paper.layout import A4_WIDE, Document, Pen, Qr, build_qr_codes
from paper.sheets.columns import build_groups
from paper.sheets.entries import EntryArtist
from paper.sheets.form import FormArtist
from paper.sheets.plan import Block, Planner, SheetPlan
from paper.sheets.values import Paper, Sheet, SheetSetup, SheetSide


def render_score_sheets(setup: SheetSetup, sheets: Sequence[Sheet]) -> bytes:
    """One PDF in the order given. Two A5 sheets share a page in such a way that, after cutting, the left pile laid on the right pile
    is in that order.
    """
    return _Booklet(setup).render_sheets(sheets)


def render_blank_sheets(setup: SheetSetup, count: int) -> bytes:
    """Sheets without names, as spares."""
    empty = Sheet(sides=(SheetSide(),) * setup.side_count)
    return render_score_sheets(setup, [empty] * count)


FaceT = TypeVar("FaceT")


class _FormVariant(NamedTuple):
    """The form that all sheets with the same blocks share, and the artist that writes on it."""

    form: str
    plan: SheetPlan
    artist: EntryArtist


class _Booklet:
    """Renders the sheets of one setup and draws each form only once."""

    def __init__(self, setup: SheetSetup) -> None:
        event = setup.event
        self._setup = setup
        self._document = Document(event.tournament, language=setup.language)
        groups = build_groups(setup.fields, event.game_key, setup.side_count, narrow=setup.paper is Paper.ROLL_80)
        self._groups = tuple(replace(group, label=setup.translate(group.label)) for group in groups)
        self._planner = Planner(setup.paper, self._groups, setup.side_count, logo=event.logo)
        self._blank = self._planner.build_blank_blocks(setup.games)
        self._looks: dict[tuple[tuple[Block, ...], int, bool], _FormVariant] = {}
        if event.logo is not None:
            self._document.add_picture("logo", event.logo)

    def render_sheets(self, sheets: Sequence[Sheet]) -> bytes:
        codes = iter(build_qr_codes([sheet.link for sheet in sheets if sheet.link]))
        faces: list[Pen] = []
        for sheet in sheets:
            faces.extend(self._draw_faces(sheet, next(codes) if sheet.link else None))
        self._impose_pages(faces)
        return self._document.to_bytes()

    def _draw_faces(self, sheet: Sheet, code: Qr | None) -> Iterator[Pen]:
        """The pages of one match: more than one if a played match is longer than a sheet."""
        record = sheet.record
        if record is None:
            yield self._draw_face(sheet, code, self._get_variant(self._blank, 0, empty=True), (1, 1))
            return
        corrections = self._planner.count_shown_corrections(len(record.corrections))
        parts = self._planner.split_record([len(game.hands) for game in record.games], corrections)
        for number, blocks in enumerate(parts, start=1):
            variant = self._get_variant(blocks, corrections, empty=False)
            yield self._draw_face(sheet, code, variant, (number, len(parts)))

    def _draw_face(self, sheet: Sheet, code: Qr | None, variant: _FormVariant, part: tuple[int, int]) -> Pen:
        pen = self._document.create_draft(variant.plan.size)
        pen.place_form(variant.form, height=variant.plan.size.height)
        variant.artist.write_sheet(pen, sheet, code, part)
        return pen

    def _get_variant(self, blocks: tuple[Block, ...], corrections: int, *, empty: bool) -> _FormVariant:
        key = (blocks, corrections, empty)
        if key not in self._looks:
            plan = self._planner.build_plan(blocks, corrections)
            form_name = f"Sheet{len(self._looks)}"
            form = self._document.add_form(form_name, plan.size)
            FormArtist(form, plan, self._setup, self._groups, empty=empty).draw_form()
            self._looks[key] = _FormVariant(form_name, plan, EntryArtist(plan, self._setup))
        return self._looks[key]

    def _impose_pages(self, faces: Sequence[Pen]) -> None:
        """Put the faces on pages, two A5 side by side with a line to cut along."""
        if self._setup.paper is not Paper.A5_TWO_UP:
            for face in faces:
                self._document.add_page(face.size).place_drawing(face, 0, 0)
            return
        middle = A4_WIDE.width / 2
        for left, right in pair_for_cutting(faces):
            page = self._document.add_page(A4_WIDE)
            page.draw_dashes(middle, 0, middle, A4_WIDE.height)
            page.place_drawing(left, 0, 0)
            if right is not None:
                page.place_drawing(right, middle, 0)


def pair_for_cutting(faces: Sequence[FaceT]) -> Iterator[tuple[FaceT, FaceT | None]]:
    """Left and right face of each page: after one cut through the pile, the left half laid on the right half is in order."""
    half = -(-len(faces) // 2)
    return zip_longest(faces[:half], faces[half:])
