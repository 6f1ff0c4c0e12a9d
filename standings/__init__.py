"""Standings: from results to places, with every cell explained. Pure: no database, no clock."""

from standings.chances import Chance, Prospect, RemainingMatch, compute_open_prospects, compute_prospects
from standings.explain import CellExplanation, CellPart, PartKind, explain_cell, explain_points
from standings.handover import build_pairing_standings, build_played_history
from standings.points import POINT_SYSTEMS, PointSystem, point_system_by_key
from standings.ranking import CountingScheme, RankedLine, build_tally, convert_line_to_points, find_tied_before, rank_results, rank_tally
from standings.results import StandingResult
from standings.running import RunningStandings
from standings.schemes import FormatCounting, SchemeOptions
from standings.tally import Tally
from standings.tiebreaks import TIE_BREAKS, TieBreak, tie_break_by_key

__all__ = [
    "POINT_SYSTEMS",
    "TIE_BREAKS",
    "CellExplanation",
    "CellPart",
    "Chance",
    "CountingScheme",
    "FormatCounting",
    "PartKind",
    "PointSystem",
    "Prospect",
    "RankedLine",
    "RemainingMatch",
    "RunningStandings",
    "SchemeOptions",
    "StandingResult",
    "Tally",
    "TieBreak",
    "build_pairing_standings",
    "build_played_history",
    "build_tally",
    "compute_open_prospects",
    "compute_prospects",
    "convert_line_to_points",
    "explain_cell",
    "explain_points",
    "find_tied_before",
    "point_system_by_key",
    "rank_results",
    "rank_tally",
    "tie_break_by_key",
]
