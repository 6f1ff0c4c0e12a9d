"""Adding a stage: a format and the entries that play it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Max, ProtectedError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from jobs.databases import write_tx
from pairing import Format, format_by_key, format_reason
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Stage, StageEntry, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen
from tournaments.stages.chains import StageSource, count_sent_entries, find_chain_problems
from tournaments.stages.match_rules import AS_IN_TOURNAMENT, TypedRules, build_rule_columns
from tournaments.stages.queries import find_unsuitability, read_entries_by_seed

FIRST_STAGE = 1


@dataclass(frozen=True, slots=True)
class PlannedFormat:
    """A stage as `create_stage` takes it."""

    format_key: str
    options: Mapping[str, object]
    name: str = ""
    seeded: bool = True
    source: StageSource | None = None
    rules: TypedRules = AS_IN_TOURNAMENT


def create_stage(
    tournament: Tournament,
    *,
    actor: AbstractBaseUser,
    format_key: str,
    options: Mapping[str, object],
    name: str = "",
    seeded: bool = True,
    source: StageSource | None = None,
    rules: TypedRules = AS_IN_TOURNAMENT,
    seen: Seen = UNSEEN,
) -> Stage:
    """Plan the next stage.

    1. Resolves and freezes the format's options. 2. Gives the stage the next number and, where none was typed, the format's name.
    3. Enrols everybody who has not withdrawn, seeds first; with a `source` nobody: the stage is filled from it when it is first drawn.

    `seeded` says whether the entered seeds count in the draw; `rules` are those by which its matches differ.
    Raises: rules.problems.RuleViolation; KeyError for an unknown format;
    ChangeRefused when there are no entries or too many, the format does not suit the game, the chain cannot work, or the page showed other
    stages; PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        seen.check()
        return add_stage(locked, PlannedFormat(format_key, options, name, seeded, source, rules))


def add_stage(locked: Tournament, planned: PlannedFormat) -> Stage:
    """The effects of `create_stage`, for a tournament that its caller has locked."""
    chosen, source = format_by_key(planned.format_key), planned.source
    unsuitable = find_unsuitability(chosen, locked)
    if unsuitable is not None:
        raise ChangeRefused("format_unsuitable", format_reason(unsuitable, gettext))
    resolved = chosen.options_to_json(chosen.options_from(planned.options))
    check_chain(locked, source, chosen, resolved)
    rule_columns = build_rule_columns(locked, chosen, planned.rules)
    enrolled = read_entries_by_seed(locked) if source is None else []
    if not enrolled and source is None:
        raise ChangeRefused("nobody_enrolled", _("No entries yet: add them, then choose the format."))
    refuse_unplannable(chosen, resolved, len(enrolled) if source is None else count_sent_entries(source))
    highest = Stage.objects.filter(tournament=locked).aggregate(highest=Max("number"))["highest"] or 0
    stage = Stage.objects.create(
        tournament=locked,
        number=highest + 1,
        stored_name=planned.name or gettext(chosen.name),
        format_key=chosen.key,
        options=resolved,
        seeded=planned.seeded,
        **build_source_columns(source),
        **rule_columns,
    )
    enrol_entries(stage, enrolled)
    return stage


def refuse_unplannable(chosen: Format, options: Mapping[str, object], count: int) -> None:
    """Raises: ChangeRefused where nobody can mean such a stage for so many entries: the options draw nobody, more are entered than the
    format can draw, a pool has hundreds of rounds. Too few are none: others may still come.
    """
    reasons = chosen.find_plan_problems(chosen.options_from(options), count)
    if reasons:
        raise ChangeRefused(reasons[0].code, " ".join(format_reason(reason, gettext) for reason in reasons))


def refuse_too_few(stage: Stage, count: int) -> None:
    """Raise ChangeRefused where fewer go on than the format can draw: no entry that is added would join them."""
    fewest = format_by_key(stage.format_key).fewest
    if count < fewest:
        sentence = _(
            "Entries that go on to “%(stage)s”: %(count)d. Its format needs at least %(fewest)d: change its plan, or remove the stage."
        )
        raise ChangeRefused("too_few_go_on", sentence % {"stage": stage.name, "count": count, "fewest": fewest})


def remove_under_lock(locked: Tournament, stage: Stage) -> None:
    """Delete a stage in which nothing was drawn; a tournament of which all other stages are played is over without it.

    Call inside the transaction that locked the tournament. Raises: ChangeRefused.
    """
    drop_stage(stage)
    left = set(locked.stages.values_list("state", flat=True))
    if locked.state == Tournament.State.RUNNING and left == {Stage.State.FINISHED}:
        locked.state = Tournament.State.FINISHED
        locked.save()


def drop_stage(stage: Stage) -> None:
    """Delete a stage in which nothing was drawn, for a tournament that its caller has locked. Raises: ChangeRefused, also where something
    that is kept about the stage refers to it.
    """
    if stage.rounds.exists():
        raise ChangeRefused("stage_drawn", _("This stage already has a round: discard the draft first. Matches played stay."))
    follower = stage.followers.first()
    if follower is not None:
        sentence = _("“%(stage)s” takes its entries from this stage: remove that one first.")
        raise ChangeRefused("stage_followed", sentence % {"stage": follower.name})
    stage.stage_entries.all().delete()
    try:
        stage.delete()
    except ProtectedError as error:
        sentence = _("Something was decided about “%(stage)s”: remove that stage on its own page first.")
        raise ChangeRefused("stage_decided", sentence % {"stage": stage.name}) from error


def check_chain(tournament: Tournament, source: StageSource | None, chosen: Format, resolved: Mapping[str, object]) -> None:
    if source is None:
        return
    if source.stage.tournament_id != tournament.pk:
        raise ChangeRefused("source_unknown", _("Choose a stage of this tournament."))
    problems = find_chain_problems(source, chosen, resolved)
    if problems:
        raise ChangeRefused("chain_impossible", " ".join(problems))


def build_source_columns(source: StageSource | None) -> dict[str, Any]:
    if source is None:
        return {}
    takes = Stage.Takes.LOST if source.lost else Stage.Takes.REST if source.rest else Stage.Takes.FIRST
    first, last = source.lost or (0, 0)
    counts = {"of_each": source.of_each, "best_others": source.best_others, "lost_from": first, "lost_until": last}
    return {"source": source.stage, "takes": takes, "carries": source.carries, "per_match": source.per_match, **counts}


def enrol_entries(stage: Stage, entries: Iterable[Entry]) -> None:
    """Give the entries their ranks in the stage and replace the previous enrolment."""
    stage.stage_entries.all().delete()
    StageEntry.objects.bulk_create(StageEntry(stage=stage, entry=entry, rank=rank) for rank, entry in enumerate(entries, start=1))
