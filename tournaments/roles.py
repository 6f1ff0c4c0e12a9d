"""What each role may do at the desk of a tournament, the one table that policies, services and pages ask; and whose role counts where.

Every member of the staff reads the whole desk. A right allows changes; a director has them all. At a tournament counts its own role and
that of its organizer, at practice copies its own alone. A director of either directs. Else the role at the tournament counts before the
one that its organizer gave.
"""

from collections.abc import Mapping
from enum import Enum, auto
from typing import TypeAlias

from django.db.models import OuterRef, Q, QuerySet, Subquery

from tournaments.models import OrganizerMember, StaffRole, Tournament
from tournaments.models.desk_roles import DeskRole

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
}


def has_right(role: Role | None, right: Right) -> bool:
    return role is not None and right in RIGHTS[role]


def annotate_roles(tournaments: QuerySet[Tournament], user_key: int | None) -> QuerySet[Tournament]:
    """The tournaments with what `choose_role` reads of one user."""
    own = StaffRole.objects.filter(tournament=OuterRef("pk"), user_id=user_key or 0)
    general = OrganizerMember.objects.filter(organizer=OuterRef("organizer"), user_id=user_key or 0)
    return tournaments.annotate(own_role=Subquery(own.values("role")), general_role=Subquery(general.values("role")))


def choose_role(tournament: Tournament) -> Role | None:
    """The role of the user for whom the row was annotated."""
    own: str | None = getattr(tournament, "own_role", None)
    general: str | None = None if tournament.demonstration else getattr(tournament, "general_role", None)
    if Role.DIRECTOR in (own, general):
        return Role.DIRECTOR
    chosen = own or general
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
