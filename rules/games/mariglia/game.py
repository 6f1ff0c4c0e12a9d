"""Mariglia: its identity card, then each rule of the game under one sentence."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from rules import judging, match_options
from rules.cards import Pack
from rules.contract import FaultPrice, Preset, TypedBoxes
from rules.deals import Deal, DealtCards
from rules.events import Event, Punishment
from rules.feasibility import CountRows, HandStage
from rules.game import Game
from rules.games.mariglia import deal, sheet, witness
from rules.games.mariglia.tables import HALF, JACK_OVER_QUEEN, SCORES, TRICKS, MarigliaHand, MarigliaOptions, compute_turned_bonus, pack_of
from rules.layouts import HandSearch
from rules.paper_hints import ExtraBoxes, PaperHint
from rules.parsing import Values
from rules.playout import play_out, shuffle_deck
from rules.problems import Problem, Slip
from rules.scorebook import MatchState, Plan, ScoreStep, add_scores, points_to_side
from rules.texts import _

State = MatchState[MarigliaOptions]
HAND = _("hand")


class Mariglia(Game[MarigliaOptions, MarigliaHand]):
    key = "mariglia"
    name = _("Mariglia")
    place = _("Sardinia")
    summary = _(
        "Four players, two pairs, 40 cards, ten each. The dealer turns up his last card, the trionfo: its suit is "
        "trump, and its value is scored at once by his side. The player at the dealer’s right leads. Follow suit, "
        "and beat the winning card if an opponent has played it and you can. Each side counts its cards and one "
        "point for each trick, 70 in all; the side with more writes what it has above 35."
    )
    pack = JACK_OVER_QUEEN
    version = 2
    score_tables = (SCORES,)
    verbs = deal.VERBS
    deal_note = _("The last card of the dealer is the one that is turned up.")
    offences: ClassVar[Mapping[str, str]] = {
        **Game.offences,
        "answer": _("an untrue answer to one’s partner"),
        "talk": _("talk out of turn or in code"),
    }
    Options = MarigliaOptions
    HandEntry = MarigliaHand
    paper = PaperHint(
        {"trump": (ExtraBoxes("bonus", _("Bonus"), 1, needs="turned"),)}, typed=("score",), short=("dealer", "turned", "score")
    )
    presets = (
        Preset("tournament", _("Tournament: best of three, 35, 35 and 45"), {}),
        Preset("two-of-35", _("Two games to 35"), {"targets": [35], "games": 2}),
        Preset("single-45", _("One game to 45"), {"targets": [45], "games_to_win": 1}),
        Preset("single-70", _("One game to 70"), {"targets": [70], "games_to_win": 1}),
        Preset(
            "scoperto",
            _("At home: scoperto, the player who is winning may talk"),
            {"deal_style": "scoperto", "talk": "leaders_then_overtakers"},
        ),
    )
    sources = (
        "S: blog.zdsmith.com/posts/mariglia.html",
        "P1: gamesitereviews.biz/guides/202401/mariglia-manille-group/",
        "P2: it.scribd.com/document/555065988",
        "P3: iogames.studenti.it/come-giocare-a-mariglia-434759.html",
    )
    customs = (
        _("Genovese cards, with French suits, are usual at tournaments; Sardinian cards are played too, or 52 cards without 8, 9 and 10."),
        _("The 7 is called mariglia, the turned card trionfo, cards worth nothing frilli."),
        _("Scoperto: two packets of five each; the bottom card is shown before the deal and is the last that the dealer gives himself."),
        _(
            "Many count a trick’s frilli as one point together, and one point, the punto di fase, for a trick without "
            "frilli: that is the point for each trick."
        ),
        _("Whatever partners say the others must understand as well; signs agreed upon in secret are forbidden."),
        _(
            "A partner may ask how many cards of a suit or of a rank the other holds, or how many points; often one of them directs "
            "the play."
        ),
    )
    discrepancies = (
        _("The original text leaves the order of jack and queen open; two sources put the jack higher."),
        _("The order 7 A K J Q 6 5 4 3 2 is not listed in the original text. It follows from the values, and two sources list it."),
        _("“Above the agreed score” would make it impossible to win a game to 35 with a hand of 35: reaching it is enough."),
        _("Scoperto: the text lets the dealer expose nothing, a footnote says everybody gets a card face up; the text is followed."),
        _("At 35–35 nobody scores: the source is silent, the arithmetic forces it."),
        _("The next dealer and the price of a revoke are not written anywhere: the deal passes to the right, the referee decides."),
    )

    def build_plan(self, options: MarigliaOptions) -> Plan:
        return match_options.plan_of(options, strictly_above=options.win_test == "gt")

    def pack_of(self, options: MarigliaOptions) -> Pack:
        """An option exchanges jack and queen, in strength and in value."""
        return pack_of(options)

    def complete_values(self, state: State, values: Values) -> tuple[Values, list[Problem]]:
        """70 − x, 10 − k; a written score of 10 is a total of 45; a turned card typed with its suit gives the trump."""
        turned, trump, card_problems = sheet.parse_turned_card(values["turned"])
        total, total_problems = sheet.complete_total(values["total"], values["score"])
        return {**values, "turned": turned, "trump": values["trump"] or trump, "total": total}, [*card_problems, *total_problems]

    def compute_steps(self, state: State, entry: MarigliaHand) -> tuple[ScoreStep, ...]:
        """The turned card scores at once for the dealer's side; then each side scores what it has above 35."""
        turned = sheet.compute_turned_steps(state.options, entry)
        if entry.total is None:
            return turned
        return (*turned, ScoreStep(HAND, tuple(max(0, total - HALF) for total in entry.total), box="score"))

    def hand_problems(self, state: State, entry: MarigliaHand) -> Iterator[Problem]:
        yield from judging.turn_problems(self.sitting, state.dealer, entry.dealer, "dealer")
        yield from sheet.find_problems(state, entry)

    def hand_stages(self, options: MarigliaOptions) -> tuple[HandStage, ...]:
        """First 0 to 5 for the turned card, then 0 to 35 for one side."""
        highest = compute_turned_bonus(options, "7")
        turned = frozenset(points_to_side(side, points) for side in (0, 1) for points in range(highest + 1))
        played = frozenset(points_to_side(side, points) for side in (0, 1) for points in range(HALF + 1))
        return ((turned, options.trionfo_can_end_game), (played, True))

    def compute_forfeit(self, options: MarigliaOptions) -> int:
        """A hand lost by penalty gives the other side 35."""
        return HALF

    def revoke_penalty(self, options: MarigliaOptions) -> Punishment | None:
        return {"hand_35_to_opponents": Punishment.HAND, "game": Punishment.GAME}.get(options.revoke_penalty)

    def list_prices(self, options: MarigliaOptions) -> tuple[FaultPrice, ...]:
        answer_price = (FaultPrice("answer", None),) if options.truthful_answers and options.talk != "silent" else ()
        return (*super().list_prices(options), FaultPrice("talk", None), *answer_price)

    def row_tables(self) -> tuple[tuple[str, CountRows], ...]:
        return (
            (_("Total of card points and tricks"), sheet.build_side_rows()),
            (_("The side whose dealer turned the seven of trumps"), sheet.build_side_rows(trump_seven=True)),
        )

    def cards_each(self, options: MarigliaOptions) -> int:
        return TRICKS

    def open_deal(self, state: State, dealt: DealtCards) -> Deal:
        return deal.open_deal(state, dealt)

    def build_outcome(self, final_deal: deal.MarigliaDeal) -> Event:
        return deal.build_outcome(final_deal)

    def random_hand(self, state: State, rng: random.Random) -> Event:
        """The same distribution as a random deal card by card, with the fast play-out; the dealer’s last card is the turned one."""
        pack = pack_of(state.options)
        deck = shuffle_deck(len(pack), rng)
        dealer = rng.randrange(self.seat_count) if state.dealer is None else state.dealer
        turned = deck[dealer * TRICKS + TRICKS - 1]
        entry = MarigliaHand(dealer=dealer, turned=pack.rank_of(turned), trump=pack.suits[pack.suit_of(turned)])
        if sheet.find_winner(state, sheet.compute_turned_steps(state.options, entry)) is not None:
            return entry
        leader, trump = (dealer + 1) % self.seat_count, pack.suit_of(turned)
        played = play_out(pack, deck, leader, trump, must_beat=state.options.must_beat)
        return replace(entry, tricks=played.tricks, total=add_scores(played.points, played.tricks))

    def build_search(self, state: State, entry: MarigliaHand, rng: random.Random) -> HandSearch:
        return witness.build_search(state, entry, rng)

    def own_slips(self, state: State, typed: TypedBoxes) -> Iterator[Slip]:
        yield from sheet.find_slips(state, typed)
