"""The stages of a tournament and the rounds in them."""

from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q
from django.utils.translation import gettext

from pairing import FORMATS, Format, describe, format_by_key
from rules.options import declared_fields
from rules.problems import RuleViolation
from tournaments.models import Match, Round, Stage, StageEntry, Tournament
from tournaments.pages.options import OptionLine, option_lines_of
from tournaments.stages.chains import expected_entries
from tournaments.stages.groups import group_names
from tournaments.stages.queries import entrants_of, unsuitability


@dataclass(frozen=True, slots=True)
class RoundLine:
    number: int
    state: str
    state_label: str
    matches: int
    byes: int


@dataclass(frozen=True, slots=True)
class StageLine:
    id: int
    number: int
    name: str
    format: str
    state: str
    state_label: str
    seeded: bool
    entries: int
    rounds: tuple[RoundLine, ...]

    @property
    def open_round(self) -> RoundLine | None:
        """The draft or the round that is being played."""
        return next((one for one in self.rounds if one.state != Round.State.CLOSED), None)


@dataclass(frozen=True, slots=True)
class RankLine:
    rank: int
    pool: str
    number: int
    name: str
    club: str
    seed: int | None
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class OtherFormat:
    """A format that cannot be chosen, and why not."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class StagePlan:
    """What can be said of a stage before it is drawn: how many rounds, and why it cannot be drawn, if so."""

    rounds: int
    problems: tuple[str, ...]


def formats_for(tournament: Tournament) -> tuple[Format, ...]:
    """The formats that suit the game and how people entered."""
    return tuple(one for one in FORMATS if unsuitability(one, tournament) is None)


def other_formats(tournament: Tournament) -> tuple[OtherFormat, ...]:
    """All the rest, each with what keeps it from being played here."""
    found = ((one, unsuitability(one, tournament)) for one in FORMATS)
    return tuple(OtherFormat(gettext(one.name), describe(reason, gettext)) for one, reason in found if reason)


def stage_lines(tournament: Tournament) -> tuple[StageLine, ...]:
    """Two queries."""
    rounds = Round.objects.annotate(
        played=Count("matches", filter=Q(matches__kind=Match.Kind.PLAYED)),
        resting=Count("matches", filter=Q(matches__kind=Match.Kind.BYE)),
    ).order_by("number")
    stages = Stage.objects.filter(tournament=tournament).annotate(entry_count=Count("stage_entries"))
    return tuple(_stage_line(stage) for stage in stages.prefetch_related(Prefetch("rounds", queryset=rounds)).order_by("number"))


def rank_lines(stage: Stage) -> tuple[RankLine, ...]:
    """Who plays the stage, pool by pool, by rank. One query."""
    rows = StageEntry.objects.filter(stage=stage).select_related("entry__club").order_by("pool", "rank")
    groups = group_names(stage, (row.pool for row in rows))
    return tuple(
        RankLine(
            rank=row.rank,
            pool=groups[row.pool],
            number=row.entry.number,
            name=row.entry.name,
            club=row.entry.club.name if row.entry.club else "",
            seed=row.entry.seed,
            withdrawn=row.entry.state == row.entry.State.WITHDRAWN,
        )
        for row in rows
    )


def stage_plan(stage: Stage) -> StagePlan:
    """One query; a stage that waits for its source has some more, and no problems of its own."""
    chosen = format_by_key(stage.format_key)
    options = chosen.options_from(stage.options)
    entrants = entrants_of(stage)
    if stage.source_id and not entrants:
        return StagePlan(chosen.round_count(options, expected_entries(stage)), ())
    try:
        problems = tuple(describe(reason, gettext) for reason in chosen.problems(options, entrants))
        return StagePlan(chosen.round_count(options, len(entrants)) if not problems else 0, problems)
    except RuleViolation as violation:
        return StagePlan(0, (str(violation),))


def option_lines(stage: Stage) -> tuple[OptionLine, ...]:
    """How the stage is played, option by option. No query."""
    specs = declared_fields(format_by_key(stage.format_key).Options)
    return option_lines_of(specs, stage.options)


def _stage_line(stage: Stage) -> StageLine:
    return StageLine(
        id=stage.pk,
        number=stage.number,
        name=stage.name,
        format=gettext(format_by_key(stage.format_key).name),
        state=stage.state,
        state_label=stage.get_state_display(),
        seeded=stage.seeded,
        entries=getattr(stage, "entry_count", 0),
        rounds=tuple(
            RoundLine(one.number, one.state, one.get_state_display(), getattr(one, "played", 0), getattr(one, "resting", 0))
            for one in stage.rounds.all()
        ),
    )
