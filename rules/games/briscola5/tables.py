"""Bids, payments, options and hand entry of Briscola with the called card. The pack is that of Briscola."""

from dataclasses import dataclass

from rules.contract import ScoreTable
from rules.events import HandEntry
from rules.games.briscola.tables import ALL, PACK
from rules.options import FieldKind, Options, entry_field, option
from rules.sheet_boxes import dealer_box
from rules.texts import _

PLAYERS = 5
TRICKS, CARDS_PER_TRICK = 8, 5
ENOUGH = 61
"""Points that win, where nobody bid more."""
WITH_PARTNER = (2, 1, -1)
"""What caller, partner and each opponent receive when the caller's side wins."""
ALONE = (4, -1)
STEPS = (71, 81, 91, 101)
"""Points bid from which a hand is worth once more, where the tournament says so."""
NO_BID = "passo"
RANK_WORDS = PACK.ranks
"""Ranks as they are called, each lower than the one before."""
POINT_WORDS = tuple(str(points) for points in range(ENOUGH + 1, ALL + 1))
"""Points as they are bid after the two was called."""
WORDS = (NO_BID, *RANK_WORDS, *POINT_WORDS)
"""All that can be said in the auction, lowest first."""
PAYMENTS = ScoreTable(
    _("What a hand is worth"),
    (_("Hand"), _("Caller"), _("Called partner"), _("Each of the others")),
    (
        (_("won with a partner"), "+2", "+1", "−1"),
        (_("lost with a partner"), "−2", "−1", "+1"),
        (_("won alone, holding the called card"), "+4", "–", "−1"),
        (_("lost alone"), "−4", "–", "+1"),
    ),
)


@dataclass(frozen=True, slots=True)
class CalledOptions(Options):
    deals: int = option(_("Hands"), _("Hands in a game; a multiple of five is best."), default=10, lowest=1, highest=100, source="D")
    points_bid: bool = option(
        _("Bidding in points"),
        _("After the two the auction goes on in points, from 62."),
        default=True,
        source="C2, C3, C4",
    )
    multiplied: bool = option(
        _("High bids count more"),
        _("Twice from 71 points bid, three times from 81, four from 91, five from 101."),
        default=False,
        source="C4",
    )
    cappotto_doubles: bool = option(_("Cappotto"), _("Taking all 120 points counts twice."), default=True, source="C4")


@dataclass(frozen=True, slots=True)
class CalledHand(HandEntry):
    """`points` and `tricks` are those of the caller's side."""

    dealer: int | None = dealer_box(FieldKind.SIDE)
    caller: int = entry_field(_("Caller"), _("Who won the auction."), FieldKind.SIDE, required=True, default=None)
    partner: int = entry_field(
        _("Called partner"), _("Who held the called card; the caller himself if it was his."), FieldKind.SIDE, required=True, default=None
    )
    bid: int = entry_field(
        _("Bid"),
        _("Points that the caller promised, when more than 61."),
        FieldKind.INTEGER,
        lowest=ENOUGH,
        highest=ALL,
        default=ENOUGH,
        needs=("points_bid",),
    )
    points: int | None = entry_field(
        _("Points"), _("Card points of the caller’s side, if they were counted."), FieldKind.INTEGER, lowest=0, highest=ALL
    )
    won: bool | None = entry_field(
        _("Won"),
        _("Whether the caller’s side won; it follows from the points."),
        FieldKind.BOOLEAN,
        choices={"yes": _("won"), "no": _("lost")},
        required=True,
    )
    tricks: int | None = entry_field(
        _("Tricks"), _("Tricks of the caller’s side, if they were counted."), FieldKind.INTEGER, lowest=0, highest=TRICKS, rare=True
    )
