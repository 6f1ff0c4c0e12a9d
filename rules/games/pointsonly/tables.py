"""Options and hand entry of a game of which only the points are kept."""

from dataclasses import dataclass

from rules import match_options
from rules.cards import Pack
from rules.events import HandEntry
from rules.options import FieldKind, Options, entry_field, option
from rules.texts import _

NO_PACK = Pack((), (), "")
COLUMNS = ("points", "second", "third", "fourth")
"""Fields of a hand in the order of the columns; the option `word_<field>` names each of them."""
LONGEST_NAME, LONGEST_WORD = 40, 14
MOST_POINTS = 10000


def _word_option(label: str) -> str:
    sentence = _("What is written in this column of the sheet. Empty: there is no such column.")
    word: str = option(label, sentence, default="", kind=FieldKind.TEXT, highest=LONGEST_WORD, source="D")
    return word


@dataclass(frozen=True, slots=True)
class PointsOptions(Options):
    title: str = option(
        _("Name of the game"),
        _("As shown on sheets and pages: for example, Burraco. Empty: “Points only”."),
        default="",
        kind=FieldKind.TEXT,
        highest=LONGEST_NAME,
        source="D",
    )
    targets: tuple[int, ...] = match_options.targets_option((100,), "D")
    deals: int = match_options.deals_option()
    games_to_win: int = match_options.games_to_win_option(1, "D")
    games: int = match_options.games_option()
    draws: bool = match_options.draws_option()
    replay: bool = match_options.replay_option()
    decider: bool = match_options.decider_option()
    fewest_win: bool = option(
        _("The fewest points win"),
        _("Points are penalties: the target ends the game, and the lowest score wins it."),
        default=False,
        source="D",
    )
    lowest: int = option(
        _("Fewest points in a hand"),
        _("The fewest points that a side can score in a hand; below 0 where points can be lost."),
        default=0,
        lowest=-MOST_POINTS,
        highest=MOST_POINTS,
        source="D",
    )
    highest: int = option(
        _("Most points in a hand"),
        _("The most points that a side can score in a hand. 0: no limit."),
        default=0,
        lowest=0,
        highest=MOST_POINTS,
        source="D",
    )
    total: int = option(
        _("Points of a hand together"),
        _("What the points of all sides make in every hand; one box of the sheet then fills in by itself. 0: any sum."),
        default=0,
        lowest=0,
        highest=MOST_POINTS,
        source="D",
    )
    word_points: str = option(
        _("Word of the column"),
        _("What is written in the column of the points: for example, Canaste. Empty: “Points”."),
        default="",
        kind=FieldKind.TEXT,
        highest=LONGEST_WORD,
        source="D",
    )
    word_second: str = _word_option(_("Second column"))
    word_third: str = _word_option(_("Third column"))
    word_fourth: str = _word_option(_("Fourth column"))


@dataclass(frozen=True, slots=True)
class PointsHand(HandEntry):
    """What each side scored, column by column; the points of the hand are their sum."""

    points: tuple[int, ...] = entry_field(
        _("Points"), _("What each side scored in this hand."), FieldKind.INTEGER, per_side=True, lone=True, required=True, default=None
    )
    second: tuple[int, ...] | None = entry_field(
        _("Second column"), _("An empty box counts 0."), FieldKind.INTEGER, per_side=True, lone=True, needs=("word_second",)
    )
    third: tuple[int, ...] | None = entry_field(
        _("Third column"), _("An empty box counts 0."), FieldKind.INTEGER, per_side=True, lone=True, needs=("word_third",)
    )
    fourth: tuple[int, ...] | None = entry_field(
        _("Fourth column"), _("An empty box counts 0."), FieldKind.INTEGER, per_side=True, lone=True, needs=("word_fourth",)
    )

    @property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """The columns that are written."""
        return tuple(column for column in (self.points, self.second, self.third, self.fourth) if column is not None)


def list_columns(options: PointsOptions) -> tuple[str, ...]:
    """The fields of a hand that this game writes."""
    return (COLUMNS[0], *(name for name in COLUMNS[1:] if get_word(options, name)))


def get_word(options: PointsOptions, name: str) -> str:
    """The word of a column; empty where the options name none."""
    return str(getattr(options, f"word_{name}"))
