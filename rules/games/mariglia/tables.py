"""Pack, options and hand entry of Mariglia."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, Literal

from rules import match_options
from rules.cards import FRENCH_SUIT_NAMES, Pack
from rules.contract import ScoreTable
from rules.events import HandEntry
from rules.options import FieldKind, FieldSpec, Options, box, entry_field, option
from rules.scorebook import NewGameDealer
from rules.texts import _

JACK_OVER_QUEEN = Pack(("7", "A", "K", "J", "Q", "6", "5", "4", "3", "2"), (5, 4, 3, 2, 1, 0, 0, 0, 0, 0), french=True)
QUEEN_OVER_JACK = replace(JACK_OVER_QUEEN, ranks=("7", "A", "K", "Q", "J", "6", "5", "4", "3", "2"))
TRICKS, CARDS_PER_TRICK = 10, 4
ALL, HALF = 70, 35
FRILLO = "FRILLO"
SCORES = ScoreTable(
    _("What is written"),
    (_("When"), _("Who"), _("Points")),
    (
        (_("the trionfo is turned up"), _("the dealer’s side"), _("its value, 0 to 5")),
        (_("the hand is counted: value of the cards won, and 1 for each trick"), _("the side with more"), _("what it has above 35")),
        (_("35–35"), _("nobody"), "0"),
    ),
)
RANK_WORDS = {"MARIGLIA": "7"}


@dataclass(frozen=True, slots=True)
class MarigliaOptions(Options):
    targets: tuple[int, ...] = match_options.targets_option((35, 35, 45), "S")
    games_to_win: int = match_options.games_to_win_option(2, "S")
    win_test: Literal["gte", "gt"] = option(
        _("Winning score"),
        _("Whether reaching the target is enough."),
        default="gte",
        source="D",
        choices={"gte": _("reaching the target"), "gt": _("passing the target")},
    )
    court_order: Literal["JQ", "QJ"] = option(
        _("Jack and queen"),
        _("Which of the two is higher and worth 2; the other is worth 1."),
        default="JQ",
        source="P1, P2",
        choices={"JQ": _("jack over queen"), "QJ": _("queen over jack")},
    )
    deal_style: Literal["orthodox", "scoperto"] = option(
        _("Deal"),
        _("Whether the dealer may deal cards face up (scoperto)."),
        default="orthodox",
        source="S",
        choices={"orthodox": _("orthodox"), "scoperto": _("scoperto")},
    )
    trionfo_bonus: bool = option(
        _("Trionfo counts"), _("The dealer’s side scores the value of the turned card at once."), default=True, source="S"
    )
    trionfo_can_end_game: bool = option(
        _("Trionfo can end the game"),
        _("A side that reaches the target with the turned card wins without playing."),
        default=True,
        source="S",
    )
    must_beat: bool = option(_("Must beat"), _("A player must beat an opponent’s winning card when able."), default=True, source="S")
    talk: Literal["silent", "leaders", "leaders_then_overtakers"] = option(
        _("Talk"),
        _("Who may speak during a trick."),
        default="leaders",
        source="S",
        choices={
            "silent": _("nobody"),
            "leaders": _("the side that leads"),
            "leaders_then_overtakers": _("the side that leads, then the side that overtakes"),
        },
    )
    truthful_answers: bool = option(_("Truthful answers"), _("A partner’s question must be answered truthfully."), default=True, source="S")
    may_hide_trump_seven: bool = option(
        _("May hide the trump seven"), _("The seven of trumps may be kept secret."), default=False, source="S n. 7"
    )
    first_dealer: match_options.FirstDealer = match_options.first_dealer_option("high_card", "P2")
    revoke_penalty: Literal["referee", "hand_35_to_opponents", "game"] = option(
        _("Revoke"),
        _("What a card against the rules costs."),
        default="referee",
        source="D",
        choices={"referee": _("the referee decides"), "hand_35_to_opponents": _("the hand, 35 to the others"), "game": _("the game")},
    )
    deals: int = match_options.deals_option()
    draws: bool = match_options.draws_option()
    replay: bool = match_options.replay_option()
    games: int = match_options.games_option()
    decider: bool = match_options.decider_option()
    new_game_dealer: NewGameDealer = match_options.new_game_dealer_option()
    lost_game: match_options.LostGame = match_options.lost_game_option()


@dataclass(frozen=True, slots=True)
class MarigliaHand(HandEntry):
    """`tricks` and `total` are absent when the turned card ended the game; `tricks` also when nobody noted them."""

    dealer: int | None = entry_field(_("Dealer"), _("Who dealt; the turned card counts for that side."), FieldKind.SEAT)
    turned: str | None = entry_field(
        _("Turned card"),
        _("The turned card, with or without its suit."),
        FieldKind.CARD,
        choices={"7": _("7 mariglia: 5"), "A": _("ace: 4"), "K": _("king: 3"), "J": _("jack"), "Q": _("queen"), FRILLO: _("frillo: 0")},
        needs=("trionfo_bonus",),
    )
    trump: str | None = entry_field(_("Trump"), _("Suit of the turned card."), FieldKind.CHOICE, choices=FRENCH_SUIT_NAMES)
    tricks: tuple[int, ...] | None = entry_field(
        _("Tricks"),
        _("Tricks of each side; one side is enough."),
        FieldKind.INTEGER,
        lowest=0,
        highest=TRICKS,
        per_side=True,
        complement=TRICKS,
    )
    total: tuple[int, ...] | None = entry_field(
        _("Total"),
        _("Card points and tricks. One side is enough."),
        FieldKind.INTEGER,
        lowest=0,
        highest=ALL,
        per_side=True,
        complement=ALL,
    )
    also_typed: ClassVar[tuple[FieldSpec, ...]] = (
        box(
            "score",
            _("Written"),
            _("What the sheet says was written, instead of the total."),
            FieldKind.INTEGER,
            lowest=0,
            highest=HALF,
            per_side=True,
        ),
    )


def side_of(seat: int) -> int:
    """Partners sit opposite."""
    return seat % 2


def pack_of(options: MarigliaOptions) -> Pack:
    return JACK_OVER_QUEEN if options.court_order == "JQ" else QUEEN_OVER_JACK


@lru_cache(maxsize=512)
def compute_turned_bonus(options: MarigliaOptions, turned: str | None) -> int:
    """Value of the turned card; 0 for a frillo, or where the turned card does not count."""
    pack = pack_of(options)
    values = dict(zip(pack.ranks, pack.points, strict=True))
    return values.get(turned or FRILLO, 0) if options.trionfo_bonus else 0
