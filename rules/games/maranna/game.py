"""Maranna: its identity card, then each rule of the game under one sentence."""

import random
from collections.abc import Iterator, Mapping
from typing import ClassVar

from rules import judging, match_options
from rules.contract import FaultPrice, Preset, TypedBoxes
from rules.deals import Deal, DealtCards
from rules.events import Event, GameScore, Punishment
from rules.feasibility import CountRows
from rules.game import Game
from rules.games.maranna import deal, sheet, witness
from rules.games.maranna.quick import quick_hand
from rules.games.maranna.tables import CARDS_EACH, PACK, SCORES, MarannaHand, MarannaOptions
from rules.layouts import HandSearch
from rules.paper_hints import PaperHint
from rules.parsing import Values
from rules.playout import shuffle_deck
from rules.problems import Problem, Slip
from rules.scorebook import BothOver, MatchState, Plan, ScoreStep
from rules.texts import _

State = MatchState[MarannaOptions]


class Maranna(Game[MarannaOptions, MarannaHand]):
    key = "maranna"
    name = _("Maranna")
    place = _("Sicily")
    summary = _(
        "Four players, two pairs, 40 cards, five each; after every trick each draws one until the stock is gone. Any card may be played. "
        "On his turn a player may show king and cavallo of a suit, a Maranna: the first makes trump, and they score 40, 60, 80 and 100 in "
        "their order, at once. The cards are worth 120 a deal. The first side with 1001 wins."
    )
    pack = PACK
    version = 2
    score_tables = (SCORES,)
    verbs = deal.VERBS
    offences: ClassVar[Mapping[str, str]] = {
        **Game.offences,
        "talk": _("a word or a sign before the first Maranna"),
        "exposed": _("a card shown to others"),
    }
    Options = MarannaOptions
    HandEntry = MarannaHand
    declared_bonuses: ClassVar[Mapping[str, str]] = {"Maranna": _("Maranne")}
    paper = PaperHint(score_digits=4, short=("declared", "points"))
    presets = (
        Preset("tournament", _("Tournament: one game to 1001, winner goes on"), {}),
        Preset("short-501", _("Short: one game to 501"), {"targets": [501]}),
        Preset("three-501", _("Best of three to 501"), {"targets": [501], "games_to_win": 2}),
        Preset(
            "marianna",
            _("As Marianna elsewhere: 500, trump changes, declared after a trick won"),
            {"targets": [500], "ladder": "20-80", "trump_changes": True, "declare_when": "after_winning"},
        ),
        Preset("friendly", _("Among friends: to 501, the referee judges talk"), {"targets": [501], "talk_penalty": "referee"}),
    )
    sources = (
        "S: Regolamento “Maranna” (tournament regulation, 24 articles)",
        "P18: it.wikipedia.org, Marianna (gioco di carte), copy",
        "P19: regoledelgioco.com/giochi-di-carte/marianna/",
        "P20: sedutocomodo.it/marianna/",
        "P21: giochi-di-carte.lotoflaughs.com/briscola-la-marianna.php",
        "P22: giochistars.it/?p=5662",
    )
    customs = (
        _(
            "Every player may shuffle, the dealer last; the player at the dealer’s left cuts into two packets, which "
            "change places; cards are dealt one by one to the right."
        ),
        _("After each trick its winner draws first, then the others in turn; the winner leads to the next."),
        _("The king and cavallo of a Maranna are shown to the others and return to the hand; no other card may be shown."),
        _("Signs between partners are allowed only after the first Maranna; before it a word or a sign costs what the option says."),
        _("For anything not ruled here the manuals of Briscola are consulted (article 24)."),
    )
    discrepancies = (
        _("Article 9 says the others “must” play a card that beats; articles 1 and 24 point to Briscola, where play is free: an option."),
        _("Article 16 calls the trump valid for the “partita” and for the “smazzata”: its explanation decides for the deal."),
        _("King, cavallo and donna in 40 cards: the Sicilian jack is drawn as a woman and called donna; a Maranna is king and cavallo."),
        _(
            "Both sides at 1001 in one count, equal cards drawn for the deal, and the next dealer are not written "
            "anywhere: they are options."
        ),
        _("“Intasate” (article 23) and “Marianne” (article 19) are slips of writing for “incassate” and “Maranne”."),
    )

    def build_plan(self, options: MarannaOptions) -> Plan:
        first_side_wins = options.both_reach_at_count != "higher_then_deal"
        return match_options.plan_of(options, both_over=BothOver.FIRST_SIDE if first_side_wins else BothOver.HIGHER_THEN_EXTRA_HAND)

    def complete_values(self, state: State, values: Values) -> tuple[Values, list[Problem]]:
        """120 − x, 10 − k; a sum of Maranne is split into its parts."""
        declared, problems = sheet.parse_declared(state.options, values["declared"])
        return {**values, "declared": declared}, problems

    def compute_steps(self, state: State, entry: MarannaHand) -> tuple[ScoreStep, ...]:
        """Maranne score at once and can end the game; then each side counts its cards."""
        return sheet.compute_steps(state, entry)

    def hand_problems(self, state: State, entry: MarannaHand) -> Iterator[Problem]:
        yield from judging.turn_problems(self.sitting, state.dealer, entry.dealer, "dealer")
        yield from sheet.find_problems(state, entry)

    def list_prices(self, options: MarannaOptions) -> tuple[FaultPrice, ...]:
        """Without a duty to beat no card is against the rules."""
        talk_price = Punishment.GAME if options.talk_penalty == "lose_game" else None
        card_prices = super().list_prices(options) if options.must_beat else ()
        return (
            FaultPrice("talk", talk_price),
            FaultPrice("exposed", None),
            *card_prices,
        )

    def score_problems(self, state: State, event: GameScore) -> Iterator[Problem]:
        if event.number in (None, state.game_number):
            yield from sheet.find_score_problems(state, event.scores)

    def own_slips(self, state: State, typed: TypedBoxes) -> Iterator[Slip]:
        yield from sheet.find_slips(state, typed)

    def row_tables(self) -> tuple[tuple[str, CountRows], ...]:
        return ((_("Card points of a side"), sheet.build_side_rows()),)

    def cards_each(self, options: MarannaOptions) -> int:
        return CARDS_EACH

    def open_deal(self, state: State, dealt: DealtCards) -> Deal:
        return deal.open_deal(state, dealt)

    def build_outcome(self, final_deal: deal.MarannaDeal) -> Event:
        return deal.build_outcome(final_deal)

    def random_hand(self, state: State, rng: random.Random) -> Event:
        """The same distribution as a random deal card by card, but faster; most Maranne that can be declared are declared."""
        dealer = rng.randrange(self.seat_count) if state.dealer is None else state.dealer
        return quick_hand(state, shuffle_deck(len(PACK), rng), dealer, rng)

    def build_search(self, state: State, entry: MarannaHand, rng: random.Random) -> HandSearch:
        return witness.build_search(state, entry, rng)
