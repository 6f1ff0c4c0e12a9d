"""Games of which only the points are kept: their identity cards, and what the options make of them."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar, Self

from rules import match_options
from rules.contract import FaultPrice, Preset
from rules.deals import Deal, DealtCards
from rules.events import Event, GameScore
from rules.game import Game
from rules.games.pointsonly import sheet
from rules.games.pointsonly.tables import COLUMNS, NO_PACK, PointsHand, PointsOptions, get_word, list_columns
from rules.options import FieldSpec
from rules.paper_hints import PaperHint
from rules.parsing import Values
from rules.problems import Problem
from rules.scorebook import MatchState, Plan, ScoreStep
from rules.texts import _
from rules.verbs import Verb

State = MatchState[PointsOptions]


class PointsGame(Game[PointsOptions, PointsHand]):
    """The rules, the same for every number of sides and persons; the subclasses below set both."""

    plays_cards = False
    place = _("Any game")
    summary = _(
        "A game of which only the points are kept. Name it, say how a match ends and, if you like, between which bounds a hand’s points "
        "lie and what they make together; name up to four columns, whose sum counts. Score sheets, formats, standings, phones and screen "
        "are those of every other game. Nothing is known of its cards: no hand can be replayed, and only what the options say is checked."
    )
    pack = NO_PACK
    score_tables = ()
    verbs: ClassVar[tuple[Verb, ...]] = ()
    offences: ClassVar[Mapping[str, str]] = {"offence": _("an offence")}
    Options = PointsOptions
    naming_options = frozenset({"title", "total", *(f"word_{column}" for column in COLUMNS)})
    HandEntry = PointsHand
    paper = PaperHint(score_digits=4, beginning=_("Begins"), short=COLUMNS)
    sources = (_("D: what the tournament decides"),)
    presets = (Preset("own", _("Rules of your own"), {}),)

    def __init__(self, options: PointsOptions | None = None) -> None:
        """`options` give the game its name and the words of its columns; without them it is any game."""
        self._options = options
        if options is not None and options.title:
            self.name = options.title  # type: ignore[misc]  # the only game with a name of its own for every tournament

    def in_words_of(self, rules: Mapping[str, Any]) -> Self:
        bound: Self = _bind_game(type(self), self.options_from(rules))
        return bound

    def word_field(self, spec: FieldSpec) -> FieldSpec:
        """The column's word, and the sum of the sides' boxes where there is a single column."""
        options = self._options
        if options is None or spec.name not in COLUMNS:
            return spec
        is_single = len(list_columns(options)) == 1
        return replace(spec, label=get_word(options, spec.name) or spec.label, complement=options.total or None if is_single else None)

    def option_problems(self, options: PointsOptions) -> Iterator[Problem]:
        yield from super().option_problems(options)
        yield from sheet.find_option_problems(options, self.side_count)

    def build_plan(self, options: PointsOptions) -> Plan:
        return match_options.plan_of(options, self.side_count, lowest_wins=options.fewest_win, falls=options.lowest < 0)

    def complete_values(self, state: State, values: Values) -> tuple[Values, list[Problem]]:
        return sheet.complete_values(state.options, values)

    def compute_steps(self, state: State, entry: PointsHand) -> tuple[ScoreStep, ...]:
        """Each side scores the sum of its columns."""
        return (ScoreStep(_("points"), sheet.sum_columns(entry)),)

    def hand_problems(self, state: State, entry: PointsHand) -> Iterator[Problem]:
        yield from sheet.find_problems(state.options, entry)

    def score_problems(self, state: State, event: GameScore) -> Iterator[Problem]:
        yield from sheet.find_score_problems(state, event)

    def list_prices(self, options: PointsOptions) -> tuple[FaultPrice, ...]:
        return (FaultPrice("offence", None),)

    def random_hand(self, state: State, rng: random.Random) -> Event:
        return sheet.draw_hand(state.options, self.side_count, rng)

    def cards_each(self, options: PointsOptions) -> int:
        return 0

    def open_deal(self, state: State, dealt: DealtCards) -> Deal:
        return Deal(state, NO_PACK, dealt, (0,) * self.seat_count, self.side_count, (), over=True)

    def build_outcome(self, deal: Deal) -> Event:
        return PointsHand((0,) * self.side_count)


@lru_cache(maxsize=256)
def _bind_game(kind: type[PointsGame], options: PointsOptions) -> Any:
    """One instance for each game and its words, so that what is cached by game stays cached."""
    return kind(options)


class OneAgainstOne(PointsGame):
    key = "pointsonly1"
    name = _("Points only: one against one")
    side_count = seat_count = 2
    entry_size = 1


class PairsPoints(PointsGame):
    key = "pointsonly2"
    name = _("Points only: pairs")


class TeamsOfThree(PointsGame):
    key = "pointsonly3"
    name = _("Points only: teams of three")
    seat_count = 6
    entry_size = 3


class TeamsOfFour(PointsGame):
    key = "pointsonly4"
    name = _("Points only: teams of four")
    seat_count = 8
    entry_size = 4


class TableOfThree(PointsGame):
    key = "pointstable3"
    name = _("Points only: tables of three, each alone")
    side_count = seat_count = 3
    entry_size = 1


class TableOfFour(PointsGame):
    key = "pointstable4"
    name = _("Points only: tables of four, each alone")
    side_count = seat_count = 4
    entry_size = 1


class TableOfFive(PointsGame):
    key = "pointstable5"
    name = _("Points only: tables of five, each alone")
    side_count = seat_count = 5
    entry_size = 1
