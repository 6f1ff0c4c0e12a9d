"""Tressette: its identity card, then each rule of the game under one sentence."""

import random
from collections.abc import Iterator, Mapping
from typing import ClassVar

from rules import judging, match_options
from rules.contract import FaultPrice, Preset, TypedBoxes
from rules.deals import Deal, DealtCards
from rules.events import MISDEAL, MONTE, Event, Punishment
from rules.feasibility import CountRows, HandStage
from rules.game import Game
from rules.games.tressette import deal, sheet, witness
from rules.games.tressette.tables import (
    ACCUSE_SCORES,
    ALL_POINTS,
    CARDS_EACH,
    PACK,
    SCORES,
    TABLES,
    TressetteHand,
    TressetteOfTwoHand,
    TressetteOfTwoOptions,
    TressetteOptions,
    TressettePairsOptions,
    TressetteTable,
)
from rules.layouts import HandSearch
from rules.paper_hints import PaperHint
from rules.parsing import Values
from rules.playout import shuffle_deck
from rules.problems import Problem, Slip
from rules.scorebook import MatchState, Plan, ScoreStep
from rules.texts import _
from rules.verbs import Verb

State = MatchState[TressetteOptions]
POINT_SHARES = frozenset((points, ALL_POINTS - points) for points in range(ALL_POINTS + 1))


class TressetteGame(Game[TressetteOptions, TressetteHand]):
    """The rules, the same at a table of four and of two; the subclasses below set the number of players."""

    place = _("Italy")
    unit = _("Thirds of a point")
    pack = PACK
    version = 2
    score_tables = (SCORES, ACCUSE_SCORES)
    offences: ClassVar[Mapping[str, str]] = {**Game.offences, "talk": _("a forbidden word or sign")}
    Options = TressetteOptions
    HandEntry = TressetteHand
    declared_bonuses: ClassVar[Mapping[str, str]] = {"accuse": _("accuse")}
    paper = PaperHint(short=("accuse", "points"))
    sources = (
        "T1: adamoli.org, Piccola enciclopedia di giuochi e passatempi, p. 43",
        "T2: spazioinwind.libero.it/carte/tresette.htm",
        "T3: tresette.org/index.php?pagina=accusa-nel-tresette",
        "T4: sapere.it/enciclopedia/tressètte.html",
        "T5: trapaninfo.it/et/Tressette.htm",
        "T6: sudiro.altervista.org/tressette.htm (Chitarrella)",
        "T7: viniciocoletti.it/cards/tressette/regole.php",
        "T9: documentation.help/Cuperativa, 2.1 Il gioco del tressette in due",
        "T10: digitalmoka.com/?p=2329 (Tressette a due)",
        "T8: asdvillasantangelo.blogspot.com/2025/12 (regulation of a tournament)",
    )
    customs: ClassVar[tuple[str, ...]] = (
        _("The dealer gives ten cards to each, five at a time, to the right; the player at his left cuts."),
        _("A player who accuses names the suit of a napoletana, and of three honours the one that is missing; no card need be shown."),
        _("The player who leads may say busso (play your best of this suit), striscio (I have more of it) or volo (this was my last)."),
        _("A side without a whole point has suffered a cappotto; stakes may be doubled, the score is not."),
    )
    discrepancies: ClassVar[tuple[str, ...]] = (
        _("Some let a side stop the game as soon as it has the target; here a hand is played to its end and counted."),
        _("Accuse are said in the first trick, in the first two or in the first three: an option."),
        _("Three sevens once scored as well, and some add a tail to the napoletana: not played here."),
        _("A player who accuses three of what he has four loses the fourth point; the table writes what was said."),
    )

    @property
    def table(self) -> TressetteTable:
        return TABLES[self.seat_count]

    def build_plan(self, options: TressetteOptions) -> Plan:
        return match_options.plan_of(options)

    def complete_values(self, state: State, values: Values) -> tuple[Values, list[Problem]]:
        return sheet.complete_values(values), []

    def compute_steps(self, state: State, entry: TressetteHand) -> tuple[ScoreStep, ...]:
        """The accuse are written, then the points; the target is looked at when both are counted."""
        accuse = () if entry.accuse is None else (ScoreStep(_("accuse"), entry.accuse, decides=False),)
        return (*accuse, ScoreStep(_("points"), entry.points))

    def hand_problems(self, state: State, entry: TressetteHand) -> Iterator[Problem]:
        yield from judging.turn_problems(self.sitting, state.dealer, entry.dealer, "dealer")
        yield from sheet.find_problems(self.table, state.options, entry)

    def own_slips(self, state: State, typed: TypedBoxes) -> Iterator[Slip]:
        yield from sheet.find_slips(typed)

    def hand_stages(self, options: TressetteOptions) -> tuple[HandStage, ...]:
        pairs = self.table.accuse_pairs
        accuse = ((frozenset(pairs) | frozenset(pair[::-1] for pair in pairs), False),) if options.accuse else ()
        return (*accuse, (POINT_SHARES, True))

    def row_tables(self) -> tuple[tuple[str, CountRows], ...]:
        return ((_("Thirds of a side"), sheet.build_side_rows(self.table)),)

    def void_reasons(self, options: TressetteOptions) -> tuple[str, ...]:
        return (MISDEAL, MONTE) if options.monte else (MISDEAL,)

    def revoke_penalty(self, options: TressetteOptions) -> Punishment | None:
        return Punishment.HAND if options.revoke == "11_0" else None

    def list_prices(self, options: TressetteOptions) -> tuple[FaultPrice, ...]:
        if not isinstance(options, TressettePairsOptions):
            return super().list_prices(options)
        talk = Punishment.HAND if options.talk == "11_0" else None
        return (*super().list_prices(options), FaultPrice("talk", talk))

    def compute_forfeit(self, options: TressetteOptions) -> int:
        return ALL_POINTS

    def cards_each(self, options: TressetteOptions) -> int:
        return CARDS_EACH

    def open_deal(self, state: State, dealt: DealtCards) -> Deal:
        return deal.open_deal(state, dealt)

    def build_outcome(self, final_deal: deal.TressetteDeal) -> Event:
        return deal.build_outcome(final_deal)

    def random_hand(self, state: State, rng: random.Random) -> Event:
        """The same distribution as a random deal card by card, with a fast play-out; everything that can be accused is."""
        dealer = rng.randrange(self.seat_count) if state.dealer is None else state.dealer
        return deal.play_random_hand(state.options, shuffle_deck(len(PACK), rng), dealer, self.seat_count)


