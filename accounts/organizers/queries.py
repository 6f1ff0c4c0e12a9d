"""Organizers in a list, and the members of one."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Count, Q

from accounts.staff.queries import MemberLine
from accounts.users.queries import may_reset_password
from tournaments.models import Organizer, OrganizerMember
from tournaments.permissions import Role


@dataclass(frozen=True, slots=True)
class OrganizerLine:
    """An organizer with how many tournaments and members it has, and the user's role there."""

    slug: str
    name: str
    role_label: str
    tournaments: int
    members: int
    tournament_quota: int | None


def read_organizer_lines(user: User) -> tuple[OrganizerLine, ...]:
    """The user's own organizers; of an administrator every one, own first. Two queries."""
    roles = dict(OrganizerMember.objects.filter(user=user).values_list("organizer_id", "role"))
    organizers = Organizer.objects.all() if user.is_superuser else Organizer.objects.filter(pk__in=roles)
    counted = organizers.annotate(
        tournament_count=Count("tournaments", filter=Q(tournaments__demonstration=False), distinct=True),
        member_count=Count("members", distinct=True),
    )
    lines = [
        OrganizerLine(
            organizer.slug,
            organizer.name,
            str(Role(roles[organizer.pk]).label) if organizer.pk in roles else "",
            organizer.tournament_count,
            organizer.member_count,
            organizer.tournament_quota,
        )
        for organizer in counted.order_by("name", "pk")
    ]
    return tuple(sorted(lines, key=lambda line: not line.role_label))


def read_organizer_members(organizer: Organizer, actor: User) -> tuple[MemberLine, ...]:
    """The members, directors first."""
    order = list(Role)
    members = OrganizerMember.objects.filter(organizer=organizer).select_related("user")
    ordered = sorted(members, key=lambda member: (order.index(Role(member.role)), member.user.get_username()))
    return tuple(
        MemberLine(member.user, member.role, str(member.get_role_display()), may_reset_password(actor, member.user)) for member in ordered
    )
