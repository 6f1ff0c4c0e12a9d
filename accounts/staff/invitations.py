"""Invitations to the staff of a tournament or of an organizer: a link, or its QR code, that gives one person a role once."""

import datetime as dt
from enum import StrEnum
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, User
from django.core import signing
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from accounts.users.services import create_account
from jobs.databases import write_tx
from tournaments.locks import lock_for_director
from tournaments.models import Invitation, Organizer, OrganizerMember, StaffRole, Tournament
from tournaments.people.names import clean_name
from tournaments.permissions import read_role, require_organizer_director, require_site_admin
from tournaments.refusals import ChangeRefused

_SIGNER = signing.Signer(salt="tournaments.invitation")
MOST_OPEN = 50
SLUG_LENGTH = 50
RESERVED_SLUGS = ("house", "new")


class InvitationState(StrEnum):
    OPEN = "open"
    USED = "used"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"


def invite_to_staff(tournament: Tournament, *, actor: AbstractBaseUser, role: StaffRole.Role, note: str, at: dt.datetime) -> Invitation:
    """Make an invitation; `note` reminds the director for whom. Raises: ChangeRefused (too many are open); PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        return _create_invitation(actor, note, at, tournament=locked, role=role)


def invite_to_organizer(organizer: Organizer, *, actor: AbstractBaseUser, role: StaffRole.Role, note: str, at: dt.datetime) -> Invitation:
    """Make an invitation to every desk of an organizer. Raises: as `invite_to_staff`."""
    with write_tx():
        require_organizer_director(actor, organizer)
        return _create_invitation(actor, note, at, organizer=organizer, role=role)


def invite_organizer(*, actor: AbstractBaseUser, note: str, at: dt.datetime) -> Invitation:
    """Invite somebody to become an organizer on this site. Raises: as `invite_to_staff`."""
    with write_tx():
        require_site_admin(actor)
        return _create_invitation(actor, note, at, role=StaffRole.Role.DIRECTOR)


def withdraw_invitation(invitation: Invitation, *, actor: AbstractBaseUser) -> None:
    """Delete an invitation that nobody has used. Raises: PermissionDenied."""
    with write_tx():
        if invitation.tournament is not None:
            lock_for_director(invitation.tournament, actor)
        elif invitation.organizer is not None:
            require_organizer_director(actor, invitation.organizer)
        else:
            require_site_admin(actor)
        Invitation.objects.filter(pk=invitation.pk, used_at=None).delete()


def accept_invitation(
    invitation: Invitation, *, user: User | None, username: str = "", password: str = "", organizer_name: str = "", at: dt.datetime
) -> User:
    """Use an invitation, for an existing login or for a new one.

    1. Checks again that it is open. 2. Creates the login where `user` is None. 3. Gives the role, unless the person directs already; who is
    invited as an organizer begins as `organizer_name`. 4. Marks the invitation as used. Raises: ChangeRefused.
    """
    with write_tx():
        current = Invitation.objects.select_for_update().filter(pk=invitation.pk).first()
        state = read_invitation_state(current, at)
        if current is None or state is not InvitationState.OPEN:
            raise ChangeRefused(f"invitation_{state}", INVITATION_REFUSALS[state])
        member = user or create_account(username, password)
        if current.tournament is None and current.organizer is None:
            current.organizer = create_organizer(organizer_name)
        _give_role(current, member)
        current.used_at, current.used_by = at, member
        current.save(update_fields=["organizer", "used_at", "used_by"])
    return member


def create_organizer(name: str) -> Organizer:
    """An organizer with the quotas of the settings. Call inside `write_tx`."""
    return Organizer.objects.create(
        slug=find_free_organizer_slug(name),
        name=clean_name(name),
        tournament_quota=settings.TOURNAMENT_QUOTA,
        entry_quota=settings.ENTRY_QUOTA,
    )


def find_free_organizer_slug(name: str) -> str:
    stem = slugify(name)[:SLUG_LENGTH].strip("-") or "circolo"
    used = {*RESERVED_SLUGS, *Organizer.objects.filter(slug__startswith=stem).values_list("slug", flat=True)}
    return next(slug for slug in (stem, *(f"{stem}-{count}" for count in range(2, len(used) + 3))) if slug not in used)


def _create_invitation(actor: AbstractBaseUser, note: str, at: dt.datetime, **columns: Any) -> Invitation:
    target = {"tournament": columns.get("tournament"), "organizer": columns.get("organizer")}
    if len(list_open_invitations(at, **target)) >= MOST_OPEN:
        raise ChangeRefused("too_many", _("Not saved: 50 invitations are open. Withdraw some first."))
    return Invitation.objects.create(note=clean_name(note)[:80], invited_by_id=actor.pk, made_at=at, **columns)


def _give_role(invitation: Invitation, member: User) -> None:
    """Give the role of the invitation; who directs there already stays a director."""
    if invitation.tournament is not None:
        if read_role(member, invitation.tournament) is not StaffRole.Role.DIRECTOR:
            StaffRole.objects.update_or_create(tournament=invitation.tournament, user=member, defaults={"role": invitation.role})
        return
    present = OrganizerMember.objects.filter(organizer=invitation.organizer, user=member).first()
    if present is None or present.role != StaffRole.Role.DIRECTOR:
        OrganizerMember.objects.update_or_create(organizer=invitation.organizer, user=member, defaults={"role": invitation.role})


INVITATION_REFUSALS = {
    InvitationState.USED: _("This invitation was used already. If it was you, log in; else ask the director for a new one."),
    InvitationState.EXPIRED: _("This invitation is too old: it worked for seven days. Ask the director for a new one."),
    InvitationState.WITHDRAWN: _("This invitation does not exist, or the director withdrew it. Ask for a new one."),
}


def list_open_invitations(at: dt.datetime, *, tournament: Tournament | None = None, organizer: Organizer | None = None) -> list[Invitation]:
    """The open invitations to a tournament, to an organizer, or with neither those to become one."""
    open_since = at - Invitation.VALID_FOR
    return list(
        Invitation.objects.select_related("tournament", "organizer").filter(
            tournament=tournament, organizer=organizer, used_at=None, made_at__gt=open_since
        )
    )


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
    return Invitation.objects.select_related("tournament", "organizer", "invited_by").filter(pk=int(key)).first()
