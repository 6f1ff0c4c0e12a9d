"""A game as the site and the command line see it. A game file subclasses this and fills in `rules.contract.Contract`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Generic

from rules import effects
from rules.cardplay import CardPlay
from rules.codec import Json, from_json, to_json, unreadable
from rules.contract import EntryT, OptionsT, Typed
from rules.diagnosis import likely_slips
from rules.events import Event, GameScore, HandEntry, Overruled, VoidHand
from rules.options import FieldSpec, Kind, declared_fields
from rules.parsing import missing, read_fields
from rules.problems import Problem, RuleViolation, Slip, refuse
from rules.reconcile import score_slips
from rules.scorebook import MatchState


@dataclass(frozen=True, slots=True)
class Folded(Generic[OptionsT]):
    """A match folded over everything that could be counted, with the events that were refused."""

    state: MatchState[OptionsT]
    refused: tuple[tuple[int, tuple[Problem, ...]], ...]
    """Index of the event and all its problems."""


class Game(CardPlay[OptionsT, EntryT]):
    """Everything that can be asked of a game at the level of the score sheet; `CardPlay` adds the level of the cards."""

    @property
    def event_types(self) -> dict[str, type[Event]]:
        """Every kind of event that can be entered, by its name in JSON."""
        return {cls.kind: cls for cls in (self.HandEntry, *self.common_events)}

    def boxes_of(self, kind: str, options: OptionsT) -> tuple[FieldSpec, ...]:
        """The boxes of an event that a form or a sheet of this tournament has: without those that its options switch off."""
        specs = [spec for spec in declared_fields(self.event_types[kind]) if all(getattr(options, name, None) for name in spec.needs)]
        return tuple(self._with_reasons(spec, options) if kind == VoidHand.kind else spec for spec in specs)

    def options_from(self, raw: Mapping[str, object]) -> OptionsT:
        """Options from typed text or JSON values; what is absent or blank keeps its default. Raises RuleViolation."""
        if not isinstance(raw, Mapping):
            raise unreadable("options must be an object")
        values, problems = read_fields(declared_fields(self.Options), raw, self.sitting)
        refuse(problems)
        options: OptionsT = self.Options(**{name: value for name, value in values.items() if value is not None})
        refuse(self.option_problems(options))
        return options

    def options_to_json(self, options: OptionsT) -> Json:
        return to_json(options)

    def preset(self, key: str) -> OptionsT:
        """The options of a preset. Raises KeyError."""
        return self.options_from({preset.key: preset for preset in self.presets}[key].options)

    def start(self, options: OptionsT, dealer: int | None = None) -> MatchState[OptionsT]:
        """A match before its first hand; `dealer` is the seat drawn to deal first, if it is known."""
        return MatchState(options, self.plan(options), dealer=dealer)

    def entry_from(self, state: MatchState[OptionsT], typed: Mapping[str, object]) -> EntryT:
        """A hand from typed boxes, completed. Raises RuleViolation when no entry can be built; `problems` judges what was built."""
        entry: EntryT = self._event_from(state, self.HandEntry, typed)
        return entry

    def event_from(self, state: MatchState[OptionsT], kind: str, typed: Mapping[str, object]) -> Event:
        """Any event from typed boxes, by its kind. Raises RuleViolation, KeyError for a kind that does not exist."""
        event: Event = self._event_from(state, self.event_types[kind], typed)
        return event

    def typed_from(self, event: Event) -> dict[str, str]:
        """The boxes that read back as this event: what a form shows when it is corrected."""
        kept = {line.name for line in fields(event)}
        specs = [spec for spec in declared_fields(type(event)) if spec.name in kept]
        return {box: text for spec in specs for box, text in zip(spec.boxes(self.side_count), self.box_text(event, spec), strict=True)}

    def problems(self, state: MatchState[OptionsT], event: Event) -> tuple[Problem, ...]:
        """All that is impossible or remarkable about an event here; an impossible hand or score carries its likely slips."""
        found = self._findings(state, event)
        worst = next((place for place, problem in enumerate(found) if problem.impossible), None)
        if worst is None:
            return found
        return (*found[:worst], found[worst].with_slips(self._explain(state, event)), *found[worst + 1 :])

    def slips(self, state: MatchState[OptionsT], typed: Typed) -> tuple[Slip, ...]:
        """The slips of the pen that would explain a refused sheet, fewest changes first."""
        return likely_slips(
            typed, declared_fields(self.HandEntry), self.sitting, self.own_slips(state, typed), lambda boxes: self._possible(state, boxes)
        )

    def _explain(self, state: MatchState[OptionsT], event: Event) -> tuple[Slip, ...]:
        if isinstance(event, HandEntry) and not state.over:
            return self.slips(state, self.typed_from(event))
        if isinstance(event, GameScore) and not state.plan.carries:
            number = event.number or state.game_number
            later = [*(game.lines for game in state.finished[number - 1 :]), state.lines]
            after = later[1] if len(later) > 1 else ()
            stages = self.hand_stages(state.options)
            return score_slips(later[0], after, event.scores, stages, lambda score: state.plan.leader(score, number) is not None)
        return ()

    def advance(self, state: MatchState[OptionsT], event: Event) -> MatchState[OptionsT]:
        """The match after an event: the only way it moves. Raises RuleViolation when anything about it is impossible."""
        if isinstance(event, Overruled):
            refuse(effects.never_allowed(state, event.event))
            return effects.apply(self, state, event.event)
        found = self._findings(state, event)
        if any(problem.impossible for problem in found):
            raise RuleViolation(self.problems(state, event))
        return effects.apply(self, state, event)

    def fold(self, options: OptionsT, events: Iterable[Event], dealer: int | None = None) -> MatchState[OptionsT]:
        """The match after all events. Raises RuleViolation at the first that is refused."""
        state = self.start(options, dealer)
        for event in events:
            state = self.advance(state, event)
        return state

    def fold_problems(self, options: OptionsT, events: Iterable[Event], dealer: int | None = None) -> Folded[OptionsT]:
        """The match over all events that can be counted, for a correction in the middle: refused ones are left out and told."""
        state = self.start(options, dealer)
        refused: list[tuple[int, tuple[Problem, ...]]] = []
        for index, event in enumerate(events):
            try:
                state = self.advance(state, event)
            except RuleViolation as violation:
                refused.append((index, violation.problems))
        return Folded(state, tuple(refused))

    def event_to_json(self, event: Event) -> Json:
        if isinstance(event, Overruled):
            return {"kind": event.kind, "event": self.event_to_json(event.event)}
        return {"kind": event.kind, **to_json(event)}

    def event_from_json(self, data: object) -> Event:
        """The inverse of `event_to_json`. Raises RuleViolation."""
        if not isinstance(data, Mapping):
            raise unreadable("an event must be an object")
        rest = {name: value for name, value in data.items() if name != "kind"}
        kind = data.get("kind")
        if kind == Overruled.kind and set(rest) == {"event"}:
            return Overruled(self.event_from_json(rest["event"]))
        if kind not in self.event_types:
            raise unreadable(f"no event of kind {kind!r:.40}")
        event: Event = from_json(self.event_types[str(kind)], rest)
        self._refuse_misshapen(event)
        return event

    # The machinery

    def _with_reasons(self, spec: FieldSpec, options: OptionsT) -> FieldSpec:
        known = self.void_reasons(options)
        return replace(spec, choices=tuple(choice for choice in spec.choices if choice.value in known))

    def _refuse_misshapen(self, event: Event) -> None:
        """A value for each side where there is one for each, and nobody who does not sit at this table."""
        for spec in declared_fields(type(event)):
            value = getattr(event, spec.name, None)
            if value is not None and spec.per_side and len(value) != self.side_count:
                raise unreadable(f"{spec.name} must have {self.side_count} values")
            seats = {Kind.SEAT: self.seat_count, Kind.SIDE: self.side_count}.get(spec.kind)
            if value is not None and seats is not None and value not in range(seats):
                raise unreadable(f"{spec.name} cannot be {value}")

    def _event_from(self, state: MatchState[OptionsT], cls: type, typed: Mapping[str, object]) -> Any:
        specs = declared_fields(cls)
        values, problems = read_fields(specs, typed, self.sitting)
        if issubclass(cls, HandEntry):
            values, more = self.complete(state, values)
            problems += more
        kept = {line.name for line in fields(cls)}
        problems += missing([spec for spec in specs if spec.name in kept], values, problems)
        if problems:
            raise RuleViolation(problems)
        return cls(**{name: value for name, value in values.items() if name in kept and value is not None})

    def _possible(self, state: MatchState[OptionsT], boxes: Typed) -> bool:
        try:
            entry = self.entry_from(state, boxes)
        except RuleViolation:
            return False
        return not any(problem.impossible for problem in self._findings(state, entry))

    def _findings(self, state: MatchState[OptionsT], event: Event) -> tuple[Problem, ...]:
        """What is impossible first: the rest is only asked when nothing is."""
        return tuple(sorted(effects.findings(self, state, event), key=lambda problem: not problem.impossible))
