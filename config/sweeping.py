"""Deletion of expired sessions and failed logins, which hold addresses and typed names."""

import datetime as dt

from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.sessions.models import Session


def delete_expired_logins(now: dt.datetime) -> int:
    """Delete expired sessions and failed logins that no longer lock anybody out; return how many rows went."""
    expired_sessions: int = Session.objects.filter(expire_date__lt=now).delete()[0]
    cutoff = now - dt.timedelta(hours=settings.AXES_COOLOFF_TIME)
    old_attempts: int = AccessAttempt.objects.filter(attempt_time__lt=cutoff).delete()[0]
    return expired_sessions + old_attempts