class Tressette(TressetteGame):
    key = "tressette"
    name = _("Tressette")
    verbs: ClassVar[tuple[Verb, ...]] = deal.VERBS
    Options = TressettePairsOptions
    summary = _(
        "Four players, two pairs, 40 cards, ten each, no trump. The player at the dealer’s right leads; follow suit. An ace is a point; "
        "three, two, king, cavallo and jack are a third each, the last trick a point; fractions are dropped, so that a hand makes 11. At "
        "the beginning players accuse: three, two and ace of a suit, or three aces, twos or threes, 3 points; four of them 4."
    )
    presets = (
        Preset("accuse-31", _("With accuse, one game to 31"), {}),
        Preset("plain-21", _("Without accuse, one game to 21"), {"targets": [21], "accuse": False}),
        Preset("three-21", _("Without accuse, best of three to 21"), {"targets": [21], "accuse": False, "games_to_win": 2}),
        Preset("accuse-41", _("With accuse, one game to 41"), {"targets": [41]}),
        Preset(
            "silent",
            _("Tournament in silence: a forbidden word costs the hand, 11–0"),
            {"targets": [21], "accuse": False, "talk": "11_0", "revoke": "11_0"},
        ),
    )

    def build_search(self, state: State, entry: TressetteHand, rng: random.Random) -> HandSearch | None:
        return witness.build_search(state, entry, rng)


class TressetteOfTwo(TressetteGame):
    """One against one: ten cards each, then everybody draws; twenty tricks."""

    key = "tressette2"
    name = _("Tressette for two")
    verbs: ClassVar[tuple[Verb, ...]] = deal.VERBS_OF_TWO
    Options = TressetteOfTwoOptions
    HandEntry = TressetteOfTwoHand
    seat_count = 2
    entry_size = 1
    summary = _(
        "One against one, 40 cards, ten each, no trump. The dealer’s opponent leads; follow suit. After each trick its winner draws a card "
        "from the stock, then the other; both show what they draw. An ace is a point; three, two, king, cavallo and jack are a third each, "
        "the last trick a point; fractions are dropped, so that a hand makes 11. Accuse, if played, are made of the cards dealt."
    )
    presets = (
        Preset("plain-21", _("Without accuse, one game to 21"), {}),
        Preset("three-21", _("Without accuse, best of three to 21"), {"games_to_win": 2}),
        Preset("accuse-31", _("With accuse, one game to 31"), {"targets": [31], "accuse": True}),
        Preset("accuse-41", _("With accuse, one game to 41"), {"targets": [41], "accuse": True}),
    )
    customs = (
        _("The dealer gives ten cards to each, five at a time; the rest is the stock, face down."),
        _("The winner of a trick draws first. Both show the card that they drew, so that attentive players know what the other holds."),
        _("When the stock is gone the last ten tricks are played with the cards held."),
        _("A player who accuses names the suit of a napoletana, and of three honours the one that is missing; no card need be shown."),
        _("Also called pizzico or spizzichino, names that elsewhere mean a game with packets of five cards."),
    )
    discrepancies = (
        _("Some accuse also with cards that they draw; here only the ten cards dealt count, in the first tricks."),
        _("Some play to 21 without accuse and to 31 or 41 with them, others agree on any target: an option."),
        _("The game called pizzichino deals packets of five and opens cards on the table: it is not this one."),
    )
