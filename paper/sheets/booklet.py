"""Score sheets as one PDF: all sheets of a round, blank spares, or the official records."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, zip_longest
from typing import NamedTuple, TypeVar

from paper.layout import A4_WIDE, PageSize, Qr, SheetDocument, SheetPen, TagKind, TagStep, TextSlot, build_qr_codes
from paper.sheets.columns import build_groups
from paper.sheets.entries import EntryArtist, FindSlot
from paper.sheets.form import FormArtist
from paper.sheets.plan import Face, SheetPlan
from paper.sheets.planner import Planner
from paper.sheets.slip import render_result_slips
from paper.sheets.values import Paper, Sheet, SheetKind, SheetSetup, SheetSide


def render_score_sheets(setup: SheetSetup, sheets: Sequence[Sheet]) -> bytes:
    """One PDF in the order given. Two A5 sheets share a page in such a way that, after cutting, the left pile laid on the right pile
    is in that order.
    """
    if setup.kind is SheetKind.SLIP:
        return render_result_slips(setup, sheets)
    return _Booklet(setup, archival=any(sheet.record is not None for sheet in sheets)).render_sheets(sheets)


def render_blank_sheets(setup: SheetSetup, count: int) -> bytes:
    """Sheets without names, as spares."""
    empty = Sheet(sides=(SheetSide(),) * setup.side_count)
    return render_score_sheets(setup, [empty] * count)


FaceT = TypeVar("FaceT")


class _FormVariant(NamedTuple):
    """The form of all sheets with the same blocks, under a name where it is stored once, and the artist that writes on it."""

    name: str
    form: SheetPen
    plan: SheetPlan
    artist: EntryArtist


class _Booklet:
    """Renders the sheets of one setup and draws each form only once."""

    def __init__(self, setup: SheetSetup, *, archival: bool) -> None:
        event = setup.event
        self._setup = setup
        self._document = SheetDocument(
            event.tournament, language=setup.language, subject=event.game, created=setup.printed_at, archival=archival
        )
        self._planner = build_planner(setup)
        self._find_slot: defaultdict[PageSize, FindSlot] = defaultdict(lambda: cache(TextSlot))
        """By page size: what stands at the same place of several faces of a match is fitted once."""
        self._blank = [self._add_variant(plan, empty=True) for plan in self._planner.plan_blank(setup.games)]
        self._variants: dict[tuple[Face, int], _FormVariant] = {}
        if event.logo is not None:
            self._document.add_picture("logo", event.logo)

    def render_sheets(self, sheets: Sequence[Sheet]) -> bytes:
        codes = iter(build_qr_codes([sheet.link for sheet in sheets if sheet.link]))
        self._impose_pages([list(self._draw_faces(sheet, next(codes) if sheet.link else None)) for sheet in sheets])
        return self._document.to_bytes()

    def _draw_faces(self, sheet: Sheet, code: Qr | None) -> Iterator[SheetPen]:
        """The faces of one match: more than one if its games or its hands are more than a face holds."""
        record = sheet.record
        variants = self._blank
        if record is not None:
            corrections = self._planner.count_shown_corrections(len(record.corrections))
            faces = self._planner.split_record([len(game.hands) for game in record.games], corrections)
            variants = [self._get_variant(face, corrections) for face in faces]
        for number, variant in enumerate(variants, start=1):
            yield self._draw_face(sheet, code, variant, (number, len(variants)))

    def _draw_face(self, sheet: Sheet, code: Qr | None, variant: _FormVariant, part: tuple[int, int]) -> SheetPen:
        pen = self._document.create_draft(variant.plan.size)
        if variant.name:
            pen.place_form(variant.name, height=variant.plan.size.height)
        else:
            pen.place_drawing(variant.form, 0, 0)
        variant.artist.write_sheet(pen, sheet, code, part)
        return pen

    def _get_variant(self, face: Face, corrections: int) -> _FormVariant:
        key = (face, corrections)
        if key not in self._variants:
            plan = self._planner.build_plan(face, corrections, row=self._planner.metrics.least_row)
            self._variants[key] = self._add_variant(plan, empty=False)
        return self._variants[key]

    def _add_variant(self, plan: SheetPlan, *, empty: bool) -> _FormVariant:
        """Blank forms are stored once and shared; those of records stand on each page, for who listens to it hears no shared form."""
        name, form = self._document.add_numbered_form("Sheet", plan.size) if empty else ("", self._document.create_draft(plan.size))
        FormArtist(form, plan, self._setup, self._planner.groups, empty=empty).draw_form()
        return _FormVariant(name, form, plan, EntryArtist(plan, self._setup, self._find_slot[plan.size]))

    def _impose_pages(self, sheets: Sequence[Sequence[SheetPen]]) -> None:
        """Put the faces on pages. Two A5 stand side by side: two matches with a line to cut along, or the faces of one match to fold."""
        if self._setup.paper is not Paper.A5_TWO_UP:
            for number, face in enumerate(chain.from_iterable(sheets)):
                self._document.add_page(face.size).place_drawing(face, 0, 0, TagStep(number, TagKind.SECTION))
            return
        single = all(len(faces) == 1 for faces in sheets)
        pages = pair_for_cutting([faces[0] for faces in sheets]) if single else chain.from_iterable(map(pair_to_fold, sheets))
        for number, (left, right) in enumerate(pages):
            self._add_double_page(number, left, right)

    def _add_double_page(self, number: int, left: SheetPen, right: SheetPen | None) -> None:
        middle = A4_WIDE.width / 2
        page = self._document.add_page(A4_WIDE)
        page.draw_dashes(middle, 0, middle, A4_WIDE.height)
        page.place_drawing(left, 0, 0, TagStep(2 * number, TagKind.SECTION))
        if right is not None:
            page.place_drawing(right, middle, 0, TagStep(2 * number + 1, TagKind.SECTION))


def count_blank_rows(setup: SheetSetup) -> tuple[int, ...]:
    """Rows that a blank sheet has for each game, on all its faces; empty for a slip, which has none."""
    if setup.kind is SheetKind.SLIP:
        return ()
    rows: Counter[int] = Counter()
    for face in build_planner(setup).plan_blank(setup.games):
        for grid in face.grids:
            for planned in grid.blocks:
                rows[planned.block.game] += len(planned.rows)
    return tuple(rows[game] for game in sorted(rows))


def build_planner(setup: SheetSetup) -> Planner:
    """The planner of the sheets of this setup."""
    narrow = setup.paper is Paper.ROLL_80
    groups = build_groups(setup.fields, setup.event.game_key, setup.side_count, narrow=narrow)
    labelled = tuple(replace(group, label=setup.translate(group.label)) for group in groups)
    abreast = len(setup.games) if setup.kind is SheetKind.SHORT and not narrow else 1
    return Planner(setup.paper, labelled, setup.side_count, logo=setup.event.logo, abreast=abreast, legend=bool(setup.legend))


def pair_to_fold(faces: Sequence[FaceT]) -> Iterator[tuple[FaceT, FaceT | None]]:
    """The faces of one match two by two, to be folded or cut."""
    return zip_longest(faces[::2], faces[1::2])


def pair_for_cutting(faces: Sequence[FaceT]) -> Iterator[tuple[FaceT, FaceT | None]]:
    """Left and right face of each page: after one cut through the pile, the left half laid on the right half is in order."""
    half = -(-len(faces) // 2)
    return zip_longest(faces[:half], faces[half:])
