"""Pack, options and hand entry of Marafon. Points of cards are in thirds."""

from dataclasses import dataclass
from typing import Literal

from rules import match_options
from rules.cards import SUIT_NAMES, Pack
from rules.contract import ScoreTable
from rules.events import HandClaim, HandEntry
from rules.options import FieldKind, Options, entry_field, option
from rules.sheet_boxes import last_trick_box, tricks_box
from rules.texts import _
from rules.units import THIRDS

PACK = Pack(("3", "2", "A", "K", "H", "J", "7", "6", "5", "4"), (1, 1, 3, 1, 1, 1, 0, 0, 0, 0), thirds=True)
"""Points in thirds."""
TRICKS, CARDS_PER_TRICK = 10, 4
LAST_TRICK = 3
ALL_THIRDS, ALL_POINTS = 35, 11
MARAFONA = (1, 1, 3)
MARAFONA_THIRDS = sum(MARAFONA)
SCORES = ScoreTable(
    _("What is written"),
    (_("What"), _("Points")),
    (
        (_("ace"), "1"),
        (_("three, two, king, cavallo, jack: a figure"), "⅓"),
        (_("last trick"), "1"),
        (_("a hand, both sides together, without what is left beyond whole points"), str(ALL_POINTS)),
        (_("marafona: three, two and ace of trumps in one hand, declared during the first trick"), "3"),
        (_("cappotto: no whole point for the others"), _("nothing more")),
    ),
)


