"""Lists of tournaments, and the facts of one tournament for its desk."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext

from rules import GAMES, game_by_key
from rules.options import declared_fields
from tournaments.models import Edition, Entry, Round, Season, SeasonDirector, Stage, Tournament
from tournaments.pages.options import OptionLine, build_option_lines
from tournaments.permissions import Principal
from tournaments.roles import annotate_roles, choose_role, filter_worked_for
from tournaments.stage_pages.queries import StageLine, read_stage_lines


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
    archived: bool = False


@dataclass(frozen=True, slots=True)
class SeasonCard:
    """A season in a list; `mine` when the user directs it."""

    slug: str
    name: str
    game: str
    evenings: int
    mine: bool


@dataclass(frozen=True, slots=True)
class HomeContent:
    """Tournaments of the user's own, demonstrations, public tournaments, seasons of both kinds, and the user's archive."""

    mine: tuple[TournamentLine, ...]
    demonstrations: tuple[TournamentLine, ...]
    public: tuple[TournamentLine, ...]
    seasons: tuple[SeasonCard, ...]
    archived: tuple[TournamentLine, ...]


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game that a tournament has named; `slug` is that of the latest tournament of it, `kind` says who sits at its tables."""

    slug: str
    name: str
    kind: str


MOST_OWN_GAMES = 12


class NextStep(StrEnum):
    """The desk's next task, as far as it is known before any result."""

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


def read_home(user: Principal) -> HomeContent:
    """The content of the start page. Three queries at most, however many tournaments there are."""
    public = tuple(
        _build_tournament_line(tournament)
        for tournament in _annotate_entry_count(Tournament.objects.filter(public=True, demonstration=False, archived_at=None))
    )
    if not user.is_authenticated:
        return HomeContent((), (), public, _read_season_cards(user), ())
    worked_for = annotate_roles(filter_worked_for(user.pk), user.pk)
    own = [
        _build_tournament_line(tournament, role.label if (role := choose_role(tournament)) else "")
        for tournament in _annotate_entry_count(worked_for)
    ]
    slugs = {line.slug for line in own}
    return HomeContent(
        mine=tuple(line for line in own if not line.demonstration and not line.archived),
        demonstrations=tuple(line for line in own if line.demonstration and not line.archived),
        public=tuple(line for line in public if line.slug not in slugs),
        seasons=_read_season_cards(user),
        archived=tuple(line for line in own if line.archived),
    )


def read_home_version() -> str:
    """Changes whenever the start page of a reader without a login can: the editions of public tournaments and the marks of public seasons.
    Two queries.
    """
    editions = Edition.objects.filter(tournament__public=True, tournament__demonstration=False, tournament__archived_at=None)
    seasons = Season.objects.filter(public=True).annotate(count=Count("evenings")).order_by("pk")
    return repr((list(editions.order_by("pk").values_list("pk", "mark")), list(seasons.values_list("pk", "mark", "count"))))


def read_desk_facts(tournament: Tournament) -> DeskFacts:
    """The facts of one tournament. Three queries."""
    counts = Entry.objects.filter(tournament=tournament).aggregate(
        entries=Count("pk", filter=~Q(state=Entry.State.WITHDRAWN)),
        withdrawn=Count("pk", filter=Q(state=Entry.State.WITHDRAWN)),
        clubs=Count("club", distinct=True, filter=~Q(state=Entry.State.WITHDRAWN)),
        seeds=Count("seed", filter=~Q(state=Entry.State.WITHDRAWN)),
    )
    stages = read_stage_lines(tournament)
    step, stage = _choose_next_step(counts["entries"], stages)
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
    """Every rule option of the tournament, those that differ from the game's default first. No query."""
    specs = declared_fields(tournament.game.Options)
    return tuple(sorted(build_option_lines(specs, tournament.rules), key=lambda line: line.usual))


def list_own_games(user: Principal) -> tuple[OwnGame, ...]:
    """The games without cards that the user has named in a tournament, each once, the latest first. One query."""
    keys = [game.key for game in GAMES if not game.plays_cards]
    games: dict[tuple[str, str], OwnGame] = {}
    for tournament in filter_worked_for(user.pk).filter(game_key__in=keys).order_by("-pk"):
        kind = gettext(game_by_key(tournament.game_key).name)
        if tournament.game.name != game_by_key(tournament.game_key).name:
            games.setdefault((tournament.game_key, tournament.game.name), OwnGame(tournament.slug, tournament.game.name, kind))
    return tuple(games.values())[:MOST_OWN_GAMES]


def _read_season_cards(user: Principal) -> tuple[SeasonCard, ...]:
    """The user's own seasons, and public ones that have begun."""
    mine = Exists(SeasonDirector.objects.filter(season=OuterRef("pk"), user_id=user.pk or 0))
    seasons = Season.objects.annotate(count=Count("evenings"), mine=mine).filter(Q(mine=True) | Q(public=True, count__gt=0))
    return tuple(
        SeasonCard(
            season.slug, season.name, gettext(game_by_key(season.game_key).name) if season.game_key else "", season.count, season.mine
        )
        for season in seasons.order_by("-pk")
    )


def _annotate_entry_count(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    return tournaments.annotate(entry_count=Count("entries", filter=~Q(entries__state=Entry.State.WITHDRAWN)))


def _build_tournament_line(tournament: Tournament, role: object = "") -> TournamentLine:
    return TournamentLine(
        slug=tournament.slug,
        name=tournament.name,
        date=tournament.date,
        venue=tournament.venue,
        game=gettext(tournament.game.name),
        state=tournament.state,
        state_label=tournament.get_state_display(),
        entries=getattr(tournament, "entry_count", 0),
        demonstration=tournament.demonstration,
        role=str(role),
        archived=tournament.archived_at is not None,
    )


def _choose_next_step(entries: int, stages: tuple[StageLine, ...]) -> tuple[NextStep, StageLine | None]:
    """The next step, and the first stage that is not finished, which decides it."""
    if not stages:
        return (NextStep.PLAN if entries else NextStep.ENTER), None
    current = next((stage for stage in stages if stage.state != Stage.State.FINISHED), None)
    if current is None:
        return NextStep.DONE, None
    last = current.rounds[-1].state if current.rounds else Round.State.CLOSED
    steps = {Round.State.DRAFT: NextStep.PUBLISH, Round.State.PUBLISHED: NextStep.PLAY, Round.State.CLOSED: NextStep.DRAW}
    return steps[Round.State(last)], current
