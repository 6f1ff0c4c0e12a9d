"""Counting a rating: from the first evening that changed on, in slices, so that the desk never waits for long."""

import datetime as dt
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext as _

from federation.identities.queries import read_persons
from federation.identities.recognising import Recognised
from federation.models import RatedEvening, RatingStep
from federation.ratings.reading import PlannedEvening, plan_evenings, read_evening_matches
from federation.skills.updating import RatedMatch, Skill, Step, rate_evening
from jobs.databases import locked_transaction, write_tx
from jobs.dispatcher import enqueue_job
from jobs.models import Job
from jobs.results import ProgressReporter
from tournaments.models import Organizer, Tournament
from tournaments.permissions import require_organizer_director

KIND = "count_ratings"
SLICE = 100
"""Evenings that are stored in one transaction."""


@dataclass(frozen=True, slots=True)
class CountedEvening:
    """An evening with the steps that it made; `played` are the matches of each person up to it."""

    planned: PlannedEvening
    matches: int
    steps: dict[int, Step]
    played: dict[int, int]


def order_counting(organizer: Organizer, *, actor: AbstractBaseUser, page: str) -> Job:
    """Have the ratings of the club counted; `page` is where the person goes on. Raises: PermissionDenied."""
    with write_tx():
        require_organizer_director(actor, organizer)
        arguments = {"organizer": organizer.pk, "page": page}
        return enqueue_job(KIND, arguments=arguments, owner=actor, dedupe_key=str(organizer.pk))


def count_by_job(arguments: dict[str, Any], report: ProgressReporter) -> None:
    """The job `count_ratings`. Arguments: `organizer`, its key; `page`, where the person goes on."""
    count_ratings(Organizer.objects.get(pk=arguments["organizer"]), report)


def delete_ratings(organizer: Organizer, *, actor: AbstractBaseUser) -> None:
    """Keep no rating any more; counting brings it back from the results. Raises: PermissionDenied."""
    with write_tx():
        require_organizer_director(actor, organizer)
        RatedEvening.objects.filter(organizer=organizer).delete()


def count_pending(organizer: Organizer, recognised: Recognised) -> int:
    """How many evenings have to be counted, anew or for the first time."""
    planned = plan_evenings(organizer, recognised)
    return sum(len(evenings) - _count_kept(organizer, key, evenings) for key, evenings in planned.items())


def count_outdated_ratings(now: dt.datetime) -> int:
    """Have every rating counted that a club keeps and that something has changed; return how many. A sweeper."""
    outdated = [
        organizer
        for organizer in Organizer.objects.filter(rated_evenings__isnull=False).distinct()
        if count_pending(organizer, read_persons(organizer))
    ]
    for organizer in outdated:
        with write_tx():
            enqueue_job(KIND, arguments={"organizer": organizer.pk}, dedupe_key=str(organizer.pk))
    return len(outdated)


