"""Score sheets: blank for the table, filled for the record. Functions from frozen values to the bytes of a PDF."""

from scoring.sheets.booklet import blank_sheets, score_sheets
from scoring.sheets.columns import sheet_fields
from scoring.sheets.values import (
    Correction,
    Paper,
    PlayedGame,
    Record,
    Sheet,
    SheetEvent,
    SheetGame,
    SheetHand,
    SheetSetup,
    SheetSide,
)

__all__ = [
    "Correction",
    "Paper",
    "PlayedGame",
    "Record",
    "Sheet",
    "SheetEvent",
    "SheetGame",
    "SheetHand",
    "SheetSetup",
    "SheetSide",
    "blank_sheets",
    "score_sheets",
    "sheet_fields",
]
