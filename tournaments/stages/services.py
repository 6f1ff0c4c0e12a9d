"""Adding a stage: a format and the entries that play it."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Max
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pairing import Format, describe, format_by_key
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Stage, StageEntry, Tournament
from tournaments.refusals import Refused
from tournaments.stages.chains import Source, chain_problems
from tournaments.stages.queries import everybody_by_seed, unsuitability
from tournaments.transactions import write_tx


def create_stage(
    tournament: Tournament,
    *,
    actor: AbstractBaseUser,
    format_key: str,
    options: Mapping[str, object],
    name: str = "",
    seeded: bool = True,
    source: Source | None = None,
) -> Stage:
    """Plan the next stage.

    1. Resolves and freezes the format's options. 2. Gives the stage the next number and, where none was typed, the format's name.
    3. Enrols everybody who has not withdrawn, seeds first; with a `source` nobody: the stage is filled from it when it is first drawn.

    `seeded` says whether the entered seeds count in the draw. Raises: rules.problems.RuleViolation; KeyError for an unknown format;
    Refused when nobody is left to play, the format does not suit the game or the chain cannot work; PermissionDenied.
    """
    chosen = format_by_key(format_key)
    unsuitable = unsuitability(chosen, tournament)
    if unsuitable is not None:
        raise Refused("format_unsuitable", describe(unsuitable, gettext))
    resolved = chosen.options_to_json(chosen.options_from(options))
    with write_tx():
        locked = lock_for_director(tournament, actor)
        refuse_chain(locked, source, chosen, resolved)
        enrolled = everybody_by_seed(locked) if source is None else []
        if not enrolled and source is None:
            raise Refused("nobody_enrolled", _("There are no entries yet: bring them in, then choose how they play."))
        highest = Stage.objects.filter(tournament=locked).aggregate(highest=Max("number"))["highest"] or 0
        stage = Stage.objects.create(
            tournament=locked,
            number=highest + 1,
            name=name or gettext(chosen.name),
            format_key=chosen.key,
            options=resolved,
            seeded=seeded,
            **source_columns(source),
        )
        enrol(stage, enrolled)
    return stage


def remove_stage(stage: Stage, *, actor: AbstractBaseUser) -> None:
    """Take a stage back in which nothing was drawn. Raises: Refused; PermissionDenied."""
    with write_tx():
        lock_for_director(stage.tournament, actor)
        if stage.rounds.exists():
            raise Refused("stage_drawn", _("This stage has a round already: discard the draft first. What was played stays."))
        follower = stage.followers.first()
        if follower is not None:
            sentence = _("“%(stage)s” takes its entries from this stage: take that one back first.")
            raise Refused("stage_followed", sentence % {"stage": follower.name})
        stage.stage_entries.all().delete()
        stage.delete()


def refuse_chain(tournament: Tournament, source: Source | None, chosen: Format, resolved: Mapping[str, object]) -> None:
    if source is None:
        return
    if source.stage.tournament_id != tournament.pk:
        raise Refused("source_unknown", _("Choose a stage of this tournament."))
    problems = chain_problems(source, chosen, resolved)
    if problems:
        raise Refused("chain_impossible", " ".join(problems))


def source_columns(source: Source | None) -> dict[str, Any]:
    if source is None:
        return {}
    takes = Stage.Takes.LOST if source.lost else Stage.Takes.REST if source.rest else Stage.Takes.FIRST
    first, last = source.lost or (0, 0)
    told = {"of_each": source.of_each, "best_others": source.best_others, "lost_from": first, "lost_until": last}
    return {"source": source.stage, "takes": takes, **told}


def enrol(stage: Stage, entries: Iterable[Entry]) -> None:
    """Give the entries their ranks in the stage, in place of whatever was enrolled before."""
    stage.stage_entries.all().delete()
    StageEntry.objects.bulk_create(StageEntry(stage=stage, entry=entry, rank=rank) for rank, entry in enumerate(entries, start=1))


FIRST_STAGE = 1
