"""A season's ranking: from the final orders of its evenings to places. Pure: no database, no clock."""

from standings.season.evenings import StageOrder, compute_evening_scores, compute_final_order
from standings.season.people import (
    Appearance,
    IdentityDoubt,
    IdentityQuestion,
    IdentityRuling,
    Likeness,
    SeasonPlayer,
    list_questions,
    recognise_players,
)
from standings.season.rule import SeasonOptions, parse_season_options
from standings.season.scores import EveningScore, SeasonRecord
from standings.season.season_measures import SEASON_TIE_BREAKS, SeasonTieBreak, season_tie_break_by_key
from standings.season.season_ranking import SeasonLine, compute_season_standings

__all__ = [
    "SEASON_TIE_BREAKS",
    "Appearance",
    "EveningScore",
    "IdentityDoubt",
    "IdentityQuestion",
    "IdentityRuling",
    "Likeness",
    "SeasonLine",
    "SeasonOptions",
    "SeasonPlayer",
    "SeasonRecord",
    "SeasonTieBreak",
    "StageOrder",
    "compute_evening_scores",
    "compute_final_order",
    "compute_season_standings",
    "list_questions",
    "parse_season_options",
    "recognise_players",
    "season_tie_break_by_key",
]
