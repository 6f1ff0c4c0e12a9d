"""Sancagna: its identity cards at tables of four, six and two, then each rule of the game under one sentence."""

import random
from collections.abc import Iterator, Mapping
from typing import ClassVar

from rules import judging
from rules.contract import FaultPrice, Preset, TypedBoxes
from rules.deals import Deal, DealtCards
from rules.events import Event, GameScore, Punishment
from rules.feasibility import CountRows
from rules.game import Game
from rules.games.sancagna import deal, sheet, witness
from rules.games.sancagna.quick import quick_hand, random_waits
from rules.games.sancagna.shares import build_side_rows
from rules.games.sancagna.tables import (
    CUSTOMS,
    CUSTOMS_OF_PARTNERS,
    OUT,
    PACK,
    PENALTY_POINTS,
    RANK_WORDS,
    SCORES,
    TABLES,
    TURNED_POINTS,
    SancagnaHand,
    SancagnaOptions,
    SancagnaTable,
)
from rules.layouts import HandSearch
from rules.paper_hints import BoxSource, ExtraBoxes, PaperHint
from rules.parsing import Values
from rules.playout import shuffle_deck
from rules.problems import Problem, Slip
from rules.scorebook import MatchState, Plan, ScoreStep
from rules.texts import _
from rules.written_cards import parse_card

State = MatchState[SancagnaOptions]
NO_SIGNALS = Preset("no-signals", _("Three circles, no signals, only the winner of the trick may claim"), {
    "signals_allowed": False, "claim_by": "trick_winner"})  # fmt: skip
TALK_UNSAID = _("The original text presumes that partners may talk but does not say so: an option.")


class SancagnaGame(Game[SancagnaOptions, SancagnaHand]):
    """The rules, the same at a table of any size; the subclasses below set the number of players."""

    place = _("Burano (Venice)")
    pack = PACK
    score_tables = (SCORES,)
    verbs = deal.VERBS
    offences: ClassVar[Mapping[str, str]] = {
        **Game.offences,
        "signal": _("a sign to one’s partner"),
        "talk": _("a word to one’s partner"),
        "claim": _("a wrong claim"),
    }
    Options = SancagnaOptions
    HandEntry = SancagnaHand
    paper = PaperHint(
        {
            "points": (
                ExtraBoxes("circles", _("Circles"), 1, source=BoxSource.GAMES_WON),
                ExtraBoxes("carry", _("Carry"), 2, source=BoxSource.CARRY),
            )
        },
        short=("claim", "points", "last"),
        score_digits=1,
        running=_("Circles in all"),
        final=_("Circles won"),
        title=_("Circles of %(target)s points"),
        series=_("%(games)d circles of %(target)s points"),
        result=_("RESULT: circles won"),
    )
    presets: ClassVar[tuple[Preset, ...]] = (
        Preset("tournament", _("Group match: three circles"), {}),
        Preset("knockout", _("Knockout match: five circles"), {"circles_to_win": 5}),
        Preset("friendly", _("Among friends: five circles, the shortfall of a wrong claim goes to the others"), {
            "circles_to_win": 5, "shortfall_to_opponents": True, "illegal_play": "game"}),
    )  # fmt: skip
    sources = ("S: pagat.com/pointtrk/sancagna.html", "Alberto Fiorin, IPCS Convention, Trieste 1997, pp. 71–73 (through S)")
    discrepancies: ClassVar[tuple[str, ...]] = (
        _(
            "“13 points in each other suit” in the original text is a slip: 4+3+2+1+1+1+1+1 = 14, and only with 14 does "
            "the pack have its 72 points."
        ),
        _(
            "The “only illegal play” of the original text leaves out a discard on a trump lead, which the rule before it "
            "forbids: the rule is followed."
        ),
        _(
            "What a side has carried when the others’ wrong call gives it a game is not written either: it belongs to that game, and the "
            "next one begins without it."
        ),
        _("“Even three games at once” forgets the carry: 20 and 72 points are four circles."),
        _(
            "Length of a match, winner of a trick, end without a claim and a loser’s carry are not written anywhere: "
            "they are options, or the plain meaning."
        ),
        _("The price of a wrong claim is the original text’s own guess by analogy."),
        _("A penalty of three games and nine points is given to the other side: 72 points, which make circles at once."),
    )

    @property
    def table(self) -> SancagnaTable:
        return TABLES[self.seat_count]

    def build_plan(self, options: SancagnaOptions) -> Plan:
        """A game is won with 21 points, a circle; the remainder counts towards the next game."""
        return Plan(2, (OUT,), options.circles_to_win, carries=True, loser_keeps=options.carry_persists_after_loss)

    def complete_values(self, state: State, values: Values) -> tuple[Values, list[Problem]]:
        """Points of only one side that make 21 are those of the side that called: a call that loses the game is written, never guessed.
        Tricks of only one side give the other side the rest.
        """
        turned, trump, turned_problems = parse_card(values["turned"], "turned", TURNED_POINTS, RANK_WORDS)
        rank, suit, bottom_problems = parse_card(values["bottom"], "bottom", TURNED_POINTS, RANK_WORDS)
        bottom = rank and f"{suit or ''}{rank}"
        points, tricks, claim = values["points"], values["tricks"], values["claim"]
        if claim is None and points is not None and None in points:
            counted = 1 - points.index(None)
            claim = counted if state.score[counted] + (points[counted] or 0) >= OUT else None
        elif claim is None and tricks is not None and None in tricks:
            tricks = tuple(self.table.tricks - sum(filter(None, tricks)) if count is None else count for count in tricks)
        parsed = {"turned": turned, "trump": values["trump"] or trump, "bottom": bottom}
        return {**values, **parsed, "claim": claim, "tricks": tricks}, [*turned_problems, *bottom_problems]

    def compute_steps(self, state: State, entry: SancagnaHand) -> tuple[ScoreStep, ...]:
        """Only the side that called counts; its call is right when carry and tricks make 21."""
        return sheet.compute_steps(state, entry)

    def hand_problems(self, state: State, entry: SancagnaHand) -> Iterator[Problem]:
        yield from judging.turn_problems(self.sitting, state.dealer, entry.dealer, "dealer")
        yield from sheet.find_problems(self.table, state, entry)

    def score_problems(self, state: State, event: GameScore) -> Iterator[Problem]:
        if event.number in (None, state.game_number):
            yield from sheet.find_score_problems(state, event.scores)

    def compute_forfeit(self, options: SancagnaOptions) -> int:
        """Three games and nine points, the value of the whole pack."""
        return PENALTY_POINTS

    def revoke_penalty(self, options: SancagnaOptions) -> Punishment | None:
        return {"opponents_three_games_and_nine": Punishment.HAND, "game": Punishment.GAME}.get(options.illegal_play)

    def list_prices(self, options: SancagnaOptions) -> tuple[FaultPrice, ...]:
        sign_price = () if options.signals_allowed or self.entry_size == 1 else (FaultPrice("signal", None),)
        talk_price = () if options.talk_allowed or self.entry_size == 1 else (FaultPrice("talk", None),)
        return (*super().list_prices(options), FaultPrice("claim", Punishment.GAME, SancagnaHand.kind), *sign_price, *talk_price)

    def own_slips(self, state: State, typed: TypedBoxes) -> Iterator[Slip]:
        yield from sheet.find_slips(state, typed)

    def row_tables(self) -> tuple[tuple[str, CountRows], ...]:
        return ((_("Points of a side"), build_side_rows(self.table)),)

    def cards_each(self, options: SancagnaOptions) -> int:
        return self.table.each

    def open_deal(self, state: State, dealt: DealtCards) -> Deal:
        return deal.open_deal(state, dealt)

    def build_outcome(self, final_deal: deal.SancagnaDeal) -> Event:
        return deal.build_outcome(final_deal)

    def random_hand(self, state: State, rng: random.Random) -> Event:
        """The same distribution as a random deal card by card, with a fast play-out and only right calls."""
        dealer = rng.randrange(self.seat_count) if state.dealer is None else state.dealer
        deck = shuffle_deck(len(PACK), rng)
        follow_trumps = state.options.follow_trump_lead
        return quick_hand(self.table, state.score, deck, dealer, random_waits(rng), follow_trumps=follow_trumps)

    def build_search(self, state: State, entry: SancagnaHand, rng: random.Random) -> HandSearch:
        return witness.build_search(self.table, state, entry, rng)


