"""Deletion of expired sessions and failed logins, which hold addresses and typed names."""

import datetime as dt

from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import Q


def delete_expired_logins(now: dt.datetime) -> int:
    """Delete expired sessions and failed logins that no longer lock anybody out, and those that a clock days ahead noted; return how many
    rows went.
    """
    expired_sessions: int = Session.objects.filter(expire_date__lt=now).delete()[0]
    cutoff = now - dt.timedelta(hours=settings.AXES_COOLOFF_TIME)
    of_wrong_clock = Q(attempt_time__gt=now + dt.timedelta(days=1))
    old_attempts: int = AccessAttempt.objects.filter(Q(attempt_time__lt=cutoff) | of_wrong_clock).delete()[0]
    return expired_sessions + old_attempts
