"""Briscola: its identity card, then each rule of the game under one sentence."""

import random
from collections.abc import Iterator, Mapping
from typing import ClassVar

from rules import judging, match_options
from rules.contract import FaultPrice, Preset
from rules.deals import Deal, DealtCards
from rules.events import Event, GameScore
from rules.feasibility import CountRows
from rules.game import Game
from rules.games.briscola import deal, sheet, witness
from rules.games.briscola.tables import (
    CARDS_EACH,
    PACK,
    SCORES,
    TABLES,
    BriscolaHand,
    BriscolaOfThreeOptions,
    BriscolaOptions,
    BriscolaPairsOptions,
    BriscolaTable,
)
from rules.layouts import HandSearch
from rules.paper_hints import PaperHint
from rules.parsing import Values
from rules.problems import Problem
from rules.scorebook import MatchState, Plan, ScoreStep
from rules.texts import _

State = MatchState[BriscolaOptions]
SOURCES = (
    "B1: genovagioca.it/Giochi/Regolamento/Briscola",
    "B2: doczz.it/doc/835451/torneo-di-briscola-a-coppia (MCL, 2014)",
    "B3: gsqpinasca.org/discipline-2025/briscola",
    "B4: viniciocoletti.it/cards/briscola/regole.php",
    "B5: awebgame.com/briscola",
    "B6: marittimaravennate.com/svago.html",
    "B7: adamoli.org, Piccola enciclopedia di giuochi e passatempi, p. 70",
)


class BriscolaGame(Game[BriscolaOptions, BriscolaHand]):
    """The rules, the same at a table of any size; the subclasses below set the number of players."""

    place = _("Italy")
    pack = PACK
    score_tables = (SCORES,)
    verbs = deal.VERBS
    offences: ClassVar[Mapping[str, str]] = {"exposed": _("a card played out of turn or shown to others")}
    Options = BriscolaOptions
    HandEntry = BriscolaHand
    paper = PaperHint(score_digits=3, left_out=("tricks",), short=("points",))
    sources = SOURCES
    customs = (
        _("The dealer shuffles, the player at his left cuts; three cards to each, and the next card face up under the stock."),
        _("After each trick its winner draws first, then the others to the right; the turned card is the last to be drawn."),
        _("Nobody need follow suit, trump or beat: no card can be against the rules, only out of turn."),
        _("The ace and the three are called carichi."),
    )
    discrepancies = (
        _("Some play 60–60 as half a game for each side, others as no game: here it is played again, unless an option lets it stand."),
        _("One page lets the holder of the two of trumps take the turned card, others name the seven, most know no exchange: an option."),
        _("Some packs have a queen instead of the cavallo."),
    )

    @property
    def table(self) -> BriscolaTable:
        return TABLES[self.seat_count]

    @property
    def card_count(self) -> int:
        """A table of three leaves out a two."""
        return len(self.pack) - self.table.left_out

    def build_plan(self, options: BriscolaOptions) -> Plan:
        """A game is a number of hands, usually one; the most points win it, and a tied one is played again."""
        return match_options.plan_of(options, self.side_count)

    def complete_values(self, state: State, values: Values) -> tuple[Values, list[Problem]]:
        return sheet.complete_values(self.table, values)

    def compute_steps(self, state: State, entry: BriscolaHand) -> tuple[ScoreStep, ...]:
        """Each side scores the points of its cards."""
        return (ScoreStep(_("card points"), entry.points),)

    def hand_problems(self, state: State, entry: BriscolaHand) -> Iterator[Problem]:
        yield from judging.turn_problems(self.sitting, state.dealer, entry.dealer, "dealer")
        yield from sheet.find_problems(self.table, entry)

    def score_problems(self, state: State, event: GameScore) -> Iterator[Problem]:
        yield from sheet.find_score_problems(self.table, state, event)

    def list_prices(self, options: BriscolaOptions) -> tuple[FaultPrice, ...]:
        """No card is against the rules; what is shown or said may be."""
        return (FaultPrice("exposed", None),)

    def row_tables(self) -> tuple[tuple[str, CountRows], ...]:
        return ((_("Card points of a side"), sheet.build_side_rows(self.table)),)

    def cards_each(self, options: BriscolaOptions) -> int:
        return CARDS_EACH

    def shuffle_and_deal(self, state: State, rng: random.Random) -> DealtCards:
        """Three cards to each seat; a table of three leaves out a two, which stands at the end of the stock."""
        pack, held = deal.shuffle_pack(self.table, rng), self.seat_count * CARDS_EACH
        holdings = tuple(tuple(pack[start : start + CARDS_EACH]) for start in range(0, held, CARDS_EACH))
        return DealtCards(holdings, self._find_dealer(state, rng), stock=tuple(pack[held:]))

    def _find_dealer(self, state: State, rng: random.Random) -> int:
        return rng.randrange(self.seat_count) if state.dealer is None else state.dealer

    def open_deal(self, state: State, dealt: DealtCards) -> Deal:
        return deal.open_deal(state, dealt, self.side_count)

    def build_outcome(self, final_deal: deal.BriscolaDeal) -> Event:
        return deal.build_outcome(final_deal)

    def random_hand(self, state: State, rng: random.Random) -> Event:
        """The same distribution as a random deal card by card, with a fast play-out where nothing is exchanged."""
        if state.options.exchange != "none":
            return super().random_hand(state, rng)
        pack, dealer = deal.shuffle_pack(self.table, rng), self._find_dealer(state, rng)
        return deal.play_random_hand(self.table, pack[: len(pack) - self.table.left_out], dealer, self.side_count, rng)

    def build_search(self, state: State, entry: BriscolaHand, rng: random.Random) -> HandSearch:
        return witness.build_search(self.table, self.side_count, state, entry, rng)


