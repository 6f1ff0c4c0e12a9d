"""What a game says of itself: its identity card, what it declares, and the few questions that the kernel asks. Stateless."""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from rules.cards import Pack
from rules.deals import Deal, Dealt
from rules.events import COMMON_EVENTS, MISDEAL, Claim, Event, GameScore, HandEntry, Penalty, Punishment, VoidHand
from rules.feasibility import Rows, Stage
from rules.layouts import Quest
from rules.masses import MassPlay
from rules.options import FieldSpec, Options, declared_fields
from rules.parsing import Sitting, Values, show
from rules.problems import Problem, Slip
from rules.scorebook import MatchState, Plan, Step, placing
from rules.texts import _
from rules.verbs import Verb

OptionsT = TypeVar("OptionsT", bound=Options)
EntryT = TypeVar("EntryT", bound=HandEntry)
Typed = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options that differ from the defaults."""

    key: str
    title: str
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Price:
    """What a fault costs by the rules of a tournament. Without a punishment the referee decides."""

    fault: str
    cost: Punishment | None
    entered: str = Penalty.kind
    """Kind of the event that is entered for it: some faults show in the hand or the claim itself."""


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """What scores how much under the default options, for the handbook. Every cell is a msgid, a number or a word of the game."""

    caption: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Contract(ABC, Generic[OptionsT, EntryT]):
    """Subclass `rules.game.Game`, which adds what the site asks; this part is what a game file fills in."""

    key: ClassVar[str]
    name: ClassVar[str]
    place: ClassVar[str]
    """Where it is played."""
    summary: ClassVar[str]
    """The game in at most eight lines, for the handbook."""
    unit: ClassVar[str] = _("Points")
    """What the values of the cards are counted in."""
    pack: ClassVar[Pack]
    version: ClassVar[int] = 1
    """Raised whenever the same events could fold to something else."""
    side_count: ClassVar[int] = 2
    seat_count: ClassVar[int] = 4
    entry_size: ClassVar[int] = 2
    """Persons in an entry."""
    presets: ClassVar[tuple[Preset, ...]]
    sources: ClassVar[tuple[str, ...]] = ()
    discrepancies: ClassVar[tuple[str, ...]] = ()
    """What the sources leave open or say twice, for the handbook."""
    customs: ClassVar[tuple[str, ...]] = ()
    """What the table observes and no sheet shows, for the handbook: how cards are dealt, what may be said, words of the game."""
    score_tables: ClassVar[tuple[ScoreTable, ...]]
    verbs: ClassVar[tuple[Verb, ...]]
    """What seats can do, in the order in which `legal_actions` lists it."""
    Options: ClassVar[type[Any]]
    HandEntry: ClassVar[type[Any]]
    common_events: ClassVar[tuple[type[Event], ...]] = COMMON_EVENTS
    """Those events beside the hand that the game knows."""

    @abstractmethod
    def plan(self, options: OptionsT) -> Plan:
        """How a match is won under these options."""

    @abstractmethod
    def steps(self, state: MatchState[OptionsT], entry: EntryT) -> tuple[Step, ...]:
        """What a hand adds to the score, in the order in which it is scored."""

    @abstractmethod
    def hand_problems(self, state: MatchState[OptionsT], entry: EntryT) -> Iterator[Problem]:
        """Everything that is wrong with or striking about a hand. Must not raise, whatever the entry holds."""

    def complete(self, state: MatchState[OptionsT], values: Values) -> tuple[Values, list[Problem]]:
        """Fill in what follows from the typed values, and turn boxes of `also_typed` into kept fields."""
        return values, []

    def option_problems(self, options: OptionsT) -> Iterator[Problem]:
        """Options that do not go together."""
        yield from ()

    def next_dealer(self, state: MatchState[OptionsT], event: Event) -> int | None:
        """The seat that deals after this event; the deal passes to the right."""
        if isinstance(event, VoidHand):
            return state.dealer
        dealt = getattr(event, "dealer", None)
        dealer = state.dealer if dealt is None else dealt
        return None if dealer is None else (dealer + 1) % self.seat_count

    def own_slips(self, state: MatchState[OptionsT], typed: Typed) -> Iterator[Slip]:
        """Slips of the pen that only this game's sheet invites."""
        yield from ()

    def hand_stages(self, options: OptionsT) -> tuple[Stage, ...]:
        """All alternatives of each step of a hand, when they are few enough to search whole games; else nothing."""
        return ()

    def row_tables(self) -> tuple[tuple[str, Rows], ...]:
        """Titled tables of what goes with how many tricks, for the handbook."""
        return ()

    def pack_of(self, options: OptionsT) -> Pack:
        """The pack with its order and values under these options."""
        return self.pack

    def revoke_penalty(self, options: OptionsT) -> Punishment | None:
        """What a wrong card costs by the rules of this tournament; None: the referee decides."""
        return None

    def prices(self, options: OptionsT) -> tuple[Price, ...]:
        """Every fault that the rules of this tournament name, with what it costs."""
        return (Price(_("a card against the rules of play"), self.revoke_penalty(options)),)

    def forfeit(self, options: OptionsT) -> int | None:
        """What the other side scores when a hand is lost by penalty."""
        return None

    def claim_right(self, state: MatchState[OptionsT], claim: Claim) -> bool | None:
        """Whether the counted points make the claim right; None when they were not given."""
        return None

    def claim_steps(self, state: MatchState[OptionsT], claim: Claim) -> tuple[Step, ...]:
        """What a right claim adds to the score."""
        return ()

    def claim_problems(self, state: MatchState[OptionsT], claim: Claim) -> Iterator[Problem]:
        yield from ()

    def void_reasons(self, options: OptionsT) -> tuple[str, ...]:
        """Why cards may be dealt again here."""
        return (MISDEAL,)

    def void_counts(self, state: MatchState[OptionsT], event: VoidHand) -> bool:
        """Whether a void hand is one of a fixed number of hands."""
        return False

    def score_problems(self, state: MatchState[OptionsT], event: GameScore) -> Iterator[Problem]:
        """What only this game knows of the final score of a game."""
        yield from ()

    def places(self, state: MatchState[OptionsT]) -> tuple[tuple[int, ...], ...]:
        """Sides from the first place at this table to the last; those that share a place stand together."""
        return placing(state)

    def suggest(self, state: MatchState[OptionsT]) -> dict[str, str]:
        """Boxes of the next hand that can be filled beforehand."""
        if state.dealer is None or all(spec.name != "dealer" for spec in declared_fields(self.HandEntry)):
            return {}
        return {"dealer": self.sitting.seat_name(state.dealer)}

    def box_text(self, entry: Event, spec: FieldSpec) -> tuple[str, ...]:
        """The typed text of each box of a field, as it reads back."""
        value = getattr(entry, spec.name, None)
        if spec.per_side:
            values = value if value is not None else (None,) * self.side_count
            return tuple(show(part, spec, self.sitting) for part in values)
        return (show(value, spec, self.sitting),)

    # Card by card

    @abstractmethod
    def cards_each(self, options: OptionsT) -> int:
        """Cards dealt to each seat at first."""

    @abstractmethod
    def open_deal(self, state: MatchState[OptionsT], dealt: Dealt) -> Deal:
        """A hand with its cards dealt, before the first action."""

    @abstractmethod
    def outcome(self, deal: Any) -> Event:
        """What the table writes after a hand that is over."""

    def quest(self, state: MatchState[OptionsT], entry: EntryT, rng: random.Random) -> Quest | None:
        """The search for a hand that ends as an accepted entry says; None where the game knows none."""
        return None

    def mass(self, state: MatchState[OptionsT]) -> MassPlay | None:
        """How the mass simulation plays this game; None where hands are played one by one."""
        return None

    @property
    def sitting(self) -> Sitting:
        return Sitting(self.side_count, self.seat_count)
