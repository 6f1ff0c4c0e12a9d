"""Trionfo of five: its identity card, then each rule of the game under one sentence."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from rules import judging
from rules.contract import FaultPrice, Preset, TypedBoxes
from rules.deals import Deal, DealtCards
from rules.events import MISDEAL, MONTE, Event, GameScore, VoidHand
from rules.feasibility import CountRows, HandStage
from rules.game import Game
from rules.games.trionfo5 import deal, scores, sheet, witness
from rules.games.trionfo5.payments import compute_payment_factor, compute_payments, list_all_payments
from rules.games.trionfo5.tables import BIDS, PACK, PLAYERS, TRICKS, TrionfoHand, TrionfoOptions
from rules.layouts import HandSearch
from rules.options import FieldSpec
from rules.paper_hints import RUNNING, PaperHint
from rules.parsing import Values
from rules.playout import shuffle_deck
from rules.problems import Problem, Slip
from rules.scorebook import MatchState, Plan, ScoreStep
from rules.texts import _
from rules.units import THIRDS, format_thirds

State = MatchState[TrionfoOptions]


class Trionfo(Game[TrionfoOptions, TrionfoHand]):
    key = "trionfo5"
    name = _("Trionfo of five")
    place = _("Imola, in Romagna")
    summary = _(
        "Five players, everybody alone, 40 cards, eight each. They bid in turn: chiamo, di più, maso, maso dei masi. "
        "After a chiamo the declarer names the trump and a card of another suit, whose holder is his secret partner, "
        "the amico; with the other bids he plays alone. The first to speak leads; follow suit. Six of the eleven "
        "points win, a maso needs them before the others have one, a maso dei masi all tricks. The payments of a "
        "hand add up to 0."
    )
    unit = _("Thirds of a point")
    pack = PACK
    side_count = PLAYERS
    seat_count = PLAYERS
    entry_size = 1
    score_tables = (scores.PAYMENTS,)
    verbs = deal.VERBS
    offences: ClassVar[Mapping[str, str]] = {**Game.offences, "signal": _("a sign of who the amico is")}
    Options = TrionfoOptions
    HandEntry = TrionfoHand
    paper = PaperHint(
        typed=("paid",),
        short=("bid", "declarer", "amico", "won"),
        widths={"bid": 13, "won": 7, "paid": 8},
        roll_widths={"bid": 14, RUNNING: 10},
    )
    presets = (
        Preset("tournament", _("Tournament: ten hands, each player speaks once"), {}),
        Preset("short", _("One hand for each dealer: five hands"), {"deals": 5}),
        Preset(
            "friendly",
            _("Among friends: bidding until all have passed, only threes are called, double after a monte"),
            {"bidding_rounds": 0, "called_rank": "threes", "double_after_monte": True},
        ),
    )
    sources = (
        "S: gambiter.com/cards/tressette/beccaccino.html",
        "P12: it.teknopedia.teknokrat.ac.id (Trionfo, gioco di carte)",
        "T9: it.doczz.net/doc/328255 (briscola chiamata, La Scighera)",
    )
    customs = (
        _("Cards are dealt in two packets of four, anticlockwise; the first to speak leads, whatever was bid."),
        _("Declarer and amico are the signori, or the rich; the others the popolo, or the poor. Mostly a three is called."),
        _("The amico shows himself only by playing the called card; when the declarer called his own, nobody knows that he is alone."),
        _("No marafona is declared: a hand has eleven points."),
        _("Game points are settled after each hand, in points or in money; points of cards only say who won."),
    )
    discrepancies = (
        _("“The payments are doubled” for a di più: the stake of each opponent doubles from 1 to 2, so the declarer has 8, four times 2."),
        _("No text says how many hands make a game: ten by default, best a multiple of five."),
        _("Whether each player speaks once, and whether a decided maso stops, is left open: options."),
        _("“Trionfo” is also the game of four players around Ferrara, and the turned card of Mariglia."),
        _("No text gives a penalty for a wrong card: the referee decides."),
    )

    def build_plan(self, options: TrionfoOptions) -> Plan:
        """A fixed number of hands; totals rise and fall and may end level."""
        return Plan(PLAYERS, deals=options.deals, draws=True, falls=True)

    def find_expected_speaker(self, state: State) -> int | None:
        """The seat to the dealer's right speaks first; None at the very beginning, when the five of swords decides."""
        return None if state.dealer is None else (state.dealer + 1) % PLAYERS

    def suggest_boxes(self, state: State) -> dict[str, str]:
        first = self.find_expected_speaker(state)
        return {} if first is None else {"first": self.sitting.seat_name(first)}

    def next_dealer(self, state: State, event: Event) -> int | None:
        """The player who spoke first deals the next hand, also after a monte; a misdealt hand is dealt again by the same dealer."""
        if isinstance(event, VoidHand) and event.reason != MONTE:
            return state.dealer
        first = getattr(event, "first", None)
        return self.find_expected_speaker(state) if first is None else first

    def void_reasons(self, options: TrionfoOptions) -> tuple[str, ...]:
        """A hand that nobody bid for is dealt again."""
        return MISDEAL, MONTE

    def void_counts(self, state: State, event: VoidHand) -> bool:
        return event.reason == MONTE and state.options.monte_counts_as_deal

    def complete_values(self, state: State, values: Values) -> tuple[Values, list[Problem]]:
        """The points give the result; written payments give bid, declarer, amico and result when only one kind of hand is paid so."""
        return sheet.complete_values(state, values)

    def box_text(self, entry: Event, spec: FieldSpec) -> tuple[str, ...]:
        thirds = getattr(entry, "thirds", None)
        if spec.name == "points" and thirds is not None:
            return (f"{thirds}t" if thirds % THIRDS == 0 else format_thirds(thirds),)
        return super().box_text(entry, spec)

    def compute_steps(self, state: State, entry: TrionfoHand) -> tuple[ScoreStep, ...]:
        """The hand is paid at once: 2 and 1 with an amico, else four times the stake; double after a monte where that is an option."""
        payment_factor = compute_payment_factor(state)
        payments = compute_payments(entry.bid, entry.declarer, entry.amico, won=bool(entry.won), factor=payment_factor)
        return (ScoreStep(BIDS.get(entry.bid, _("hand")), payments, box="paid"),)

    def hand_problems(self, state: State, entry: TrionfoHand) -> Iterator[Problem]:
        expected = self.find_expected_speaker(state)
        yield from judging.turn_problems(self.sitting, expected, entry.first, "first", sheet.FIRST_OUT_OF_TURN)
        yield from sheet.find_problems(state, entry)

    def hand_stages(self, options: TrionfoOptions) -> tuple[HandStage, ...]:
        return ((frozenset(list_all_payments()), True),)

    def score_problems(self, state: State, event: GameScore) -> Iterator[Problem]:
        """The five totals make 0."""
        yield from scores.find_score_problems(state, event)

    def rank_sides(self, state: State) -> tuple[tuple[int, ...], ...]:
        return scores.rank_sides(state)

    def own_slips(self, state: State, typed: TypedBoxes) -> Iterator[Slip]:
        yield from scores.find_slips(state, typed)

    def list_prices(self, options: TrionfoOptions) -> tuple[FaultPrice, ...]:
        return (*super().list_prices(options), FaultPrice("signal", None))

    def row_tables(self) -> tuple[tuple[str, CountRows], ...]:
        return ((_("Thirds of a side"), sheet.build_side_rows()),)

    def cards_each(self, options: TrionfoOptions) -> int:
        return TRICKS

    def shuffle_and_deal(self, state: State, rng: random.Random) -> DealtCards:
        """The match determines who speaks first; otherwise the five of swords does."""
        return replace(super().shuffle_and_deal(state, rng), dealer=state.dealer)

    def open_deal(self, state: State, dealt: DealtCards) -> Deal:
        return deal.open_deal(state, dealt)

    def build_outcome(self, final_deal: deal.TrionfoDeal) -> Event:
        return deal.build_outcome(final_deal)

    def random_hand(self, state: State, rng: random.Random) -> Event:
        """The same distribution as a random deal card by card, with a fast play-out; some player always bids."""
        return deal.play_random_hand(state.options, shuffle_deck(len(PACK), rng), self.find_expected_speaker(state), rng)

    def build_search(self, state: State, entry: TrionfoHand, rng: random.Random) -> HandSearch:
        return witness.build_search(state, entry, self.find_expected_speaker(state), rng)
