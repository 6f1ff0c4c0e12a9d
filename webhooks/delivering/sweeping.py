"""What goes by itself, and what a lost job left."""

import datetime as dt

from django.db.models import Exists, OuterRef
from django.utils import timezone

from jobs.databases import write_tx
from jobs.dispatcher import enqueue_job
from jobs.models import Job
from webhooks.delivering.services import DELIVER, order_delivering
from webhooks.models import OutboxEvent, Subscription, WebhookDelivery
from webhooks.outbox.triggers import SPREAD

KEPT = dt.timedelta(days=14)
"""How long it is seen what became of a message."""
JOBS_KEPT = dt.timedelta(days=1)
MOST_AT_ONCE = 1000


def forget_deliveries(now: dt.datetime) -> int:
    """Delete what is over for long, and order again what has no job; how much went."""
    over = WebhookDelivery.objects.exclude(state=WebhookDelivery.State.PENDING).filter(made_at__lt=now - KEPT)
    open_ones = WebhookDelivery.objects.filter(event=OuterRef("pk"))
    events = OutboxEvent.objects.filter(is_spread=True, happened_at__lt=now - KEPT).exclude(Exists(open_ones))
    done = Job.objects.filter(kind__in=(SPREAD, DELIVER), state=Job.State.DONE, finished_at__lt=now - JOBS_KEPT)
    with write_tx():
        went = sum(rows.filter(pk__in=list(rows.values_list("pk", flat=True)[:MOST_AT_ONCE])).delete()[0] for rows in (over, events, done))
        _order_lost(timezone.now())
    return went


def _order_lost(now: dt.datetime) -> None:
    if OutboxEvent.objects.filter(is_spread=False).exists():
        enqueue_job(SPREAD, arguments={}, dedupe_key="sweep")
    due = WebhookDelivery.objects.filter(subscription=OuterRef("pk"), state=WebhookDelivery.State.PENDING, next_at__lte=now)
    for subscription in Subscription.objects.filter(Exists(due), state=Subscription.State.ACTIVE):
        order_delivering(subscription.pk, max(now, subscription.resting_until or now))
