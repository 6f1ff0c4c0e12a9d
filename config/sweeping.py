"""Sessions and failed logins that count no more: they hold addresses and names that were typed."""

import datetime as dt

from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.sessions.models import Session


def forget_logins(now: dt.datetime) -> int:
    """Delete sessions that are over, and wrong passwords that lock nobody out any more; return how many there were."""
    over: int = Session.objects.filter(expire_date__lt=now).delete()[0]
    harmless = now - dt.timedelta(hours=settings.AXES_COOLOFF_TIME)
    forgiven: int = AccessAttempt.objects.filter(attempt_time__lt=harmless).delete()[0]
    return over + forgiven
