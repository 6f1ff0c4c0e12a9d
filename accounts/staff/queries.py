"""The staff of a tournament with what each role may do, and the invitations that are open."""

import datetime as dt
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.staff.invitations import build_invitation_path
from accounts.users.queries import may_reset_password
from tournaments.models import Invitation, StaffRole, Tournament
from tournaments.models.desk_roles import GIVEN_ROLES
from tournaments.pages.qr_codes import QrCode, build_qr_code
from tournaments.permissions import RIGHTS, Right, Role

RIGHT_TITLES: dict[Right, str | Promise] = {
    Right.READ: _("see the whole desk and print lists"),
    Right.ENTER: _("enter and confirm results, seat matches"),
    Right.RULE: _("rule card by card, keep evidence, dispute"),
    Right.PENALIZE: _("decide penalties"),
    Right.REGISTER: _("add and change entries"),
    Right.CHECK_IN: _("check-in and fees"),
    Right.PRINT: _("print score sheets"),
    Right.DIRECT: _("draw, publish, close, settings, staff"),
}


@dataclass(frozen=True, slots=True)
class RightLine:
    """A right, and for each role in the order of `Role` whether it has it."""

    title: str
    ticks: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class MemberLine:
    """Somebody who works here; `may_reset` where this director may make them a link for a new password."""

    user: User
    role: str
    role_label: str
    may_reset: bool


@dataclass(frozen=True, slots=True)
class InvitationLine:
    key: int
    role_label: str
    note: str
    expires_at: dt.datetime
    url: str
    qr_code: QrCode
    withdraw_address: str


def list_right_lines() -> tuple[RightLine, ...]:
    """The table of rights for a page."""
    return tuple(RightLine(str(title), tuple(right in RIGHTS[role] for role in GIVEN_ROLES)) for right, title in RIGHT_TITLES.items())


def list_right_titles(role: Role) -> list[str]:
    """What a role may do, one sentence each."""
    return [str(title) for right, title in RIGHT_TITLES.items() if right in RIGHTS[role]]


def read_member_lines(tournament: Tournament, actor: User) -> tuple[MemberLine, ...]:
    """The staff, directors first."""
    order = list(Role)
    members = StaffRole.objects.filter(tournament=tournament).select_related("user")
    ordered = sorted(members, key=lambda member: (order.index(Role(member.role)), member.user.get_username()))
    return tuple(
        MemberLine(member.user, member.role, member.get_role_display(), may_reset_password(actor, member.user)) for member in ordered
    )


def build_invitation_lines(invitations: Iterable[Invitation], build_url: Callable[[str], str]) -> tuple[InvitationLine, ...]:
    return tuple(_build_invitation_line(invitation, build_url) for invitation in invitations)


def _build_invitation_line(invitation: Invitation, build_url: Callable[[str], str]) -> InvitationLine:
    url = build_url(build_invitation_path(invitation))
    label = str(invitation.get_role_display())
    withdraw_address = _build_withdraw_address(invitation)
    return InvitationLine(invitation.pk, label, invitation.note, invitation.expires_at, url, build_qr_code(url), withdraw_address)


def _build_withdraw_address(invitation: Invitation) -> str:
    if invitation.tournament is not None:
        return reverse("tournaments:invitation_withdraw", args=[invitation.tournament.slug, invitation.pk])
    if invitation.organizer is not None:
        return reverse("tournaments:member_invitation_withdraw", args=[invitation.organizer.slug, invitation.pk])
    return reverse("tournaments:organizer_invitation_withdraw", args=[invitation.pk])
