"""Rights in a tournament: what each role may do, whose role counts where, and the policies that views carry.

What each role of the staff may do is the table `RIGHTS`; everybody else sees the public page. Every member of the staff reads the whole
desk, a director has all rights. At a tournament counts its own role and that of its organizer, at practice copies its own alone. A director
of either directs; else the role at the tournament counts before the one that its organizer gave. Administrators look after logins; in a
tournament they have the role that they got there, or none. Rights are read at every request and again in every service.

Who holds the code of a place and a day has no login: `config.middleware` lets them act as the code's user on the pages of `PAGES_OF_PLACE`
alone; everywhere else they are visitors.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, TypeAlias, cast

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.door_keys import is_door_key
from tournaments.models import Announcement, Organizer, OrganizerMember, PlaceCode, Season, StaffRole, Tournament
from tournaments.models.desk_roles import DeskRole
from tournaments.models.staff import find_day
from tournaments.places import select_entries_of_place, select_matches_of_place
from tournaments.refusals import HandedOver

Principal = AbstractBaseUser | AnonymousUser
Role: TypeAlias = DeskRole

_NOT_A_COPY = Q(demonstration=False)


class Right(Enum):
    READ = auto()
    """See every page of the desk, its lists and its papers."""
    ENTER = auto()
    """Enter, correct and confirm results, seat matches, mark sheets as returned."""
    RULE = auto()
    """Record evidence and the hand that follows from it, dispute a result, answer the calls of the tables."""
    PENALIZE = auto()
    """Decide penalties, and places decided at the table."""
    REGISTER = auto()
    """Add and change entries."""
    CHECK_IN = auto()
    """Note who is here and who has paid."""
    PRINT = auto()
    """Print numbered sheets, which the desk then expects back."""
    DIRECT = auto()
    """Everything that remains: draw, publish, close, correct what is closed, settings, staff, backups."""


RIGHTS: Mapping[Role, frozenset[Right]] = {
    Role.DIRECTOR: frozenset(Right),
    Role.ASSISTANT: frozenset({Right.READ, Right.ENTER, Right.RULE, Right.REGISTER, Right.CHECK_IN, Right.PRINT}),
    Role.REFEREE: frozenset({Right.READ, Right.RULE, Right.PENALIZE, Right.PRINT}),
    Role.DOOR: frozenset({Right.READ, Right.REGISTER, Right.CHECK_IN}),
    Role.READER: frozenset({Right.READ}),
    Role.HELPER: frozenset({Right.ENTER, Right.CHECK_IN}),
}

PAGES_OF_PLACE = {
    "scoring:place_desk": "",
    "tournaments:check_in_one": "number",
    **dict.fromkeys((f"scoring:{page}" for page in ("match", "enter_hand", "enter_event", "give_match", "undo", "confirm")), "code"),
    **dict.fromkeys((f"scoring:{page}" for page in ("correct", "cancel_line", "conflict", "check")), "code"),
}
"""All that a helper of one place reaches of a desk, and which argument of the address must be of that place."""


class BeyondPlace(Http404):
    """404 for a helper who asks for what is not at their place; the page says so and leads back."""

    def __init__(self, slug: str, place: str) -> None:
        super().__init__()
        self.title = _("This is not at %(place)s, or no longer") % {"place": place}
        sentence = _(
            "Nothing was saved. You help at %(place)s: its door, and its tables while a round is being played, are all that you see."
        )
        self.advice = sentence % {"place": place}
        self.address, self.way = reverse("scoring:place_desk", args=[slug]), _("Go to %(place)s") % {"place": place}


def has_right(role: Role | None, right: Right) -> bool:
    return role is not None and right in RIGHTS[role]


def annotate_roles(tournaments: QuerySet[Tournament], user_key: int | None) -> QuerySet[Tournament]:
    """The tournaments with what `choose_role` reads of one user."""
    own = StaffRole.objects.filter(tournament=OuterRef("pk"), user_id=user_key or 0)
    general = OrganizerMember.objects.filter(organizer=OuterRef("organizer"), user_id=user_key or 0)
    codes = PlaceCode.objects.filter(tournament=OuterRef("pk"), user_id=user_key or 0, revoked_at=None, day=find_day(timezone.now()))
    return tournaments.annotate(
        own_role=Subquery(own.values("role")), general_role=Subquery(general.values("role")), own_place=Subquery(codes.values("place")[:1])
    )


def choose_role(tournament: Tournament) -> Role | None:
    """The role of the user for whom the row was annotated."""
    own: str | None = getattr(tournament, "own_role", None)
    general: str | None = None if tournament.demonstration else getattr(tournament, "general_role", None)
    if Role.DIRECTOR in (own, general):
        return Role.DIRECTOR
    chosen = own or general or (Role.HELPER if getattr(tournament, "own_place", None) else None)
    return Role(chosen) if chosen else None


def read_role_of(user_key: int, tournament_key: int) -> Role | None:
    """One query."""
    tournament = annotate_roles(Tournament.objects.filter(pk=tournament_key), user_key).only("demonstration").first()
    return None if tournament is None else choose_role(tournament)


def filter_worked_for(user_key: int | None) -> QuerySet[Tournament]:
    """The tournaments at whose desk a user has a role."""
    return _filter_by_roles(StaffRole.objects.filter(user_id=user_key or 0), OrganizerMember.objects.filter(user_id=user_key or 0))


def filter_directed(user_key: int | None) -> QuerySet[Tournament]:
    """The tournaments that a user directs."""
    directs = {"user_id": user_key or 0, "role": Role.DIRECTOR}
    return _filter_by_roles(StaffRole.objects.filter(**directs), OrganizerMember.objects.filter(**directs))


def list_staff_keys(tournament_key: int) -> set[int]:
    """The users with a role at the desk of a tournament. One query."""
    own = StaffRole.objects.filter(tournament=tournament_key).values_list("user")
    general = OrganizerMember.objects.filter(organizer__tournaments=tournament_key, organizer__tournaments__demonstration=False)
    return {key for (key,) in own.union(general.values_list("user"))}


def _filter_by_roles(own: QuerySet[StaffRole], general: QuerySet[OrganizerMember]) -> QuerySet[Tournament]:
    by_organizer = _NOT_A_COPY & Q(organizer__in=general.values("organizer"))
    return Tournament.objects.filter(Q(pk__in=own.values("tournament")) | by_organizer)


@dataclass(frozen=True, slots=True)
class TournamentDesk:
    """A tournament as a member of its staff sees it; `place` is the only one that a helper sees."""

    tournament: Tournament
    role: Role
    place: str = ""

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
        place = str(getattr(tournament, "own_place", "")) if role is Role.HELPER else ""
        if place:
            _require_place(request, tournament, place)
        desk_request.desk = TournamentDesk(tournament, role, place)
    return desk_request.desk


def _require_place(request: HttpRequest, tournament: Tournament, place: str) -> None:
    """Raises: BeyondPlace for a page, a match or an entry that is not of the place."""
    match = request.resolver_match
    named = PAGES_OF_PLACE.get(match.view_name) if match else None
    if match and named is not None:
        if not named:
            return
        chosen = select_entries_of_place(tournament, place) if named == "number" else select_matches_of_place(tournament, place)
        if chosen.filter(**{named: match.kwargs[named]}).exists():
            return
    raise BeyondPlace(tournament.slug, place)


def staff(request: HttpRequest, *, slug: str, **url_arguments: Any) -> bool:
    """Policy: the tournament's staff; for everybody else the page does not exist, here and in the policies that follow. Of a helper at one
    place `read_desk` has asked already whether the page is of it.
    """
    if not request.user.is_authenticated:
        return False
    desk = read_desk(request, slug)
    return desk.has(Right.READ) or bool(desk.place)


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


def enroller(request: HttpRequest, *, slug: str, door_key: str = "", **url_arguments: Any) -> bool:
    """Policy: whoever holds a key of the entrance's QR code, also one of before; else as for visitors."""
    row = Announcement.objects.filter(tournament__slug=slug).values_list("tournament_id", "door_key").first()
    holds_key = row is not None and (is_door_key(row[0], door_key) or (bool(door_key) and door_key == row[1]))
    return holds_key or visitor(request, slug=slug, **url_arguments)


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
