"""Standings: results in, places out, every cell explained. Pure: no database, no clock."""

from .chances import Chance, Prospect, Remaining, prospects, swiss_prospects
from .explain import Explanation, Part, explain_cell, explain_points, tied_on_points
from .handover import pairing_standings, played_history
from .points import POINT_SYSTEMS, PointSystem, point_system_by_key
from .ranking import Line, Scheme, ranked, standings, tally_of
from .results import Result
from .schemes import Counting, SchemeOptions
from .tally import Tally
from .tiebreaks import TIE_BREAKS, TieBreak, tie_break_by_key

__all__ = [
    "POINT_SYSTEMS",
    "TIE_BREAKS",
    "Chance",
    "Counting",
    "Explanation",
    "Line",
    "Part",
    "PointSystem",
    "Prospect",
    "Remaining",
    "Result",
    "Scheme",
    "SchemeOptions",
    "Tally",
    "TieBreak",
    "explain_cell",
    "explain_points",
    "pairing_standings",
    "played_history",
    "point_system_by_key",
    "prospects",
    "ranked",
    "standings",
    "swiss_prospects",
    "tally_of",
    "tie_break_by_key",
    "tied_on_points",
]
