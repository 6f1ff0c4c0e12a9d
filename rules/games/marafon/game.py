"""Marafon: its identity card, then each rule of the game under one sentence."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from rules import judging, match_options
from rules.contract import FaultPrice, Preset, TypedBoxes
from rules.deals import Deal, DealtCards
from rules.events import COMMON_EVENTS, MISDEAL, MONTE, Event, HandClaim, Punishment, VoidHand
from rules.feasibility import CountRows, HandStage
from rules.game import Game
from rules.games.marafon import claims, deal, sheet, witness
from rules.games.marafon.tables import PACK, SCORES, TRICKS, MarafonClaim, MarafonHand, MarafonOptions
from rules.layouts import HandSearch
from rules.options import FieldKind, FieldSpec
from rules.paper_hints import PaperHint
from rules.parsing import Values
from rules.playout import shuffle_deck
from rules.problems import Problem, Slip
from rules.scorebook import BothOver, MatchState, Plan, Score, ScoreStep, points_to_side
from rules.texts import _
from rules.units import THIRDS, format_thirds

State = MatchState[MarafonOptions]


class Marafon(Game[MarafonOptions, MarafonHand]):
    key = "marafon"
    name = _("Marafon-Beccaccino")
    place = _("Romagna")
    summary = _(
        "Four players, two pairs, 40 cards, ten each. One player names the trump and leads: in the first hand the "
        "holder of the four of coins, later the player at the dealer’s right. Follow suit; there is no duty to trump "
        "or to beat. Three, two and ace of trumps in one hand, declared during the first trick, are a marafona. "
        "Cards count in thirds and the last trick one point; what is left beyond whole points is dropped, so the two "
        "sides write 11 together."
    )
    unit = _("Thirds of a point")
    pack = PACK
    version = 2
    score_tables = (SCORES,)
    verbs = deal.VERBS
    common_events = (MarafonClaim, *COMMON_EVENTS)
    offences: ClassVar[Mapping[str, str]] = {**Game.offences, "announcement": _("a false announcement"), "claim": _("a wrong claim")}
    Options = MarafonOptions
    HandEntry = MarafonHand
    declared_bonuses: ClassVar[Mapping[str, str]] = {"marafona": _("marafone")}
    paper = PaperHint(short=("marafona", "points"), exact_sums={"points": "11⅔"})
    presets = (
        Preset(
            "tournament-41",
            _("Tournament: best of three to 41"),
            {"finish": "end_of_hand", "four_of_coins": "game", "announcements_must_be_true": True},
        ),
        Preset(
            "tournament-31",
            _("Tournament: two games to 31, the bella to 41"),
            {"targets": [31, 31, 41], "finish": "end_of_hand", "four_of_coins": "game", "announcements_must_be_true": True},
        ),
        Preset("friendly", _("Among friends: to 41, with claims"), {}),
        Preset(
            "claim-31",
            _("To 31, a claim needs one figure more and the marafona does not count for it"),
            {"targets": [31], "claim_extra_thirds": 1, "claim_counts_marafona": False},
        ),
        Preset(
            "maraffa-forever",
            _("Maraffa Forever: ace of trumps first, no bluff, 41 and a figure"),
            {"marafona_needs_ace_first": True, "announcements_must_be_true": True, "claim_extra_thirds": 1},
        ),
        Preset(
            "figures",
            _("By figures: eight hands, every third of a point counts"),
            {"deals": 8, "games_to_win": 1, "draws": True, "figures": True, "finish": "end_of_hand", "four_of_coins": "game"},
        ),
        Preset("eleven-zero", _("Eleven to nothing: a wrong card loses the hand 11–0"), {"revoke": "11_0"}),
        Preset(
            "olympics",
            _("Olympics of Maraffone: to the last card, true announcements, “briscola” said"),
            {
                "finish": "end_of_hand",
                "four_of_coins": "game",
                "announcements_must_be_true": True,
                "announcements": ["busso", "striscio", "volo", "briscola"],
            },
        ),
    )
    sources = (
        "S: gambiter.com/cards/tressette/beccaccino.html",
        "P5: it.doczz.net/doc/745523/regolamento-olimpiadi-di-maraffone-beccaccino",
        "P6: ilromagnolo.info/rubriche/lingua/i-giochi-di-carte-piu-famosi-in-romagna/",
        "P10: settimobinario.it/come-si-gioca-a-maraffone",
        "P11: it.teknopedia.teknokrat.ac.id (Marafone Beccacino)",
        "P14: corrierecesenate.it, sanmarinofixing.com (heats “a figure”, and figure, trentuno, quarantuno in one event)",
    )
    customs = (
        _("Also called Beccaccino, Maraffone, Maraffa or Marafon, and Trionfo around Ferrara; the cards are those of Romagna."),
        _("The dealer shuffles, his left cuts; the cards are dealt anticlockwise, two packets of five."),
        _(
            "Trump is named without a word or a sign between partners. From the second hand on, the partner of the "
            "player who names trump, at the dealer’s left, looks at his cards only afterwards."
        ),
        _("Earlier tricks may not be looked at: all players count in their heads."),
        _("Where “briscola” is among the announcements it is also said when trumping; a record notes it only when leading."),
        _("An announcement is about the suit that is led."),
        _(
            "Words for strong cards of one suit, after primiera: ventinove 3 and ace, ventotto 2 and ace, venticinque 3 and 2; with one "
            "more card terzo, with two quarto, with three quinto. They are not announced."
        ),
        _("Cappotto: a side without a whole point. It scores nothing more."),
    )
    discrepancies = (
        _("“Ventinove quinto (28 fifth)” in the original text is a slip: 3 and ace make 29 (ventinove), 2 and ace 28, 3 and 2 25."),
        _("The lists of announcements and of variants of the marafona are lost in the original text; they are filled in from others."),
        _(
            "Two further announcements are mentioned in the original text and were found nowhere: a table may name its "
            "own, as first and second."
        ),
        _("False announcements are legal in the original text and forbidden in two others: an option."),
        _("The first dealer, and who wins when both sides pass the target in one hand, are not written anywhere: they are options."),
    )

    def option_problems(self, options: MarafonOptions) -> Iterator[Problem]:
        yield from super().option_problems(options)
        yield from sheet.find_option_problems(options)

    def build_plan(self, options: MarafonOptions) -> Plan:
        return match_options.plan_of(
            options,
            both_over=BothOver.FIRST_SIDE if options.both_over == "battezzante_side_first" else BothOver.HIGHER_THEN_EXTRA_HAND,
            claims=options.finish != "end_of_hand",
            by_claim_only=options.finish == "claim_only",
            dealer_of_new_game="drawn" if options.four_of_coins == "game" else "rotates",
        )

    def find_expected_maker(self, state: State) -> int | None:
        """The seat to the dealer's right; None when the four of coins decides or the dealer is unknown.

        A session is under way where a match begins with a known dealer; a game is under way when it has points.
        """
        has_begun = bool(state.hands) or any(state.score)
        if state.options.four_of_coins != "game":
            has_begun = has_begun or bool(state.finished)
        if state.options.four_of_coins == "session":
            has_begun = has_begun or state.dealer is not None
        return None if not has_begun or state.dealer is None else (state.dealer + 1) % self.seat_count

    def suggest_boxes(self, state: State) -> dict[str, str]:
        maker = self.find_expected_maker(state)
        return {} if maker is None else {"maker": self.sitting.seat_name(maker)}

    def next_dealer(self, state: State, event: Event) -> int | None:
        """The player who named the trump deals the next hand; a void hand is dealt again by the same dealer."""
        if isinstance(event, VoidHand):
            return state.dealer
        maker = getattr(event, "maker", None)
        return self.find_expected_maker(state) if maker is None else maker

    def complete_values(self, state: State, values: Values) -> tuple[Values, list[Problem]]:
        points, thirds = sheet.complete_points(values["points"])
        return {**values, "points": points, "thirds": thirds}, []

    def box_text(self, entry: Event, spec: FieldSpec) -> tuple[str, ...]:
        thirds = getattr(entry, "thirds", None)
        if spec.name == "points" and thirds is not None:
            return tuple(f"{count}t" if count % THIRDS == 0 else format_thirds(count) for count in thirds)
        if spec.kind is FieldKind.POINTS_EXACT:
            taken_thirds = getattr(entry, spec.name)
            return ("" if taken_thirds is None else format_thirds(taken_thirds),)
        return super().box_text(entry, spec)

    def compute_steps(self, state: State, entry: MarafonHand) -> tuple[ScoreStep, ...]:
        """The marafona, then the card points; the target is checked after both."""
        first = None if entry.maker is None else self.sitting.side_of(entry.maker)
        card_step = ScoreStep(_("card points"), sheet.count_cards(state.options, entry), first=first)
        if entry.marafona is None:
            return (card_step,)
        bonus = state.options.marafona_value * state.options.unit
        return (ScoreStep(_("marafona"), points_to_side(entry.marafona, bonus), decides=False), card_step)

    def hand_problems(self, state: State, entry: MarafonHand) -> Iterator[Problem]:
        yield from judging.turn_problems(self.sitting, self.find_expected_maker(state), entry.maker, "maker", sheet.MAKER_OUT_OF_TURN)
        yield from sheet.find_problems(state.options, entry)

    def hand_stages(self, options: MarafonOptions) -> tuple[HandStage, ...]:
        return ((sheet.list_hand_scores(options), True),)

    def claim_shares(self, options: MarafonOptions) -> frozenset[Score]:
        """Whole points so far, at most 11 together, and the marafona of one side."""
        return claims.list_shares(options)

    def compute_forfeit(self, options: MarafonOptions) -> int:
        return options.hand_total

    def revoke_penalty(self, options: MarafonOptions) -> Punishment | None:
        return Punishment.HAND if options.revoke == "11_0" else None

    def list_prices(self, options: MarafonOptions) -> tuple[FaultPrice, ...]:
        announcement_price = (FaultPrice("announcement", None),) if options.announcements and options.announcements_must_be_true else ()
        claim_price = (FaultPrice("claim", Punishment.GAME, HandClaim.kind),) if options.finish != "end_of_hand" else ()
        return (*super().list_prices(options), *announcement_price, *claim_price)

    def claim_right(self, state: State, claim: HandClaim) -> bool | None:
        """B10, in thirds: the score before the hand, the marafona where it counts, and the tricks so far."""
        return claims.is_right(state, claim)

    def claim_steps(self, state: State, claim: HandClaim) -> tuple[ScoreStep, ...]:
        """What both sides had counted when the hand was stopped."""
        return claims.compute_steps(state, claim)

    def claim_problems(self, state: State, claim: HandClaim) -> Iterator[Problem]:
        yield from claims.find_problems(claim)

    def void_reasons(self, options: MarafonOptions) -> tuple[str, ...]:
        """The player who names the trump may throw in the hand, where that is a right."""
        return (MISDEAL, MONTE) if options.monte_below_thirds else (MISDEAL,)

    def row_tables(self) -> tuple[tuple[str, CountRows], ...]:
        return (
            (_("Thirds of a side"), sheet.build_side_rows()),
            (_("Thirds of the side with the marafona"), sheet.build_side_rows(marafona=True)),
        )

    def cards_each(self, options: MarafonOptions) -> int:
        return TRICKS

    def shuffle_and_deal(self, state: State, rng: random.Random) -> DealtCards:
        """The match determines who names the trump; otherwise the four of coins does, whichever seat dealt."""
        dealt, maker = super().shuffle_and_deal(state, rng), self.find_expected_maker(state)
        if maker is None and state.dealer is not None:
            maker = deal.find_four_holder(dealt)
        return replace(dealt, dealer=state.dealer, leader=maker)

    def open_deal(self, state: State, dealt: DealtCards) -> Deal:
        return deal.open_deal(state, dealt)

    def build_outcome(self, final_deal: deal.MarafonDeal) -> Event:
        return deal.build_outcome(final_deal)

    def random_hand(self, state: State, rng: random.Random) -> Event:
        """The same distribution as a random deal card by card, with the fast play-out; the trump is random, every marafona is declared."""
        return deal.play_random_hand(state, shuffle_deck(len(PACK), rng), self.find_expected_maker(state), rng.randrange(len(PACK.suits)))

    def build_search(self, state: State, entry: MarafonHand, rng: random.Random) -> HandSearch:
        return witness.build_search(state, entry, self.find_expected_maker(state), rng)

    def own_slips(self, state: State, typed: TypedBoxes) -> Iterator[Slip]:
        yield from sheet.find_slips(state.options, typed)
