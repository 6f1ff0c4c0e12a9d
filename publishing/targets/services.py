"""What a director decides about a target. Nothing here talks to anybody: the process of `publishing.sending` does."""

import datetime as dt
from collections.abc import Iterable

from django.db.models import F
from django.utils.translation import gettext as _

from exchange.extras import format_time
from jobs.databases import write_tx
from publishing.models import DeskKey, Target
from publishing.models.targets import SLOWEST
from publishing.pieces.signatures import derive_public_key, make_private_key
from publishing.targets.passwords import hide_password
from tournaments.models import Tournament
from tournaments.refusals import ChangeRefused

MOST_TARGETS = 8
"""Of a tournament, or of the whole desk."""


def provide_public_key(at: dt.datetime) -> str:
    """The public key of this desk; its private one is made when it is asked for first."""
    return derive_public_key(provide_private_key(at))


def provide_private_key(at: dt.datetime) -> str:
    """The key with which this desk signs; it is made when it is asked for first, and never leaves."""
    row = DeskKey.objects.first()
    if row is None:
        with write_tx():
            row = DeskKey.objects.first() or DeskKey.objects.create(private_key=make_private_key(), made_at=at)
    return row.private_key


def add_target(target: Target) -> Target:
    """Store a target that was tried or paired. Raises: ChangeRefused when it is there already, or there are too many."""
    with write_tx():
        targets = Target.objects.filter(tournament=target.tournament)
        if targets.filter(kind=target.kind, address=target.address).exists():
            raise ChangeRefused("connected_already", _("Nothing changed: this is connected already."))
        if targets.count() >= MOST_TARGETS:
            raise ChangeRefused("too_many_targets", _("Nothing changed: disconnect another one first."))
        target.save()
    return target


def set_paused(target: Target, *, paused: bool) -> None:
    """Send nothing until it goes on; whatever is outside stays."""
    _change(target, paused=paused)


def set_speed(target: Target, bytes_per_minute: int) -> None:
    """Send at most so many bytes a minute."""
    _change(target, bytes_per_minute=max(bytes_per_minute, SLOWEST))


def set_password(target: Target, password: str) -> None:
    """Another password of a web space; what it refused before is tried again at once."""
    _change(target, secret=hide_password(password), trouble="", trouble_words="", trouble_since=None, tries=0)


def try_again(target: Target) -> None:
    """Forget what went wrong, here and of each tournament, so that it is tried at once."""
    with write_tx():
        target.deliveries.update(trouble="", trouble_words="")
        Target.objects.filter(pk=target.pk).update(trouble="", trouble_words="", trouble_since=None, tries=0)


def end_target(target: Target, *, removes: bool) -> None:
    """Send nothing more. With `removes` what is outside goes first, and then the target; else the target alone goes now."""
    seen = list(target.deliveries.filter(removed_at=None).values_list("tournament", flat=True))
    if removes and (seen or target.overview_files):
        _change(target, ending=Target.Removal.REMOVES, paused=False, trouble="", trouble_words="", trouble_since=None, tries=0)
        return
    with write_tx():
        Target.objects.filter(pk=target.pk).delete()
        renew_pages(seen)


def renew_pages(keys: Iterable[str]) -> None:
    """Let the public pages of tournaments be drawn anew: they are seen outside since now, or no longer, and their links lead elsewhere.

    Inside a transaction. A row that is written as it was begins another page version.
    """
    creation_times = set(keys)
    rows = [pk for pk, made in Tournament.objects.values_list("pk", "created_at") if format_time(made) in creation_times]
    Tournament.objects.filter(pk__in=rows).update(name=F("name"))


def _change(target: Target, **values: object) -> None:
    with write_tx():
        Target.objects.filter(pk=target.pk).update(**values)