class Sancagna(SancagnaGame):
    key = "sancagna"
    name = _("Sancagna")
    summary = _(
        "Four players, two pairs, 52 cards: six each, and six more if nobody has claimed. The next card is turned up and makes "
        "trump; four cards are never played. Follow suit or trump; without the suit led play anything. At the end of a trick "
        "the side that won it may claim: with 21 points, counting those carried from the game before, it has won a game, a "
        "circle, and carries the rest."
    )
    presets = (*SancagnaGame.presets, NO_SIGNALS)
    discrepancies = (*SancagnaGame.discrepancies, TALK_UNSAID)
    customs = (_("Cards are dealt anticlockwise in packets of three; the deal passes to the right."), *CUSTOMS_OF_PARTNERS, *CUSTOMS)


class SancagnaOfSix(SancagnaGame):
    """Two teams of three, each player between two opponents; four cards a deal."""

    key = "sancagna6"
    name = _("Sancagna for six")
    summary = _(
        "Six players, two teams of three who sit alternately, 52 cards: four each, and four more if nobody has claimed. The "
        "next card is turned up and makes trump; four cards are never played. Follow suit or trump; without the suit led play "
        "anything. At the end of a trick the side that won it may claim: with 21 points, counting those carried from the game "
        "before, it has won a game, a circle, and carries the rest."
    )
    presets = (*SancagnaGame.presets, NO_SIGNALS)
    discrepancies = (*SancagnaGame.discrepancies, TALK_UNSAID)
    customs = (_("Cards are dealt anticlockwise in packets of four; the deal passes to the right."), *CUSTOMS_OF_PARTNERS, *CUSTOMS)
    seat_count, entry_size = 6, 3


class SancagnaOfTwo(SancagnaGame):
    """Six cards a deal, up to four deals."""

    key = "sancagna2"
    name = _("Sancagna for two")
    summary = _(
        "One against one, 52 cards: six each, and up to three times six more while nobody has claimed. The next card is turned "
        "up and makes trump; four cards are never played. Follow suit or trump; without the suit led play anything. At the end "
        "of a trick its winner may claim: with 21 points, counting those carried from the game before, he has won a game, a "
        "circle, and carries the rest."
    )
    customs = (_("Cards are dealt in packets of three; the two players deal in turn."), *CUSTOMS)
    seat_count, entry_size = 2, 1
