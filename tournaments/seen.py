"""What a director decided on: the fingerprint of what the page showed comes back with the form, and is compared under the lock."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.refusals import ChangeRefused

FIELD = "seen"
"""The hidden field of a form that carries the fingerprint."""
CHANGED_MEANWHILE = "changed_meanwhile"


def compute_fingerprint(*shown: object) -> str:
    """A short text that is the same as long as what is shown is the same: numbers, texts, and tuples, lists and dictionaries of them."""
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Seen:
    """The fingerprint that came with a form, empty for whoever decides without a page, and how the present one is computed."""

    fingerprint: str
    compute: Callable[[], str]

    def check(self) -> None:
        """Call under the lock, before anything is changed. Raises: ChangeRefused when the page showed something else."""
        if self.fingerprint and self.fingerprint != self.compute():
            sentence = _("Nothing was changed: this is no longer what your page showed. Look at it as it is now, then decide.")
            raise ChangeRefused(CHANGED_MEANWHILE, sentence)


UNSEEN = Seen("", str)


def read_seen(request: HttpRequest, compute: Callable[[], str]) -> Seen:
    """What a posted form was decided on."""
    return Seen(read_fingerprint(request), compute)


def read_fingerprint(request: HttpRequest) -> str:
    """The fingerprint that came with a form; a form that is shown again for its own mistakes keeps it, for it shows what it showed."""
    return request.POST.get(FIELD, "").strip()
