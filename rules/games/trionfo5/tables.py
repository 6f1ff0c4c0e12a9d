"""Pack, options, payments and hand entry of Trionfo. Points of cards are in thirds."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from rules.cards import Pack
from rules.events import HandEntry
from rules.options import FieldKind, FieldSpec, Options, box, entry_field, option
from rules.texts import _

PACK = Pack(("3", "2", "A", "K", "H", "J", "7", "6", "5", "4"), (1, 1, 3, 1, 1, 1, 0, 0, 0, 0), thirds=True)
"""Points in thirds."""
PLAYERS = 5
TRICKS, CARDS_PER_TRICK = 8, 5
LAST_TRICK = 3
ALL_THIRDS, ALL_POINTS = 35, 11
ENOUGH = 6
"""Whole points that win; the number of thirds is odd, so they are also more than the opponents have."""
FIRST_POINT = 3
"""Thirds of the opponents with which a maso is lost."""

CHIAMO, DI_PIU, MASO, MASI = "chiamo", "di_piu", "maso", "masi"
BIDS = {CHIAMO: _("chiamo"), DI_PIU: _("di più"), MASO: _("maso"), MASI: _("maso dei masi")}
"""Lowest first."""
STAKES = {CHIAMO: 2, DI_PIU: 2, MASO: 4, MASI: 8}
"""What each opponent pays a declarer who plays alone; a chiamo is alone when the called card is in the declarer's own hand."""
WITH_AMICO = (2, 1, -1)
"""What declarer, amico and each opponent receive when the declarer's side wins."""
HIGHEST = 64
"""Highest payment: a maso dei masi, doubled."""


@dataclass(frozen=True, slots=True)
class TrionfoOptions(Options):
    deals: int = option(_("Hands"), _("Hands in a game; a multiple of five is best."), default=10, lowest=1, highest=100, source="D")
    bidding_rounds: int = option(
        _("Bidding"),
        _("How often the bidding goes round."),
        default=1,
        source="D",
        choices={1: _("each player speaks once"), 0: _("until all the others have passed")},
    )
    called_rank: Literal["any", "threes"] = option(
        _("Called card"),
        _("Which card of another suit than trumps may be called."),
        default="any",
        source="S",
        choices={"any": _("any card"), "threes": _("only a three")},
    )
    maso_stop_early: bool = option(
        _("Maso stops"), _("A maso and a maso dei masi end as soon as they are won or lost."), default=True, source="D"
    )
    monte_counts_as_deal: bool = option(
        _("A monte counts"), _("A hand that nobody bid for is one of the fixed number of hands."), default=False, source="D"
    )
    double_after_monte: bool = option(
        _("Double after a monte"), _("The hand after one that nobody bid for is paid double."), default=False, source="D, T9"
    )
    tie_breaks: tuple[Literal["declared", "met"], ...] = option(
        _("Tied scores"),
        _("What separates players with the same total at a table, in this order; players who stay tied share the place."),
        default=("declared", "met"),
        source="D",
        choices={"declared": _("hands won as declarer"), "met": _("hands won against each other")},
    )


@dataclass(frozen=True, slots=True)
class TrionfoHand(HandEntry):
    """`points` and `thirds` are those of the declarer's side, at the end of the hand or where a maso stopped."""

    first: int | None = entry_field(_("First to speak"), _("Who spoke first and led; he deals the next hand."), FieldKind.SIDE, rare=True)
    bid: str = entry_field(_("Bid"), _("The highest bid."), FieldKind.CHOICE, choices=BIDS, required=True, default=None)
    declarer: int = entry_field(_("Declarer"), _("Who made the highest bid."), FieldKind.SIDE, required=True, default=None)
    amico: int | None = entry_field(
        _("Amico"),
        _("After a chiamo: who held the called card, the declarer himself when he called in his own hand."),
        FieldKind.SIDE,
        asked_with=("bid", CHIAMO),
    )
    won: bool | None = entry_field(
        _("Won"),
        _("Whether the declarer’s side won; it follows from the points of a chiamo or a di più."),
        FieldKind.BOOLEAN,
        choices={"yes": _("won"), "no": _("lost")},
        required=True,
    )
    points: int | None = entry_field(
        _("Points"),
        _("Card points of the declarer’s side, as 7, 7⅓ or 22t, if they were noted."),
        FieldKind.POINTS,
        lowest=0,
        highest=ALL_POINTS,
    )
    tricks: int | None = entry_field(
        _("Tricks"), _("Tricks of the declarer’s side, if they were counted."), FieldKind.INTEGER, lowest=0, highest=TRICKS, rare=True
    )
    thirds: int | None = None
    also_typed: ClassVar[tuple[FieldSpec, ...]] = (
        box(
            "paid",
            _("Paid"),
            _("What each player received or paid, as written; it must agree, or gives the rest."),
            FieldKind.INTEGER,
            lowest=-HIGHEST,
            highest=HIGHEST,
            per_side=True,
            complement=0,
            lone=True,
        ),
    )
