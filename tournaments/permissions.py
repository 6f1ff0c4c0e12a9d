"""Rights in a tournament: predicates, and the policies that views carry.

What each role of the staff may do is the table in `tournaments.roles`; everybody else sees the public page. Administrators look after
logins; in a tournament they have the role that they got there, or none. Rights are read at every request and again in every service.
"""

from dataclasses import dataclass
from typing import Any, cast

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from tournaments.models import Organizer, OrganizerMember, Season, Tournament
from tournaments.refusals import HandedOver
from tournaments.roles import Right, Role, annotate_roles, choose_role, has_right, read_role_of

Principal = AbstractBaseUser | AnonymousUser


@dataclass(frozen=True, slots=True)
class TournamentDesk:
    """A tournament as a member of its staff sees it."""

    tournament: Tournament
    role: Role

    @property
    def directs(self) -> bool:
        return self.has(Right.DIRECT)

    @property
    def may_enter(self) -> bool:
        return self.has(Right.ENTER)

    @property
    def may_rule(self) -> bool:
        return self.has(Right.RULE)

    @property
    def may_penalize(self) -> bool:
        return self.has(Right.PENALIZE)

    @property
    def may_register(self) -> bool:
        return self.has(Right.REGISTER)

    @property
    def may_check_in(self) -> bool:
        return self.has(Right.CHECK_IN)

    @property
    def may_print(self) -> bool:
        return self.has(Right.PRINT)

    def has(self, right: Right) -> bool:
        return has_right(self.role, right)


class _DeskRequest(HttpRequest):
    desk: TournamentDesk
    season: Season
    organizer: Organizer


def read_role(user: Principal, tournament: Tournament) -> Role | None:
    if not user.is_authenticated:
        return None
    return read_role_of(user.pk, tournament.pk)


def require_director(user: Principal, tournament: Tournament) -> None:
    """Raises: PermissionDenied."""
    require_right(user, tournament, Right.DIRECT)


def require_right(user: Principal, tournament: Tournament, right: Right) -> None:
    """Raises: PermissionDenied."""
    if not has_right(read_role(user, tournament), right):
        raise PermissionDenied


def require_here(tournament: Tournament) -> None:
    """Raises: HandedOver while the tournament is being played on another computer."""
    if tournament.handed_over_at is not None:
        raise HandedOver(tournament.slug, tournament.name, tournament.handed_over_to)


def get_user(request: HttpRequest) -> User:
    """The logged-in user. Raises: PermissionDenied."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def read_desk(request: HttpRequest, slug: str) -> TournamentDesk:
    """The desk of the tournament for the user of the request; read once a request.

    Raises: Http404 for a tournament that the user does not work for, whether it exists or not.
    """
    desk_request = cast(_DeskRequest, request)
    if not hasattr(desk_request, "desk") or desk_request.desk.tournament.slug != slug:
        tournament = next(iter(annotate_roles(Tournament.objects.filter(slug=slug), request.user.pk)), None)
        role = choose_role(tournament) if tournament is not None else None
        if tournament is None or role is None:
            raise Http404
        desk_request.desk = TournamentDesk(tournament, role)
    return desk_request.desk


def staff(request: HttpRequest, *, slug: str, **url_arguments: Any) -> bool:
    """Policy: the tournament's staff; for everybody else the page does not exist, here and in the policies that follow."""
    return request.user.is_authenticated and read_desk(request, slug).has(Right.READ)


def enterer(request: HttpRequest, *, slug: str, **url_arguments: Any) -> bool:
    """Policy: staff who enter results."""
    return request.user.is_authenticated and read_desk(request, slug).has(Right.ENTER)


def referee(request: HttpRequest, *, slug: str, **url_arguments: Any) -> bool:
    """Policy: staff who rule."""
    return request.user.is_authenticated and read_desk(request, slug).has(Right.RULE)


def penalizer(request: HttpRequest, *, slug: str, **url_arguments: Any) -> bool:
    """Policy: staff who decide penalties."""
    return request.user.is_authenticated and read_desk(request, slug).has(Right.PENALIZE)