@dataclass(frozen=True, slots=True)
class MarafonOptions(Options):
    targets: tuple[int, ...] = match_options.targets_option((41, 41, 41), "S")
    games_to_win: int = match_options.games_to_win_option(2, "S")
    finish: Literal["claim_or_end_of_hand", "end_of_hand", "claim_only"] = option(
        _("End of a game"),
        _("How a side ends the game."),
        default="claim_or_end_of_hand",
        source="S, P5, T6",
        choices={
            "claim_or_end_of_hand": _("by a claim or at the end of a hand"),
            "end_of_hand": _("only at the end of a hand"),
            "claim_only": _("only by a claim"),
        },
    )
    both_over: Literal["higher_then_extra_hand", "battezzante_side_first"] = option(
        _("Both past the target"),
        _("Who wins when both sides reach the target in one hand."),
        default="higher_then_extra_hand",
        source="D",
        choices={
            "higher_then_extra_hand": _("the higher; if tied, one more hand"),
            "battezzante_side_first": _("the side that named trump"),
        },
    )
    claim_extra_thirds: int = option(
        _("Figures above the target"),
        _("What a side needs beyond the target to claim; a figure is a third of a point."),
        default=0,
        choices={0: _("none"), 1: _("one figure (⅓)")},
        source="S",
    )
    claim_counts_marafona: bool = option(
        _("Marafona counts for a claim"), _("The 3 points of this hand’s marafona count."), default=True, source="S"
    )
    wrong_claim: Literal["lose_game"] = option(
        _("Wrong claim"), _("What a wrong claim costs."), default="lose_game", choices={"lose_game": _("the game")}, source="S"
    )
    marafona_value: int = option(
        _("Points of a marafona"), _("Points for trump 3-2-A in one hand."), default=3, lowest=0, highest=10, source="S"
    )
    marafona_by: Literal["any_holder", "battezzante_only"] = option(
        _("Who may declare it"),
        _("Whose marafona counts."),
        default="any_holder",
        source="S, P10",
        choices={"any_holder": _("any player who holds it"), "battezzante_only": _("only the player who named trump")},
    )
    marafona_needs_ace_first: bool = option(
        _("Ace of trumps first"), _("The holder must play the ace of trumps as first card."), default=False, source="P7, P9"
    )
    marafona_window: Literal["first_trick"] = option(
        _("When it is declared"),
        _("Until when a marafona may be declared."),
        default="first_trick",
        source="S",
        choices={"first_trick": _("during the first trick")},
    )
    announcements: tuple[Literal["busso", "striscio", "volo", "briscola", "extra_1", "extra_2"], ...] = option(
        _("Announcements"),
        _("What may be said when leading to a trick."),
        default=("busso", "striscio", "volo"),
        source="P5, P6, P7, P8",
        choices={
            "busso": _("busso: play your best"),
            "striscio": _("striscio: I have low ones left"),
            "volo": _("volo: my last of the suit"),
            "briscola": _("briscola: this is a trump"),
            "extra_1": _("a further one of this table, the first"),
            "extra_2": _("a further one of this table, the second"),
        },
    )
    announcements_must_be_true: bool = option(
        _("True announcements"), _("A false announcement is an offence."), default=False, source="S; P5, P7"
    )
    monte_below_thirds: int = option(
        _("A monte"),
        _("The player who names trump may make a hand of less than 1⅓ points void."),
        default=0,
        choices={0: _("never"), 4: _("below 1⅓ points")},
        source="S",
    )
    four_of_coins: Literal["session", "match", "game"] = option(
        _("Four of coins"),
        _("When its holder names the trump."),
        default="session",
        source="S, P5",
        choices={
            "session": _("in the first deal of the session"),
            "match": _("in the first deal of a match"),
            "game": _("in the first deal of each game"),
        },
    )
    first_dealer: match_options.FirstDealer = match_options.first_dealer_option("low_card", "P5")
    revoke: Literal["referee", "11_0"] = option(
        _("Revoke"),
        _("What a card against the rules costs."),
        default="referee",
        source="G2, T11",
        choices={"referee": _("the referee decides"), "11_0": _("the hand, 11–0")},
    )
    deals: int = match_options.deals_option()
    draws: bool = match_options.draws_option()
    replay: bool = match_options.replay_option()
    games: int = match_options.games_option()
    decider: bool = match_options.decider_option()
    lost_game: match_options.LostGame = match_options.lost_game_option()
    figures: bool = option(
        _("Every figure counts"),
        _("A game of a fixed number of hands is counted in thirds of a point: 35 in a hand, 9 for a marafona; nothing is dropped."),
        default=False,
        source="P14; D",
    )

    @property
    def unit(self) -> int:
        """What one point of the cards adds to the score: 1, or 3 where figures are counted."""
        return THIRDS if self.figures else 1

    @property
    def hand_total(self) -> int:
        """What both sides score in a hand without a marafona."""
        return ALL_THIRDS if self.figures else ALL_POINTS


@dataclass(frozen=True, slots=True)
class MarafonClaim(HandClaim):
    bonus: bool = entry_field(
        _("Marafona"),
        _("The claiming side declared marafona in this hand."),
        FieldKind.BOOLEAN,
        default=False,
        needs=("marafona_value", "claim_counts_marafona"),
    )


@dataclass(frozen=True, slots=True)
class MarafonHand(HandEntry):
    """`points` are whole card points, without the marafona; `thirds` are present when they were counted."""

    maker: int | None = entry_field(_("Trump maker"), _("Who named trump (battezzante)."), FieldKind.SEAT)
    trump: str | None = entry_field(_("Trump"), _("The trump suit."), FieldKind.CHOICE, choices=SUIT_NAMES)
    marafona: int | None = entry_field(
        _("Marafona"), _("The side that declared 3-2-A of trumps."), FieldKind.SIDE, needs=("marafona_value",), sign="+"
    )
    points: tuple[int, ...] = entry_field(
        _("Points"),
        _("Points of each side without marafona, as 7, 7⅓ or 22t; one side is enough."),
        FieldKind.POINTS,
        lowest=0,
        highest=ALL_POINTS,
        per_side=True,
        complement=ALL_POINTS,
        required=True,
    )
    last: int | None = last_trick_box()
    tricks: tuple[int, ...] | None = tricks_box(TRICKS, completes=True)
    thirds: tuple[int, ...] | None = None
