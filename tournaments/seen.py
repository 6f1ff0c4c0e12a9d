"""What a director decided on: the mark of what the page showed comes back with the form, and is compared under the lock."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.refusals import ChangeRefused

FIELD = "seen"
"""The hidden field of a form that carries the mark."""
CHANGED_MEANWHILE = "changed_meanwhile"


def compute_mark(*shown: object) -> str:
    """A short text that is the same as long as what is shown is the same: numbers, texts, and tuples, lists and dictionaries of them."""
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Seen:
    """The mark that came with a form, empty for whoever decides without a page, and how the present one is computed."""

    mark: str
    compute: Callable[[], str]

    def check(self) -> None:
        """Call under the lock, before anything is changed. Raises: ChangeRefused when the page showed something else."""
        if self.mark and self.mark != self.compute():
            sentence = _("Nothing was changed: this is no longer what your page showed. Look at it as it is now, then decide.")
            raise ChangeRefused(CHANGED_MEANWHILE, sentence)


UNSEEN = Seen("", str)


def read_seen(request: HttpRequest, compute: Callable[[], str]) -> Seen:
    """What a posted form was decided on."""
    return Seen(read_mark(request), compute)


def read_mark(request: HttpRequest) -> str:
    """The mark that came with a form; a form that is shown again for its own mistakes keeps it, for it still shows what it showed."""
    return request.POST.get(FIELD, "").strip()
