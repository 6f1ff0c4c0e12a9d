"""The stand-in for a game whose plug-in is not installed: names and results are shown, and nothing can be entered."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Self

from rules.events import Event
from rules.games.pointsonly.game import PairsPoints
from rules.games.pointsonly.tables import PointsOptions
from rules.problems import Fact, Problem
from rules.scorebook import MatchState
from rules.texts import _

GAME_ABSENT = Fact("game_absent", _("This game is not installed here: nothing can be entered. Install its plug-in again."))
State = MatchState[PointsOptions]


@dataclass(frozen=True, slots=True)
class KeptEvent(Event):
    """An event of a game that is not here: kept in the ledger, and not understood."""

    kind: ClassVar[str] = "kept"
    label: ClassVar[str] = _("Hand")


class AbsentGame(PairsPoints):
    """Everything that can be asked of a game without knowing it."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key  # type: ignore[misc]  # one class for every key that is not known
        self.name = key  # type: ignore[misc]  # nothing else is known of it

    def in_words_of(self, rules: Mapping[str, Any]) -> Self:
        return self

    def options_from(self, raw: Mapping[str, object]) -> PointsOptions:
        return PointsOptions()

    def event_from_json(self, data: object) -> Event:
        return KeptEvent()

    def problems(self, state: State, event: Event, typed: Mapping[str, str] | None = None) -> tuple[Problem, ...]:
        return (GAME_ABSENT.problem(),)

    def advance(self, state: State, event: Event, version: int | None = None) -> State:
        return state

    def apply_judged(self, state: State, event: Event) -> State:
        return state

    def can_overrule(self, state: State, event: Event) -> bool:
        return False


@cache
def stand_in(key: str) -> AbsentGame:
    """One stand-in for each key, so that what is cached by game stays cached."""
    return AbsentGame(key)
