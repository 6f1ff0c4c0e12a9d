"""The stages of a tournament and their rounds."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q, QuerySet
from django.db.models.functions import Length
from django.utils.translation import gettext

from pairing import FORMATS, Format, format_by_key, format_reason
from rules.options import declared_fields
from rules.problems import RuleViolation
from tournaments.models import Match, Round, Stage, StageEntry, Tournament
from tournaments.pages.options import OptionLine, build_option_lines
from tournaments.stages.chains import count_expected_entries
from tournaments.stages.groups import read_group_names
from tournaments.stages.queries import (
    count_coming_entries,
    enrols_anew,
    entrants_of,
    find_unsuitability,
    list_coming_entrants,
    read_entries_by_seed,
)
from tournaments.stages.rests import describe_rests
from tournaments.stages.rounds import format_round_name, format_round_state, is_round_drawn


@dataclass(frozen=True, slots=True)
class RoundLine:
    number: int
    name: str
    state: str
    state_label: str
    matches: int
    byes: int


@dataclass(frozen=True, slots=True)
class ComingRound:
    """The next round of a stage: its name, and whether anything is drawn in it."""

    name: str
    is_drawn: bool


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
        return next((round_line for round_line in self.rounds if round_line.state != Round.State.CLOSED), None)


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
class UnsuitableFormat:
    """A format that cannot be chosen, and why not."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class StagePreview:
    """What is known of a stage before it is drawn: the number of rounds, why it cannot be drawn, if so, and how byes are divided."""

    rounds: int
    problems: tuple[str, ...]
    rests: tuple[str, ...] = ()


def list_suitable_formats(tournament: Tournament) -> tuple[Format, ...]:
    """The formats that suit the game and the kind of entries."""
    return tuple(format_ for format_ in FORMATS if find_unsuitability(format_, tournament) is None)


def list_unsuitable_formats(tournament: Tournament) -> tuple[UnsuitableFormat, ...]:
    """All other formats, each with the reason why it cannot be played here."""
    unsuitable = ((format_, find_unsuitability(format_, tournament)) for format_ in FORMATS)
    return tuple(UnsuitableFormat(gettext(format_.name), format_reason(reason, gettext)) for format_, reason in unsuitable if reason)


def read_stage_lines(tournament: Tournament) -> tuple[StageLine, ...]:
    """All stages with their rounds. Two queries, and one where the first draw of a stage is still to come."""
    rounds = Round.objects.annotate(
        played=Count("matches", filter=Q(matches__kind=Match.Kind.PLAYED)),
        resting=Count("matches", filter=Q(matches__kind=Match.Kind.BYE)),
    ).order_by("number")
    stages = Stage.objects.filter(tournament=tournament).annotate(entry_count=Count("stage_entries"))
    ordered = list(stages.prefetch_related(Prefetch("rounds", queryset=rounds)).order_by("number"))
    undrawn = {stage.pk for stage in ordered if stage.source_id is None and not stage.rounds.all()}
    coming = count_coming_entries(tournament) if undrawn else 0
    return tuple(_build_stage_line(stage, coming if stage.pk in undrawn else getattr(stage, "entry_count", 0)) for stage in ordered)


def read_coming_round(stage: Stage, number: int) -> ComingRound:
    """Some queries."""
    return ComingRound(format_round_name(stage, number, count_expected_entries(stage)), is_round_drawn(stage, number))


def list_coming_rows(stage: Stage) -> list[StageEntry]:
    """Rows like those of `select_ranked_entries` for everybody whom the first draw would enrol; none is stored. One query."""
    entries = read_entries_by_seed(stage.tournament)
    return [StageEntry(stage=stage, entry=entry, rank=rank) for rank, entry in enumerate(entries, start=1)]


def select_ranked_entries(stage: Stage) -> QuerySet[StageEntry]:
    """The entries of the stage, pool by pool, by rank."""
    return StageEntry.objects.filter(stage=stage).select_related("entry__club").order_by(Length("pool"), "pool", "rank")


def build_rank_lines(stage: Stage, rows: Sequence[StageEntry]) -> tuple[RankLine, ...]:
    """The lines of some rows of `select_ranked_entries`. Two queries for venues, none otherwise."""
    groups = read_group_names(stage, (row.pool for row in rows))
    return tuple(
        RankLine(
            rank=row.rank,
            pool=groups[row.pool],
            number=row.entry.number,
            name=row.entry.name,
            club=row.entry.club.name if row.entry.club else "",
            seed=row.entry.seed,
            withdrawn=row.entry.has_left,
        )
        for row in rows
    )


def read_stage_preview(stage: Stage) -> StagePreview:
    """What is known of a stage before it is drawn. One query; some more for a stage that waits for its source, which
    has no problems of its own.
    """
    chosen = format_by_key(stage.format_key)
    options = chosen.options_from(stage.options)
    entrants = list_coming_entrants(stage) if enrols_anew(stage) else entrants_of(stage)
    if stage.source_id and not entrants:
        expected = count_expected_entries(stage)
        return StagePreview(chosen.count_rounds(options, expected), (), describe_rests(stage, expected))
    try:
        undrawable = chosen.find_problems(options, entrants)
        reasons = dict.fromkeys([*undrawable, *chosen.find_plan_problems(options, len(entrants))])
        problems = tuple(format_reason(reason, gettext) for reason in reasons)
        rests = describe_rests(stage, sum(not entrant.withdrawn for entrant in entrants))
        return StagePreview(0 if undrawable else chosen.count_rounds(options, len(entrants)), problems, () if problems else rests)
    except RuleViolation as violation:
        return StagePreview(0, (str(violation),))


def list_option_lines(stage: Stage) -> tuple[OptionLine, ...]:
    """The options of the stage in words. No query."""
    specs = declared_fields(format_by_key(stage.format_key).Options)
    return build_option_lines(specs, stage.options)


def _build_stage_line(stage: Stage, entries: int) -> StageLine:
    return StageLine(
        id=stage.pk,
        number=stage.number,
        name=stage.name,
        format=gettext(format_by_key(stage.format_key).name),
        state=stage.state,
        state_label=stage.get_state_display(),
        seeded=stage.seeded,
        entries=entries,
        rounds=tuple(
            RoundLine(
                round_.number,
                format_round_name(stage, round_.number, entries),
                round_.state,
                format_round_state(round_),
                getattr(round_, "played", 0),
                getattr(round_, "resting", 0),
            )
            for round_ in stage.rounds.all()
        ),
    )
