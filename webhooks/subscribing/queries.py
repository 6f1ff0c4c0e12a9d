"""What the pages show of a subscription and of its deliveries."""

import datetime as dt
from dataclasses import dataclass

from django.utils.translation import gettext as _

from webhooks.models import PING, EventKind, Subscription, WebhookDelivery
from webhooks.subscribing.troubles import find_sentence

SHOWN = 50


@dataclass(frozen=True, slots=True)
class DeliveryLine:
    key: int
    what: str
    state: str
    state_label: str
    outcome: str
    """What came back, or why nothing did."""
    answer: str
    attempts: int
    made_at: dt.datetime
    next_at: dt.datetime | None


def list_deliveries(subscription: Subscription) -> list[DeliveryLine]:
    """The latest deliveries, the newest first. One query."""
    labels = {**dict(EventKind.choices), PING: _("a test")}
    return [
        DeliveryLine(
            delivery.pk,
            str(labels.get(delivery.kind, delivery.kind)),
            delivery.state,
            str(delivery.get_state_display()),
            find_sentence(delivery.trouble)
            if delivery.trouble
            else _("answer %(status)d") % {"status": delivery.status}
            if delivery.status
            else "",
            delivery.answer,
            delivery.attempts,
            delivery.made_at,
            delivery.next_at if delivery.state == WebhookDelivery.State.PENDING and delivery.attempts else None,
        )
        for delivery in subscription.deliveries.order_by("-pk")[:SHOWN]
    ]
