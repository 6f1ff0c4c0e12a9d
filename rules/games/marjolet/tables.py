"""Pack, melds, options and hand entry of Marjolet."""

from dataclasses import dataclass
from functools import cache
from typing import Literal

from rules import match_options
from rules.cards import Pack
from rules.contract import ScoreTable
from rules.events import HandEntry
from rules.options import FieldKind, Options, entry_field, option
from rules.scorebook import NewGameDealer
from rules.sheet_boxes import dealer_box, last_trick_box, tricks_box
from rules.texts import _

PACK = Pack(("A", "10", "K", "Q", "J", "9", "8", "7"), (10, 10, 0, 0, 0, 0, 0, 0), french=True)
HELD = 6
"""Cards in a hand, and tricks after the stock."""
DRAWN = 10
"""Tricks while there is a stock: the turned card and nineteen below it are drawn two by two."""
TRICKS, CARDS_PER_TRICK = HELD + DRAWN, 2
BRISQUES = 80
TEN = 10
"""Points of the last trick, of the seven of trumps, of drawing the turned card."""
SEEN = 15
"""Cards that a player can have held up to the last melds, without the seven of trumps: 6 dealt and 9 drawn."""

QUARTETS = {
    "seed": {"A": 100, "K": 80, "Q": 60, "J": 40},
    "wikipedia_old": {"A": 100, "10": 80, "K": 60, "Q": 40},
}
TRUMP_MARRIAGE, MARRIAGE, TRUMP_PAIR, PAIR = 40, 20, 40, 20
ALL_MELDS = 480
MOST_MELDED = {"seed": (0, 160, 280, 380, 420, 420, 440), "wikipedia_old": (0, 140, 240, 340, 380, 380, 400)}
"""Highest points of a player's melds after none, one, two … six or more of the first ten tricks:
after each trick he holds five cards, and only one of them is new.
"""
FOURS = {"A": _("four aces"), "K": _("four kings"), "Q": _("four queens"), "J": _("four jacks")}


