"""Make codes for desks, and let a desk use one. A code works once and for a quarter of an hour; the database keeps its hash alone."""

import datetime as dt
import secrets
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from jobs.databases import write_tx
from publishing.models import PairedDesk, PairingCode, ReceivedTournament
from publishing.pieces.signatures import KeyRefused, check_public_key
from tournaments.models import EnrolmentInbox, Organizer, Season
from tournaments.people.names import MAX_NAME_LENGTH, clean_name, validate_name
from tournaments.permissions import require_organizer_director, require_season_director
from tournaments.refusals import ChangeRefused

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without look-alikes: no 0 and O, no 1 and I."""
LENGTH = 8
VALID = dt.timedelta(minutes=15)
MOST_TRIES, TRIES_WINDOW = 10, 15 * 60
"""Wrong codes from one address within so many seconds; forty bits cannot be guessed by trying so seldom."""
MOST_DESKS = 100
"""Of a club, without those that are revoked."""


def make_code(
    organizer: Organizer, *, actor: AbstractBaseUser, at: dt.datetime, one_tournament: bool = False, season: Season | None = None
) -> str:
    """Make a code for a desk of the club, and forget those that nobody can use any more. Returns it once: it is nowhere in clear.
    What the desk shows counts in the `season`, which the actor directs too.

    Raises: PermissionDenied; ChangeRefused where there are too many desks.
    """
    require_organizer_director(actor, organizer)
    if season is not None:
        require_season_director(actor, season)
    code = "".join(secrets.choice(LETTERS) for _place in range(LENGTH))
    with write_tx():
        PairingCode.objects.filter(expires_at__lt=at).delete()
        if PairedDesk.objects.filter(organizer=organizer, revoked_at=None).count() >= MOST_DESKS:
            raise ChangeRefused("too_many_desks", _("Nothing was made: revoke a desk that publishes here no more."))
        PairingCode.objects.create(
            organizer=organizer,
            one_tournament=one_tournament,
            season=season,
            code_hash=_hash_code(code),
            made_by_id=actor.pk,
            made_at=at,
            expires_at=at + VALID,
        )
    return code


def pair_desk(typed: str, *, name: str, key: str, at: dt.datetime) -> PairedDesk:
    """Make the desk that sends the code a desk of the club of the code; the code is used up. A key that is paired already stays one desk.

    Raises: ChangeRefused with what is wrong: the code, the name or the key.
    """
    cleaned = clean_name(name)[:MAX_NAME_LENGTH].strip()
    try:
        check_public_key(key)
        validate_name(cleaned)
    except (KeyRefused, ValidationError) as error:
        raise ChangeRefused("damaged", _("Not connected: what the desk sent is incomplete. Update La Bella on that computer.")) from error
    with write_tx():
        hashed = _hash_code(clean_code(typed))
        code = PairingCode.objects.select_for_update().filter(code_hash=hashed, used_at=None, expires_at__gt=at).first()
        if code is None:
            sentence = _("Not connected: this code is wrong, was used already or is older than 15 minutes. Make another one on the site.")
            raise ChangeRefused("code_unknown", sentence)
        PairingCode.objects.filter(pk=code.pk).update(used_at=at)
        columns = {"name": cleaned or _("a desk"), "one_tournament": code.one_tournament, "paired_by": code.made_by, "paired_at": at}
        columns |= {"season": code.season}
        paired = PairedDesk.objects.filter(organizer=code.organizer, public_key=key, revoked_at=None, only_tournament="").first()
        if paired is None:
            return PairedDesk.objects.create(organizer=code.organizer, public_key=key, **columns)
        return _rename(paired, columns)


def _rename(desk: PairedDesk, columns: Mapping[str, Any]) -> PairedDesk:
    """A desk that pairs again; the wider of two permissions stays, and the season of the newer code that names one."""
    desk.name, desk.one_tournament = columns["name"], desk.one_tournament and columns["one_tournament"]
    desk.season = columns["season"] or desk.season
    desk.save(update_fields=["name", "one_tournament", "season"])
    return desk


def revoke_desk(desk: PairedDesk, *, actor: AbstractBaseUser, at: dt.datetime) -> None:
    """Take nothing from the desk any more, and no enrolments for it; what it told stays as it is. Raises: PermissionDenied."""
    require_organizer_director(actor, desk.organizer)
    with write_tx():
        PairedDesk.objects.filter(pk=desk.pk, revoked_at=None).update(revoked_at=at)
        shown_tournaments = ReceivedTournament.objects.filter(desk=desk, counts=True).values("tournament")
        EnrolmentInbox.objects.filter(tournament__in=shown_tournaments).update(open=False)


def clean_code(text: str) -> str:
    """A code as people write it: capitals, spaces and hyphens do not matter."""
    return "".join(mark for mark in text.upper() if mark.isalnum())[:40]


def may_try(address: str) -> bool:
    """Whether an address may try one more code now: ten wrong ones within a quarter of an hour."""
    return int(cache.get(_name_tries(address), 0)) < MOST_TRIES


def note_wrong_try(address: str) -> None:
    name = _name_tries(address)
    cache.add(name, 0, TRIES_WINDOW)
    cache.incr(name)


def _name_tries(address: str) -> str:
    return f"pairing-{salted_hmac('publishing.tries', address).hexdigest()}"


def _hash_code(code: str) -> str:
    return salted_hmac("publishing.pairing_codes", code, algorithm="sha256").hexdigest()
