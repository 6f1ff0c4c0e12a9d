"""A game as the site and the command line see it. A game file subclasses this and fills in `rules.contract.Contract`."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import zip_longest
from typing import Any, Generic

from rules import effects
from rules.cardplay import CardPlay
from rules.codec import Json, from_json, to_json, unreadable_error
from rules.contract import EntryT, OptionsT, TypedBoxes
from rules.diagnosis import find_likely_slips
from rules.events import Event, GameScore, HandEntry, LostGame, OverruledEvent, Penalty, Punishment, VoidHand
from rules.missing import leave_out_reported
from rules.option_cache import build_plan_once, parse_options, parse_options_once
from rules.options import FieldKind, FieldSpec, declared_fields
from rules.parsing import find_missing, parse_fields
from rules.problems import Problem, RuleViolation, Slip, check_problems
from rules.reconcile import find_score_slips
from rules.scorebook import MatchState
from rules.texts import SIDE_LETTERS


@dataclass(frozen=True, slots=True)
class FoldedMatch(Generic[OptionsT]):
    """A match after all events that could be counted, with the events that were refused."""

    state: MatchState[OptionsT]
    refused: tuple[tuple[int, tuple[Problem, ...]], ...]
    """Index of the event and all its problems."""


class Game(CardPlay[OptionsT, EntryT]):
    """What can be asked of a game at the level of the score sheet; `CardPlay` adds the level of the cards."""

    @property
    def event_types(self) -> dict[str, type[Event]]:
        """Every kind of event that can be entered, by its name in JSON."""
        return {cls.kind: cls for cls in (self.HandEntry, *self.common_events)}

    @property
    def option_specs(self) -> tuple[FieldSpec, ...]:
        """The options that say something at a table of this size; `options_from` reads those among partners everywhere."""
        return tuple(spec for spec in declared_fields(self.Options) if self.seat_count > self.side_count or not spec.among_partners)

    def boxes_of(self, kind: str, options: OptionsT) -> tuple[FieldSpec, ...]:
        """The boxes of an event on the forms and sheets of this tournament: those that need an option that is off are left out."""
        specs = [spec for spec in self.fields_of(self.event_types[kind]) if all(getattr(options, name, None) for name in spec.needs)]
        choosable = {VoidHand.kind: ("reason", self.void_reasons), Penalty.kind: ("offence", self.list_offences)}
        name, allowed = choosable.get(kind, ("", self.void_reasons))
        return tuple(_restrict_choices(spec, allowed(options)) if spec.name == name else spec for spec in specs)

    def options_from(self, raw: Mapping[str, object]) -> OptionsT:
        """Parse options, once, from typed text or JSON values; absent and blank options keep their defaults. Raises RuleViolation."""
        if not isinstance(raw, Mapping):
            raise unreadable_error("options must be an object")
        options: OptionsT
        try:
            options = parse_options_once(self, json.dumps(raw, sort_keys=True))
        except TypeError:  # typed values that are not JSON
            options = parse_options(self, raw)
        return options

    def options_to_json(self, options: OptionsT) -> Json:
        return to_json(options)

    def preset_options(self, key: str) -> OptionsT:
        """The options of a preset. Raises KeyError."""
        return self.options_from({preset.key: preset for preset in self.presets}[key].options)

    def may_end_tied(self, options: OptionsT) -> bool:
        """Whether a match under these options can end without a winner."""
        return build_plan_once(self, options).may_end_tied

    def require_winner(self, options: OptionsT) -> OptionsT:
        """The options of a match that must have a winner, as in a knockout: where it could end tied, one more game decides."""
        if not self.may_end_tied(options) or not hasattr(options, "decider"):
            return options
        return self.options_from({**to_json(options), "decider": True})

    def start(self, options: OptionsT, dealer: int | None = None) -> MatchState[OptionsT]:
        """A match before its first hand; `dealer` is the seat that deals first, when it is known."""
        return MatchState(options, build_plan_once(self, options), dealer=dealer)

    def entry_from(self, state: MatchState[OptionsT], typed: Mapping[str, object]) -> EntryT:
        """Parse and complete a hand from typed boxes. Raises RuleViolation when no entry can be built; `problems` judges the entry."""
        entry: EntryT = self._event_from(state, self.HandEntry, typed)
        return entry

    def event_from(self, state: MatchState[OptionsT], kind: str, typed: Mapping[str, object]) -> Event:
        """Parse any event from typed boxes by its kind. Raises RuleViolation, or KeyError for an unknown kind."""
        event: Event = self._event_from(state, self.event_types[kind], typed)
        return self.count_penalty(state.options, event) if isinstance(event, Penalty) else event

    def count_penalty(self, options: OptionsT, penalty: Penalty) -> Penalty:
        """The penalty with how a lost game counts in this tournament."""
        lost_as = getattr(options, "lost_game", LostGame.TARGET.value) if penalty.what == Punishment.GAME else ""
        return replace(penalty, lost_as=lost_as)

    def typed_from(self, event: Event) -> dict[str, str]:
        """The typed boxes that parse to this event: what a form shows when the event is corrected."""
        field_names = {field.name for field in fields(event)}
        specs = [spec for spec in declared_fields(type(event)) if spec.name in field_names]
        return {box: text for spec in specs for box, text in zip(spec.box_names(self.side_count), self.box_text(event, spec), strict=True)}

    def problems(self, state: MatchState[OptionsT], event: Event, typed: TypedBoxes | None = None) -> tuple[Problem, ...]:
        """Every impossible or remarkable problem of an event, impossible first; an impossible hand or score carries its likely slips.

        `typed` are the boxes as they were typed; without them slips are looked for in what the form would show.
        """
        problems = self._collect_problems(state, event)
        first_impossible = next((index for index, problem in enumerate(problems) if problem.is_impossible), None)
        if first_impossible is None:
            return problems
        return (
            *problems[:first_impossible],
            problems[first_impossible].with_slips(self._find_explaining_slips(state, event, typed)),
            *problems[first_impossible + 1 :],
        )

    def read_possible(self, state: MatchState[OptionsT], typed: TypedBoxes) -> EntryT | None:
        """The hand that a sheet says; None when it cannot be read or something of it is impossible."""
        try:
            entry = self.entry_from(state, typed)
        except RuleViolation:
            return None
        return None if any(problem.is_impossible for problem in effects.find_problems(self, state, entry)) else entry

    def find_slips(self, state: MatchState[OptionsT], typed: TypedBoxes) -> tuple[Slip, ...]:
        """The slips of the pen that would explain a refused sheet, fewest changes first."""
        return find_likely_slips(
            typed,
            self.fields_of(self.HandEntry),
            self.sitting,
            self.own_slips(state, typed),
            lambda boxes: self.read_possible(state, boxes),
        )

    def _find_explaining_slips(self, state: MatchState[OptionsT], event: Event, typed: TypedBoxes | None) -> tuple[Slip, ...]:
        if isinstance(event, HandEntry) and not state.over:
            return self.find_slips(state, typed or self.typed_from(event))
        if isinstance(event, GameScore) and not state.plan.carries:
            number = event.number or state.game_number
            later = [*(game.lines for game in state.finished[number - 1 :]), state.lines]
            after = later[1] if len(later) > 1 else ()
            stages = self.hand_stages(state.options)
            return find_score_slips(later[0], after, event.scores, stages, lambda score: state.plan.find_winner(score, number) is not None)
        return ()

    def advance(self, state: MatchState[OptionsT], event: Event, version: int | None = None) -> MatchState[OptionsT]:
        """The match after an event; nothing else changes a match. Raises RuleViolation when the event is impossible under the rules
        of the `version` under which it was entered; None stands for today's.
        """
        if isinstance(event, OverruledEvent):
            check_problems(effects.find_late_problems(state, event.event))
            return effects.apply_event(self, state, event.event)
        problems = self._collect_problems(state, event)
        if any(problem.refuses(version) for problem in problems):
            raise RuleViolation(self.problems(state, event))
        return effects.apply_event(self, state, event)

    def can_overrule(self, state: MatchState[OptionsT], event: Event) -> bool:
        """Whether a director can enter the event against the rules: nothing can follow a decided match."""
        return not effects.find_late_problems(state, event)

    def apply_judged(self, state: MatchState[OptionsT], event: Event) -> MatchState[OptionsT]:
        """The match after an event whose `problems` were judged in this state; it is not judged again."""
        return effects.apply_event(self, state, event)

    def fold(self, options: OptionsT, events: Iterable[Event], dealer: int | None = None) -> MatchState[OptionsT]:
        """The match after all events. Raises RuleViolation at the first event that is refused."""
        state = self.start(options, dealer)
        for event in events:
            state = self.advance(state, event)
        return state

    def fold_problems(self, options: OptionsT, events: Iterable[Event], versions: Sequence[int | None] = ()) -> FoldedMatch[OptionsT]:
        """The match after all events that can be counted, with the refused ones; `versions` of the rules as in `advance`."""
        state = self.start(options)
        refused: list[tuple[int, tuple[Problem, ...]]] = []
        for index, (event, version) in enumerate(zip_longest(events, versions)):
            try:
                state = self.advance(state, event, version)
            except RuleViolation as violation:
                refused.append((index, violation.problems))
        return FoldedMatch(state, tuple(refused))

    def event_to_json(self, event: Event) -> Json:
        if isinstance(event, OverruledEvent):
            return {"kind": event.kind, "event": self.event_to_json(event.event)}
        return {"kind": event.kind, **to_json(event)}

    def event_from_json(self, data: object) -> Event:
        """The inverse of `event_to_json`. Raises RuleViolation."""
        if not isinstance(data, Mapping):
            raise unreadable_error("an event must be an object")
        rest = {name: value for name, value in data.items() if name != "kind"}
        kind = data.get("kind")
        if kind == OverruledEvent.kind and set(rest) == {"event"}:
            return OverruledEvent(self.event_from_json(rest["event"]))
        if kind not in self.event_types:
            raise unreadable_error(f"no event of kind {kind!r:.40}")
        event: Event = from_json(self.event_types[str(kind)], rest)
        self._check_shape(event)
        return event

    # The machinery

    def _check_shape(self, event: Event) -> None:
        """Raise RuleViolation unless each per-side field has one value per side and every seat and side exists at this table."""
        for spec in declared_fields(type(event)):
            value = getattr(event, spec.name, None)
            if value is not None and spec.per_side and len(value) != self.side_count:
                raise unreadable_error(f"{spec.name} must have {self.side_count} values")
            seats = {FieldKind.SEAT: self.seat_count, FieldKind.SIDE: self.side_count}.get(spec.kind)
            if value is not None and seats is not None and value not in range(seats):
                raise unreadable_error(f"{spec.name} cannot be {value}")

    def _event_from(self, state: MatchState[OptionsT], cls: type, typed: Mapping[str, object]) -> Any:
        specs = self.fields_of(cls)
        if issubclass(cls, HandEntry):
            typed = self._name_seats(state, specs, typed)
        values, problems = parse_fields(specs, typed, self.sitting)
        if issubclass(cls, HandEntry):
            values, completion_problems = self.complete_values(state, values)
            problems += leave_out_reported(completion_problems, problems) if completion_problems else []
        field_names = {field.name for field in fields(cls)}
        problems += find_missing([spec for spec in specs if spec.name in field_names], values, problems)
        if problems:
            raise RuleViolation(problems)
        return cls(**{name: value for name, value in values.items() if name in field_names and value is not None})

    def _name_seats(self, state: MatchState[OptionsT], specs: tuple[FieldSpec, ...], typed: Mapping[str, object]) -> Mapping[str, object]:
        """The same boxes with a seat for the letter of a side, which is what paper says: the player whose turn it is, else the first."""
        if self.seat_count == self.side_count:
            return typed
        written = {spec.name: str(typed.get(spec.name, "")).strip().upper() for spec in specs if spec.kind is FieldKind.SEAT}
        letters = {name: text for name, text in written.items() if text in SIDE_LETTERS[: self.side_count]}
        turns = self.suggest_boxes(state) if letters else {}
        seats = {name: turns[name] if turns.get(name, "").startswith(letter) else f"{letter}1" for name, letter in letters.items()}
        return {**typed, **seats}

    def _collect_problems(self, state: MatchState[OptionsT], event: Event) -> tuple[Problem, ...]:
        """All problems without slips, impossible ones first."""
        return tuple(sorted(effects.find_problems(self, state, event), key=lambda problem: not problem.is_impossible))


def _restrict_choices(spec: FieldSpec, allowed: Collection[str]) -> FieldSpec:
    return replace(spec, choices=tuple(choice for choice in spec.choices if choice.value in allowed))
