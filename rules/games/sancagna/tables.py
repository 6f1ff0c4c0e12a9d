"""Pack, sizes of table, options and hand entry of Sancagna."""

from dataclasses import dataclass
from typing import Literal

from rules import match_options
from rules.cards import SUIT_NAMES, Pack
from rules.contract import ScoreTable
from rules.events import HandEntry
from rules.options import FieldKind, Options, entry_field, option
from rules.sheet_boxes import dealer_box, tricks_box
from rules.texts import _

PACK = Pack(
    ("4", "3", "2", "A", "K", "H", "J", "10", "9", "8", "7", "6", "5"),
    (4, 3, 2, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0),
    trump_ranks=("K", "J", "10", "4", "3", "2", "A", "H", "9", "8", "7", "6", "5"),
    trump_points=(8, 6, 5, 4, 3, 2, 1, 1, 0, 0, 0, 0, 0),
)
ALL, UNUSED, OUT = 72, 4, 21
"""Points in the pack, cards that are never played, points that win a game."""
SCARTINA = "SCARTINA"
TURNED_POINTS = {**dict(zip(PACK.trump_ranks, PACK.trump_points, strict=True)), SCARTINA: 0}
"""Value of the turned card, which is always a trump; SCARTINA stands for any card worth nothing."""
PENALTY_POINTS = 3 * OUT + 9
RANK_WORDS = {"VECION": "K", "VECIA": "J", "COMODIN": "10", "GNAGNÀ": "4", "GNAGNA": "4"}
PLAIN_POINTS = {**dict(zip(PACK.ranks, PACK.points, strict=True)), SCARTINA: 0}
"""Value of a card of another suit than trumps."""
MOST_TRICKS = 24
MOST_CALLED = OUT - 1 + ALL
"""Highest sum of carry and points in tricks."""
SCORES = ScoreTable(
    _("What a right claim scores"),
    (_("Points of the side: carry and tricks"), _("Circles"), _("Carried")),
    tuple(
        (f"{least}–{most}", str(least // OUT), f"0–{most - least}")
        for least in range(OUT, MOST_CALLED + 1, OUT)
        for most in [min(least + OUT - 1, MOST_CALLED)]
    ),
)
CUSTOMS = (
    _("The bottom card is shown to all, “it kisses the table”: it is out of play, as the trump card and two that nobody sees."),
    _("Names of trumps: king vecion, jack vecia, ten comodin, four gnagnà; cards worth nothing are scartine."),
    _("A side with 21 points may wait and play on, for two circles; the others may claim first."),
    _("The score is kept on a slate: a circle for each game, and the points carried beside it."),
)
CUSTOMS_OF_PARTNERS = (
    _("Usual signs for trumps: king, puff the cheeks; jack, move a shoulder; ten, twitch an eye; four, grind the teeth. They are varied."),
    _("Often one of a side is captain: he receives the signs and directs the play."),
)


@dataclass(frozen=True, slots=True)
class SancagnaTable:
    """How the pack is dealt at a table with this number of seats."""

    seats: int
    each: int
    """Cards that each seat gets at a time."""
    deals: int
    """Number of deals."""
    packet: int
    """Cards that a seat gets in a row."""

    @property
    def tricks(self) -> int:
        return self.each * self.deals


def split_card(card: str) -> tuple[str, str]:
    """Suit and rank of a written card; the suit is empty where only the rank was written."""
    return ("", card) if card in TURNED_POINTS else (card[:1], card[1:])


TABLES = {4: SancagnaTable(4, 6, 2, 3), 6: SancagnaTable(6, 4, 2, 4), 2: SancagnaTable(2, 6, 4, 3)}
"""By number of seats. The source does not say how four cards are dealt at a table of six: here in one packet."""


@dataclass(frozen=True, slots=True)
class SancagnaOptions(Options):
    circles_to_win: int = option(
        _("Circles to win"), _("Games needed to win the match: a circle each."), default=3, lowest=1, highest=9, source="D"
    )
    carry_persists_after_loss: bool = option(
        _("Carry survives a loss"),
        _("A side that loses the next game keeps the points carried from an earlier one."),
        default=False,
        source="D",
    )
    claim_by: Literal["any_member", "trick_winner"] = option(
        _("Who may claim"),
        _("Who may claim after a trick."),
        default="any_member",
        source="S",
        choices={"any_member": _("anybody on the side that won the trick"), "trick_winner": _("only the player who won the trick")},
        among_partners=True,
    )
    wrong_claim: Literal["opponents_win_game"] = option(
        _("Wrong claim"),
        _("What it costs to claim with less than 21."),
        default="opponents_win_game",
        source="S; D",
        choices={"opponents_win_game": _("the game")},
    )
    shortfall_to_opponents: bool = option(
        _("Shortfall to the others"),
        _("After a wrong claim the other side carries the points that were missing."),
        default=False,
        source="S; D",
    )
    illegal_play: Literal["opponents_three_games_and_nine", "game", "referee"] = option(
        _("Illegal card"),
        _("What a card against the rules costs."),
        default="opponents_three_games_and_nine",
        source="S",
        choices={
            "opponents_three_games_and_nine": _("three games and nine points to the others"),
            "game": _("the game"),
            "referee": _("the referee decides"),
        },
    )
    end_without_claim: Literal["last_trick", "higher", "nobody"] = option(
        _("End without a claim"),
        _("Who wins when all cards are played, nobody has claimed and both sides have 21."),
        default="last_trick",
        source="D",
        choices={
            "last_trick": _("the side that won the last trick"),
            "higher": _("the higher; if tied, nobody"),
            "nobody": _("nobody, not even one side alone: without a claim no game is won"),
        },
    )
    follow_trump_lead: bool = option(
        _("Follow trumps"), _("When a trump is led, a player who has trumps must play one."), default=True, source="S; D"
    )
    signals_allowed: bool = option(
        _("Signals"), _("Partners may make the usual signs of good trumps."), default=True, source="S", among_partners=True
    )
    talk_allowed: bool = option(
        _("Talk"), _("Partners may talk, so that one of them can direct the play."), default=True, source="S; D", among_partners=True
    )
    first_dealer: match_options.FirstDealer = match_options.first_dealer_option("draw", "D")
    lost_game: match_options.LostGame = match_options.lost_game_option()


@dataclass(frozen=True, slots=True)
class SancagnaHand(HandEntry):
    """`points` are those in the tricks, without the carry; after a call the caller's are enough. `bottom` is a card or only a rank."""

    dealer: int | None = dealer_box()
    turned: str | None = entry_field(
        _("Trump card"), _("Rank of the card that made trump, or the card with its suit; it is out of play."), FieldKind.CARD
    )
    trump: str | None = entry_field(_("Trump"), _("Suit of the trump card."), FieldKind.CHOICE, choices=SUIT_NAMES)
    bottom: str | None = entry_field(
        _("Bottom card"), _("The card that was shown under the pack, with its suit; it is out of play."), FieldKind.CARD, rare=True
    )
    claim: int | None = entry_field(
        _("Claimed"), _("The side that claimed; empty when all cards were played without a claim."), FieldKind.SIDE
    )
    points: tuple[int | None, ...] = entry_field(
        _("Points"),
        _("Points in the tricks, without the carry. After a claim those of the claiming side are enough."),
        FieldKind.INTEGER,
        lowest=0,
        highest=ALL,
        per_side=True,
        required=True,
        lone=True,
    )
    tricks: tuple[int | None, ...] | None = tricks_box(MOST_TRICKS)
    last: int | None = entry_field(_("Last trick"), _("Without a claim: the side that won the last trick."), FieldKind.SIDE)
