"""What a game declares about itself, and the hooks that the kernel calls. Games are stateless."""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Self, TypeVar

from rules.cards import Pack
from rules.deals import Deal, DealtCards
from rules.events import COMMON_EVENTS, MISDEAL, OTHER_OFFENCE, Event, GameScore, HandClaim, HandEntry, Penalty, Punishment, VoidHand
from rules.feasibility import CountRows, HandStage
from rules.layouts import HandSearch
from rules.match_options import find_length_problems
from rules.options import FieldChoice, FieldSpec, Options, declared_fields
from rules.paper_hints import PaperHint
from rules.parsing import Sitting, Values, format_value
from rules.problems import Problem, Slip
from rules.scorebook import MatchState, Plan, Score, ScoreStep, rank_by_games_won
from rules.texts import _
from rules.verbs import Verb

OptionsT = TypeVar("OptionsT", bound=Options)
EntryT = TypeVar("EntryT", bound=HandEntry)
TypedBoxes = Mapping[str, str]
REVOKE = "revoke"
"""The offence that a hand card by card shows."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options that differ from the defaults."""

    key: str
    title: str
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FaultPrice:
    """The cost of a fault under the rules of a tournament; the referee decides when there is no punishment."""

    offence: str
    """Its key among the `offences` of the game."""
    cost: Punishment | None
    entered: str = Penalty.kind
    """Kind of the event that is entered for it: some faults show in the hand or the claim itself."""


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """A table of the handbook: what scores how much under the default options. A cell is a msgid, a number or a word of the game."""

    caption: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Contract(ABC, Generic[OptionsT, EntryT]):
    """The part that a game file fills in. Subclass `rules.game.Game`, which adds what the site calls."""

    key: ClassVar[str]
    name: ClassVar[str]
    place: ClassVar[str]
    """Where it is played."""
    summary: ClassVar[str]
    """The game in at most eight lines, for the handbook."""
    unit: ClassVar[str] = _("Points")
    """What the values of the cards are counted in."""
    plays_cards: ClassVar[bool] = True
    """Whether hands can be played card by card; otherwise only points are kept."""
    pack: ClassVar[Pack]
    version: ClassVar[int] = 1
    """Raised whenever the same events could fold to something else, or be refused (`Fact.since`)."""
    offences: ClassVar[Mapping[str, str]] = {REVOKE: _("a card against the rules of play")}
    """What the rules of the game forbid, by key; `list_prices` says which of them a tournament knows and what they cost."""
    side_count: ClassVar[int] = 2
    seat_count: ClassVar[int] = 4
    entry_size: ClassVar[int] = 2  # persons in an entry
    presets: ClassVar[tuple[Preset, ...]]
    sources: ClassVar[tuple[str, ...]] = ()
    discrepancies: ClassVar[tuple[str, ...]] = ()
    """What the sources leave open or say twice, for the handbook."""
    customs: ClassVar[tuple[str, ...]] = ()
    """What the table observes and no sheet shows, for the handbook: how cards are dealt, what may be said, words of the game."""
    score_tables: ClassVar[tuple[ScoreTable, ...]]
    deal_note: ClassVar[str] = ""
    """What whoever writes down the cards must know about their order; empty where it does not matter."""
    verbs: ClassVar[tuple[Verb, ...]]
    """What seats can do, in the order in which `legal_actions` lists it."""
    Options: ClassVar[type[Any]]
    naming_options: ClassVar[frozenset[str]] = frozenset()
    """Options that name the game and the columns of its sheet (`in_words_of`): the same in all stages of a tournament."""
    declared_bonuses: ClassVar[Mapping[str, str]] = {}
    """By the reason of a score step, what a side declared, in the plural: what is counted over an evening."""
    HandEntry: ClassVar[type[Any]]
    common_events: ClassVar[tuple[type[Event], ...]] = COMMON_EVENTS
    """Those events beside the hand that the game knows."""
    paper: ClassVar[PaperHint] = PaperHint()
    """Widths, sums and extra boxes of its score sheets on paper."""

    @abstractmethod
    def build_plan(self, options: OptionsT) -> Plan:
        """The plan that says how a match is won under these options."""

    @abstractmethod
    def compute_steps(self, state: MatchState[OptionsT], entry: EntryT) -> tuple[ScoreStep, ...]:
        """The steps that a hand adds to the score, in the order in which they are scored."""

    @abstractmethod
    def hand_problems(self, state: MatchState[OptionsT], entry: EntryT) -> Iterator[Problem]:
        """Every problem of a hand, impossible or remarkable. Must not raise, whatever the entry holds."""

    def in_words_of(self, rules: Mapping[str, Any]) -> Self:
        """This game as a tournament with these stored options names it and its columns; most games have words of their own."""
        return self

    def word_field(self, spec: FieldSpec) -> FieldSpec:
        """A box of the sheet in the words of the tournament."""
        return spec

    def fields_of(self, declaration: type[Event]) -> tuple[FieldSpec, ...]:
        """The declared boxes of an event, those of the hand in the words of the tournament, those of a penalty with the game's offences."""
        specs = declared_fields(declaration)
        if declaration is Penalty:
            return tuple(add_offences(spec, self.offences) if spec.name == "offence" else spec for spec in specs)
        return tuple(map(self.word_field, specs)) if declaration is self.HandEntry else specs

    def complete_values(self, state: MatchState[OptionsT], values: Values) -> tuple[Values, list[Problem]]:
        """The values with everything that follows from the typed ones, and the problems.

        Boxes of `also_typed` are turned into stored fields.
        """
        return values, []

    def option_problems(self, options: OptionsT) -> Iterator[Problem]:
        """Problems of options that contradict each other; a game with more of them adds its own."""
        yield from find_length_problems(options)

    def next_dealer(self, state: MatchState[OptionsT], event: Event) -> int | None:
        """The seat that deals after this event: by default the next one to the right, after a void hand the same one."""
        if isinstance(event, VoidHand):
            return state.dealer
        event_dealer = getattr(event, "dealer", None)
        dealer = state.dealer if event_dealer is None else event_dealer
        return None if dealer is None else (dealer + 1) % self.seat_count

    def own_slips(self, state: MatchState[OptionsT], typed: TypedBoxes) -> Iterator[Slip]:
        """Slips of the pen that are specific to the sheet of this game."""
        yield from ()

    def hand_stages(self, options: OptionsT) -> tuple[HandStage, ...]:
        """All alternatives of each stage of a hand, when they are few enough to search whole games; else empty."""
        return ()

    def claim_shares(self, options: OptionsT) -> frozenset[Score]:
        """What both sides can have scored in a hand that a claim stops."""
        return frozenset()

    def row_tables(self) -> tuple[tuple[str, CountRows], ...]:
        """Titled tables for the handbook: the counts that are possible with each number of tricks."""
        return ()

    def pack_of(self, options: OptionsT) -> Pack:
        """The pack with its order and values under these options."""
        return self.pack

    def revoke_penalty(self, options: OptionsT) -> Punishment | None:
        """The cost of playing a wrong card in this tournament; None when the referee decides."""
        return None

    def list_prices(self, options: OptionsT) -> tuple[FaultPrice, ...]:
        """Every fault that the rules of this tournament name, with its cost."""
        return (FaultPrice(REVOKE, self.revoke_penalty(options)),)

    def list_offences(self, options: OptionsT) -> tuple[str, ...]:
        """The keys of the offences that a penalty can name in this tournament."""
        return (*(price.offence for price in self.list_prices(options) if price.entered == Penalty.kind), OTHER_OFFENCE)

    def compute_forfeit(self, options: OptionsT) -> int | None:
        """Points of the other side when a hand is lost by penalty; None when the game has no such penalty."""
        return None

    def claim_right(self, state: MatchState[OptionsT], claim: HandClaim) -> bool | None:
        """Whether the counted points make the claim right; None when no points were given."""
        return None

    def claim_steps(self, state: MatchState[OptionsT], claim: HandClaim) -> tuple[ScoreStep, ...]:
        """The steps that a right claim adds to the score."""
        return ()

    def claim_problems(self, state: MatchState[OptionsT], claim: HandClaim) -> Iterator[Problem]:
        yield from ()

    def void_reasons(self, options: OptionsT) -> tuple[str, ...]:
        """The reasons for which cards may be dealt again under these options."""
        return (MISDEAL,)

    def void_counts(self, state: MatchState[OptionsT], event: VoidHand) -> bool:
        """Whether a void hand counts towards a fixed number of hands."""
        return False

    def score_problems(self, state: MatchState[OptionsT], event: GameScore) -> Iterator[Problem]:
        """Problems of the final score of a game that only this game can detect."""
        yield from ()

    def rank_sides(self, state: MatchState[OptionsT]) -> tuple[tuple[int, ...], ...]:
        """Sides from first to last place at this table; sides that share a place are in one tuple."""
        return rank_by_games_won(state)

    def suggest_boxes(self, state: MatchState[OptionsT]) -> dict[str, str]:
        """Typed text, by box name, of the boxes of the next hand that can be filled in beforehand."""
        if state.dealer is None or all(spec.name != "dealer" for spec in declared_fields(self.HandEntry)):
            return {}
        return {"dealer": self.sitting.seat_name(state.dealer)}

    def box_text(self, entry: Event, spec: FieldSpec) -> tuple[str, ...]:
        """The typed text of each box of a field; parsing it gives the same value."""
        value = getattr(entry, spec.name, None)
        if spec.per_side:
            values = value if value is not None else (None,) * self.side_count
            return tuple(format_value(side_value, spec, self.sitting) for side_value in values)
        return (format_value(value, spec, self.sitting),)

    # Card by card

    @abstractmethod
    def cards_each(self, options: OptionsT) -> int:
        """Number of cards first dealt to each seat."""

    @abstractmethod
    def open_deal(self, state: MatchState[OptionsT], dealt: DealtCards) -> Deal:
        """The state of a hand after the deal, before the first action."""

    @abstractmethod
    def build_outcome(self, deal: Any) -> Event:
        """The event that the table writes after a finished hand."""

    def build_search(self, state: MatchState[OptionsT], entry: EntryT, rng: random.Random) -> HandSearch | None:
        """A search for a hand that ends as an accepted entry says; None when the game has no such search."""
        return None

    @property
    def sitting(self) -> Sitting:
        return Sitting(self.side_count, self.seat_count)


def add_offences(spec: FieldSpec, offences: Mapping[str, str]) -> FieldSpec:
    """The box with the offences of a game before its own choices."""
    return replace(spec, choices=(*(FieldChoice(key, label) for key, label in offences.items()), *spec.choices))
