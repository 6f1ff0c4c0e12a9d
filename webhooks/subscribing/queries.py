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
            one.pk,
            str(labels.get(one.kind, one.kind)),
            one.state,
            str(one.get_state_display()),
            find_sentence(one.trouble) if one.trouble else _("answer %(status)d") % {"status": one.status} if one.status else "",
            one.answer,
            one.attempts,
            one.made_at,
            one.next_at if one.state == WebhookDelivery.State.PENDING and one.attempts else None,
        )
        for one in subscription.deliveries.order_by("-pk")[:SHOWN]
    ]
