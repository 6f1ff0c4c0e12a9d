"""Marjolet: its identity card, then each rule of the game under one sentence."""

import random
from collections.abc import Iterator

from rules import judging, match_options
from rules.contract import Preset, TypedBoxes
from rules.deals import Deal, DealtCards
from rules.events import Event, GameScore
from rules.feasibility import CountRows
from rules.game import Game
from rules.games.marjolet import deal, quick, scores, search_setup, shares, sheet, totals
from rules.games.marjolet.tables import HELD, PACK, SCORES, MarjoletHand, MarjoletOptions
from rules.layouts import HandSearch
from rules.paper_hints import PaperHint
from rules.parsing import Values
from rules.problems import Problem, Slip
from rules.scorebook import MatchState, Plan, ScoreStep
from rules.texts import _

State = MatchState[MarjoletOptions]


class Marjolet(Game[MarjoletOptions, MarjoletHand]):
    key = "marjolet"
    name = _("Marjolet")
    place = _("France")
    summary = _(
        "Two players, 32 cards, six each; the next card is turned up and makes trump. While there is a stock any "
        "card may be played; the winner of a trick may lay down melds and exchange the seven of trumps, and draws "
        "first. The last six tricks are played strictly: follow, otherwise trump, and beat. Aces and tens count ten, "
        "as do the tenth and the last trick, the turned card and the seven. The first with 500 wins."
    )
    pack = PACK
    version = 2
    seat_count = 2
    entry_size = 1
    score_tables = SCORES
    verbs = deal.VERBS
    Options = MarjoletOptions
    HandEntry = MarjoletHand
    paper = PaperHint(left_out=("exchanged", "tricks", "out"), score_digits=3, short=("dealer", "turned_seven", "total"))
    presets = (
        Preset("tournament", _("One game to 500"), {}),
        Preset("best-of-three", _("Best of three games to 500"), {"games_to_win": 2}),
        Preset(
            "classic", _("Classic: a turned seven is worth 10, nothing for the tenth trick"), {"turned_seven": 10, "tenth_trick_bonus": 0}
        ),
        Preset(
            "wikipedia_old",
            _("Older table of melds: tens count, jacks do not"),
            {"quartets": "wikipedia_old", "turned_seven": 10, "tenth_trick_bonus": 0},
        ),
    )
    sources = (
        "S: gamerules.com/rules/marjolet/",
        "P15: en.wikipedia.org/wiki/Marjolet",
        _("P16: en.wikipedia.org/wiki/Marjolet (older version)"),
    )
    customs = (
        _("Cards are dealt in packets of two or three; the first dealer is drawn, then the players deal in turn."),
        _(
            "Melded cards lie face up before the player and may still be played and used in other melds; after the tenth "
            "trick they return to the hand."
        ),
        _("The turned card lies face up beside the stock until it is drawn or exchanged for the seven of trumps."),
    )
    discrepancies = (
        _(
            "A turned seven gives 7 points in the original text, 10 elsewhere: the only number that is no multiple of "
            "ten, and a good check."
        ),
        _("Quartets: the original text counts aces, kings, queens and jacks; an older table aces, tens, kings and queens."),
        _("All six last tricks: 50 together with the ten of the last trick is the only reading that agrees with all texts."),
        _("The ten of the tenth trick and the ten of the turned card always go to different players and cancel out."),
        _("“500 or more” and “over 500”: reaching it is enough; at the same score one more hand is played."),
        _("Whether a meld that reaches 500 ends the hand is not said; “both over 500 in the same round” means that it does not."),
        _("It is a French game, and no regulation of a tournament is known."),
    )

    def build_plan(self, options: MarjoletOptions) -> Plan:
        """The higher score wins when both pass the target in one hand."""
        return match_options.plan_of(options, level_ends=options.level_at_target == "draw")

    def complete_values(self, state: State, values: Values) -> tuple[Values, list[Problem]]:
        """The totals follow from the other boxes, or stand alone."""
        return totals.complete_values(state, values)

    def compute_steps(self, state: State, entry: MarjoletHand) -> tuple[ScoreStep, ...]:
        return totals.compute_steps(state, entry)

    def hand_problems(self, state: State, entry: MarjoletHand) -> Iterator[Problem]:
        yield from judging.turn_problems(self.sitting, state.dealer, entry.dealer, "dealer")
        yield from sheet.find_problems(state, entry)

    def score_problems(self, state: State, event: GameScore) -> Iterator[Problem]:
        """Totals are multiples of ten, except for the sevens that were turned."""
        yield from scores.find_score_problems(state, event)

    def own_slips(self, state: State, typed: TypedBoxes) -> Iterator[Slip]:
        yield from sheet.find_slips(state, typed)

    def row_tables(self) -> tuple[tuple[str, CountRows], ...]:
        return ((_("Aces and tens of a player"), shares.build_side_rows()),)

    def cards_each(self, options: MarjoletOptions) -> int:
        return HELD

    def open_deal(self, state: State, dealt: DealtCards) -> Deal:
        return deal.open_deal(state, dealt)

    def build_outcome(self, final_deal: deal.MarjoletDeal) -> Event:
        return deal.build_outcome(final_deal)

    def random_hand(self, state: State, rng: random.Random) -> Event:
        """The same distribution as a random deal card by card, with a fast play-out; card by card where a target ends the hand."""
        if state.options.stop_at_target:
            return super().random_hand(state, rng)
        dealer = rng.randrange(self.seat_count) if state.dealer is None else state.dealer
        return quick.random_hand(state.options, dealer, rng)

    def build_search(self, state: State, entry: MarjoletHand, rng: random.Random) -> HandSearch | None:
        return search_setup.build_search(state, entry, rng)
