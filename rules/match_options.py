"""Options about the match that several games share, declared once; each game lists those it has."""

from typing import Any, Literal, TypeAlias

from rules.options import FieldKind, option
from rules.scorebook import NewGameDealer, Plan
from rules.texts import _

FirstDealer: TypeAlias = Literal["low_card", "high_card", "draw"]


def targets_option(default: tuple[int, ...], source: str) -> Any:
    sentence = _("Points that win each game, in order; the last number counts for all further games.")
    return option(_("Targets"), sentence, default=default, kind=FieldKind.INTEGERS, lowest=1, highest=5000, source=source)


def games_to_win_option(default: int, source: str) -> Any:
    sentence = _("Games needed to win the match.")
    return option(_("Games to win"), sentence, default=default, lowest=1, highest=9, source=source)


def deals_option() -> Any:
    sentence = _("Hands in each game instead of a target; 0 plays to the target.")
    return option(_("Fixed number of hands"), sentence, default=0, lowest=0, highest=100, source="D")


def draws_option() -> Any:
    sentence = _("A game of a fixed number of hands may end tied; otherwise an extra hand decides.")
    return option(_("Tied games"), sentence, default=False, source="D")


def new_game_dealer_option(default: NewGameDealer = "rotates") -> Any:
    choices: dict[NewGameDealer, str] = {"rotates": _("the deal passes on"), "drawn": _("drawn again")}
    sentence = _("Who deals the first hand of the next game.")
    return option(_("Dealer of a new game"), sentence, default=default, choices=choices, source="D")


def first_dealer_option(default: FirstDealer, source: str) -> Any:
    choices: dict[FirstDealer, str] = {"low_card": _("lowest card drawn"), "high_card": _("highest card drawn"), "draw": _("by lot")}
    return option(_("First dealer"), _("How the first dealer is found."), default=default, choices=choices, source=source)


def plan_of(options: Any, sides: int = 2, **extras: Any) -> Plan:
    """The plan that these options describe; `extras` are further fields of Plan, or replace those of the options."""
    shared = {"deals": options.deals, "draws": options.draws, "dealer_of_new_game": getattr(options, "new_game_dealer", "rotates")}
    return Plan(sides, options.targets, options.games_to_win, **{**shared, **extras})
