"""Options about the match that several games share, declared once; each game lists those it has."""

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from rules.options import FieldKind, option
from rules.problems import Fact, Problem
from rules.scorebook import NewGameDealer, Plan
from rules.texts import _

FirstDealer: TypeAlias = Literal["low_card", "high_card", "draw"]
LostGame: TypeAlias = Literal["target", "nil"]
MOST_GAMES = 9

LENGTH_OPTIONS = ("targets", "games_to_win", "games", "deals", "draws", "replay", "decider")
"""Options that say how long a match is and how it ends, as far as a game has them."""

NO_END = Fact("no_end", _("Such a game never ends. Enter its target, or a fixed number of hands."))
TIED_TWICE = Fact("tied_twice", _("A tied game can stay tied or be played again, not both. Choose one."))
REPLAY_WITHOUT_HANDS = Fact(
    "replay_without_hands", _("Only a game of a fixed number of hands is played again. Enter how many hands it has.")
)


def targets_option(default: tuple[int, ...], source: str) -> Any:
    sentence = _("Points that win each game, in order; the last number counts for all further games.")
    return option(_("Targets"), sentence, default=default, kind=FieldKind.INTEGERS, lowest=1, highest=5000, source=source)


def games_to_win_option(default: int, source: str) -> Any:
    sentence = _("Games needed to win the match.")
    return option(_("Games to win"), sentence, default=default, lowest=1, highest=MOST_GAMES, source=source)


def games_option(source: str = "D") -> Any:
    sentence = _("Games in each match, all of them played: with 2 a match can end 1–1. 0: the match ends when a side has won enough.")
    return option(_("Fixed number of games"), sentence, default=0, lowest=0, highest=MOST_GAMES, source=source)


def decider_option() -> Any:
    sentence = _("A tied match goes on with one more game. In a knockout this always holds.")
    return option(_("A decider"), sentence, default=False, source="D")


def deals_option() -> Any:
    sentence = _("Hands in each game instead of a target; 0 plays to the target.")
    return option(_("Fixed number of hands"), sentence, default=0, lowest=0, highest=100, source="D")


def draws_option() -> Any:
    sentence = _("A game of a fixed number of hands may end tied; otherwise an extra hand decides.")
    return option(_("Tied games"), sentence, default=False, source="D")


def replay_option(*, default: bool = False, source: str = "D") -> Any:
    sentence = _("A tied game of a fixed number of hands is played again from nothing; the tied hands do not count.")
    return option(_("Tied games are played again"), sentence, default=default, source=source)


def new_game_dealer_option() -> Any:
    choices: dict[NewGameDealer, str] = {"rotates": _("the deal passes on"), "drawn": _("drawn again")}
    sentence = _("Who deals the first hand of the next game.")
    return option(_("Dealer of a new game"), sentence, default="rotates", choices=choices, source="D")


def first_dealer_option(default: FirstDealer, source: str) -> Any:
    choices: dict[FirstDealer, str] = {"low_card": _("lowest card drawn"), "high_card": _("highest card drawn"), "draw": _("by lot")}
    return option(_("First dealer"), _("How the first dealer is found."), default=default, choices=choices, source=source)


def lost_game_option() -> Any:
    """FIVB rules 6.4 know both: an incomplete team keeps its points and the others get what they need; a team that forfeits gets nil."""
    choices: dict[LostGame, str] = {
        "target": _("the others get the target, the offender keeps the points"),
        "nil": _("the others get the target, the offender nothing"),
    }
    sentence = _("How a game lost by penalty counts. The offender never has the better score in it.")
    return option(_("A game lost by penalty"), sentence, default="target", choices=choices, source="D")


def plan_of(options: Any, sides: int = 2, **extras: Any) -> Plan:
    """The plan that these options describe; `extras` are further fields of Plan, or replace those of the options."""
    shared = {name: getattr(options, name) for name in _PLAN_OPTIONS if hasattr(options, name)}
    dealer_of_new_game = getattr(options, "new_game_dealer", "rotates")
    return Plan(sides, options.targets, options.games_to_win, **{"dealer_of_new_game": dealer_of_new_game, **shared, **extras})


_PLAN_OPTIONS = ("deals", "draws", "replay", "games", "decider")
"""Options that have the name of a field of `Plan`."""


def find_length_problems(options: Any) -> Iterator[Problem]:
    """Problems of the length of a match, among those of these options that the game has."""
    deals = getattr(options, "deals", 0)
    if getattr(options, "targets", None) == () and not deals:
        yield NO_END.problem("targets")
    if getattr(options, "replay", False) and options.draws:
        yield TIED_TWICE.problem("replay")
    if getattr(options, "replay", False) and not deals:
        yield REPLAY_WITHOUT_HANDS.problem("replay")
