"""Mattazza: its identity card, then each rule of the game under one sentence."""

import random
from collections.abc import Iterator

from rules import judging
from rules.contract import Preset, Typed
from rules.deals import Deal, Dealt
from rules.events import Event, GameScore
from rules.feasibility import Rows
from rules.game import Game
from rules.games.mattazza import deal, sheet, witness
from rules.games.mattazza.tables import PACK, PLAYERS, TRICKS, MattazzaHand, MattazzaOptions
from rules.layouts import Quest
from rules.parsing import Values
from rules.playout import shuffled
from rules.problems import Problem, Slip
from rules.scorebook import MatchState, Plan, Step
from rules.texts import _

State = MatchState[MattazzaOptions]


class Mattazza(Game[MattazzaOptions, MattazzaHand]):
    key = "mattazza"
    name = _("Mattazza (provisional rules)")
    place = _("Romagna")
    summary = _(
        "Four players, each for himself, 40 cards, ten each, no trump. The dealer's right leads; follow suit. The cards that count are "
        "penalties, 35 thirds a hand with the last trick: whoever takes fewest is best. These rules are provisional: they check scores and "
        "are no authority."
    )
    unit = _("Thirds of a point")
    pack = PACK
    side_count = PLAYERS
    seat_count = PLAYERS
    entry_size = 1
    verbs = deal.VERBS
    Options = MattazzaOptions
    HandEntry = MattazzaHand
    presets = (
        Preset("to-41", _("To 41 penalties"), {}),
        Preset("whole-21", _("To 21 whole points, with cappotto, as in Traversone"), {"limit": 21, "count": "whole", "cappotto": True}),
    )
    sources = (
        "S: gambiter.com/cards/tressette/beccaccino.html",
        "P: pagat.com/tressette/ciapano.html (beginning of the page)",
        "P13: win.oasisitalia.it/public/viewtopic.php?f=4&t=18074",
        "P14: digitalmoka.com/traversone-regole-tressette-a-perdere",
    )
    discrepancies = (
        _("The seed has one sentence on this game and the public source could not be read: a check of scores, no authority on rules."),
        _("Another text adds the last trick to 35; the cards make 32, so that 35 includes it."),
        _("Players who reach the limit are said to drop out until two are left: here the game ends, and the fewest penalties win."),
        _("Three players (13 cards, one left) and five (8 cards) are mentioned; four are played here."),
        _("Whole points, the cappotto and the limit come from Traversone, a game of the same family: options."),
    )

    def plan(self, options: MattazzaOptions) -> Plan:
        """Whoever reaches the limit ends the game; the fewest penalties win."""
        level = options.level == "shared"
        return Plan(
            PLAYERS,
            (options.limit,),
            deals=options.deals,
            draws=options.draws,
            level_ends=level,
            lowest_wins=True,
            dealer_of_new_game=options.new_game_dealer,
        )

    def complete(self, state: State, values: Values) -> tuple[Values, list[Problem]]:
        return sheet.completed(state.options, values)

    def steps(self, state: State, entry: MattazzaHand) -> tuple[Step, ...]:
        """Everybody's penalties are written to his account; a cappotto, where it is played, turns them round."""
        return (Step(_("penalties"), sheet.scored(state.options, entry.penalties)),)

    def hand_problems(self, state: State, entry: MattazzaHand) -> Iterator[Problem]:
        yield from judging.turn_problems(self.sitting, state.dealer, entry.dealer, "dealer")
        yield from sheet.problems(state.options, entry)

    def score_problems(self, state: State, event: GameScore) -> Iterator[Problem]:
        """Totals grow by whole hands."""
        yield from sheet.score_problems(state, event)

    def own_slips(self, state: State, typed: Typed) -> Iterator[Slip]:
        yield from sheet.slips(state.options, typed)

    def row_tables(self) -> tuple[tuple[str, Rows], ...]:
        return ((_("Thirds of a player"), sheet.side_rows()),)

    def cards_each(self, options: MattazzaOptions) -> int:
        return TRICKS

    def open_deal(self, state: State, dealt: Dealt) -> Deal:
        return deal.open_deal(state, dealt)

    def outcome(self, deal_: Deal) -> Event:
        return deal.outcome(deal_)

    def random_hand(self, state: State, rng: random.Random) -> Event:
        """The same as a random deal card by card, with a fast play-out."""
        dealer = rng.randrange(self.seat_count) if state.dealer is None else state.dealer
        return deal.quick_hand(state.options, shuffled(len(PACK), rng), dealer)

    def quest(self, state: State, entry: MattazzaHand, rng: random.Random) -> Quest:
        return witness.quest(state, entry, rng)
