"""Phones that have left their tables."""

import datetime as dt

from django.conf import settings

from scoring.matches.table_links import live_links
from scoring.models import TableDevice, WrongSecret
from scoring.phones.services import ADDRESS_WINDOW


def forget_phones(now: dt.datetime) -> int:
    """Delete what is known of phones whose link opens nothing any more and whose session is over, and wrong secrets that count no more;
    return how many there were. Links stay: the ledger names them."""
    before = now - dt.timedelta(seconds=settings.SESSION_COOKIE_AGE)
    useful = set(live_links().values_list("pk", flat=True))
    gone, _by_model = TableDevice.objects.filter(seen_at__lt=before).exclude(link_id__in=useful).delete()
    forgiven, _by_model = WrongSecret.objects.filter(tried_at__lte=now - ADDRESS_WINDOW).delete()
    return gone + forgiven
