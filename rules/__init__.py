"""Regional Italian trick-taking games: what a hand can score, how a match goes, and why not. Standard library only."""

from rules.endings import ENDING_LABELS, Ending
from rules.events import Event, GameScore, HandClaim, HandEntry, MatchScore, OverruledEvent, Penalty, Punishment, VoidHand
from rules.game import FoldedMatch, Game
from rules.games import CARD_GAMES, GAMES, game_by_key, is_absent, stored_game
from rules.options import FieldChoice, FieldKind, FieldSpec, Options, declared_fields
from rules.problems import (
    Fact,
    NearestValues,
    Problem,
    RuleViolation,
    Severity,
    Slip,
    check_problems,
    describe,
    describe_near,
    describe_slip,
)
from rules.scorebook import FinishedGame, MatchState, Plan, ScoreLine, ScoreStep

__all__ = [
    "CARD_GAMES",
    "ENDING_LABELS",
    "GAMES",
    "Ending",
    "Event",
    "Fact",
    "FieldChoice",
    "FieldKind",
    "FieldSpec",
    "FinishedGame",
    "FoldedMatch",
    "Game",
    "GameScore",
    "HandClaim",
    "HandEntry",
    "MatchScore",
    "MatchState",
    "NearestValues",
    "Options",
    "OverruledEvent",
    "Penalty",
    "Plan",
    "Problem",
    "Punishment",
    "RuleViolation",
    "ScoreLine",
    "ScoreStep",
    "Severity",
    "Slip",
    "VoidHand",
    "check_problems",
    "declared_fields",
    "describe",
    "describe_near",
    "describe_slip",
    "game_by_key",
    "is_absent",
    "stored_game",
]
