"""An erasure at once, as the page begins it and its job finishes it."""

from django.utils import timezone

from backup.erasure import begin_erasure, finish_erasure
from jobs.databases import write_tx


def erase_person(person, *, actor):
    """Returns why something still holds the name, or None."""
    at = timezone.now()
    with write_tx():
        intention = begin_erasure(person, actor=actor, at=at)
    return finish_erasure(intention, at=at)