def count_ratings(organizer: Organizer, report: ProgressReporter | None = None) -> int:
    """Count every game from the first evening on that differs from what was counted; return the number of evenings counted.

    What is counted is read first, so that a result that comes in meanwhile makes the evening differ again.
    """
    recognised = read_persons(organizer)
    planned = plan_evenings(organizer, recognised)
    kept_counts = {game_key: _count_kept(organizer, game_key, evenings) for game_key, evenings in planned.items()}
    total = sum(len(evenings) - kept_counts[game_key] for game_key, evenings in planned.items())
    with locked_transaction():
        RatedEvening.objects.filter(organizer=organizer).exclude(game_key__in=planned).delete()
    count = 0
    for game_key, evenings in planned.items():
        counter = _GameCounter(organizer, game_key, recognised)
        counter.keep_first(evenings[: kept_counts[game_key]])
        counted = counter.count(evenings[kept_counts[game_key] :])
        while part := list(islice(counted, SLICE)):
            with locked_transaction():
                counter.store(part)
            count += len(part)
            if report:
                report(100 * count // total, _("Evening %(done)d of %(total)d") % {"done": count, "total": total})
    return count


def _count_kept(organizer: Organizer, game_key: str, evenings: Sequence[PlannedEvening]) -> int:
    """How many evenings from the first on are stored as they are now."""
    stored = (
        RatedEvening.objects.filter(organizer=organizer, game_key=game_key).order_by("day", "tournament").values_list("chain", flat=True)
    )
    kept_count = 0
    for chain, evening in zip(stored, evenings, strict=False):
        if chain != evening.chain:
            return kept_count
        kept_count += 1
    return kept_count


class _GameCounter:
    """The rating of one game while it is counted: strengths and numbers of matches of everybody so far."""

    def __init__(self, organizer: Organizer, game_key: str, recognised: Recognised) -> None:
        self.organizer, self.game_key, self.by_key = organizer, game_key, recognised.by_key
        self.skills: dict[Hashable, Skill] = {}
        self.played: dict[int, int] = {}
        self.matches: dict[int, list[tuple[dt.date, RatedMatch]]] = {}

    def keep_first(self, evenings: Sequence[PlannedEvening]) -> None:
        """Delete what was counted after these evenings, and begin with their last steps."""
        stored = RatedEvening.objects.filter(organizer=self.organizer, game_key=self.game_key)
        with locked_transaction():
            keys = list(stored.order_by("day", "tournament").values_list("pk", flat=True))[len(evenings) :]
            stored.filter(pk__in=keys).delete()
            last: dict[int, int] = {}
            steps = RatingStep.objects.filter(evening__organizer=self.organizer, evening__game_key=self.game_key)
            columns = steps.order_by("evening__day", "evening__tournament").values_list("person", "pk", "value", "doubt", "played")
            for person, key, value, doubt, played in columns.iterator(chunk_size=5000):
                self.skills[person], self.played[person], last[person] = Skill(value, doubt), played, key
            if keys:
                steps.filter(latest=True).update(latest=False)
                _mark_latest(list(last.values()))

    def count(self, evenings: Sequence[PlannedEvening]) -> Iterator[CountedEvening]:
        """The evenings in their order, each with its steps."""
        last_of = {evening.tournament: place for place, evening in enumerate(evenings)}
        for place, evening in enumerate(evenings):
            if evening.tournament not in self.matches:
                tournament = Tournament.objects.get(pk=evening.tournament)
                self.matches[evening.tournament] = read_evening_matches(tournament, self.by_key)
            own = [match for day, match in self.matches[evening.tournament] if day == evening.day]
            if last_of[evening.tournament] == place:
                del self.matches[evening.tournament]
            steps = {person: step for person, step in rate_evening(self.skills, own).items() if isinstance(person, int)}
            for person, step in steps.items():
                self.skills[person] = step.after
                self.played[person] = self.played.get(person, 0) + step.matches
            yield CountedEvening(evening, len(own), steps, {person: self.played[person] for person in steps})

    def store(self, counted: Sequence[CountedEvening]) -> None:
        """Write evenings with their steps. Call inside a transaction."""
        rows = RatedEvening.objects.bulk_create(
            RatedEvening(
                organizer=self.organizer,
                tournament_id=evening.planned.tournament,
                game_key=self.game_key,
                day=evening.planned.day,
                chain=evening.planned.chain,
                matches=evening.matches,
            )
            for evening in counted
        )
        last = {person: place for place, evening in enumerate(counted) for person in evening.steps}
        former = RatingStep.objects.filter(evening__organizer=self.organizer, evening__game_key=self.game_key, latest=True)
        keys = [key for key, person in former.values_list("pk", "person") if person in last]
        for start in range(0, len(keys), 500):
            RatingStep.objects.filter(pk__in=keys[start : start + 500]).update(latest=False)
        RatingStep.objects.bulk_create(
            (
                self._build_step(row, one, person, latest=last[person] == place)
                for place, (row, one) in enumerate(zip(rows, counted, strict=True))
                for person in one.steps
            ),
            batch_size=2000,
        )

    def _build_step(self, row: RatedEvening, counted: CountedEvening, person: int, *, latest: bool) -> RatingStep:
        step = counted.steps[person]
        namesake = self.by_key[person]
        return RatingStep(
            evening=row,
            member_id=next(played.key for played in namesake.evenings if played.evening == counted.planned.tournament),
            person=namesake.key,
            value_before=step.before.value,
            doubt_before=step.before.doubt,
            value=step.after.value,
            doubt=step.after.doubt,
            matches=step.matches,
            expected=step.expected,
            achieved=step.achieved,
            played=counted.played[person],
            latest=latest,
        )


def _mark_latest(keys: Sequence[int]) -> None:
    for start in range(0, len(keys), 500):
        RatingStep.objects.filter(pk__in=keys[start : start + 500]).update(latest=True)
