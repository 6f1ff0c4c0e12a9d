"""The tie-breaks between entries with the same points; a tournament puts them in its own order.

Sources: FIDE Handbook C.07 where it has the tie-break; Italian card tournaments for the rest. They are offered in the order of the
modules, and in a module in that of its classes. docs/adding/a-tie-break.md shows how to add one.
"""

from pairing.format import UsualCounting
from standings.tie_breaks import among_tied, games, opponents, wins, without_play
from standings.tie_breaks.base import DECLARED, AmongTied, ForAll, MatchSum, TieBreak

__all__ = ["DEFAULT_TIE_BREAKS", "TIE_BREAKS", "AmongTied", "ForAll", "MatchSum", "TieBreak", "tie_break_by_key"]

_MODULES = (among_tied, games, opponents, wins, without_play)
TIE_BREAKS: tuple[TieBreak, ...] = tuple(
    declared() for module in _MODULES for declared in DECLARED if declared.__module__ == module.__name__
)
DEFAULT_TIE_BREAKS = UsualCounting().tie_breaks
_BY_KEY = {tie_break.key: tie_break for tie_break in TIE_BREAKS}


def tie_break_by_key(key: str) -> TieBreak:
    """Raises: KeyError."""
    return _BY_KEY[key]
