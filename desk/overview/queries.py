"""Lists of tournaments, and the facts of one tournament for its desk."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext

from desk.overview.finding import SEARCHED_FROM, TOURNAMENTS_PER_PAGE, TournamentSearch
from rules import GAMES, stored_game
from tournaments.announcing.listing import select_public_evenings
from tournaments.models import Edition, Entry, Season, SeasonDirector, Tournament
from tournaments.pages.paging import PagedRows
from tournaments.permissions import Principal, Role, annotate_roles, choose_role, filter_worked_for


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
    role: str = ""
    hour: dt.time | None = None
    cancelled: bool = False
    when: str = ""
    """The part of a list under which it stands."""


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
    """Pages of the user's own tournaments, of the public ones, and of the archive; the demonstrations; a page of seasons of both kinds.

    `searchable`: there are more tournaments than can be looked through; `search` is what they were searched for.
    """

    mine: PagedRows
    public: PagedRows
    archived: PagedRows
    demonstrations: tuple[TournamentLine, ...]
    seasons: PagedRows
    search: TournamentSearch
    searchable: bool = False


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game that a tournament has named; `slug` is that of the latest tournament of it, `kind` says who sits at its tables."""

    slug: str
    name: str
    kind: str


MOST_OWN_GAMES = 12


def read_home(user: Principal, search: TournamentSearch) -> HomeContent:
    """The content of the start page. Fifteen queries at most, however many tournaments there are."""
    own = filter_worked_for(user.pk) if user.is_authenticated else Tournament.objects.none()
    public = select_public_evenings()
    others = public.exclude(pk__in=own.values("pk")) if user.is_authenticated else public
    mine = own.filter(demonstration=False, archived_at=None)
    lists = (
        _read_tournament_page(mine, search, "page", user),
        _read_tournament_page(others, search, "others", user),
        _read_tournament_page(own.exclude(archived_at=None), search, "archive", user),
    )
    demonstrations = own.filter(demonstration=True, archived_at=None)
    return HomeContent(
        *lists,
        demonstrations=tuple(_build_lines(list(annotate_roles(demonstrations.select_related("announcement"), user.pk)))),
        seasons=_read_season_cards(user, search),
        search=search,
        searchable=bool(search.wanted) or sum(map(len, lists)) > SEARCHED_FROM,
    )


def read_home_version(search: TournamentSearch) -> str:
    """Changes whenever the start page of a reader without a login can: how many public tournaments fit, the editions of those on the page
    that is asked for, the date of tonight, and the marks of public seasons. Five queries at most, however many tournaments there are.
    """
    page = search.find_page(select_public_evenings(), "others")
    keys = list(page.object_list)
    editions = dict(Edition.objects.filter(tournament__in=keys).values_list("pk", "mark"))
    seasons = Season.objects.filter(public=True).annotate(count=Count("evenings")).order_by("pk")
    marks = [(key, editions.get(key)) for key in keys]
    return repr((search.tonight, page.paginator.count, page.number, marks, list(seasons.values_list("pk", "mark", "count"))))


def _read_tournament_page(tournaments: QuerySet[Tournament], search: TournamentSearch, field: str, user: Principal) -> PagedRows:
    """The asked page of a list. One query, up to four more where it is not empty."""
    asked_page = search.find_page(tournaments, field)
    rows = annotate_roles(Tournament.objects.select_related("announcement"), user.pk).in_bulk(list(asked_page.object_list))
    lines = _build_lines([rows[key] for key in asked_page.object_list])
    lines = [replace(line, when=_name_part(line.date, search.tonight)) for line in lines]
    return PagedRows(Page(lines, asked_page.number, asked_page.paginator), field)


def _name_part(date: dt.date, tonight: dt.date) -> str:
    if date == tonight:
        return gettext("Tonight")
    return gettext("Coming up") if date > tonight else gettext("Past tournaments")


def _build_lines(tournaments: Sequence[Tournament]) -> list[TournamentLine]:
    """The lines of some tournaments. They come with their announcement and with what `choose_role` reads. One query where there are any."""
    keys = [tournament.pk for tournament in tournaments]
    entries = Entry.objects.filter(tournament__in=keys).exclude(state=Entry.State.WITHDRAWN).order_by()
    counts = dict(entries.values_list("tournament").annotate(count=Count("pk"))) if keys else {}
    return [_build_tournament_line(tournament, counts.get(tournament.pk, 0), _name_role(tournament)) for tournament in tournaments]


def _name_role(tournament: Tournament) -> str:
    """The role of the user for whom the row was annotated; not the director’s, which nearly all rows would repeat."""
    role = choose_role(tournament)
    return str(role.label) if role not in {None, Role.DIRECTOR} else ""


def list_own_games(user: Principal) -> tuple[OwnGame, ...]:
    """The games without cards that the user has named in a tournament, each once, the latest first. One query."""
    keys = [game.key for game in GAMES if not game.plays_cards]
    games: dict[tuple[str, str], OwnGame] = {}
    for tournament in filter_worked_for(user.pk).filter(game_key__in=keys).order_by("-pk"):
        kind = gettext(stored_game(tournament.game_key).name)
        if tournament.game.name != stored_game(tournament.game_key).name:
            games.setdefault((tournament.game_key, tournament.game.name), OwnGame(tournament.slug, tournament.game.name, kind))
    return tuple(games.values())[:MOST_OWN_GAMES]


def _read_season_cards(user: Principal, search: TournamentSearch) -> PagedRows:
    """A page of the user's own seasons, and of public ones that have begun."""
    mine = Exists(SeasonDirector.objects.filter(season=OuterRef("pk"), user_id=user.pk or 0))
    seasons: QuerySet[Any] = Season.objects.annotate(count=Count("evenings"), mine=mine).filter(Q(mine=True) | Q(public=True, count__gt=0))
    page: Page[Any] = Paginator(seasons.order_by("-pk"), TOURNAMENTS_PER_PAGE).get_page(search.read_page_number("seasons"))
    page.object_list = [
        SeasonCard(
            season.slug, season.name, gettext(stored_game(season.game_key).name) if season.game_key else "", season.count, season.mine
        )
        for season in page.object_list
    ]
    return PagedRows(page, "seasons")


def _build_tournament_line(tournament: Tournament, entries: int, role: object = "") -> TournamentLine:
    announcement = getattr(tournament, "announcement", None)
    return TournamentLine(
        slug=tournament.slug,
        name=tournament.name,
        date=tournament.date,
        venue=tournament.venue,
        game=gettext(tournament.game.name),
        state=tournament.state,
        state_label=tournament.get_state_display(),
        entries=entries,
        role=str(role),
        hour=(announcement.starts_at or announcement.meets_at) if announcement else None,
        cancelled=announcement is not None and announcement.cancelled_at is not None,
    )
