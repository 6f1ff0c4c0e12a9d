"""Removal of old data about phones."""

import datetime as dt

from django.conf import settings

from scoring.matches.table_links import select_live_links
from scoring.models import TableDevice, WrongSecret
from scoring.phones.services import ADDRESS_WINDOW


def forget_phones(now: dt.datetime) -> int:
    """Delete phones with a closed link and an expired session, and wrong secrets that no longer count; return how many were deleted.

    Links stay, because the ledger names them.
    """
    before = now - dt.timedelta(seconds=settings.SESSION_COOKIE_AGE)
    useful = set(select_live_links().values_list("pk", flat=True))
    gone, _by_model = TableDevice.objects.filter(seen_at__lt=before).exclude(link_id__in=useful).delete()
    forgiven, _by_model = WrongSecret.objects.filter(tried_at__lte=now - ADDRESS_WINDOW).delete()
    return gone + forgiven
