"""What is stored of the rating: lists, the steps of a person, values on any day."""

import datetime as dt
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import BooleanField, Case, ExpressionWrapper, F, Q, QuerySet, Value, When, Window
from django.db.models.functions import Rank, RowNumber
from django.utils.translation import gettext

from federation.models import RatedEvening, RatingStep
from federation.skills.updating import Skill
from rules import stored_game
from tournaments.models import Organizer, Tournament
from tournaments.people.naming import PublicNaming

ENOUGH = 10
"""Matches from which on somebody has a place in the list."""


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A person in the list of a game; `rank` is None with too few matches for a place."""

    rank: int | None
    member: int
    name: str
    value: int
    doubt: int
    played: int
    last: dt.date


@dataclass(frozen=True, slots=True)
class StepLine:
    """An evening of a person: value and change in points, wins expected and achieved as text, and whether it was better than expected."""

    tournament: Tournament
    day: dt.date
    entry: str
    value: int
    doubt: int
    change: int
    matches: int
    expected: float
    achieved: float

    @property
    def change_text(self) -> str:
        return f"+{self.change}" if self.change > 0 else f"−{-self.change}" if self.change else "0"

    @property
    def outcome(self) -> str:
        """`better`, `worse` or `as` expected: a quarter of a win is no difference."""
        difference = self.achieved - self.expected
        return "as" if abs(difference) < 0.25 else "better" if difference > 0 else "worse"


@dataclass(frozen=True, slots=True)
class GameSteps:
    """The steps of a person in one game, the latest first."""

    game: str
    lines: tuple[StepLine, ...]


def name_game(key: str) -> str:
    """The name of a game; its key where the game is not here."""
    return gettext(stored_game(key).name)


def list_rated_games(organizer: Organizer) -> list[str]:
    """The keys of the games with a rating, the one with most evenings first."""
    keys = list(RatedEvening.objects.filter(organizer=organizer).order_by().values_list("game_key", flat=True))
    return sorted(set(keys), key=lambda key: (-keys.count(key), key))


def select_rating(organizer: Organizer, game_key: str, *, day: dt.date | None = None) -> QuerySet[RatingStep]:
    """The last step of everybody, until the end of `day` or until now, with its `rank`; who has a place first, the strongest first."""
    steps = RatingStep.objects.filter(evening__organizer=organizer, evening__game_key=game_key).exclude(member__person__name="")
    if day is None:
        steps = steps.filter(latest=True)
    else:
        order = [F("evening__day").desc(), F("evening__tournament").desc()]
        numbered = steps.filter(evening__day__lte=day).annotate(row=Window(RowNumber(), partition_by=F("person"), order_by=order))
        steps = RatingStep.objects.filter(pk__in=numbered.filter(row=1).values("pk"))
    placed = ExpressionWrapper(Q(played__gte=ENOUGH), output_field=BooleanField())
    rank = Window(Rank(), partition_by=placed, order_by=F("value").desc())
    ranked = steps.annotate(rank=Case(When(played__gte=ENOUGH, then=rank), default=Value(None)), few=Q(played__lt=ENOUGH))
    return ranked.select_related("member__person", "evening").order_by("few", "-value", "pk")


def build_rating_lines(rows: Sequence[Any]) -> list[RatingLine]:
    return [_build_rating_line(row, row.rank) for row in rows]


def read_listed_lines(organizer: Organizer, game_key: str, persons: Collection[int]) -> list[tuple[int, RatingLine]]:
    """The lines of some persons, each with the person's key, with their places among everybody."""
    rating: QuerySet[Any] = select_rating(organizer, game_key)
    ranks = {key: rank for key, person, rank in rating.values_list("pk", "person", "rank") if person in persons}
    rows = {row.pk: row for row in RatingStep.objects.filter(pk__in=ranks).select_related("member__person", "evening")}
    return [(rows[key].person, _build_rating_line(rows[key], rank)) for key, rank in ranks.items()]


def list_game_steps(keys: Collection[int], *, public: bool = False) -> list[GameSteps]:
    """The steps of a person by its appearances, by game; `public`: only of evenings that have a public page."""
    rows = RatingStep.objects.filter(member__in=keys).select_related("evening__tournament__organizer", "member__entry", "member__person")
    rows = rows.filter(evening__tournament__public=True, member__entry__hidden=False) if public else rows
    by_game: dict[str, list[StepLine]] = {}
    for row in rows.order_by("-evening__day", "-evening__tournament"):
        by_game.setdefault(row.evening.game_key, []).append(_build_step_line(row, public=public))
    return [GameSteps(name_game(key), tuple(lines)) for key, lines in by_game.items()]


def read_skills(organizer: Organizer, game_key: str, persons: Collection[int]) -> dict[int, tuple[Skill, int]]:
    """Strength and number of matches of some persons, by the keys with which the rating was counted; who has none is not in it."""
    steps = RatingStep.objects.filter(evening__organizer=organizer, evening__game_key=game_key, latest=True, person__in=persons)
    return {
        person: (Skill(value, doubt), played) for person, value, doubt, played in steps.values_list("person", "value", "doubt", "played")
    }


def build_step_data(keys: Collection[int]) -> list[dict[str, Any]]:
    """The steps as JSON values, for the file of a person."""
    names = ("value_before", "doubt_before", "value", "doubt", "matches", "expected", "achieved")
    rows = RatingStep.objects.filter(member__in=keys).select_related("evening").order_by("evening__day", "evening__tournament")
    return [
        {"game": row.evening.game_key, "date": row.evening.day.isoformat()} | {name: getattr(row, name) for name in names} for row in rows
    ]


def _build_rating_line(row: RatingStep, rank: int | None) -> RatingLine:
    name, day = row.member.person.name, row.evening.day
    return RatingLine(rank, row.member_id, name, round(row.value), round(row.doubt), row.played, day)


def _build_step_line(row: RatingStep, *, public: bool) -> StepLine:
    entry, evening = row.member.entry, row.evening
    return StepLine(
        tournament=evening.tournament,
        day=evening.day,
        entry=PublicNaming(evening.tournament).format_name(entry) if public else entry.name,
        value=round(row.value),
        doubt=round(row.doubt),
        change=round(row.value) - round(row.value_before),
        matches=row.matches,
        expected=row.expected,
        achieved=row.achieved,
    )
