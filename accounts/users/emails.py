"""E-mails of the site: a few sentences around a link, to one address."""

import hashlib
import logging

from django.conf import settings
from django.core.cache import cache
from django.core.mail import send_mail

logger = logging.getLogger(__name__)

MOST_AN_HOUR = 10
_HOUR = 3600


def is_mail_set_up() -> bool:
    return bool(settings.EMAIL_HOST)


def send_email(address: str, subject: str, *sentences: str) -> bool:
    """Send the sentences, one paragraph each; return whether the mail server took them. What fails is logged without the address."""
    try:
        send_mail(subject, "\n\n".join(sentences) + "\n", settings.DEFAULT_FROM_EMAIL, [address])
    except (OSError, ValueError):  # smtplib's errors are OSErrors; ValueError: an address that no mail server knows how to write
        logger.exception("an e-mail was not sent")
        return False
    return True


def may_be_asked(asker: str) -> bool:
    """Whether the same address may have one more e-mail sent: ten within an hour, so that the site cannot be made to flood anybody."""
    key = f"emails-{hashlib.sha256(asker.encode()).hexdigest()}"
    cache.add(key, 0, _HOUR)
    return cache.incr(key) <= MOST_AN_HOUR
