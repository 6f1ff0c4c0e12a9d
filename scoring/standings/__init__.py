"""Standings: results in, places out, every cell explained. Pure: no database, no clock."""

from .explain import Explanation, Part, explain_cell, explain_points, tied_on_points
from .handover import pairing_standings, played_history
from .points import POINT_SYSTEMS, PointSystem, point_system_by_key
from .ranking import Line, Scheme, ranked, standings, tally_of
from .results import Result
from .tally import Tally
from .tiebreaks import TIE_BREAKS, TieBreak, tie_break_by_key

__all__ = [
    "POINT_SYSTEMS",
    "TIE_BREAKS",
    "Explanation",
    "Line",
    "Part",
    "PointSystem",
    "Result",
    "Scheme",
    "Tally",
    "TieBreak",
    "explain_cell",
    "explain_points",
    "pairing_standings",
    "played_history",
    "point_system_by_key",
    "ranked",
    "standings",
    "tally_of",
    "tie_break_by_key",
    "tied_on_points",
]
