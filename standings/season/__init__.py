"""A season's ranking: the orders of its evenings in, places out. Pure: no database, no clock."""

from standings.season.evenings import StageOrder, evening_scores, final_order
from standings.season.people import Appearance, Doubt, Likeness, Player, Question, Ruling, questions, recognised
from standings.season.rule import SeasonOptions, season_options_from
from standings.season.scores import Record, Score
from standings.season.season_measures import SEASON_TIE_BREAKS, SeasonTieBreak, season_tie_break
from standings.season.season_ranking import SeasonLine, season_standings

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
