"""Stages that take their entries from another stage: whether the chain can work, and enrolling the qualified entries."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import gettext

from pairing import Format, format_by_key, format_reason
from pairing.chain import EVERYBODY, RoundRange, StageSetup, compute_plan
from pairing.format import Family
from pairing.heats import Qualifier
from tournaments.models import Stage, StageEntry
from tournaments.stages.queries import count_coming_entries, enrols_anew

MOST_CARRIED = 3
"""Points are carried over so many stages, one after the other."""


@dataclass(frozen=True, slots=True)
class StageSource:
    """The entries that a stage takes from another one: the first `of_each` of every group and the `best_others`; with `rest`
    everybody but those; with `lost` the losers of the rounds from the first to the last of the two numbers.

    `carries` says that they keep their points, `per_match` that entries of different pools are compared by what they have per match.
    """

    stage: Stage
    of_each: int = 0
    best_others: int = 0
    rest: bool = False
    lost: RoundRange | None = None
    carries: bool = False
    per_match: bool = True

    @property
    def takes_everybody(self) -> bool:
        return self.best_others >= EVERYBODY and not self.rest


def admits_late_entries(stage: Stage) -> bool:
    """Whether entries may join that its source did not send: where there is no source, or all go on from it. One query."""
    source = get_source(stage)
    return source is None or source.takes_everybody


def get_source(stage: Stage) -> StageSource | None:
    if stage.source is None:
        return None
    lost = (stage.lost_from, stage.lost_until) if stage.takes == Stage.Takes.LOST else None
    is_rest = stage.takes == Stage.Takes.REST
    return StageSource(stage.source, stage.of_each, stage.best_others, is_rest, lost, stage.carries, stage.per_match)


def count_expected_entries(stage: Stage) -> int:
    """The entries of the stage: those enrolled, before its first draw everybody entered, or as many as its source will send. Some queries
    for every stage up the chain.
    """
    if enrols_anew(stage):
        return count_coming_entries(stage.tournament)
    enrolled = StageEntry.objects.filter(stage=stage).count()
    source = get_source(stage)
    return enrolled if enrolled or source is None else count_sent_entries(source)


def count_sent_entries(source: StageSource) -> int:
    """How many entries a stage with this source will have."""
    count = count_expected_entries(source.stage)
    through = compute_plan([_build_plan(source)], count)[0].through
    return count - through if source.rest else through


def count_expected_by_stage(stages: Sequence[Stage], drawn: Container[int]) -> dict[int, int]:
    """`count_expected_entries` of each stage, by its id; `stages` are all of a tournament in order, with their sources, and `drawn` are
    the ids of those with a round. One query, and one where the first draw of a stage that takes everybody is still to come.
    """
    enrolled = dict(StageEntry.objects.filter(stage__in=stages).order_by().values_list("stage").annotate(Count("pk")))
    coming = [stage for stage in stages if stage.source_id is None and stage.pk not in drawn]
    enrolled |= dict.fromkeys((stage.pk for stage in coming), count_coming_entries(coming[0].tournament) if coming else 0)
    counts: dict[int, int] = {}
    for stage in stages:
        source = get_source(stage)
        counts[stage.pk] = enrolled.get(stage.pk, 0)
        if source is not None and not counts[stage.pk]:
            count = counts[source.stage.pk]
            through = compute_plan([_build_plan(source)], count)[0].through
            counts[stage.pk] = count - through if source.rest else through
    return counts


def find_stage_problems(stage: Stage, counts: Mapping[int, int]) -> tuple[str, ...]:
    """Why a stage in which nothing is drawn cannot be played as planned, in words. No query."""
    chosen = format_by_key(stage.format_key)
    source = get_source(stage)
    if source is not None:
        return find_chain_problems(source, chosen, stage.options, count=counts[source.stage.pk])
    return tuple(format_reason(reason, gettext) for reason in chosen.find_count_problems(counts[stage.pk]))


def find_chain_problems(
    source: StageSource, following: Format, options: Mapping[str, object], *, count: int | None = None
) -> tuple[str, ...]:
    """Everything that makes such a stage impossible, in words; `count` entries play the source, without it as many as expected."""
    count = count_expected_entries(source.stage) if count is None else count
    plans = compute_plan([_build_plan(source), StageSetup(following.key, dict(options))], count)
    reasons = list(plans[0].problems)
    reasons += following.find_count_problems(count - plans[0].through) if source.rest else plans[1].problems
    problems = [format_reason(reason, gettext) for reason in reasons]
    if not source.of_each and not source.best_others and not source.lost:
        problems = [gettext("Choose how many go on: the first of every pool, the best of the rest, or both.")]
    return (*problems, *_find_carrying_problems(source, following, options)) if source.carries else tuple(problems)


def _find_carrying_problems(source: StageSource, following: Format, options: Mapping[str, object]) -> Iterator[str]:
    """Why points cannot be carried: one ranking of both stages would mean nothing, or there are too many stages."""
    before = format_by_key(source.stage.format_key)
    if source.lost or any(chosen.in_teams or chosen.family is Family.BRACKET for chosen in (before, following)):
        yield gettext("Points cannot be carried: a knockout ranks by matches, teams by team matches. Carry none, or choose another format.")
        return
    if (before.sides, before.side_size) != (following.sides, following.side_size):
        yield gettext("Points cannot be carried: matches here have other sides than in “%(stage)s”.") % {"stage": source.stage.name}
    if following.is_accelerated(following.options_from(options)):
        yield gettext("Points cannot be carried into accelerated rounds: those are for a field that has none yet.")
    if source.stage.scheme.get("bye_average") and following.uses_results:
        yield gettext("Points cannot be carried: in “%(stage)s” a bye is worth one’s own average, and a draw needs a number.") % {
            "stage": source.stage.name
        }
    if count_carried_stages(source.stage) >= MOST_CARRIED:
        yield gettext("Points are carried over %(most)d stages at most: carry none here.") % {"most": MOST_CARRIED}


def count_carried_stages(stage: Stage) -> int:
    """How many stages before it a stage carries points from. One query for each."""
    count, current = 0, stage
    while current.carries and current.source is not None:
        count, current = count + 1, current.source
    return count


def enrol_qualified(stage: Stage, qualified: Sequence[Qualifier]) -> None:
    """Enrol the qualified entries: the seed becomes the rank, and the group is stored as origin, to keep pool mates apart."""
    stage.stage_entries.all().delete()
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry_id=entrant.entrant, rank=entrant.seed, origin=entrant.group) for entrant in qualified
    )


def _build_plan(source: StageSource) -> StageSetup:
    stage = source.stage
    chosen = format_by_key(stage.format_key)
    options = chosen.options_to_json(chosen.options_from(stage.options))
    return StageSetup(stage.format_key, options, source.of_each, source.best_others, source.lost)
