"""Pack, sizes of table, options and hand entries of Briscola."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from rules import match_options
from rules.cards import Pack
from rules.contract import ScoreTable
from rules.events import HandEntry
from rules.options import FieldKind, Options, entry_field, option
from rules.sheet_boxes import dealer_box, tricks_box
from rules.texts import _

PACK = Pack(("A", "3", "K", "H", "J", "7", "6", "5", "4", "2"), (11, 10, 4, 3, 2, 0, 0, 0, 0, 0))
ALL, HALF = 120, 60
CARDS_EACH = 3
LAID_ASIDE = "B2"
"""The card that a table of three leaves out: any two would do."""
MOST_TRICKS = 20
SCORES = ScoreTable(
    _("What a card is worth"),
    (_("Card"), _("Points")),
    (
        (_("ace"), "11"),
        (_("three"), "10"),
        (_("king"), "4"),
        (_("cavallo or queen"), "3"),
        (_("jack"), "2"),
        (_("seven, six, five, four, two"), "0"),
        (_("all cards of a hand"), str(ALL)),
    ),
)


@dataclass(frozen=True, slots=True)
class BriscolaTable:
    """How the pack is played at a table with this number of seats."""

    seats: int
    tricks: int
    left_out: int = 0
    """Twos that are left out, so that all players get as many cards."""


TABLES = {2: BriscolaTable(2, 20), 3: BriscolaTable(3, 13, 1), 4: BriscolaTable(4, 10)}
"""By number of seats."""


@dataclass(frozen=True, slots=True)
class BriscolaOptions(Options):
    targets: ClassVar[tuple[int, ...]] = ()
    """A game ends with its last hand."""
    deals: int = option(
        _("Hands in a game"),
        _("With one, each hand is a game of its own; with more, the points of the hands are added up."),
        default=1,
        lowest=1,
        highest=100,
        source="B1, B3",
    )
    games_to_win: int = match_options.games_to_win_option(2, "B1, B2")
    replay: bool = match_options.replay_option(default=True, source="B2, B6")
    draws: bool = match_options.draws_option()
    games: int = match_options.games_option(source="B3")
    decider: bool = match_options.decider_option()
    exchange: Literal["none", "seven", "two"] = option(
        _("Exchange of the turned card"),
        _("Which trump may be exchanged for the turned card, by its holder, on his turn in the first trick."),
        default="none",
        source="B5; D",
        choices={"none": _("none"), "seven": _("the seven"), "two": _("the two")},
    )
    first_dealer: match_options.FirstDealer = match_options.first_dealer_option("high_card", "B2")


@dataclass(frozen=True, slots=True)
class BriscolaPairsOptions(BriscolaOptions):
    signals: Literal["after_first_trick", "always", "never"] = option(
        _("Signs and talk"),
        _("When partners may show each other their trumps by signs and speak about the play."),
        default="after_first_trick",
        source="B1, B2",
        choices={
            "after_first_trick": _("after the first trick"),
            "always": _("from the first trick on"),
            "never": _("never"),
        },
    )
    show_last_cards: bool = option(
        _("Show the last cards"), _("Partners show each other their cards before the last three tricks."), default=True, source="B2"
    )
    lost_game: match_options.LostGame = match_options.lost_game_option()


@dataclass(frozen=True, slots=True)
class BriscolaOfThreeOptions(BriscolaOptions):
    deals: int = option(
        _("Hands in a game"),
        _("The points of the hands are added up; with three, everybody deals once."),
        default=3,
        lowest=1,
        highest=100,
        source="D",
    )
    games_to_win: int = match_options.games_to_win_option(1, "D")


@dataclass(frozen=True, slots=True)
class BriscolaHand(HandEntry):
    dealer: int | None = dealer_box()
    points: tuple[int, ...] = entry_field(
        _("Points"),
        _("Card points of each side, 120 in all; one box may stay empty."),
        FieldKind.INTEGER,
        lowest=0,
        highest=ALL,
        per_side=True,
        complement=ALL,
        required=True,
        default=None,
    )
    tricks: tuple[int, ...] | None = tricks_box(MOST_TRICKS, rare=True)
