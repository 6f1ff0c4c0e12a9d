"""What directors of an organizer and administrators of the site change about it, and how somebody becomes one without an invitation."""

from collections.abc import Callable

from django.contrib.auth.models import AbstractBaseUser, User
from django.core import signing
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.staff.invitations import create_organizer
from accounts.users.emails import send_email
from accounts.users.services import create_account
from jobs.databases import write_tx
from tournaments.models import Organizer, OrganizerMember
from tournaments.people.names import clean_name
from tournaments.permissions import Role, require_organizer_director, require_site_admin
from tournaments.refusals import ChangeRefused

SIGN_UP_SECONDS = 3 * 24 * 3600
_SALT = "tournaments.sign-up"


def rename_organizer(organizer: Organizer, *, actor: AbstractBaseUser, name: str) -> None:
    """Its address stays. Raises: PermissionDenied."""
    with write_tx():
        require_organizer_director(actor, organizer)
        Organizer.objects.filter(pk=organizer.pk).update(name=clean_name(name))


def limit_organizer(
    organizer: Organizer, *, actor: AbstractBaseUser, shared: bool, tournament_quota: int | None, entry_quota: int | None
) -> None:
    """Set quotas, and whether everybody may open tournaments here. What is there already stays. Raises: PermissionDenied."""
    with write_tx():
        require_site_admin(actor)
        Organizer.objects.filter(pk=organizer.pk).update(shared=shared, tournament_quota=tournament_quota, entry_quota=entry_quota)


def change_member(organizer: Organizer, *, actor: AbstractBaseUser, user: AbstractBaseUser, role: Role) -> None:
    """Give a member another role. Raises: ChangeRefused (the last director stays); PermissionDenied."""
    with write_tx():
        _lock(organizer, actor)
        if role is not Role.DIRECTOR:
            _require_other_director(organizer, user)
        OrganizerMember.objects.filter(organizer=organizer, user_id=user.pk).update(role=role)


def remove_member(organizer: Organizer, *, actor: AbstractBaseUser, user: AbstractBaseUser) -> None:
    """End a membership, from the next request on; roles at single tournaments stay. Raises: as `change_member`."""
    with write_tx():
        _lock(organizer, actor)
        _require_other_director(organizer, user)
        OrganizerMember.objects.filter(organizer=organizer, user_id=user.pk).delete()


def send_sign_up_link(address: str, *, build_url: Callable[[str], str]) -> bool:
    """Send a link that proves whose address it is; who has a login here gets an e-mail that says so. Return whether it was sent."""
    if User.objects.filter(email__iexact=address).exists():
        sentence = _("You asked to sign up, and this address has a login already. Log in, or ask for a new password:")
        return send_email(address, _("Your club with La Bella"), f"{sentence}\n{build_url(reverse('login'))}")
    url = build_url(reverse("tournaments:sign_up_link", args=[signing.dumps(address, salt=_SALT)]))
    how = _("To hold your club’s tournaments with La Bella, open this address. It works once, for three days:")
    return send_email(address, _("Your club with La Bella"), f"{how}\n{url}", _("If it was not you, do nothing."))


def find_sign_up_address(token: str) -> str | None:
    """The e-mail address of a link that still works; None for one that is too old, used, or not made by this site."""
    try:
        address: str = signing.loads(token, salt=_SALT, max_age=SIGN_UP_SECONDS)
    except signing.BadSignature:
        return None
    return None if User.objects.filter(email__iexact=address).exists() else address


def sign_up(address: str, *, organizer_name: str, username: str, password: str) -> User:
    """Create the login, the organizer and the role, once for each address. Raises: ChangeRefused when the link was used meanwhile."""
    with write_tx():
        if User.objects.filter(email__iexact=address).exists():
            raise ChangeRefused("signed_up", _("This link was used already. Log in with the name that you chose."))
        user = create_account(username, password, email=address)
        OrganizerMember.objects.create(organizer=create_organizer(organizer_name), user=user, role=Role.DIRECTOR)
    return user


def _lock(organizer: Organizer, actor: AbstractBaseUser) -> None:
    Organizer.objects.select_for_update().get(pk=organizer.pk)
    require_organizer_director(actor, organizer)


def _require_other_director(organizer: Organizer, leaving: AbstractBaseUser) -> None:
    """The house is the administrator's and needs none."""
    directors = OrganizerMember.objects.filter(organizer=organizer, role=Role.DIRECTOR)
    if not organizer.is_house and not directors.exclude(user_id=leaving.pk).exists():
        raise ChangeRefused("last_director", _("Nothing was changed: a club keeps at least one director. Name another one first."))
