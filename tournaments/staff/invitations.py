"""Invitations to the staff of a tournament: a link, or its square, that gives one person a role once."""

import datetime as dt
from enum import StrEnum

from django.contrib.auth.models import AbstractBaseUser, User
from django.core import signing
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.services import create_account
from tournaments.locks import lock_for_director
from tournaments.models import Invitation, StaffRole, Tournament
from tournaments.people.names import clean_name
from tournaments.permissions import read_role
from tournaments.refusals import ChangeRefused
from tournaments.transactions import write_tx

_SIGNER = signing.Signer(salt="tournaments.invitation")
MOST_OPEN = 50


class InvitationState(StrEnum):
    OPEN = "open"
    USED = "used"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"


def invite_to_staff(tournament: Tournament, *, actor: AbstractBaseUser, role: StaffRole.Role, note: str, at: dt.datetime) -> Invitation:
    """Make an invitation; `note` reminds the director for whom. Raises: ChangeRefused (too many are open); PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        if len(list_open_invitations(locked, at)) >= MOST_OPEN:
            raise ChangeRefused("too_many", _("Not saved: 50 invitations are open. Withdraw some first."))
        return Invitation.objects.create(tournament=locked, role=role, note=clean_name(note)[:80], invited_by_id=actor.pk, made_at=at)


def withdraw_invitation(invitation: Invitation, *, actor: AbstractBaseUser) -> None:
    """Delete an invitation that nobody has used. Raises: PermissionDenied."""
    with write_tx():
        lock_for_director(invitation.tournament, actor)
        Invitation.objects.filter(pk=invitation.pk, used_at=None).delete()


def accept_invitation(invitation: Invitation, *, user: User | None, username: str = "", password: str = "", at: dt.datetime) -> User:
    """Use an invitation, for an existing login or for a new one.

    1. Checks again that it is open. 2. Creates the login where `user` is None. 3. Gives the role, unless the person directs already.
    4. Marks the invitation as used. Raises: ChangeRefused.
    """
    with write_tx():
        current = Invitation.objects.select_for_update().select_related("tournament").filter(pk=invitation.pk).first()
        state = read_invitation_state(current, at)
        if current is None or state is not InvitationState.OPEN:
            raise ChangeRefused(f"invitation_{state}", INVITATION_REFUSALS[state])
        member = user or create_account(username, password)
        if read_role(member, current.tournament) is not StaffRole.Role.DIRECTOR:
            StaffRole.objects.update_or_create(tournament=current.tournament, user=member, defaults={"role": current.role})
        current.used_at, current.used_by = at, member
        current.save(update_fields=["used_at", "used_by"])
    return member


INVITATION_REFUSALS = {
    InvitationState.USED: _("This invitation was used already. If it was you, log in; else ask the director for a new one."),
    InvitationState.EXPIRED: _("This invitation is too old: it worked for seven days. Ask the director for a new one."),
    InvitationState.WITHDRAWN: _("This invitation does not exist, or the director withdrew it. Ask for a new one."),
}


def list_open_invitations(tournament: Tournament, at: dt.datetime) -> list[Invitation]:
    open_since = at - Invitation.VALID_FOR
    return list(Invitation.objects.filter(tournament=tournament, used_at=None, made_at__gt=open_since))


def read_invitation_state(invitation: Invitation | None, at: dt.datetime) -> InvitationState:
    if invitation is None:
        return InvitationState.WITHDRAWN
    if invitation.used_at is not None:
        return InvitationState.USED
    return InvitationState.OPEN if at < invitation.expires_at else InvitationState.EXPIRED


def build_invitation_path(invitation: Invitation) -> str:
    """The path of the link: the number of the invitation, signed with the key of this site."""
    return reverse("tournaments:join", args=[_SIGNER.sign(str(invitation.pk))])


def find_invitation(token: str) -> Invitation | None:
    """The invitation of a link; None for a link that this site did not make, or that was withdrawn."""
    try:
        key = _SIGNER.unsign(token)
    except signing.BadSignature:
        return None
    return Invitation.objects.select_related("tournament", "invited_by").filter(pk=int(key)).first()
