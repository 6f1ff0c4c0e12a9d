"""Deliveries: made from events, claimed one by one, noted, planned again."""

import datetime as dt
import random
import uuid
from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.utils import timezone

from jobs.databases import write_tx
from jobs.dispatcher import enqueue_job
from jobs.models import Job
from webhooks.calling.posting import CallAnswer
from webhooks.models import MAX_ANSWER_LENGTH, PING, OutboxEvent, Subscription, WebhookDelivery

PAUSES = tuple(
    dt.timedelta(seconds=seconds) for seconds in (5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600)
)
"""Before the second attempt, the third …: ten attempts in three days."""
CLAIM = dt.timedelta(seconds=60)
"""An attempt that was killed is made again after this: at least once, and not twice at a time."""
HOPE = dt.timedelta(hours=72)
"""How long an address may fail without any success until it is paused."""
SPREAD_AT_ONCE = 200
DELIVER = "webhooks_deliver"
Active = Subscription.State.ACTIVE


def spread_next(now: dt.datetime) -> int:
    """Make the deliveries of the oldest events that have none, and order their sending; how many events that were.

    1. Finds who is told of each. 2. Stores a delivery for each of them. 3. Marks the events. 4. Orders a job for each subscription.
    Who spreads beside us waits, and takes what comes after: deliveries stand in the order of the events.
    """
    with write_tx():
        unspread = OutboxEvent.objects.filter(is_spread=False).select_related("tournament")
        events = list(unspread.select_for_update(of=("self",))[:SPREAD_AT_ONCE])
        deliveries = [build_delivery(listener, event, now) for event in events for listener in _list_told(event)]
        WebhookDelivery.objects.bulk_create(deliveries, ignore_conflicts=True)  # an older release may spread beside us
        OutboxEvent.objects.filter(pk__in=[event.pk for event in events]).update(is_spread=True)
        for key in sorted({delivery.subscription_id for delivery in deliveries}):
            order_delivering(key, now)
    return len(events)


def _list_told(event: OutboxEvent) -> list[Subscription]:
    of_event = Q(tournament=event.tournament_id) | Q(organizer=event.tournament.organizer_id)
    return [listener for listener in Subscription.objects.filter(of_event, state=Active) if event.kind in listener.kinds]


def build_delivery(subscription: Subscription, event: OutboxEvent | None, now: dt.datetime) -> WebhookDelivery:
    return WebhookDelivery(
        subscription=subscription,
        event=event,
        message=f"msg_{uuid.uuid4().hex}",
        kind=event.kind if event else PING,
        next_at=now,
        made_at=now,
    )


def order_delivering(key: int, at: dt.datetime) -> None:
    """Order a job that looks at the deliveries of a subscription then, unless one is queued that looks sooner. In a transaction.

    That one is held until the end of this transaction: begun before, it would see nothing of it, and nobody would look again.
    """
    queued = Job.objects.filter(kind=DELIVER, state=Job.State.QUEUED, arguments__subscription=key, run_after__lte=at)
    if not queued.select_for_update()[:1]:
        enqueue_job(DELIVER, arguments={"subscription": key}, run_after=at)


def claim_due(key: int, now: dt.datetime) -> WebhookDelivery | None:
    """The oldest delivery that is due, claimed for `CLAIM`, and its address with it; None where there is none, or where somebody calls that
    address: one call at a time keeps the order. A ping goes out whatever the state.
    """
    with write_tx():
        subscription = Subscription.objects.select_for_update(no_key=True).filter(pk=key).first()
        if subscription is None or _is_called(subscription, now):
            return None
        delivery = _filter_open(subscription, now).filter(next_at__lte=now).first()
        if delivery is None:
            return None
        WebhookDelivery.objects.filter(pk=delivery.pk).update(next_at=now + CLAIM)
        Subscription.objects.filter(pk=key).update(busy_until=now + CLAIM)
        return WebhookDelivery.objects.select_related("subscription", "event__tournament").get(pk=delivery.pk)


def _is_called(subscription: Subscription, now: dt.datetime) -> bool:
    """Whether a worker calls the address at this moment. A claim that ends later than one of now was made before the clock was set back."""
    return subscription.busy_until is not None and now < subscription.busy_until <= now + CLAIM


