"""Score sheets: blank for the table, filled for the record. Functions from frozen values to the bytes of a PDF."""

from paper.sheets.booklet import blank_sheets, score_sheets
from paper.sheets.columns import sheet_fields
from paper.sheets.values import Correction, Paper, PlayedGame, Record, Sheet, SheetEvent, SheetGame, SheetHand, SheetSetup, SheetSide

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
