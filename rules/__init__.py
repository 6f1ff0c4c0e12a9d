"""Regional Italian trick-taking games: what a hand can score, how a match goes, and why not. Standard library only."""

from rules.events import Claim, Event, GameScore, HandEntry, MatchResult, Overruled, Penalty, Punishment, VoidHand
from rules.game import Folded, Game
from rules.games import GAMES, game_by_key
from rules.options import Choice, FieldSpec, Kind, Options, declared_fields
from rules.problems import Fact, Near, Problem, RuleViolation, Severity, Slip, describe, describe_near, describe_slip, refuse
from rules.scorebook import ENDING_LABELS, Ending, FinishedGame, Line, MatchState, Plan, Step

__all__ = [
    "ENDING_LABELS",
    "GAMES",
    "Choice",
    "Claim",
    "Ending",
    "Event",
    "Fact",
    "FieldSpec",
    "FinishedGame",
    "Folded",
    "Game",
    "GameScore",
    "HandEntry",
    "Kind",
    "Line",
    "MatchResult",
    "MatchState",
    "Near",
    "Options",
    "Overruled",
    "Penalty",
    "Plan",
    "Problem",
    "Punishment",
    "RuleViolation",
    "Severity",
    "Slip",
    "Step",
    "VoidHand",
    "declared_fields",
    "describe",
    "describe_near",
    "describe_slip",
    "game_by_key",
    "refuse",
]
