"""A season's ranking: the orders of its evenings in, places out. Pure: no database, no clock."""

from .evenings import StageOrder, evening_scores, final_order
from .measures import SEASON_TIE_BREAKS, SeasonTieBreak, season_tie_break
from .people import Appearance, Doubt, Likeness, Player, Question, Ruling, questions, recognised
from .ranking import SeasonLine, season_standings
from .rule import SeasonOptions, season_options_from
from .scores import Record, Score

__all__ = [
    "SEASON_TIE_BREAKS",
    "Appearance",
    "Doubt",
    "Likeness",
    "Player",
    "Question",
    "Record",
    "Ruling",
    "Score",
    "SeasonLine",
    "SeasonOptions",
    "SeasonTieBreak",
    "StageOrder",
    "evening_scores",
    "final_order",
    "questions",
    "recognised",
    "season_options_from",
    "season_standings",
    "season_tie_break",
]
