"""A link for a forgotten password by e-mail, where the site can send any."""

from collections.abc import Callable

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.users.emails import send_email
from accounts.users.services import build_password_path
from jobs.databases import write_tx


def store_address(user: User, email: str) -> None:
    with write_tx():
        User.objects.filter(pk=user.pk).update(email=email)


def send_password_link(text: str, *, build_url: Callable[[str], str]) -> int:
    """Send a link to every active login with this name or address that has an address; return how many; what fails is logged."""
    named = User.objects.filter(Q(username__iexact=text) | Q(email__iexact=text), is_active=True).exclude(email="")
    for user in named:
        send_email(user.email, _("A new password for La Bella"), *_list_sentences(user, build_url(build_password_path(user))))
    return len(named)


def _list_sentences(user: User, url: str) -> tuple[str, str, str]:
    reason = _("Somebody asked for a new password for the login “%(name)s” of La Bella.") % {"name": user.get_username()}
    how = _("To choose one, open this address. It works once, for three days:")
    nothing = _("If it was not you, do nothing: your password stays as it is.")
    return reason, f"{how}\n{url}", nothing