def _filter_open(subscription: Subscription, now: dt.datetime) -> QuerySet[WebhookDelivery]:
    """What may be sent: of a subscription that rests or is paused only pings."""
    pending = subscription.deliveries.filter(state=WebhookDelivery.State.PENDING)
    rests = subscription.resting_until is not None and subscription.resting_until > now
    return pending.filter(kind=PING) if rests or subscription.state != Active else pending


def note_answer(delivery: WebhookDelivery, answer: CallAnswer, now: dt.datetime) -> None:
    """Store what became of an attempt, and what follows for the subscription.

    Success ends every rest. Silence (no answer, 5xx, 429) rests the whole address until the next attempt: a dead one costs one call at a
    time. Another refusal concerns this message alone. 410 pauses the address at once, three days without a success do so too.
    """
    with write_tx():
        subscription = Subscription.objects.select_for_update(no_key=True).filter(pk=delivery.subscription_id).first()
        current = WebhookDelivery.objects.filter(pk=delivery.pk).first()
        if subscription is None or current is None:
            return  # deleted while it was called
        if subscription.busy_until == delivery.next_at:  # else the claim was over, and somebody else has the address
            subscription.busy_until = None
        current.attempts += 1
        current.status, current.trouble, current.tried_at = answer.status, answer.trouble, now
        current.answer = answer.text[:MAX_ANSWER_LENGTH].replace("\0", "")
        if answer.is_good:
            current.state = WebhookDelivery.State.DELIVERED
            subscription.resting_until = subscription.failing_since = None
        else:
            _note_failure(subscription, current, answer, now)
        current.save()
        subscription.save(update_fields=["resting_until", "failing_since", "state", "busy_until"])


def _note_failure(subscription: Subscription, delivery: WebhookDelivery, answer: CallAnswer, now: dt.datetime) -> None:
    is_over = delivery.kind == PING or delivery.attempts > len(PAUSES) or answer.status == 410
    if is_over:
        delivery.state = WebhookDelivery.State.FAILED
    else:
        delivery.next_at = now + PAUSES[delivery.attempts - 1] * random.uniform(1.0, 1.1)  # noqa: S311 - spreads what would come together
    if delivery.kind == PING:
        return
    subscription.failing_since = subscription.failing_since or now
    if answer.status == 410:
        subscription.state = Subscription.State.GONE
    elif subscription.state == Active and now - subscription.failing_since >= HOPE:
        subscription.state = Subscription.State.PAUSED
    elif answer.is_silent:
        subscription.resting_until = max(delivery.next_at, subscription.resting_until or now)


def plan_next(key: int, now: dt.datetime) -> None:
    """Order the next job of a subscription for when something is due again; while it is paused, for pings alone."""
    with write_tx():
        subscription = Subscription.objects.filter(pk=key).first()
        if subscription is None:
            return
        is_active = subscription.state == Active
        pending = subscription.deliveries.filter(state=WebhookDelivery.State.PENDING, **({} if is_active else {"kind": PING}))
        rest = subscription.resting_until if is_active else None
        if first := pending.order_by("next_at").first():
            busy = subscription.busy_until if _is_called(subscription, now) else None
            order_delivering(key, max(now, first.next_at, rest or now, busy or now))


def order_ping(subscription: Subscription) -> WebhookDelivery:
    """Send a message without an event, to try the address."""
    now = timezone.now()
    with write_tx():
        delivery = build_delivery(subscription, None, now)
        delivery.save()
        order_delivering(subscription.pk, now)
    return delivery


def replay(deliveries: Iterable[WebhookDelivery]) -> int:
    """Send messages again under their ids, from the first attempt on; how many."""
    now, count = timezone.now(), 0
    with write_tx():
        for delivery in deliveries:
            fresh = {"state": WebhookDelivery.State.PENDING, "attempts": 0, "next_at": now, "trouble": "", "answer": "", "status": None}
            count += WebhookDelivery.objects.filter(pk=delivery.pk).update(**fresh)
            Subscription.objects.filter(pk=delivery.subscription_id).update(resting_until=None)
            order_delivering(delivery.subscription_id, now)
    return count
