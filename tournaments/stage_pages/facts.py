"""The facts of a tournament for its desk and its public page: rules, stages, what comes next."""

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, Q
from django.utils.translation import gettext

from rules.match_options import list_idle_options
from tournaments.models import Entry, Round, Stage, Tournament
from tournaments.pages.options import OptionLine, RuleSentences, build_option_lines, build_rule_sentences
from tournaments.stage_pages.queries import StageLine, read_stage_lines
from tournaments.stages.rounds import is_round_drawn


class NextStep(StrEnum):
    """The desk's next task, as far as it is known before any result."""

    ENTER = "enter"
    PLAN = "plan"
    DRAW = "draw"
    PREPARE = "prepare"
    """The next round follows from the plan and the results; nothing is drawn in it."""
    PUBLISH = "publish"
    PLAY = "play"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class DeskFacts:
    entries: int
    withdrawn: int
    clubs: int
    seeds: int
    game: str
    preset: str
    stages: tuple[StageLine, ...]
    next_step: NextStep
    next_stage: StageLine | None
    """The stage that the next step is about."""


def read_desk_facts(tournament: Tournament) -> DeskFacts:
    """The facts of one tournament. Three queries, and some more where a round is to be drawn."""
    counts = Entry.objects.filter(tournament=tournament).aggregate(
        entries=Count("pk", filter=~Q(state=Entry.State.WITHDRAWN)),
        withdrawn=Count("pk", filter=Q(state=Entry.State.WITHDRAWN, phantom=False)),
        clubs=Count("club", distinct=True, filter=~Q(state=Entry.State.WITHDRAWN)),
        seeds=Count("seed", filter=~Q(state=Entry.State.WITHDRAWN)),
    )
    stages = read_stage_lines(tournament)
    step, stage = _choose_next_step(counts["entries"], stages)
    if step is NextStep.DRAW and stage and not is_round_drawn(tournament.stages.get(pk=stage.id), len(stage.rounds) + 1):
        step = NextStep.PREPARE
    game = tournament.game
    presets = {preset.key: preset.title for preset in game.presets}
    preset = presets.get(tournament.preset_key, "")
    return DeskFacts(
        **counts,
        game=gettext(game.name),
        preset=gettext(preset) if preset else "",
        stages=stages,
        next_step=step,
        next_stage=stage,
    )


def list_rule_lines(tournament: Tournament) -> tuple[OptionLine, ...]:
    """The rule options of the tournament, those that differ from the default first. No query."""
    return tuple(sorted(build_option_lines(tournament.game.option_specs, tournament.rules), key=lambda line: line.usual))


def list_rule_sentences(tournament: Tournament) -> RuleSentences:
    """The rules of the tournament as its players read them, without those that say nothing here. No query."""
    game = tournament.game
    idle = list_idle_options(game.options_from(tournament.rules))
    return build_rule_sentences([spec for spec in game.option_specs if spec.name not in idle], tournament.rules)


def _choose_next_step(entries: int, stages: tuple[StageLine, ...]) -> tuple[NextStep, StageLine | None]:
    """The next step, and the first stage that is not finished, which decides it. A plan without entries waits for these."""
    if not entries and not any(stage.rounds for stage in stages):
        return NextStep.ENTER, None
    if not stages:
        return NextStep.PLAN, None
    current = next((stage for stage in stages if stage.state != Stage.State.FINISHED), None)
    if current is None:
        return NextStep.DONE, None
    last = current.open_round.state if current.open_round else Round.State.CLOSED
    steps = {Round.State.DRAFT: NextStep.PUBLISH, Round.State.PUBLISHED: NextStep.PLAY, Round.State.CLOSED: NextStep.DRAW}
    return steps[Round.State(last)], current
