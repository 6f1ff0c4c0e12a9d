"""What happened at the tables: the ledger, and the caches that can be rebuilt from it at any time."""

from .drafts import Draft
from .ledger import LedgerEntry, LedgerHead, LedgerText
from .links import DirectorCall, TableDevice, TableLink, WrongSecret
from .papers import PaperStyle
from .results import MatchResult
from .sheets import SheetIssue
from .standings import StandingsCache
from .strangers import Stranger

__all__ = [
    "DirectorCall",
    "Draft",
    "LedgerEntry",
    "LedgerHead",
    "LedgerText",
    "MatchResult",
    "PaperStyle",
    "SheetIssue",
    "StandingsCache",
    "Stranger",
    "TableDevice",
    "TableLink",
    "WrongSecret",
]
