"""Tournaments in lists, and one tournament as its desk sees it."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext

from rules import game_by_key
from rules.options import declared_fields
from tournaments.models import Entry, Round, Season, SeasonDirector, StaffRole, Stage, Tournament
from tournaments.pages.options import OptionLine, option_lines_of
from tournaments.permissions import Principal
from tournaments.stage_pages.queries import StageLine, stage_lines


@dataclass(frozen=True, slots=True)
class TournamentLine:
    slug: str
    name: str
    date: dt.date
    venue: str
    game: str
    state: str
    state_label: str
    entries: int
    demonstration: bool
    role: str = ""


@dataclass(frozen=True, slots=True)
class SeasonCard:
    """A season in a list; `mine` when the visitor directs it."""

    slug: str
    name: str
    game: str
    evenings: int
    mine: bool


@dataclass(frozen=True, slots=True)
class Home:
    """Tournaments that the visitor works for, the demonstration apart, those that everybody may follow, and seasons of both kinds."""

    mine: tuple[TournamentLine, ...]
    demonstrations: tuple[TournamentLine, ...]
    public: tuple[TournamentLine, ...]
    seasons: tuple[SeasonCard, ...]


class NextStep(StrEnum):
    """What the desk has to do next, as far as it can be told before any result."""

    ENTER = "enter"
    PLAN = "plan"
    DRAW = "draw"
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


def home_for(user: Principal) -> Home:
    """Four queries at most, however many tournaments there are."""
    public = tuple(_line(one) for one in _counted(Tournament.objects.filter(public=True, demonstration=False)))
    if not user.is_authenticated:
        return Home((), (), public, _seasons(user))
    roles = dict(StaffRole.objects.filter(user_id=user.pk).values_list("tournament_id", "role"))
    own = [_line(one, StaffRole.Role(roles[one.pk]).label) for one in _counted(Tournament.objects.filter(pk__in=roles))]
    slugs = {one.slug for one in own}
    return Home(
        mine=tuple(one for one in own if not one.demonstration),
        demonstrations=tuple(one for one in own if one.demonstration),
        public=tuple(one for one in public if one.slug not in slugs),
        seasons=_seasons(user),
    )


def desk_facts(tournament: Tournament) -> DeskFacts:
    """Three queries."""
    counts = Entry.objects.filter(tournament=tournament).aggregate(
        entries=Count("pk", filter=~Q(state=Entry.State.WITHDRAWN)),
        withdrawn=Count("pk", filter=Q(state=Entry.State.WITHDRAWN)),
        clubs=Count("club", distinct=True, filter=~Q(state=Entry.State.WITHDRAWN)),
        seeds=Count("seed", filter=~Q(state=Entry.State.WITHDRAWN)),
    )
    stages = stage_lines(tournament)
    step, stage = _next_step(counts["entries"], stages)
    game = game_by_key(tournament.game_key)
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


def rule_lines(tournament: Tournament) -> tuple[OptionLine, ...]:
    """Every option that the tournament froze, those that differ from the game's usual first. No query."""
    specs = declared_fields(game_by_key(tournament.game_key).Options)
    return tuple(sorted(option_lines_of(specs, tournament.rules), key=lambda line: line.usual))


def _seasons(user: Principal) -> tuple[SeasonCard, ...]:
    """One's own, and those in public that have begun."""
    mine = Exists(SeasonDirector.objects.filter(season=OuterRef("pk"), user_id=user.pk or 0))
    seasons = Season.objects.annotate(count=Count("evenings"), mine=mine).filter(Q(mine=True) | Q(public=True, count__gt=0))
    return tuple(
        SeasonCard(one.slug, one.name, gettext(game_by_key(one.game_key).name) if one.game_key else "", one.count, one.mine)
        for one in seasons.order_by("-pk")
    )


def _counted(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    return tournaments.annotate(entry_count=Count("entries", filter=~Q(entries__state=Entry.State.WITHDRAWN)))


def _line(tournament: Tournament, role: object = "") -> TournamentLine:
    return TournamentLine(
        slug=tournament.slug,
        name=tournament.name,
        date=tournament.date,
        venue=tournament.venue,
        game=gettext(game_by_key(tournament.game_key).name),
        state=tournament.state,
        state_label=tournament.get_state_display(),
        entries=getattr(tournament, "entry_count", 0),
        demonstration=tournament.demonstration,
        role=str(role),
    )


def _next_step(entries: int, stages: tuple[StageLine, ...]) -> tuple[NextStep, StageLine | None]:
    """The first stage that is not finished decides."""
    if not stages:
        return (NextStep.PLAN if entries else NextStep.ENTER), None
    current = next((stage for stage in stages if stage.state != Stage.State.FINISHED), None)
    if current is None:
        return NextStep.DONE, None
    last = current.rounds[-1].state if current.rounds else Round.State.CLOSED
    steps = {Round.State.DRAFT: NextStep.PUBLISH, Round.State.PUBLISHED: NextStep.PLAY, Round.State.CLOSED: NextStep.DRAW}
    return steps[Round.State(last)], current
