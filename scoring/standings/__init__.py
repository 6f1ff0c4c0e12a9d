"""Standings: results in, places out, every cell explained. Pure: no database, no clock."""

from .chances import Chance, Prospect, Remaining, open_prospects, prospects
from .explain import Explanation, Kind, Part, explain_cell, explain_points
from .handover import pairing_standings, played_history
from .points import POINT_SYSTEMS, PointSystem, point_system_by_key
from .ranking import Line, Scheme, in_points, ranked, standings, tally_of, tied_before
from .results import Result
from .running import RunningStandings
from .schemes import Counting, SchemeOptions
from .tally import Tally
from .tiebreaks import TIE_BREAKS, TieBreak, tie_break_by_key

__all__ = [
    "POINT_SYSTEMS",
    "TIE_BREAKS",
    "Chance",
    "Counting",
    "Explanation",
    "Kind",
    "Line",
    "Part",
    "PointSystem",
    "Prospect",
    "Remaining",
    "Result",
    "RunningStandings",
    "Scheme",
    "SchemeOptions",
    "Tally",
    "TieBreak",
    "explain_cell",
    "explain_points",
    "in_points",
    "open_prospects",
    "pairing_standings",
    "played_history",
    "point_system_by_key",
    "prospects",
    "ranked",
    "standings",
    "tally_of",
    "tie_break_by_key",
    "tied_before",
]
