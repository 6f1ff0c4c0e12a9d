"""What happened at the tables: the ledger, and the caches that can be rebuilt from it."""

from scoring.models.drafts import Draft, StrayHand
from scoring.models.former import FormerMatch
from scoring.models.ledger import LedgerEntry, LedgerHead, LedgerText
from scoring.models.links import DirectorCall, EntryCode, SeatedTable, TableDevice, TableLink, WrongSecret
from scoring.models.papers import OrganizerPaper, PaperStyle
from scoring.models.photographs import SheetPhotograph
from scoring.models.results import MatchResult
from scoring.models.sheets import ExtraSheet, SheetIssue
from scoring.models.standings import StandingsCache
from scoring.models.strangers import Stranger

__all__ = [
    "DirectorCall",
    "Draft",
    "EntryCode",
    "ExtraSheet",
    "FormerMatch",
    "LedgerEntry",
    "LedgerHead",
    "LedgerText",
    "MatchResult",
    "OrganizerPaper",
    "PaperStyle",
    "SeatedTable",
    "SheetIssue",
    "SheetPhotograph",
    "StandingsCache",
    "Stranger",
    "StrayHand",
    "TableDevice",
    "TableLink",
    "WrongSecret",
]
