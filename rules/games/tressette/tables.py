"""Pack, sizes of table, options, accuse and hand entries of Tressette. Points of cards are in thirds."""

from dataclasses import dataclass
from typing import Literal

from rules import match_options
from rules.cards import Pack
from rules.contract import ScoreTable
from rules.events import HandEntry
from rules.options import FieldKind, Options, entry_field, option
from rules.sheet_boxes import dealer_box, last_trick_box, tricks_box
from rules.texts import _

PACK = Pack(("3", "2", "A", "K", "H", "J", "7", "6", "5", "4"), (1, 1, 3, 1, 1, 1, 0, 0, 0, 0), thirds=True)
CARDS_EACH = 10
LAST_TRICK = 3
ALL_THIRDS, ALL_POINTS = 35, 11
HONOURS = ("3", "2", "A")
"""Ranks of which accuse are made: the three of a suit, or three or four of a rank."""
NAPOLETANA, MOST_ACCUSE = 3, 21
ACCUSE_PAIRS = (
    (0, 0), (3, 0), (3, 3), (4, 0), (4, 3), (4, 4), (6, 0), (6, 3), (6, 4), (6, 6), (7, 0), (7, 3), (7, 4), (7, 6), (8, 0), (8, 3), (8, 4),
    (9, 0), (9, 3), (9, 6), (10, 0), (10, 3), (11, 0), (11, 3), (12, 0), (12, 3), (13, 0), (14, 0), (15, 0), (16, 0), (18, 0), (18, 3),
    (19, 0), (21, 0),
)  # fmt: skip
"""Accuse that two sides can have in one hand, the higher first: computed over every way to give the twelve honours to four players."""
ACCUSE_OF_TWO = tuple(pair for pair in ACCUSE_PAIRS if pair != (21, 0))
"""The same for two players, of whom each is dealt ten cards; the rest of the honours may lie in the stock."""
SCORES = ScoreTable(
    _("What is written"),
    (_("What"), _("Points")),
    (
        (_("ace"), "1"),
        (_("three, two, king, cavallo, jack: a figure"), "⅓"),
        (_("last trick"), "1"),
        (_("a hand, both sides together, without what is left beyond whole points"), str(ALL_POINTS)),
    ),
)
ACCUSE_SCORES = ScoreTable(
    _("Accuse, where they are played"),
    (_("What"), _("Points")),
    (
        (_("napoletana: three, two and ace of one suit"), "3"),
        (_("three aces, three twos or three threes"), "3"),
        (_("four of them"), "4"),
    ),
)


@dataclass(frozen=True, slots=True)
class TressetteTable:
    """How the pack is played at a table with this number of seats."""

    seats: int
    tricks: int
    accuse_pairs: tuple[tuple[int, int], ...]


TABLES = {4: TressetteTable(4, 10, ACCUSE_PAIRS), 2: TressetteTable(2, 20, ACCUSE_OF_TWO)}
"""By number of seats."""


@dataclass(frozen=True, slots=True)
class TressetteOptions(Options):
    targets: tuple[int, ...] = match_options.targets_option((31,), "T1, T4, T5")
    games_to_win: int = match_options.games_to_win_option(1, "D")
    accuse: bool = option(_("Accuse"), _("Napoletane and three or four honours of a kind score."), default=True, source="T1–T5")
    accuse_tricks: int = option(
        _("When to accuse"),
        _("Until when an accusa is said."),
        default=1,
        source="T1, T2; T3",
        choices={1: _("during the first trick"), 3: _("during the first three tricks")},
    )
    monte: bool = option(
        _("A monte"), _("A player who was dealt less than one point may have the cards dealt again."), default=False, source="T2"
    )
    revoke: Literal["referee", "11_0"] = option(
        _("Revoke"),
        _("What a card against the rules costs."),
        default="referee",
        source="D; T8",
        choices={"referee": _("the referee decides"), "11_0": _("the hand, 11–0")},
    )
    first_dealer: match_options.FirstDealer = match_options.first_dealer_option("draw", "T1")
    deals: int = match_options.deals_option()
    draws: bool = match_options.draws_option()
    replay: bool = match_options.replay_option()
    games: int = match_options.games_option()
    decider: bool = match_options.decider_option()
    lost_game: match_options.LostGame = match_options.lost_game_option()


@dataclass(frozen=True, slots=True)
class TressettePairsOptions(TressetteOptions):
    talk: Literal["referee", "11_0"] = option(
        _("Forbidden words"),
        _("What a word or a sign beyond the three that may be said costs."),
        default="referee",
        source="T6, T8",
        choices={"referee": _("the referee decides"), "11_0": _("the hand, 11–0")},
    )


@dataclass(frozen=True, slots=True)
class TressetteOfTwoOptions(TressetteOptions):
    targets: tuple[int, ...] = match_options.targets_option((21,), "T9, T10")
    accuse: bool = option(_("Accuse"), _("Napoletane and three or four honours of a kind score."), default=False, source="T10")


@dataclass(frozen=True, slots=True)
class TressetteHand(HandEntry):
    """`points` are whole card points without the accuse; `accuse` is absent when nobody accused anything."""

    dealer: int | None = dealer_box()
    accuse: tuple[int, ...] | None = entry_field(
        _("Accuse"),
        _("What the accuse of each side score; an empty box counts 0."),
        FieldKind.INTEGER,
        lowest=0,
        highest=MOST_ACCUSE,
        per_side=True,
        lone=True,
        needs=("accuse",),
    )
    points: tuple[int, ...] = entry_field(
        _("Points"),
        _("Whole points of each side without the accuse; one side is enough."),
        FieldKind.INTEGER,
        lowest=0,
        highest=ALL_POINTS,
        per_side=True,
        complement=ALL_POINTS,
        required=True,
        default=None,
    )
    last: int | None = last_trick_box()
    tricks: tuple[int, ...] | None = tricks_box(TABLES[4].tricks, completes=True)


@dataclass(frozen=True, slots=True)
class TressetteOfTwoHand(TressetteHand):
    tricks: tuple[int, ...] | None = tricks_box(TABLES[2].tricks, completes=True)
