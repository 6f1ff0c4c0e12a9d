"""Mattazza: its identity card, then each rule of the game under one sentence."""

import random
from collections.abc import Iterator
from typing import ClassVar

from rules import judging
from rules.contract import Preset, TypedBoxes
from rules.deals import Deal, DealtCards
from rules.events import Event, GameScore
from rules.feasibility import CountRows
from rules.game import Game
from rules.games.mattazza import deal, sheet, witness
from rules.games.mattazza.tables import PACK, SCORES, TABLES, MattazzaHand, MattazzaOptions, MattazzaTable
from rules.layouts import HandSearch
from rules.paper_hints import PaperHint
from rules.parsing import Values
from rules.playout import shuffle_deck
from rules.problems import Problem, Slip
from rules.scorebook import MatchState, Plan, ScoreStep
from rules.texts import _
from rules.verbs import Verb

State = MatchState[MattazzaOptions]


class MattazzaGame(Game[MattazzaOptions, MattazzaHand]):
    """The rules, the same at a table of any size; the subclasses below set the number of players."""

    place = _("Romagna")
    unit = _("Thirds of a point")
    pack = PACK
    version = 2
    entry_size = 1
    score_tables = (SCORES,)
    verbs: ClassVar[tuple[Verb, ...]] = deal.PLAY
    Options = MattazzaOptions
    HandEntry = MattazzaHand
    presets = (
        Preset("to-41", _("To 41 penalties"), {}),
        Preset("whole-21", _("To 21 whole points, with cappotto, as in Traversone"), {"limit": 21, "count": "whole", "cappotto": True}),
    )
    sources = (
        "S: gambiter.com/cards/tressette/beccaccino.html",
        _("P: pagat.com/tressette/ciapano.html (beginning of the page)"),
        "P13: win.oasisitalia.it/public/viewtopic.php?f=4&t=18074",
        "P14: digitalmoka.com/traversone-regole-tressette-a-perdere",
    )
    customs = (_("Also called Matta; the aim is to take no tricks that count, as in Traversone, Rovescino and Ciapanò."),)
    discrepancies = (
        _(
            "The original text has one sentence on this game and the public source could not be read: a check of scores, "
            "no authority on rules."
        ),
        _("Another text adds the last trick to 35; the cards make 32, so that 35 includes it."),
        _("Some say that players who reach the limit drop out until two are left. Here the game ends, and the fewest penalties win."),
        _("With three players 40 cards leave one: the page on Ciapanò gives it to the dealer, who lays one aside for the last trick."),
        _("Whole points, the cappotto and the limit come from Traversone, a game of the same family: options."),
    )

    @property
    def table(self) -> MattazzaTable:
        return TABLES[self.seat_count]

    def build_plan(self, options: MattazzaOptions) -> Plan:
        """A player who reaches the limit ends the game; the fewest penalties win it."""
        level_ends = options.level == "shared"
        return Plan(
            self.side_count,
            (options.limit,),
            deals=options.deals,
            draws=options.draws,
            level_ends=level_ends,
            lowest_wins=True,
            dealer_of_new_game=options.new_game_dealer,
        )

    def complete_values(self, state: State, values: Values) -> tuple[Values, list[Problem]]:
        return sheet.complete_values(self.table, state.options, values)

    def compute_steps(self, state: State, entry: MattazzaHand) -> tuple[ScoreStep, ...]:
        """Each player scores his own penalties; a cappotto, where it is played, charges the whole hand to each opponent."""
        return (ScoreStep(_("penalties"), sheet.compute_written_penalties(state.options, entry.penalties)),)

    def hand_problems(self, state: State, entry: MattazzaHand) -> Iterator[Problem]:
        yield from judging.turn_problems(self.sitting, state.dealer, entry.dealer, "dealer")
        yield from sheet.find_problems(self.table, state.options, entry)

    def score_problems(self, state: State, event: GameScore) -> Iterator[Problem]:
        """Totals grow by whole hands."""
        yield from sheet.find_score_problems(state, event)

    def own_slips(self, state: State, typed: TypedBoxes) -> Iterator[Slip]:
        yield from sheet.find_slips(self.table, state.options, typed)

    def row_tables(self) -> tuple[tuple[str, CountRows], ...]:
        return ((_("Thirds of a player"), sheet.build_side_rows(self.table)),)

    def cards_each(self, options: MattazzaOptions) -> int:
        return self.table.tricks

    def open_deal(self, state: State, dealt: DealtCards) -> Deal:
        return deal.open_deal(state, dealt)

    def build_outcome(self, final_deal: deal.MattazzaDeal) -> Event:
        return deal.build_outcome(final_deal)

    def random_hand(self, state: State, rng: random.Random) -> Event:
        """The same distribution as a random deal card by card, with a fast play-out."""
        dealer = rng.randrange(self.seat_count) if state.dealer is None else state.dealer
        return deal.play_random_hand(state.options, shuffle_deck(len(PACK), rng), dealer, self.seat_count)

    def build_search(self, state: State, entry: MattazzaHand, rng: random.Random) -> HandSearch:
        return witness.build_search(self.table, state, entry, rng)


class Mattazza(MattazzaGame):
    key = "mattazza"
    name = _("Mattazza (provisional rules)")
    summary = _(
        "Four players, each alone, 40 cards, ten each, no trump. The player at the dealer’s right leads; follow suit. The cards"
        " that count are penalties, 35 thirds a hand with the last trick: the fewest is best. These rules are provisional: they"
        " check scores and are no authority."
    )
    side_count = seat_count = 4
    paper = PaperHint(short=("penalties",), sums={"tricks": TABLES[4].tricks})


class MattazzaOfThree(MattazzaGame):
    """Thirteen cards for each player; the dealer gets one more and lays one aside."""

    key = "mattazza3"
    name = _("Mattazza for three (provisional rules)")
    summary = _(
        "Three players, each alone, 40 cards, thirteen each, no trump: the dealer has one more and puts one aside, which goes "
        "to the winner of the last trick. The player at the dealer’s right leads; follow suit. The cards that count are "
        "penalties, 35 thirds a hand with the last trick: the fewest is best. These rules are provisional: they check scores "
        "and are no authority."
    )
    side_count = seat_count = 3
    paper = PaperHint(short=("penalties",), sums={"tricks": TABLES[3].tricks})
    verbs = deal.PLAY_OF_THREE


class MattazzaOfFive(MattazzaGame):
    """Eight cards each."""

    key = "mattazza5"
    name = _("Mattazza for five (provisional rules)")
    summary = _(
        "Five players, each alone, 40 cards, eight each, no trump. The player at the dealer’s right leads; follow suit. The "
        "cards that count are penalties, 35 thirds a hand with the last trick: the fewest is best. These rules are provisional:"
        " they check scores and are no authority."
    )
    side_count = seat_count = 5
    paper = PaperHint(short=("penalties",), sums={"tricks": TABLES[5].tricks})
