"""A season's ranking: from the final orders of its evenings to places. Pure: no database, no clock."""

from standings.season.evenings import StageOrder, Turn, compute_evening_scores, compute_final_order, list_places, share_score
from standings.season.people import Appearance, IdentityDoubt, IdentityRuling, SeasonPlayer, recognise_players
from standings.season.questions import IdentityQuestion, Likeness, NamesakeQuestion, list_namesakes, list_questions
from standings.season.rule import SeasonOptions, parse_season_options
from standings.season.scores import SEASON_TIE_BREAKS, EveningScore, SeasonRecord, SeasonTieBreak, season_tie_break_by_key
from standings.season.season_ranking import SeasonLine, compute_season_standings

__all__ = [
    "SEASON_TIE_BREAKS",
    "Appearance",
    "EveningScore",
    "IdentityDoubt",
    "IdentityQuestion",
    "IdentityRuling",
    "Likeness",
    "NamesakeQuestion",
    "SeasonLine",
    "SeasonOptions",
    "SeasonPlayer",
    "SeasonRecord",
    "SeasonTieBreak",
    "StageOrder",
    "Turn",
    "compute_evening_scores",
    "compute_final_order",
    "compute_season_standings",
    "list_namesakes",
    "list_places",
    "list_questions",
    "parse_season_options",
    "recognise_players",
    "season_tie_break_by_key",
    "share_score",
]
