"""Score sheets, blank for the table or filled for the record: functions from frozen values to the bytes of a PDF."""

from paper.sheets.booklet import count_blank_rows, render_blank_sheets, render_score_sheets
from paper.sheets.columns import list_droppable_fields, list_sheet_fields
from paper.sheets.values import (
    Correction,
    Paper,
    PlayedGame,
    Sheet,
    SheetEvent,
    SheetGame,
    SheetHand,
    SheetKind,
    SheetRecord,
    SheetSetup,
    SheetSide,
)

__all__ = [
    "Correction",
    "Paper",
    "PlayedGame",
    "Sheet",
    "SheetEvent",
    "SheetGame",
    "SheetHand",
    "SheetKind",
    "SheetRecord",
    "SheetSetup",
    "SheetSide",
    "count_blank_rows",
    "list_droppable_fields",
    "list_sheet_fields",
    "render_blank_sheets",
    "render_score_sheets",
]
