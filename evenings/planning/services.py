"""Adopting a plan."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from desk.overview.services import set_rules
from evenings.planning.words import build_stage_name
from jobs.databases import write_tx
from pairing.evening import EveningPlan, EveningStage
from tournaments.locks import lock_for_director
from tournaments.models import Round, Stage, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen
from tournaments.stages.chains import StageSource
from tournaments.stages.services import PlannedFormat, add_stage, drop_stage

STAGES_THERE = "stages_there"


def adopt_plan(
    tournament: Tournament,
    plan: EveningPlan,
    *,
    actor: AbstractBaseUser,
    rules: Mapping[str, Any],
    replace: bool = False,
    seen: Seen = UNSEEN,
) -> tuple[Stage, ...]:
    """Make a plan that of the tournament.

    1. Removes the stages that are planned, the last first; only with `replace`. 2. Sets the rules, if the plan has other lengths of match.
    3. Creates the stages of the plan, each with the entries that it takes from another.
    Raises: ChangeRefused when something is drawn, stages are there and `replace` is not said, nobody is entered, the stages cannot be
    played by those who are entered, or the page showed something else; PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        seen.check()
        if Round.objects.filter(stage__tournament=locked).exists():
            raise ChangeRefused("round_drawn", _("Nothing was changed: a round is already drawn. Add a single stage instead."))
        _clear_stages(locked, replace=replace)
        resolved = locked.game.options_to_json(locked.game.options_from(dict(rules)))
        if resolved != locked.rules:
            set_rules(locked, resolved)
        stages: list[Stage] = []
        for stage in plan.stages:
            name = build_stage_name(stage) if stage.label else ""
            stages.append(add_stage(locked, PlannedFormat(stage.format, stage.options, name, source=_build_source(stage, stages))))
    return tuple(stages)


def _clear_stages(locked: Tournament, *, replace: bool) -> None:
    stages = list(Stage.objects.filter(tournament=locked).order_by("-number"))
    if stages and not replace:
        raise ChangeRefused(STAGES_THERE, _("Nothing was changed: stages are already planned."))
    for stage in stages:
        drop_stage(stage)


def _build_source(stage: EveningStage, earlier: list[Stage]) -> StageSource | None:
    if stage.source is None:
        return None
    return StageSource(earlier[stage.source], stage.of_each, stage.best_others, stage.rest, stage.lost, stage.carries)
