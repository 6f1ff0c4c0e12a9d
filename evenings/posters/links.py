"""Where posters, pictures and messages lead: to the public page or to the enrolment, at an address that opens wherever they are read."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Announcement, Tournament
from tournaments.pages.addresses import build_phone_address, build_public_address, is_private_address, is_reachable_by_phone

NOWHERE = ""


@dataclass(frozen=True, slots=True)
class PosterLink:
    """What a QR code leads to; `address` is empty where nothing can be opened. `note` warns where it works in this hall only."""

    address: str = NOWHERE
    caption: str = ""
    note: str = ""


def build_poster_link(request: HttpRequest, tournament: Tournament, announcement: Announcement, *, enrols: bool, hall: bool) -> PosterLink:
    """The link of a poster: to the enrolment if it is open, else to the public page; none of an evening that is cancelled or not public.

    An address of the hall's network is taken only where there is no public one and the `hall` is what it is for.
    """
    if not tournament.public or announcement.cancelled_at is not None:
        return PosterLink()
    path = reverse("evenings:enrol", args=[tournament.slug]) if enrols else reverse("tournaments:public", args=[tournament.slug])
    address = build_public_address(request, path)
    if enrols and address and not address.endswith(path):  # where the pages are published nobody can enrol
        enrols, address = False, build_public_address(request, reverse("tournaments:public", args=[tournament.slug]))
    caption = _("Enrol here") if enrols else _("Everything about it")
    if not address and hall and is_reachable_by_phone(request):
        address = build_phone_address(request, path)
    note = _("Works in this hall only") if address and is_private_address(address) else ""
    return PosterLink(address, caption, note) if address else PosterLink()