SCORES = (
    ScoreTable(
        _("Melds"),
        (_("Meld"), _("Points")),
        (
            *((four, str(QUARTETS["seed"][rank])) for rank, four in FOURS.items()),
            (_("marriage of trumps: king and queen"), str(TRUMP_MARRIAGE)),
            (_("marriage of another suit"), str(MARRIAGE)),
            (_("jack and queen of trumps"), str(TRUMP_PAIR)),
            (_("jack of trumps and queen of another suit"), str(PAIR)),
        ),
    ),
    ScoreTable(
        _("Beside the melds"),
        (_("What"), _("Points")),
        (
            (_("each ace and each ten in the tricks"), str(TEN)),
            (_("a seven turned up, to the dealer"), "7"),
            (_("seven of trumps, exchanged or played"), str(TEN)),
            (_("tenth trick"), str(TEN)),
            (_("the turned card drawn, to the loser of the tenth trick"), str(TEN)),
            (_("last trick"), str(TEN)),
            (_("all six last tricks, with the ten of the last one"), "50"),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Meld:
    points: int
    cards: int
    """Bitmask of the cards."""


@cache
def build_melds(quartets: str, trump: int) -> dict[str, Meld]:
    """Every meld by its name: `four.A`, `marriage.D` (king and queen), `jack.D` (jack of trumps and that queen)."""
    quartets_by_name = {
        f"four.{rank}": Meld(points, PACK.mask_of_names(suit + rank for suit in PACK.suits)) for rank, points in QUARTETS[quartets].items()
    }
    pairs: dict[str, Meld] = {}
    for number, suit in enumerate(PACK.suits):
        points = (TRUMP_MARRIAGE, TRUMP_PAIR) if number == trump else (MARRIAGE, PAIR)
        pairs[f"marriage.{suit}"] = Meld(points[0], PACK.mask_of_names((suit + "K", suit + "Q")))
        pairs[f"jack.{suit}"] = Meld(points[1], PACK.mask_of_names((PACK.suits[trump] + "J", suit + "Q")))
    return quartets_by_name | pairs


@dataclass(frozen=True, slots=True)
class MarjoletOptions(Options):
    targets: tuple[int, ...] = match_options.targets_option((500,), "S")
    games_to_win: int = match_options.games_to_win_option(1, "S")
    turned_seven: int = option(
        _("Turned seven"),
        _("What the dealer scores when the turned card is a seven."),
        default=7,
        choices={7: _("7, as in the original text"), 10: _("10, as other texts say")},
        source="S; P15, P16",
    )
    quartets: Literal["seed", "wikipedia_old"] = option(
        _("Quartets"),
        _("Which four of a kind count."),
        default="seed",
        choices={"seed": _("aces 100, kings 80, queens 60, jacks 40"), "wikipedia_old": _("aces 100, tens 80, kings 60, queens 40")},
        source="S; P16",
    )
    sweep_total: int = option(
        _("All six last tricks"),
        _("What they are worth together with the ten of the last trick."),
        default=50,
        choices={50: _("50: 40 beyond the last trick’s ten"), 60: _("60: 50 beyond the last trick’s ten")},
        source="S, P16; D",
    )
    tenth_trick_bonus: int = option(
        _("Tenth trick"),
        _("What the winner of the tenth trick scores; the loser draws the turned card, for ten."),
        default=10,
        choices={10: _("10"), 0: _("nothing")},
        source="S; P15, P16",
    )
    turned_seven_scores_when_played: bool = option(
        _("Turned seven played"), _("A seven that was turned up scores its ten when it is played later."), default=True, source="D"
    )
    exchanged_seven_scores_again: bool = option(
        _("Exchanged seven played"),
        _("A seven that was exchanged scores another ten when it is played later."),
        default=False,
        source="P15",
    )
    melds_per_trick: int = option(
        _("Melds after a trick"),
        _("How many melds the winner of a trick may lay down."),
        default=0,
        choices={0: _("as many as there are"), 1: _("one")},
        source="S",
    )
    stop_at_target: bool = option(
        _("Out at once"), _("A meld or a seven that reaches the target ends the hand and the game."), default=False, source="D"
    )
    level_at_target: Literal["another_hand", "draw"] = option(
        _("Tied at the target"),
        _("When both players pass the target with the same score."),
        default="another_hand",
        choices={"another_hand": _("one more hand"), "draw": _("the game is tied")},
        source="D",
    )
    deals: int = match_options.deals_option()
    draws: bool = match_options.draws_option()
    replay: bool = match_options.replay_option()
    games: int = match_options.games_option()
    decider: bool = match_options.decider_option()
    first_dealer: match_options.FirstDealer = match_options.first_dealer_option("draw", "S")
    new_game_dealer: NewGameDealer = match_options.new_game_dealer_option()
    lost_game: match_options.LostGame = match_options.lost_game_option()


@dataclass(frozen=True, slots=True)
class MarjoletHand(HandEntry):
    """`brisques` and the boxes around it are absent when only the totals were written; `out` ends a hand before its count."""

    dealer: int | None = dealer_box(FieldKind.SIDE)
    turned_seven: bool = entry_field(
        _("Seven turned"), _("The card turned up was a seven; the dealer scores it."), FieldKind.BOOLEAN, default=False
    )
    melds: tuple[int, ...] | None = entry_field(
        _("Melds"), _("Points of the melds of each player."), FieldKind.INTEGER, lowest=0, highest=ALL_MELDS, per_side=True, lone=True
    )
    seven: int | None = entry_field(_("Seven of trumps"), _("Who scored its ten, exchanging or playing it."), FieldKind.SIDE)
    exchanged: bool = entry_field(
        _("Exchanged"), _("The seven of trumps was exchanged for the turned card."), FieldKind.BOOLEAN, default=False
    )
    tenth: int | None = entry_field(_("Tenth trick"), _("Who won it; the other player drew the turned card."), FieldKind.SIDE)
    brisques: tuple[int, ...] | None = entry_field(
        _("Aces and tens"),
        _("Points of the aces and tens of each player; one is enough."),
        FieldKind.INTEGER,
        lowest=0,
        highest=BRISQUES,
        per_side=True,
        complement=BRISQUES,
    )
    last: int | None = last_trick_box(by_player=True)
    sweep: bool = entry_field(_("All six"), _("The winner of the last trick won all six last tricks."), FieldKind.BOOLEAN, default=False)
    tricks: tuple[int, ...] | None = tricks_box(TRICKS, completes=True, by_player=True)
    total: tuple[int, ...] | None = entry_field(
        _("Total"),
        _("What each player scores for the hand; it follows from the other boxes, or is enough alone."),
        FieldKind.INTEGER,
        lowest=0,
        highest=999,
        per_side=True,
        lone=True,
    )
    out: int | None = entry_field(
        _("Out at once"),
        _("Who reached the target with a meld or a seven, where that ends the hand."),
        FieldKind.SIDE,
        needs=("stop_at_target",),
    )
