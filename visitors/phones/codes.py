"""Codes of entries, which their phones keep for the whole tournament: issue, revoke, find, and enter with them."""

import datetime as dt
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.utils.crypto import salted_hmac

from jobs.databases import retry_on_conflict, write_tx
from scoring.matches.table_links import find_current_seat, select_live_codes
from scoring.models import EntryCode, TableLink
from scoring.permissions import Phone
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Tournament
from visitors.phones.services import ALPHABET, CODE_LENGTH, SECRET_BYTES, hash_secret


@dataclass(frozen=True, slots=True)
class IssuedCode:
    """A code at the only moment when its secret and its short form are known: they are printed and never stored."""

    code: EntryCode
    secret: str = field(repr=False)
    text: str = field(repr=False)


@retry_on_conflict
def issue_codes(tournament: Tournament, entries: Sequence[Entry], *, actor: AbstractBaseUser, at: dt.datetime) -> list[IssuedCode]:
    """Issue a new code for each of these entries of the tournament, in their order. For the director.

    1. Revokes their earlier codes, so that old labels and the phones that opened them follow nothing any more. 2. Makes the new ones.
    Raises: PermissionDenied.
    """
    with write_tx():
        lock_for_director(tournament, actor)
        own = set(tournament.entries.values_list("pk", flat=True))
        if not {entry.pk for entry in entries} <= own:
            raise PermissionDenied
        select_live_codes().filter(entry__in=entries).update(revoked_at=at)
        issued = [_build_code(entry, actor, at) for entry in entries]
        EntryCode.objects.bulk_create([issued_code.code for issued_code in issued])
    return issued


@retry_on_conflict
def revoke_codes(tournament: Tournament, entries: Sequence[Entry], *, actor: AbstractBaseUser, at: dt.datetime) -> int:
    """Revoke the codes of these entries; return how many there were. For the director. Raises PermissionDenied."""
    with write_tx():
        lock_for_director(tournament, actor)
        return select_live_codes().filter(entry__tournament=tournament, entry__in=entries).update(revoked_at=at)


def find_code_by_secret(secret: str) -> EntryCode | None:
    """The code of this secret, also a revoked one. One query on an index of hashes."""
    return EntryCode.objects.filter(secret_hash=hash_secret(secret)).first()


def find_code_by_text(text: str) -> EntryCode | None:
    """The code that a person typed, also a revoked one; a live one goes before."""
    return EntryCode.objects.filter(code_hash=hash_text(text)).order_by(F("revoked_at").desc(nulls_first=True)).first()


@retry_on_conflict
def store_first_opening(code: EntryCode, *, at: dt.datetime) -> None:
    if code.first_seen_at is None:
        with write_tx():
            EntryCode.objects.filter(pk=code.pk, first_seen_at__isnull=True).update(first_seen_at=at)


@retry_on_conflict
def store_link_of_phone(phone: Phone, *, at: dt.datetime) -> TableLink:
    """The stored link through which a phone with a code enters: that of its side at its table, a new one if there is none.

    Raises: PermissionDenied when the code was revoked meanwhile, or its entry sits elsewhere.
    """
    link, code = phone.link, phone.code
    if link is None:
        raise PermissionDenied
    if code is None:
        return link
    with write_tx():
        if not select_live_codes().select_for_update().filter(pk=code.pk).exists():
            raise PermissionDenied
        seat = find_current_seat(code.entry)
        if seat is None or (seat.match_id, seat.side) != (link.match_id, link.side):
            raise PermissionDenied
        stored = TableLink.objects.filter(match=link.match, side=link.side, revoked_at__isnull=True).first()
        stored = stored or TableLink.objects.create(
            match=link.match,
            side=link.side,
            secret_hash=hash_secret(secrets.token_urlsafe(SECRET_BYTES)),
            code_hash=hash_secret(secrets.token_urlsafe(SECRET_BYTES)),
            code_used_at=at,
            issued_at=at,
            issued_by_id=code.issued_by_id,
            first_seen_at=at,
        )
    stored.match = link.match
    return stored


def hash_text(text: str) -> str:
    """A keyed hash of a typed code, because forty bits alone could be tried out by somebody with a copy of the database."""
    normalized = "".join(sign for sign in text.upper() if sign in ALPHABET)
    return salted_hmac("scoring.entry_code", normalized, algorithm="sha256").hexdigest()


def _build_code(entry: Entry, actor: AbstractBaseUser, at: dt.datetime) -> IssuedCode:
    secret = secrets.token_urlsafe(SECRET_BYTES)
    text = "".join(secrets.choice(ALPHABET) for _place in range(CODE_LENGTH))
    code = EntryCode(entry=entry, secret_hash=hash_secret(secret), code_hash=hash_text(text), issued_at=at, issued_by_id=actor.pk)
    return IssuedCode(code, secret, f"{text[:4]}-{text[4:]}")
