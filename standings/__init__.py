"""Standings: from results to places, with every cell explained. Pure: no database, no clock."""

from standings.cell_parts import CellPart, PartKind, build_match_parts
from standings.chances import Chance, Prospect, RemainingMatch, compute_open_prospects, compute_prospects
from standings.draw_input import build_pairing_standings, build_played_history
from standings.explain import CellExplanation, explain_cell, explain_points
from standings.points import POINT_SYSTEMS, PointSystem, point_system_by_key
from standings.ranking import CountingScheme, RankedLine, build_tally, find_tied_before, rank_per_match, rank_results, rank_tally
from standings.results import Carried, StandingResult, continue_rounds
from standings.schemes import FormatCounting, SchemeOptions
from standings.tally import Tally
from standings.tie_breaks import TIE_BREAKS, TieBreak, tie_break_by_key

__all__ = [
    "POINT_SYSTEMS",
    "TIE_BREAKS",
    "Carried",
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
    "SchemeOptions",
    "StandingResult",
    "Tally",
    "TieBreak",
    "build_match_parts",
    "build_pairing_standings",
    "build_played_history",
    "build_tally",
    "compute_open_prospects",
    "compute_prospects",
    "continue_rounds",
    "explain_cell",
    "explain_points",
    "find_tied_before",
    "point_system_by_key",
    "rank_per_match",
    "rank_results",
    "rank_tally",
    "tie_break_by_key",
]