def registrar(request: HttpRequest, *, slug: str, **url_arguments: Any) -> bool:
    """Policy: staff who add and change entries."""
    return request.user.is_authenticated and read_desk(request, slug).has(Right.REGISTER)


def door(request: HttpRequest, *, slug: str, **url_arguments: Any) -> bool:
    """Policy: staff who note who is here."""
    return request.user.is_authenticated and read_desk(request, slug).has(Right.CHECK_IN)


def printer(request: HttpRequest, *, slug: str, **url_arguments: Any) -> bool:
    """Policy: staff who print numbered sheets."""
    return request.user.is_authenticated and read_desk(request, slug).has(Right.PRINT)


def director(request: HttpRequest, *, slug: str, **url_arguments: Any) -> bool:
    """Policy: the tournament's directors. Others of its staff are refused."""
    return request.user.is_authenticated and read_desk(request, slug).directs


def site_admin(request: HttpRequest, **url_arguments: Any) -> bool:
    """Policy: administrators of the site; of a desk that is who started it first."""
    return get_user(request).is_superuser if request.user.is_authenticated else False


def visitor(request: HttpRequest, *, slug: str, **url_arguments: Any) -> bool:
    """Policy: everybody, if the tournament has a public page; else only its staff."""
    public = Tournament.objects.filter(slug=slug).values_list("public", flat=True).first()
    if public:
        return True
    if not request.user.is_authenticated:
        raise Http404
    return bool(read_desk(request, slug).role)


def require_season_director(user: Principal, season: Season) -> None:
    """Raises: PermissionDenied."""
    if not season.directors.filter(user_id=user.pk or 0).exists():
        raise PermissionDenied


def read_season(request: HttpRequest, slug: str) -> Season:
    """The season for its director; read once a request. Raises: Http404 for everybody else, whether it exists or not."""
    desk_request = cast(_DeskRequest, request)
    if not hasattr(desk_request, "season") or desk_request.season.slug != slug:
        season = Season.objects.filter(slug=slug, directors__user_id=request.user.pk or 0).first()
        if season is None:
            raise Http404
        desk_request.season = season
    return desk_request.season


def season_director(request: HttpRequest, *, season_slug: str, **url_arguments: Any) -> bool:
    """Policy: the season's directors; for everybody else the page does not exist."""
    return request.user.is_authenticated and bool(read_season(request, season_slug).pk)


def read_organizer_role(user: Principal, organizer: Organizer) -> Role | None:
    """Administrators look after every organizer as a director would; at its tournaments that gives them nothing."""
    if isinstance(user, User) and user.is_superuser:
        return Role.DIRECTOR
    role = OrganizerMember.objects.filter(organizer=organizer, user_id=user.pk or 0).values_list("role", flat=True).first()
    return Role(role) if role else None


def require_organizer_director(user: Principal, organizer: Organizer) -> None:
    """Raises: PermissionDenied."""
    if read_organizer_role(user, organizer) is not Role.DIRECTOR:
        raise PermissionDenied


def require_site_admin(user: Principal) -> None:
    """Raises: PermissionDenied."""
    if not (isinstance(user, User) and user.is_superuser):
        raise PermissionDenied


def read_organizer(request: HttpRequest, slug: str) -> Organizer:
    """The organizer for its members; read once a request. Raises: Http404 for everybody else, whether it exists or not."""
    desk_request = cast(_DeskRequest, request)
    if not hasattr(desk_request, "organizer") or desk_request.organizer.slug != slug:
        organizer = Organizer.objects.filter(slug=slug).first()
        if organizer is None or read_organizer_role(request.user, organizer) is None:
            raise Http404
        desk_request.organizer = organizer
    return desk_request.organizer


def organizer_member(request: HttpRequest, *, organizer_slug: str, **url_arguments: Any) -> bool:
    """Policy: the members of an organizer; for everybody else the page does not exist."""
    return request.user.is_authenticated and bool(read_organizer(request, organizer_slug).pk)


def organizer_director(request: HttpRequest, *, organizer_slug: str, **url_arguments: Any) -> bool:
    """Policy: the directors of an organizer. Others of its members are refused."""
    if not request.user.is_authenticated:
        return False
    return read_organizer_role(request.user, read_organizer(request, organizer_slug)) is Role.DIRECTOR