class Briscola(BriscolaGame):
    key = "briscola"
    name = _("Briscola")
    summary = _(
        "Four players, two pairs, 40 cards, three each; the next card is turned up and makes trump. After every trick each draws one until "
        "the stock is gone. Any card may be played: the highest trump wins the trick, else the highest card of the suit led. The cards are "
        "worth 120: a side with 61 wins the hand."
    )
    Options = BriscolaPairsOptions
    presets = (
        Preset("best-of-three", _("Best of three hands"), {}),
        Preset("best-of-five", _("Best of five hands"), {"games_to_win": 3}),
        Preset("one-hand", _("One hand"), {"games_to_win": 1}),
        Preset("five-played", _("Five hands, all of them played; 60–60 stays tied"), {"games": 5, "replay": False, "draws": True}),
        Preset("five-added", _("Five hands, the points added up"), {"deals": 5, "games_to_win": 1, "replay": False}),
    )


class BriscolaOfTwo(BriscolaGame):
    """One against one: twenty tricks."""

    key = "briscola2"
    name = _("Briscola for two")
    side_count = seat_count = 2
    entry_size = 1
    summary = _(
        "One against one, 40 cards, three each; the next card is turned up and makes trump. After every trick each draws one until the "
        "stock is gone. Any card may be played: the highest trump wins the trick, else the highest card of the suit led. The cards are "
        "worth 120: a player with 61 wins the hand."
    )
    presets = (
        Preset("best-of-three", _("Best of three hands"), {}),
        Preset("best-of-five", _("Best of five hands"), {"games_to_win": 3}),
    )


class BriscolaOfThree(BriscolaGame):
    """Each for himself, without one of the twos: thirteen tricks."""

    key = "briscola3"
    name = _("Briscola for three")
    side_count = seat_count = 3
    entry_size = 1
    Options = BriscolaOfThreeOptions
    summary = _(
        "Three players, each alone, 39 cards: one of the twos is left out. Three cards each; the next one is turned up and makes trump. "
        "After every trick each draws one until the stock is gone. Any card may be played: the highest trump wins the trick, else the "
        "highest card of the suit led. The cards are worth 120; the points of the hands are added up, and the most points win."
    )
    presets = (
        Preset("three-hands", _("Three hands: everybody deals once"), {}),
        Preset("six-hands", _("Six hands: everybody deals twice"), {"deals": 6}),
    )
