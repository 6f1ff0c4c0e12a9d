"""Pack, sizes of table, options and hand entry of Mattazza."""

from dataclasses import dataclass
from typing import Literal

from rules import match_options
from rules.cards import Pack
from rules.contract import ScoreTable
from rules.events import HandEntry
from rules.options import FieldKind, Options, entry_field, option
from rules.scorebook import NewGameDealer
from rules.sheet_boxes import dealer_box, last_trick_box, tricks_box
from rules.texts import _

PACK = Pack(("3", "2", "A", "K", "H", "J", "7", "6", "5", "4"), (1, 1, 3, 1, 1, 1, 0, 0, 0, 0), thirds=True)
LAST_TRICK = 3
ALL_THIRDS, ALL_POINTS = 35, 11
ACE, ACES, FIGURES = 3, 4, 20
"""Penalties of an ace; number of aces; number of cards worth one penalty."""


@dataclass(frozen=True, slots=True)
class MattazzaTable:
    """How the pack is dealt at a table with this number of seats."""

    seats: int
    tricks: int
    """Cards of each player, which is also the number of tricks."""
    spare: int = 0
    """Cards that the dealer gets beyond the others' and lays aside; they go to the winner of the last trick."""


TABLES = {3: MattazzaTable(3, 13, 1), 4: MattazzaTable(4, 10), 5: MattazzaTable(5, 8)}
"""By number of seats."""
MOST_TRICKS = 13
SCORES = ScoreTable(
    _("What is written"),
    (_("What"), _("Penalties")),
    (
        (_("ace"), str(ACE)),
        (_("three, two, king, cavallo, jack: a figure"), "1"),
        (_("last trick"), str(LAST_TRICK)),
        (_("a hand, all players together"), str(ALL_THIRDS)),
    ),
)


@dataclass(frozen=True, slots=True)
class MattazzaOptions(Options):
    limit: int = option(
        _("Limit"),
        _("Penalties with which a player ends the game."),
        default=41,
        choices={21: _("21"), 31: _("31"), 41: _("41"), 100: _("100")},
        source="P14; D",
    )
    count: Literal["thirds", "whole"] = option(
        _("Count"),
        _("How penalties are counted."),
        default="thirds",
        choices={"thirds": _("a figure 1, an ace 3: 35 a hand"), "whole": _("whole points, the last trick takes the rest: 11 a hand")},
        source="P; P13",
    )
    cappotto: bool = option(
        _("Cappotto"),
        _("A player who takes everything has no penalty, and all the others have the whole hand."),
        default=False,
        source="P13",
    )
    level: Literal["shared", "another_hand"] = option(
        _("Tied at the end"),
        _("When the fewest penalties are shared."),
        default="shared",
        choices={"shared": _("the win is shared"), "another_hand": _("one more hand")},
        source="D",
    )
    deals: int = match_options.deals_option()
    draws: bool = match_options.draws_option()
    first_dealer: match_options.FirstDealer = match_options.first_dealer_option("draw", "D")
    new_game_dealer: NewGameDealer = match_options.new_game_dealer_option()


@dataclass(frozen=True, slots=True)
class MattazzaHand(HandEntry):
    """`penalties` are stored as counted, before a cappotto reverses them; in thirds, or in whole points under that option."""

    dealer: int | None = dealer_box(FieldKind.SIDE)
    penalties: tuple[int, ...] = entry_field(
        _("Penalties"),
        _("What each player took, with the last trick; one box may stay empty."),
        FieldKind.INTEGER,
        lowest=0,
        highest=ALL_THIRDS,
        per_side=True,
        lone=True,
        required=True,
        default=None,
    )
    last: int | None = last_trick_box(by_player=True)
    tricks: tuple[int, ...] | None = tricks_box(MOST_TRICKS, by_player=True)


def count_hand_penalties(options: MattazzaOptions) -> int:
    """Number of penalties in one hand: 35 thirds, or 11 whole points."""
    return ALL_THIRDS if options.count == "thirds" else ALL_POINTS
