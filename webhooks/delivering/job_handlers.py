"""What the worker does for webhooks."""

import json
from typing import Any

from django.conf import settings
from django.utils import timezone, translation

from jobs.results import JobResult, ProgressReporter
from webhooks.calling.posting import CallAnswer, post
from webhooks.calling.signatures import build_headers
from webhooks.delivering.services import claim_due, note_answer, plan_next, spread_next
from webhooks.models import Subscription, WebhookDelivery
from webhooks.outbox.payloads import build_payload

MOST_AT_ONCE = 20
"""Calls of one job: then others have their turn."""


def spread_events(arguments: dict[str, Any], report: ProgressReporter) -> JobResult | None:
    while spread_next(timezone.now()):
        pass
    return None


def deliver(arguments: dict[str, Any], report: ProgressReporter) -> JobResult | None:
    """Send what is due for one subscription, in its order, until there is nothing more or nobody answers."""
    key = int(arguments["subscription"])
    for _number in range(MOST_AT_ONCE):
        delivery = claim_due(key, timezone.now())
        if delivery is None:
            break
        answer = send(delivery)
        note_answer(delivery, answer, timezone.now())
    plan_next(key, timezone.now())
    return None


def send(delivery: WebhookDelivery) -> CallAnswer:
    """One attempt. The body is made now: of what was erased since, nothing is in it."""
    subscription, now = delivery.subscription, timezone.now()
    with translation.override("en"):
        payload = build_payload(delivery.event, subscription, made_at=delivery.made_at)
    body = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
    headers = build_headers(list_secrets(subscription), delivery.message, int(now.timestamp()), body)
    return post(subscription.address, body, headers, local=settings.WEBHOOKS_LOCAL)


def list_secrets(subscription: Subscription) -> list[str]:
    """The secret, and the one before while both are good."""
    until = subscription.old_secret_until
    return [subscription.secret, *([subscription.old_secret] if until and until > timezone.now() else [])]
