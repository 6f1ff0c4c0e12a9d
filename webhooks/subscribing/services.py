"""Subscriptions: added, switched, given another secret, deleted."""

import datetime as dt
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone
from django.utils.translation import gettext as _

from jobs.databases import write_tx
from tournaments.models import Organizer, Tournament
from tournaments.permissions import require_director, require_organizer_director
from tournaments.refusals import ChangeRefused
from webhooks.calling.signatures import make_secret
from webhooks.delivering.services import order_delivering
from webhooks.models import Subscription

MOST_OF_OWNER = 10
"""Subscriptions of one tournament or club: each event is sent to all of them."""
BOTH_SECRETS = dt.timedelta(hours=24)
Owner = Tournament | Organizer


def require_owner(owner: Owner, actor: AbstractBaseUser) -> None:
    """Raises: PermissionDenied for whoever does not direct it."""
    if isinstance(owner, Tournament):
        require_director(actor, owner)
    else:
        require_organizer_director(actor, owner)


def add_subscription(owner: Owner, values: dict[str, Any], *, site: str, actor: AbstractBaseUser) -> Subscription:
    """Raises: PermissionDenied; ChangeRefused when there are too many."""
    with write_tx():
        require_owner(owner, actor)
        column = "tournament" if isinstance(owner, Tournament) else "organizer"
        if Subscription.objects.filter(**{column: owner}).count() >= MOST_OF_OWNER:
            sentence = _("Not saved: there are %(count)d webhooks already. Delete one that nobody needs.")
            raise ChangeRefused("too_many", sentence % {"count": MOST_OF_OWNER})
        fixed = {column: owner, "secret": make_secret(), "site": site, "made_by": actor, "made_at": timezone.now()}
        return Subscription.objects.create(**fixed, **values)


def switch(subscription: Subscription, owner: Owner, *, on: bool, actor: AbstractBaseUser) -> None:
    """Switch off, or on again: then nothing rests any more, and what waits is tried at once. Raises: PermissionDenied."""
    now, state = timezone.now(), Subscription.State.ACTIVE if on else Subscription.State.OFF
    with write_tx():
        require_owner(owner, actor)
        Subscription.objects.filter(pk=subscription.pk).update(state=state, resting_until=None, failing_since=None)
        if on:
            subscription.deliveries.filter(state="pending").update(next_at=now)
            order_delivering(subscription.pk, now)


def change_secret(subscription: Subscription, owner: Owner, *, actor: AbstractBaseUser) -> None:
    """A new secret; for a day the old one signs beside it. Raises: PermissionDenied."""
    with write_tx():
        require_owner(owner, actor)
        current = Subscription.objects.select_for_update().get(pk=subscription.pk)
        until = timezone.now() + BOTH_SECRETS
        changed = {"secret": make_secret(), "old_secret": current.secret, "old_secret_until": until}
        Subscription.objects.filter(pk=current.pk).update(**changed)


def remove_subscription(subscription: Subscription, owner: Owner, *, actor: AbstractBaseUser) -> None:
    """Delete it with everything that is known of its deliveries. Raises: PermissionDenied."""
    with write_tx():
        require_owner(owner, actor)
        Subscription.objects.filter(pk=subscription.pk).delete()
