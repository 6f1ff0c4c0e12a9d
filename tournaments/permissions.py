"""Who may do what in a tournament: predicates, and the policies that views carry.

Roles: a director runs the tournament, an assistant works at its desk, everybody else sees its public page. Site admins manage users and
settings; in a tournament they have the role they were given there, or none. Rights are read at every request and again in every service.
"""

from dataclasses import dataclass
from typing import Any, cast

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from tournaments.models import Season, StaffRole, Tournament

Principal = AbstractBaseUser | AnonymousUser
Role = StaffRole.Role


@dataclass(frozen=True, slots=True)
class Desk:
    """A tournament seen by a member of its staff."""

    tournament: Tournament
    role: Role

    @property
    def directs(self) -> bool:
        return self.role is Role.DIRECTOR


class _DeskRequest(HttpRequest):
    desk: Desk
    season: Season


def role_in(user: Principal, tournament: Tournament) -> Role | None:
    if not user.is_authenticated:
        return None
    found = StaffRole.objects.filter(tournament=tournament, user_id=user.pk).values_list("role", flat=True).first()
    return Role(found) if found else None


def require_director(user: Principal, tournament: Tournament) -> None:
    """Raises: PermissionDenied."""
    if role_in(user, tournament) is not Role.DIRECTOR:
        raise PermissionDenied


def require_staff(user: Principal, tournament: Tournament) -> None:
    """Raises: PermissionDenied."""
    if role_in(user, tournament) is None:
        raise PermissionDenied


def user_of(request: HttpRequest) -> User:
    """Whoever is logged in. Raises: PermissionDenied."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def desk_of(request: HttpRequest, slug: str) -> Desk:
    """The desk of the tournament for whoever asks; read once a request.

    Raises: Http404 for a tournament that the person does not work for, whether it exists or not.
    """
    asked = cast(_DeskRequest, request)
    if not hasattr(asked, "desk") or asked.desk.tournament.slug != slug:
        roles = StaffRole.objects.select_related("tournament").filter(tournament__slug=slug, user_id=request.user.pk or 0)
        found = next(iter(roles), None)
        if found is None:
            raise Http404
        asked.desk = Desk(found.tournament, Role(found.role))
    return asked.desk


def staff(request: HttpRequest, *, slug: str, **url_arguments: Any) -> bool:
    """Policy: whoever works at the tournament's desk."""
    return request.user.is_authenticated and bool(desk_of(request, slug).role)


def director(request: HttpRequest, *, slug: str, **url_arguments: Any) -> bool:
    """Policy: the tournament's directors. Assistants are refused, strangers find nothing."""
    return request.user.is_authenticated and desk_of(request, slug).directs


def visitor(request: HttpRequest, *, slug: str, **url_arguments: Any) -> bool:
    """Policy: everybody, if the tournament has a public page; else only its staff."""
    public = Tournament.objects.filter(slug=slug).values_list("public", flat=True).first()
    if public:
        return True
    if not request.user.is_authenticated:
        raise Http404
    return bool(desk_of(request, slug).role)


def require_season_director(user: Principal, season: Season) -> None:
    """Raises: PermissionDenied."""
    if not season.directors.filter(user_id=user.pk or 0).exists():
        raise PermissionDenied


def season_of(request: HttpRequest, slug: str) -> Season:
    """The season for whoever directs it; read once a request. Raises: Http404 for everybody else, whether it exists or not."""
    asked = cast(_DeskRequest, request)
    if not hasattr(asked, "season") or asked.season.slug != slug:
        found = Season.objects.filter(slug=slug, directors__user_id=request.user.pk or 0).first()
        if found is None:
            raise Http404
        asked.season = found
    return asked.season


def season_director(request: HttpRequest, *, season_slug: str, **url_arguments: Any) -> bool:
    """Policy: the season's directors; strangers find nothing."""
    return request.user.is_authenticated and bool(season_of(request, season_slug).pk)
