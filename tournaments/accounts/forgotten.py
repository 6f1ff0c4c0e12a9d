"""A link for a forgotten password by e-mail, where the site can send any."""

import logging
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import send_mail
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.accounts.services import build_password_path
from tournaments.transactions import write_tx

logger = logging.getLogger(__name__)


def is_mail_set_up() -> bool:
    return bool(settings.EMAIL_HOST)


def store_address(user: User, email: str) -> None:
    with write_tx():
        User.objects.filter(pk=user.pk).update(email=email)


def send_password_link(text: str, *, build_url: Callable[[str], str]) -> int:
    """Send a link to every active login with this name or address that has an address; return how many; what fails is logged."""
    named = User.objects.filter(Q(username__iexact=text) | Q(email__iexact=text), is_active=True).exclude(email="")
    for user in named:
        body = _build_mail(user, build_url(build_password_path(user)))
        try:
            send_mail(_("A new password for La Bella"), body, settings.DEFAULT_FROM_EMAIL, [user.email])
        except OSError:  # smtplib's errors are; whoever asked must not learn that there is such a login
            logger.exception("the link for a forgotten password was not sent")
    return len(named)


def _build_mail(user: User, url: str) -> str:
    asked = _("Somebody asked for a new password for the login “%(name)s” of La Bella.") % {"name": user.get_username()}
    how = _("To choose one, open this address. It works once, for three days:")
    nothing = _("If it was not you, do nothing: your password stays as it is.")
    return f"{asked}\n\n{how}\n{url}\n\n{nothing}\n"
