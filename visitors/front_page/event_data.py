"""What search engines read of an evening: an `Event` of schema.org, as data in the head of its public page."""

import json
from typing import Any

from django.utils.safestring import SafeString

from tournaments.announcing.queries import AnnouncedEvening
from tournaments.models import Tournament

_ESCAPES = {ord(">"): "\\u003E", ord("<"): "\\u003C", ord("&"): "\\u0026"}
"""As Django escapes what it writes into a script: no name ends the element."""


def render_event_data(tournament: Tournament, evening: AnnouncedEvening, address: str) -> SafeString:
    """A block of data, which no browser runs; empty where search engines may not list the page. `address`: of the page, empty if nobody
    elsewhere can open it.
    """
    if not tournament.is_searchable or not tournament.public or tournament.demonstration or tournament.archived_at:
        return SafeString("")
    text = json.dumps(build_event_data(tournament, evening, address), ensure_ascii=False).translate(_ESCAPES)
    return SafeString(f'<script type="application/ld+json">{text}</script>')


def build_event_data(tournament: Tournament, evening: AnnouncedEvening, address: str) -> dict[str, Any]:
    """Only what is known: no empty values. `tournament` comes with its organizer."""
    status = "EventCancelled" if evening.cancelled else "EventScheduled"
    organizer = None if tournament.organizer.is_house else {"@type": "Organization", "name": tournament.organizer.name}
    data = {
        "@context": "https://schema.org",
        "@type": "Event",
        "name": evening.name,
        "startDate": (evening.starts or evening.date).isoformat(),
        "endDate": evening.ends.isoformat() if evening.ends else None,
        "eventStatus": f"https://schema.org/{status}",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "location": _build_place(evening),
        "organizer": organizer,
        "offers": _build_offer(evening, address),
        "maximumAttendeeCapacity": evening.places * tournament.entry_size if evening.places else None,
        "url": address,
    }
    return {name: value for name, value in data.items() if value}


def _build_place(evening: AnnouncedEvening) -> dict[str, Any] | None:
    parts = {"streetAddress": evening.address, "addressLocality": evening.town}
    address = {"@type": "PostalAddress"} | {name: value for name, value in parts.items() if value}
    if not evening.where:
        return None
    return {"@type": "Place", "name": evening.venue or evening.where, "address": address if len(address) > 1 else evening.where}


def _build_offer(evening: AnnouncedEvening, address: str) -> dict[str, Any]:
    """The fee of an entry, also when it costs nothing."""
    offer = {"@type": "Offer", "price": f"{evening.fee_cents / 100:.2f}", "priceCurrency": "EUR"}
    return offer | ({"url": address} if address else {})
