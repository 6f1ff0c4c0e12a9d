"""The days before a tournament in its file: what is announced, and who enrolled."""

import datetime as dt
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from exchange.extras import ROWS_AT_ONCE, format_time, iterate_parts, parse_time
from exchange.import_state import ImportState
from tournaments.models import Announcement, Enrolment, Tournament
from tournaments.people.enrolments import erase_from_enrolments
from tournaments.people.names import MAX_NAME_LENGTH

Json = dict[str, Any]
TEXTS = ("address", "town", "contact", "who_may_play", "fee_includes", "prizes", "more", "heats", "controller", "late", "complaints")
HOURS = ("meets_at", "starts_at", "ends_by")
MOMENTS = ("closes_at", "cancelled_at", "changed_at")
CHOICES = ("places", "look", "enrols", "offer_hours", "keep_days", "lots", "door_seats", "sequence")
"""The columns of an announcement. The secret of the door is left out: every desk prints a QR code of its own there."""
ENROLMENT_TEXTS = ("phone", "club", "heat", "wish", "note")
ENROLMENT_VALUES = ("number", "code", "names", "memberships", "looking", "strength", "state", "origin", "steps")


# -------------------------------------------------------------------------------------------------------------------- writing


def build_announcement_section(tournament: Tournament) -> Json | None:
    row = Announcement.objects.filter(tournament=tournament).first()
    if row is None:
        return None
    return {
        **{name: getattr(row, name) for name in (*TEXTS, *CHOICES)},
        **{name: _format_hour(getattr(row, name)) for name in HOURS},
        **{name: format_time(getattr(row, name)) for name in MOMENTS},
        "series": str(row.series) if row.series else None,
    }


def iterate_enrolments(tournament: Tournament) -> Iterator[Json]:
    """Without those of a tournament that a desk elsewhere holds: they are in the file of that desk."""
    held = Enrolment.objects.none() if tournament.shown_from else Enrolment.objects.filter(tournament=tournament)
    rows = held.select_related("entry").order_by("number")
    for row in rows.iterator(chunk_size=ROWS_AT_ONCE):
        yield {
            **{name: getattr(row, name) for name in (*ENROLMENT_VALUES, *ENROLMENT_TEXTS)},
            "entry": row.entry.number if row.entry else None,
            "offered_until": format_time(row.offered_until),
            "made_at": format_time(row.made_at),
        }


def _format_hour(hour: dt.time | None) -> str | None:
    return hour.isoformat(timespec="seconds") if hour else None


# -------------------------------------------------------------------------------------------------------------------- reading


def find_stray_announcing(persons: Mapping[str, Any], entries: set[int]) -> Iterator[tuple[str, str]]:
    """Place and sentence of what cannot be among the enrolments. Lots and seats may name entries that were deleted since."""
    repeated, unknown, impossible = _("appears twice"), _("refers to something that is not in the file"), _("is not possible")
    enrolments = persons["enrolments"]
    for name in ("number", "code"):
        values = [enrolment[name] for enrolment in enrolments]
        if len(set(values)) != len(values):
            yield f"persons.enrolments.{name}", repeated
    for place, enrolment in enumerate(enrolments):
        if enrolment["entry"] not in {None, *entries}:
            yield f"persons.enrolments[{place}].entry", unknown
        if enrolment["state"] == Enrolment.State.OFFERED and enrolment["offered_until"] is None:
            yield f"persons.enrolments[{place}].offered_until", impossible


def iterate_announcing_texts(persons: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Place and value of everything that a person typed, no piece longer than a name may be."""
    announcement = persons["announcement"]
    for name in TEXTS if announcement is not None else ():
        lines = announcement[name].splitlines()
        yield from ((f"persons.announcement.{name}", piece) for line in lines for piece in textwrap.wrap(line, MAX_NAME_LENGTH))
    for place, enrolment in enumerate(persons["enrolments"]):
        yield from ((f"persons.enrolments[{place}].names", name) for name in enrolment["names"])
        for name in ENROLMENT_TEXTS:
            yield from ((f"persons.enrolments[{place}].{name}", piece) for piece in textwrap.wrap(enrolment[name], MAX_NAME_LENGTH))


# -------------------------------------------------------------------------------------------------------------------- storing


def store_announcing(state: ImportState) -> None:
    """Store announcement and enrolments instead of those that are here; the QR code at the door of this desk stays, and so does every name
    that was erased here.
    """
    persons = state.document["persons"]
    _store_announcement(persons["announcement"], state.tournament)
    _store_enrolments(persons["enrolments"], state)
    named = {section["id"]: section["name"] for section in persons["people"] if section["id"] in state.own_people}
    for key, name in named.items():
        if name and state.own_people[key].erased_at:
            erase_from_enrolments(state.own_people[key], [state.tournament], [name])


def _store_announcement(section: Json | None, tournament: Tournament) -> None:
    if section is None:
        Announcement.objects.filter(tournament=tournament).delete()
        return
    columns = {name: section[name] for name in (*TEXTS, *CHOICES)} | {"series": section["series"]}
    columns |= {name: dt.time.fromisoformat(section[name]) if section[name] else None for name in HOURS}
    columns |= {name: parse_time(section[name]) for name in MOMENTS}
    Announcement.objects.update_or_create(tournament=tournament, defaults=columns)
    Announcement.objects.filter(tournament=tournament).update(changed_at=columns["changed_at"])


def _store_enrolments(sections: Sequence[Json], state: ImportState) -> None:
    if state.tournament.shown_from:  # a picture: who enrolled here is known here alone
        return
    here = {row.code: row for row in Enrolment.objects.filter(tournament=state.tournament)}
    Enrolment.objects.filter(tournament=state.tournament).delete()
    for part in iterate_parts(sections):
        Enrolment.objects.bulk_create(_build_enrolment(section, state, here.get(section["code"])) for section in part)


def _build_enrolment(section: Json, state: ImportState, here: Enrolment | None) -> Enrolment:
    """The row of a section; from which site it came stays as it was known here."""
    return Enrolment(
        tournament=state.tournament,
        entry_id=None if section["entry"] is None else state.by_number[section["entry"]],
        offered_until=parse_time(section["offered_until"]),
        made_at=dt.datetime.fromisoformat(section["made_at"]),
        site=here.site if here else "",
        wish_number=here.wish_number if here else 0,
        **{name: section[name] for name in (*ENROLMENT_VALUES, *ENROLMENT_TEXTS)},
    )
