"""Changing what is announced."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, fields

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from jobs.databases import write_tx
from tournaments.announcing.queries import read_announcement
from tournaments.door_keys import build_door_key
from tournaments.locks import lock_for_director
from tournaments.models import Announcement, Tournament
from tournaments.seen import UNSEEN, Seen

FOR_CALENDARS = frozenset({"meets_at", "starts_at", "ends_by", "address", "town"})
"""The facts after whose change a calendar must look again."""


@dataclass(frozen=True, slots=True)
class AnnouncementDetails:
    """Everything that a director declares of an evening."""

    meets_at: dt.time | None = None
    starts_at: dt.time | None = None
    ends_by: dt.time | None = None
    address: str = ""
    town: str = ""
    contact: str = ""
    places: int | None = None
    closes_at: dt.datetime | None = None
    who_may_play: str = ""
    fee_includes: str = ""
    prizes: str = ""
    more: str = ""
    enrols: str = Announcement.Enrols.CLOSED
    heats: str = ""
    offer_hours: int = 12
    keep_days: int = 30
    controller: str = ""
    late: str = ""
    complaints: str = ""

    @classmethod
    def of(cls, announcement: Announcement) -> "AnnouncementDetails":
        """What is declared now."""
        return cls(**{field.name: getattr(announcement, field.name) for field in fields(cls)})


def announce(tournament: Tournament, details: AnnouncementDetails, *, actor: AbstractBaseUser, seen: Seen = UNSEEN) -> Announcement:
    """Store what is declared of an evening. Raises: ChangeRefused when the page showed something else; PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        announcement = read_announcement(locked)
        values = {field.name: getattr(details, field.name) for field in fields(details)}
        changed = {name: value for name, value in values.items() if getattr(announcement, name) != value}
        if changed:  # the same form sent twice is no refusal
            seen.check()
        if changed or announcement._state.adding:  # noqa: SLF001 - whether Django has stored the row
            save_announcement(announcement, changed, actor)
    return announcement


def save_announcement(announcement: Announcement, values: Mapping[str, object], actor: AbstractBaseUser | None) -> None:
    """Store the values; a calendar that reads the evening learns whether to look again. Call under the tournament's lock."""
    for name, value in values.items():
        setattr(announcement, name, value)
    if not FOR_CALENDARS.isdisjoint(values):
        announcement.sequence += 1
    announcement._history_user = actor  # type: ignore[attr-defined]  # noqa: SLF001 - the name by which django-simple-history is told
    announcement.save()


def follow_in_calendars(tournament: Tournament, *, actor: AbstractBaseUser) -> None:
    """Let calendars look again, because name, date or venue changed. Call under the tournament's lock."""
    announcement = read_announcement(tournament)
    announcement.sequence += 1
    save_announcement(announcement, {}, actor)


def cancel_evening(tournament: Tournament, *, actor: AbstractBaseUser, cancelled: bool = True) -> Announcement:
    """Say that an evening does not take place, or that it does after all: nobody can enrol meanwhile, and calendars strike it out.

    Raises: PermissionDenied.
    """
    with write_tx():
        announcement = read_announcement(lock_for_director(tournament, actor))
        mark_cancelled(announcement, timezone.now() if cancelled else None, actor)
    return announcement


def mark_cancelled(announcement: Announcement, at: dt.datetime | None, actor: AbstractBaseUser) -> bool:
    """Store when it was called off, None for an evening that takes place; return whether that is new. Call under the tournament's lock."""
    if (announcement.cancelled_at is None) == (at is None):
        return False
    announcement.sequence += 1
    save_announcement(announcement, {"cancelled_at": at}, actor)
    return True


def open_door(tournament: Tournament, *, actor: AbstractBaseUser, opened: bool = True) -> Announcement:
    """Make the address of the QR code at the entrance, a new one each time, or close it. Raises: PermissionDenied."""
    with write_tx():
        announcement = read_announcement(lock_for_director(tournament, actor))
        save_announcement(announcement, {"door_key": build_door_key(announcement.tournament_id) if opened else ""}, actor)
    return announcement
