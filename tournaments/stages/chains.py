"""A stage that takes its entries from another: whether that can work, and filling it when the other has ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import gettext

from pairing import Format, describe, format_by_key
from pairing.chain import Rounds, StagePlan, planned
from pairing.heats import Qualified
from tournaments.models import Stage, StageEntry


@dataclass(frozen=True, slots=True)
class Source:
    """Whom a stage takes from which: the first `of_each` of every group and the `best_others`, or, with `rest`, everybody but those; or,
    with `lost`, whoever loses in the rounds from the first to the last of the two."""

    stage: Stage
    of_each: int = 0
    best_others: int = 0
    rest: bool = False
    lost: Rounds | None = None


def source_of(stage: Stage) -> Source | None:
    if stage.source is None:
        return None
    lost = (stage.lost_from, stage.lost_until) if stage.takes == Stage.Takes.LOST else None
    return Source(stage.source, stage.of_each, stage.best_others, stage.takes == Stage.Takes.REST, lost)


def expected_entries(stage: Stage) -> int:
    """How many play the stage: those enrolled, else as many as its source will send. Some queries for every stage up the chain."""
    enrolled = StageEntry.objects.filter(stage=stage).count()
    source = source_of(stage)
    return enrolled if enrolled or source is None else sent_by(source)


def sent_by(source: Source) -> int:
    """How many entries a stage with this source will have."""
    count = expected_entries(source.stage)
    through = planned([_plan(source)], count)[0].through
    return count - through if source.rest else through


def expected_counts(stages: Sequence[Stage]) -> dict[int, int]:
    """How many play each stage, by its key; `stages` are all of a tournament in their order, with their sources. One query."""
    enrolled = dict(StageEntry.objects.filter(stage__in=stages).order_by().values_list("stage").annotate(Count("pk")))
    found: dict[int, int] = {}
    for stage in stages:
        source = source_of(stage)
        found[stage.pk] = enrolled.get(stage.pk, 0)
        if source is not None and not found[stage.pk]:
            count = found[source.stage.pk]
            through = planned([_plan(source)], count)[0].through
            found[stage.pk] = count - through if source.rest else through
    return found


def stage_problems(stage: Stage, counts: Mapping[int, int]) -> tuple[str, ...]:
    """Why a stage in which nothing is drawn cannot be played as it is planned, in words. No query."""
    chosen = format_by_key(stage.format_key)
    source = source_of(stage)
    if source is not None:
        return chain_problems(source, chosen, stage.options, count=counts[source.stage.pk])
    return tuple(describe(reason, gettext) for reason in chosen.number_problems(counts[stage.pk]))


def chain_problems(source: Source, following: Format, options: Mapping[str, object], *, count: int | None = None) -> tuple[str, ...]:
    """Everything that makes such a stage impossible, in words; `count` entries play the source, as many as expected without it."""
    count = expected_entries(source.stage) if count is None else count
    plans = planned([_plan(source), StagePlan(following.key, dict(options))], count)
    reasons = list(plans[0].problems)
    reasons += following.number_problems(count - plans[0].through) if source.rest else plans[1].problems
    found = [describe(reason, gettext) for reason in reasons]
    if not source.of_each and not source.best_others and not source.lost:
        found = [gettext("Say how many go on: the first of every pool, the best of all others, or both.")]
    return tuple(found)


def enrol_qualified(stage: Stage, qualified: Sequence[Qualified]) -> None:
    """Fill a stage from its source: the seed becomes the rank, and the group is remembered, to keep pool mates apart."""
    stage.stage_entries.all().delete()
    StageEntry.objects.bulk_create(StageEntry(stage=stage, entry_id=one.entrant, rank=one.seed, origin=one.group) for one in qualified)


def _plan(source: Source) -> StagePlan:
    stage = source.stage
    chosen = format_by_key(stage.format_key)
    options = chosen.options_to_json(chosen.options_from(stage.options))
    return StagePlan(stage.format_key, options, source.of_each, source.best_others, source.lost)
