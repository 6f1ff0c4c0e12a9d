"""What the page of the planner shows: what is asked, the proposals with their hours, and each format alone."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.translation import gettext

from evenings.planning.timeline import Timeline, build_timeline
from evenings.planning.words import build_absence_line, build_plan_title, build_remedy_lines, build_stage_line, build_trait_sentence
from pairing.evening import EndSpan, EveningField, EveningPlan, EveningProposals, count_loads, propose_plans
from rules.options import declared_fields
from scoring.clocks.planned import EveningClock, MatchLength, list_match_lengths
from tournaments.announcing.queries import count_places, read_evening
from tournaments.models import Round, Stage, Tournament
from tournaments.pages.options import OptionLine, build_option_lines
from tournaments.seen import compute_fingerprint
from tournaments.stage_pages.queries import list_suitable_formats

USUAL_BEGINNING, USUAL_MINUTES = dt.time(20, 30), 240
"""Where nothing is announced."""
STEP = 5
"""Minutes to which an hour is rounded up: one by the minute is not credible."""


@dataclass(frozen=True, slots=True)
class EveningRequest:
    """An evening as the director asks for it."""

    entries: int
    tables: int
    begins: dt.time
    minutes: int


@dataclass(frozen=True, slots=True)
class Hours:
    """When something ends."""

    middle: dt.time
    early: dt.time
    late: dt.time


@dataclass(frozen=True, slots=True)
class TraitLine:
    is_fair: bool
    sentence: str


MOST_SEARCHED = 65
"""Up to below so many entries the least of a format is looked for."""


@dataclass(frozen=True, slots=True)
class PlanCard:
    """A proposal as a card; `key` is what adopts it."""

    key: str
    title: str
    hours: Hours
    fits: bool
    rounds: int
    matches: int
    byes: int
    least: int
    most: int
    stages: tuple[str, ...]
    length: tuple[OptionLine, ...]
    traits: tuple[TraitLine, ...]
    timeline: Timeline


@dataclass(frozen=True, slots=True)
class FormatFigures:
    """A format alone, with its usual options; `hours` is None where so many cannot play it."""

    key: str
    name: str
    summary: str
    rounds: int
    matches: int
    byes: int
    hours: Hours | None
    fewest: int


@dataclass(frozen=True, slots=True)
class PlannerView:
    cards: tuple[PlanCard, ...]
    remedies: tuple[str, ...]
    fewest: int
    formats: tuple[FormatFigures, ...]
    absences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProposedPlans:
    """The plans of an evening, and the lengths of match that they name."""

    proposals: EveningProposals
    lengths: tuple[MatchLength, ...]
    clock: EveningClock
    asked: EveningRequest

    def find_plan(self, key: str) -> EveningPlan | None:
        return next((plan for plan in self.proposals.plans if build_key(plan) == key), None)


def read_usual_asked(tournament: Tournament) -> dict[str, Any]:
    """What the form shows at first: who is entered, else the places announced; the hours announced, else the usual ones."""
    evening, places = read_evening(tournament), count_places(tournament)
    starts, ends = evening.starts, evening.ends
    begins = starts.time() if starts else USUAL_BEGINNING
    over = ends.time() if ends else _add_minutes(begins, USUAL_MINUTES)
    return {"entries": places.taken or places.limit or "", "tables": tournament.table_count or "", "begins": begins, "ends_by": over}


def propose_evening(tournament: Tournament, asked: EveningRequest) -> ProposedPlans:
    """No query; a second of work when a game is simulated for the first time."""
    game = tournament.game
    lengths = list_match_lengths(game, tournament.rules)
    clock = EveningClock(game.key, lengths)
    field = EveningField(
        asked.entries, asked.tables, asked.minutes, game.side_count, game.entry_size // tournament.entry_size, len(lengths)
    )
    return ProposedPlans(propose_plans(field, clock.estimate_end), lengths, clock, asked)


def build_planner(tournament: Tournament, proposed: ProposedPlans) -> PlannerView:
    """The proposals in words and hours, and each format alone. No query."""
    plans, remedies = proposed.proposals.plans, proposed.proposals.remedies
    find_hour = partial(_add_minutes, proposed.asked.begins)
    return PlannerView(
        cards=tuple(_build_card(tournament, proposed, plan) for plan in plans),
        remedies=build_remedy_lines(remedies, find_hour) if remedies else (),
        fewest=proposed.proposals.fewest,
        formats=list_format_figures(tournament, proposed),
        absences=tuple(build_absence_line(absence, find_hour) for absence in proposed.proposals.absences),
    )


def list_format_figures(tournament: Tournament, proposed: ProposedPlans | None) -> tuple[FormatFigures, ...]:
    """The formats that suit the tournament, with rounds, matches, byes and end for the field; without one only their names."""
    return tuple(_build_figures(chosen, proposed) for chosen in list_suitable_formats(tournament))


def read_plan_state(tournament: Tournament) -> tuple[str, ...]:
    """The names of the stages that adopting a plan would replace. One query."""
    return tuple(stage.name for stage in Stage.objects.filter(tournament=tournament).order_by("number"))


def is_anything_drawn(tournament: Tournament) -> bool:
    """One query."""
    return Round.objects.filter(stage__tournament=tournament).exists()


def compute_plan_fingerprint(tournament: Tournament) -> str:
    """The fingerprint of what a plan would change: the stages and the rules. Two queries."""
    stages = Stage.objects.filter(tournament=tournament).order_by("number")
    rows = list(stages.values_list("pk", "number", "stored_name", "format_key", "options", "source", "carries", "rules"))
    return compute_fingerprint(rows, Tournament.objects.values_list("rules", flat=True).get(pk=tournament.pk))


def build_key(plan: EveningPlan) -> str:
    """A short text that says which plan it is, with all its numbers."""
    stages = [
        (stage.format, dict(stage.options), stage.source, stage.of_each, stage.best_others, stage.lost, stage.carries)
        for stage in plan.stages
    ]
    return compute_fingerprint(plan.kind, plan.length, stages)


def _build_card(tournament: Tournament, proposed: ProposedPlans, plan: EveningPlan) -> PlanCard:
    length, evening = proposed.lengths[plan.length], proposed.asked
    matches = tuple(load.matches for load in plan.rounds)
    ends = [proposed.clock.estimate_end(matches[:number], plan.length, evening.tables).middle for number in range(1, len(matches) + 1)]
    return PlanCard(
        key=build_key(plan),
        title=build_plan_title(plan),
        hours=_build_hours(evening, plan.ends),
        fits=plan.fits,
        rounds=len(plan.rounds),
        matches=plan.matches,
        byes=plan.byes,
        least=plan.least,
        most=plan.most,
        stages=tuple(build_stage_line(stage) for stage in plan.stages),
        length=_list_length_lines(tournament, length),
        traits=tuple(TraitLine(trait.is_fair, build_trait_sentence(trait)) for trait in plan.traits),
        timeline=build_timeline(plan, ends, begins=evening.begins, limit=evening.minutes, whole=_find_whole(proposed)),
    )


def _find_whole(proposed: ProposedPlans) -> float:
    """How many minutes the timelines of all cards show, so that they can be compared."""
    return max(proposed.asked.minutes, *(plan.ends.late for plan in proposed.proposals.plans))


def _list_length_lines(tournament: Tournament, length: MatchLength) -> tuple[OptionLine, ...]:
    specs: Mapping[str, Any] = {spec.name: spec for spec in declared_fields(tournament.game.Options)}
    return build_option_lines([specs[name] for name in specs if name in length.changes], length.changes)


def _build_figures(chosen: Any, proposed: ProposedPlans | None) -> FormatFigures:
    loads = count_loads(chosen.key, {}, proposed.asked.entries) if proposed else ()
    ends = _estimate(proposed, [load.matches for load in loads]) if proposed and loads else None
    return FormatFigures(
        key=chosen.key,
        name=gettext(chosen.name),
        summary=gettext(chosen.summary),
        rounds=len(loads),
        matches=sum(load.matches for load in loads),
        byes=sum(load.byes for load in loads),
        hours=ends,
        fewest=_find_fewest(chosen, proposed.asked.entries) if proposed and not ends else chosen.fewest,
    )


def _find_fewest(chosen: Any, entries: int) -> int:
    """With how many more entries the format can be played as it usually is: teams of several need more than the format as such."""
    counts = range(max(chosen.fewest, entries + 1), MOST_SEARCHED)
    return next((count for count in counts if any(load.matches for load in count_loads(chosen.key, {}, count))), chosen.fewest)


def _estimate(proposed: ProposedPlans, matches: Sequence[int]) -> Hours | None:
    played = tuple(count for count in matches if count)
    return _build_hours(proposed.asked, proposed.clock.estimate_end(played, 0, proposed.asked.tables)) if played else None


def _build_hours(asked: EveningRequest, ends: EndSpan) -> Hours:
    return Hours(*(_add_minutes(asked.begins, minutes) for minutes in (ends.middle, ends.early, ends.late)))


def _add_minutes(begins: dt.time, minutes: float) -> dt.time:
    """Rounded up to five minutes of the clock."""
    total = begins.hour * 60 + begins.minute + minutes
    rounded = int(-(-total // STEP) * STEP) % (24 * 60)
    return dt.time(rounded // 60, rounded % 60)
