"""Standings: results in, places out, every cell explained. Pure: no database, no clock."""

from standings.chances import Chance, Prospect, Remaining, open_prospects, prospects
from standings.explain import Explanation, Kind, Part, explain_cell, explain_points
from standings.handover import pairing_standings, played_history
from standings.points import POINT_SYSTEMS, PointSystem, point_system_by_key
from standings.ranking import Line, Scheme, in_points, ranked, standings, tally_of, tied_before
from standings.results import Result
from standings.running import RunningStandings
from standings.schemes import Counting, SchemeOptions
from standings.tally import Tally
from standings.tiebreaks import TIE_BREAKS, TieBreak, tie_break_by_key

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
