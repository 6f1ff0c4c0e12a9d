"""Pack, options and hand entry of Maranna."""

from dataclasses import dataclass
from typing import Literal

from rules import match_options
from rules.cards import SUIT_NAMES, Pack
from rules.contract import ScoreTable
from rules.events import HandEntry
from rules.options import FieldKind, Options, entry_field, option
from rules.sheet_boxes import dealer_box, last_trick_box, tricks_box
from rules.texts import _

PACK = Pack(("A", "3", "K", "C", "D", "7", "6", "5", "4", "2"), (11, 10, 4, 3, 2, 0, 0, 0, 0, 0))
"""C is the cavallo, D the donna, as Sicilian players call the jack."""
TRICKS, CARDS_PER_TRICK, CARDS_EACH = 10, 4, 5
ALL = 120
STEP = 20
"""Every Maranna and the points of all cards together are multiples of this, so the two sides' points together are too."""
MARANNA = ("K", "C")
SCORES = ScoreTable(
    _("What is written"),
    (_("What"), _("Points")),
    (
        (_("first Maranna of a deal, at once"), "40"),
        (_("second"), "60"),
        (_("third"), "80"),
        (_("fourth"), "100"),
        (_("all cards of a deal, for the two sides together"), str(ALL)),
    ),
)
DeclaredValues = tuple[tuple[int, ...], ...]
"""For each side the values of its Maranne, smallest first."""
LADDERS = {"40-100": (40, 60, 80, 100), "20-80": (20, 40, 60, 80)}


@dataclass(frozen=True, slots=True)
class MarannaOptions(Options):
    targets: tuple[int, ...] = match_options.targets_option((1001,), "S art. 7")
    games_to_win: int = match_options.games_to_win_option(1, "S art. 7")
    ladder: Literal["40-100", "20-80"] = option(
        _("Values of the Maranne"),
        _("What the first, second, third and fourth Maranna of a deal score."),
        default="40-100",
        source="S art. 23, P18; P19–P21",
        choices={"40-100": _("40, 60, 80, 100"), "20-80": _("20, 40, 60, 80")},
    )
    trump_changes: bool = option(
        _("Trump changes"), _("Each further Maranna makes its own suit trump."), default=False, source="S art. 16; P20–P22"
    )
    trump_scope: Literal["deal"] = option(
        _("Trump lasts"),
        _("For how long the suit of the first Maranna is trump."),
        default="deal",
        source="S art. 16",
        choices={"deal": _("for the rest of the deal")},
    )
    win_on_declaration: bool = option(
        _("A Maranna can end the game"),
        _("A side that reaches the target with a Maranna wins at once."),
        default=True,
        source="S art. 7, 16; D",
    )
    both_reach_at_count: Literal["higher_then_deal", "last_trick_side_first", "declarer_of_last_maranna"] = option(
        _("Both reach the target"),
        _("Who wins when both sides reach the target in one count."),
        default="higher_then_deal",
        source="D",
        choices={
            "higher_then_deal": _("the higher; if tied, one more deal"),
            "last_trick_side_first": _("the side that won the last trick"),
            "declarer_of_last_maranna": _("the side of the last Maranna; without one, the higher"),
        },
    )
    must_beat: bool = option(
        _("Must beat"), _("A player must beat the winning card when able."), default=False, source="S art. 9; S art. 1, 24"
    )
    declare_when: Literal["on_turn", "after_winning", "not_first_trick", "only_with_5_cards"] = option(
        _("When to declare"),
        _("When a Maranna may be declared."),
        default="on_turn",
        source="S art. 14; P19, P20",
        choices={
            "on_turn": _("before playing one’s card"),
            "after_winning": _("only by the player who has just won a trick"),
            "not_first_trick": _("before playing one’s card, but not in the first trick"),
            "only_with_5_cards": _("before playing one’s card, with five cards in hand"),
        },
    )
    declarations_per_turn: Literal["one", "many"] = option(
        _("Maranne in a turn"),
        _("How many Maranne a player may declare before playing a card."),
        default="one",
        source="D; P21",
        choices={"one": _("one"), "many": _("as many as held")},
    )
    show_declared: bool = option(
        _("Show the Maranna"), _("Both cards are shown and returned to the hand."), default=True, source="S art. 16, 21"
    )
    first_dealer: match_options.FirstDealer = match_options.first_dealer_option("high_card", "S art. 3")
    first_dealer_ties: Literal["redraw"] = option(
        _("Equal cards"),
        _("What happens when two draw the highest card."),
        default="redraw",
        source="D",
        choices={"redraw": _("they draw again")},
    )
    next_dealer: Literal["right"] = option(
        _("Next dealer"), _("To whom the deal passes."), default="right", source="D", choices={"right": _("to the right")}
    )
    talk_penalty: Literal["lose_game", "referee"] = option(
        _("Talk and signs"),
        _("What a word or a sign before the first Maranna costs."),
        default="lose_game",
        source="S art. 22",
        choices={"lose_game": _("the game"), "referee": _("the referee decides")},
    )
    deals: int = match_options.deals_option()
    draws: bool = match_options.draws_option()
    replay: bool = match_options.replay_option()
    games: int = match_options.games_option()
    decider: bool = match_options.decider_option()
    lost_game: match_options.LostGame = match_options.lost_game_option()


@dataclass(frozen=True, slots=True)
class MarannaHand(HandEntry):
    """`declared` is absent when nobody declared; `points` are card points without the Maranne, absent when a Maranna ended the game."""

    dealer: int | None = dealer_box()
    declared: tuple[tuple[int, ...], ...] | None = entry_field(
        _("Maranne"),
        _("What the Maranne of each side scored, one by one, as 40+80; the sum is enough."),
        FieldKind.INTEGERS,
        lowest=0,
        highest=400,
        per_side=True,
        lone=True,
        example="40+80",
    )
    trump: str | None = entry_field(_("Trump"), _("Suit of the first Maranna."), FieldKind.CHOICE, choices=SUIT_NAMES)
    points: tuple[int, ...] | None = entry_field(
        _("Points"),
        _("Card points of each side without the Maranne; one side is enough."),
        FieldKind.INTEGER,
        lowest=0,
        highest=ALL,
        per_side=True,
        complement=ALL,
    )
    tricks: tuple[int, ...] | None = tricks_box(TRICKS, completes=True)
    last: int | None = last_trick_box()

    @property
    def maranne(self) -> tuple[tuple[int, int], ...]:
        """(value, side) of every Maranna, in the order in which they were declared."""
        return tuple(sorted((value, side) for side, values in enumerate(self.declared or ()) for value in values))


def get_ladder(options: MarannaOptions) -> tuple[int, ...]:
    return LADDERS[options.ladder]
