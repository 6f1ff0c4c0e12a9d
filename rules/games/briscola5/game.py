"""Briscola with the called card: its identity card, then each rule of the game under one sentence."""

import random
from collections.abc import Iterator, Mapping
from typing import ClassVar

from rules import judging
from rules.contract import FaultPrice, Preset, TypedBoxes
from rules.deals import Deal, DealtCards
from rules.events import MISDEAL, MONTE, Event, GameScore, VoidHand
from rules.feasibility import CountRows
from rules.game import Game
from rules.games.briscola.tables import PACK, SCORES
from rules.games.briscola5 import deal, sheet, witness
from rules.games.briscola5.tables import PAYMENTS, PLAYERS, TRICKS, CalledHand, CalledOptions
from rules.layouts import HandSearch
from rules.paper_hints import RUNNING, PaperHint
from rules.parsing import Values
from rules.playout import shuffle_deck
from rules.problems import Problem, Slip
from rules.scorebook import MatchState, Plan, ScoreStep
from rules.texts import _

State = MatchState[CalledOptions]


class BriscolaCalled(Game[CalledOptions, CalledHand]):
    key = "briscola5"
    name = _("Briscola for five, with the called card")
    place = _("Italy")
    summary = _(
        "Five players, each alone, 40 cards, eight each. An auction goes down the ranks, from the ace to the two, and then up in points. "
        "The winner names a card of that rank: its suit is trump, and its holder is his partner, whom nobody knows until he plays it. "
        "Any card may be played. The cards are worth 120: the caller and his partner need 61, or the points bid. The caller wins or loses "
        "2, his partner 1, each of the others 1; alone he plays for 4."
    )
    pack = PACK
    side_count = seat_count = PLAYERS
    entry_size = 1
    score_tables = (SCORES, PAYMENTS)
    verbs = deal.VERBS
    Options = CalledOptions
    HandEntry = CalledHand
    paper = PaperHint(
        left_out=("tricks",),
        short=("caller", "partner", "won"),
        widths={"caller": 13, "bid": 10, "won": 8},
        roll_widths={"caller": 14, RUNNING: 9},
    )
    offences: ClassVar[Mapping[str, str]] = {
        "sign": _("a word or a sign of who the partner is"),
        "exposed": _("a card played out of turn or shown to others"),
    }
    presets = (
        Preset("ten-hands", _("Ten hands: everybody deals twice"), {}),
        Preset("five-hands", _("Five hands: everybody deals once"), {"deals": 5}),
        Preset("ranks-only", _("Ten hands, bidding only by ranks: 61 always win"), {"points_bid": False}),
        Preset("high-bids", _("Ten hands, bids of 71 points and more count two to five times"), {"multiplied": True}),
    )
    sources = (
        "C1: framor.info/comefare/briscola-chiamata-come-giocare",
        "C2: pagat.com/aceten/briscola_chiamata.html",
        "C3: biska.com/la-briscola-chiamata.html",
        "C4: regoledelgioco.com/giochi-di-carte/briscola-a-chiamata-subito-al-due",
        "C5: giochistars.it (Briscola chiamata)",
        "C6: it.doczz.net/doc/328255 (briscola chiamata, La Scighera)",
    )
    customs = (
        _("Also called briscola pazza, bugiarda, briscolone, or the socio; cards are dealt in two packets of four, anticlockwise."),
        _(
            "The dealer’s right speaks first and leads to the first trick, even when somebody else won the auction; "
            "the winner of a trick leads next."
        ),
        _("A player who passes is out of the auction. If all five pass, the next player deals, and nothing is counted."),
        _("The partner says nothing and shows himself only by playing the called card, or by his play."),
        _("Nobody need follow suit, trump or beat: no card can be against the rules, only out of turn."),
        _("The others count their points together: what caller and partner do not have of 120 is theirs."),
        _("Six or more players take turns: who sits out deals."),
    )
    discrepancies = (
        _("Some say that 60 are enough for the caller, most say 61, as in Briscola: here 61."),
        _("After the two, some go on in points from 62, others let the first two win the auction: an option."),
        _("One page counts high bids two to five times, others all bids alike: an option."),
        _("One page calls only the two, and begins with points at once; such a table bids the two first and agrees on the rest."),
        _("Who calls his own card plays for 4 against the four others: the payments of every hand make 0."),
        _("“Cappotto” is said of the caller’s side; here it counts for whichever side takes all 120 points."),
    )

    def build_plan(self, options: CalledOptions) -> Plan:
        """A fixed number of hands; totals rise and fall and may end level."""
        return Plan(PLAYERS, deals=options.deals, draws=True, falls=True)

    def option_problems(self, options: CalledOptions) -> Iterator[Problem]:
        yield from super().option_problems(options)
        if options.multiplied and not options.points_bid:
            yield sheet.NOTHING_TO_MULTIPLY.problem("multiplied")

    def next_dealer(self, state: State, event: Event) -> int | None:
        """The deal passes on, also when nobody bid; a misdealt hand is dealt again by the same dealer."""
        if isinstance(event, VoidHand) and event.reason == MONTE:
            return None if state.dealer is None else (state.dealer + 1) % self.seat_count
        return super().next_dealer(state, event)

    def void_reasons(self, options: CalledOptions) -> tuple[str, ...]:
        """A hand that nobody bid for is dealt again."""
        return MISDEAL, MONTE

    def complete_values(self, state: State, values: Values) -> tuple[Values, list[Problem]]:
        return sheet.complete_values(values)

    def compute_steps(self, state: State, entry: CalledHand) -> tuple[ScoreStep, ...]:
        """The hand is paid at once: 2 and 1 with a partner, else 4."""
        factor = sheet.compute_factor(state.options, entry)
        return (ScoreStep(_("hand"), sheet.compute_payments(entry.caller, entry.partner, won=bool(entry.won), factor=factor)),)

    def hand_problems(self, state: State, entry: CalledHand) -> Iterator[Problem]:
        yield from judging.turn_problems(self.sitting, state.dealer, entry.dealer, "dealer")
        yield from sheet.find_problems(state.options, entry)

    def score_problems(self, state: State, event: GameScore) -> Iterator[Problem]:
        yield from sheet.find_score_problems(state, event)

    def own_slips(self, state: State, typed: TypedBoxes) -> Iterator[Slip]:
        yield from sheet.find_slips(typed)

    def list_prices(self, options: CalledOptions) -> tuple[FaultPrice, ...]:
        """No card is against the rules; what is shown or said may be."""
        return (
            FaultPrice("sign", None),
            FaultPrice("exposed", None),
        )

    def row_tables(self) -> tuple[tuple[str, CountRows], ...]:
        return ((_("Card points of the caller’s side"), sheet.build_side_rows()),)

    def cards_each(self, options: CalledOptions) -> int:
        return TRICKS

    def open_deal(self, state: State, dealt: DealtCards) -> Deal:
        return deal.open_deal(state, dealt)

    def build_outcome(self, final_deal: deal.CalledDeal) -> Event:
        return deal.build_outcome(final_deal)

    def random_hand(self, state: State, rng: random.Random) -> Event:
        """A random call and a fast play-out: the auction of a random deal would always be bid up."""
        dealer = rng.randrange(self.seat_count) if state.dealer is None else state.dealer
        return deal.play_random_hand(state.options, shuffle_deck(len(PACK), rng), dealer, rng)

    def build_search(self, state: State, entry: CalledHand, rng: random.Random) -> HandSearch:
        return witness.build_search(state, entry, rng)
