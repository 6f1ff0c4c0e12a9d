"""Issue, revoke and open the links of tables; accept a line and call the director there. These services change no result."""

import datetime as dt
import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import PermissionDenied
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from jobs.databases import retry_on_conflict, write_tx
from scoring.matches.table_links import select_live_links
from scoring.models import DirectorCall, Draft, LedgerEntry, SeatedTable, TableDevice, TableLink, WrongSecret
from scoring.models.links import MOST_TRIES
from tournaments.locks import lock_for_director, lock_with_right
from tournaments.models import Match, Round, Tournament
from tournaments.permissions import Right
from tournaments.refusals import ChangeRefused

SECRET_BYTES = 16
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without letters that are read as digits; 32 of them, so eight carry 40 bits."""
CODE_LENGTH = 8
MOST_FROM_ADDRESS = 2000
"""Wrong typed codes from one address within the window. High, because all phones of a hall may share one: an evening of them opens one of
600 codes of forty bits with a chance of one in thirty thousand. The secrets of QR codes cannot be guessed and are not limited."""
ADDRESS_WINDOW = dt.timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class IssuedLink:
    """A link at the only moment when its secret and its short code are known: they are printed and never stored."""

    link: TableLink
    secret: str = field(repr=False)
    code: str = field(repr=False)


@retry_on_conflict
def issue_links(
    tournament: Tournament, places: Sequence[tuple[Match, int]], *, actor: AbstractBaseUser, at: dt.datetime
) -> list[IssuedLink]:
    """Issue a new link for each place, a match and a side, in their order. For the director.

    1. Revokes the earlier links of these places, so that their slips and phones open nothing any more. 2. Makes the new ones.
    Raises: ChangeRefused for a round that is not being played; PermissionDenied.
    """
    with write_tx():
        lock_for_director(tournament, actor)
        matches = [match.pk for match, _side in places]
        playable = Match.objects.filter(pk__in=matches, round__stage__tournament=tournament, round__state=Round.State.PUBLISHED)
        if set(playable.values_list("pk", flat=True)) != set(matches):
            raise ChangeRefused("not_being_played", _("This round is not in progress: there is nothing to enter at its tables."))
        for match, side in places:
            TableLink.objects.filter(match=match, side=side, revoked_at__isnull=True).update(revoked_at=at)
        issued = [_new_link(match, side, actor, at) for match, side in places]
        TableLink.objects.bulk_create([issued_link.link for issued_link in issued])
    return issued


@retry_on_conflict
def revoke_links(tournament: Tournament, places: Sequence[tuple[Match, int]], *, actor: AbstractBaseUser, at: dt.datetime) -> int:
    """Revoke the links of these places; return how many there were. For the director. Raises PermissionDenied."""
    with write_tx():
        lock_for_director(tournament, actor)
        live = TableLink.objects.filter(match__round__stage__tournament=tournament, revoked_at__isnull=True)
        return sum(live.filter(match=match, side=side).update(revoked_at=at) for match, side in places)


def find_link_by_secret(secret: str) -> TableLink | None:
    """The link of this secret, whether it is still open or not. One query on an index of hashes in every case."""
    return TableLink.objects.filter(secret_hash=hash_secret(secret)).first()


@retry_on_conflict
def open_by_code(match_code: str, code: str, *, at: dt.datetime) -> TableLink | None:
    """Open a link by the short code on its slip: once, and not after ten wrong codes.

    A wrong code counts against every link of the match whose code is unused, because the intended one is unknown.
    """
    with write_tx():
        links = list(select_live_links().select_for_update(of=("self",)).filter(match__code=match_code.strip().upper()))
        usable = [link for link in links if link.code_used_at is None and link.tries < MOST_TRIES]
        for link in usable:
            if constant_time_compare(link.code_hash, hash_code(link.match_id, link.side, code)):
                TableLink.objects.filter(pk=link.pk).update(code_used_at=at)
                return link
        for link in usable:
            TableLink.objects.filter(pk=link.pk).update(tries=link.tries + 1)
    return None


def store_opening(link: TableLink, *, device_kind: str, at: dt.datetime) -> TableDevice:
    """Store that a phone opened the link, and the time of the first one."""
    if link.first_seen_at is None:
        with write_tx():
            TableLink.objects.filter(pk=link.pk, first_seen_at__isnull=True).update(first_seen_at=at)
    return TableDevice.objects.create(link_id=link.pk, looks=device_kind, opened_at=at, seen_at=at)


def can_try_secret(address: str, *, at: dt.datetime) -> bool:
    """Whether few enough wrong secrets came from this address within the window for another try; those of a clock that was set back since
    count no more.
    """
    counted = {"tried_at__gt": at - ADDRESS_WINDOW, "tried_at__lt": at + ADDRESS_WINDOW}
    return WrongSecret.objects.filter(address=_hash_address(address), **counted).count() < MOST_FROM_ADDRESS


def count_wrong_secret(address: str, *, at: dt.datetime) -> None:
    """Count a wrong secret, and delete those from before the window."""
    WrongSecret.objects.filter(tried_at__lte=at - ADDRESS_WINDOW).delete()
    WrongSecret.objects.create(address=_hash_address(address), tried_at=at)


def hash_secret(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def hash_code(match_pk: int, side: int, code: str) -> str:
    """A keyed hash, because forty bits alone could be tried out by somebody with a copy of the database."""
    normalized = "".join(sign for sign in code.upper() if sign in ALPHABET)
    return salted_hmac("scoring.table_code", f"{match_pk}:{side}:{normalized}", algorithm="sha256").hexdigest()


def _new_link(match: Match, side: int, actor: AbstractBaseUser, at: dt.datetime) -> IssuedLink:
    secret = secrets.token_urlsafe(SECRET_BYTES)
    code = "".join(secrets.choice(ALPHABET) for _place in range(CODE_LENGTH))
    link = TableLink(
        match=match,
        side=side,
        secret_hash=hash_secret(secret),
        code_hash=hash_code(match.pk, side, code),
        issued_at=at,
        issued_by_id=actor.pk,
    )
    return IssuedLink(link, secret, f"{code[:4]}-{code[4:]}")


def _hash_address(address: str) -> str:
    return salted_hmac("scoring.table_address", address, algorithm="sha256").hexdigest()


def forget_phones(now: dt.datetime) -> int:
    """Delete phones with a closed link and an expired session, and wrong secrets that no longer count; return how many were deleted.

    Links stay, because the ledger names them.
    """
    before = now - dt.timedelta(seconds=settings.SESSION_COOKIE_AGE)
    useful = set(select_live_links().values_list("pk", flat=True))
    gone, _by_model = TableDevice.objects.filter(seen_at__lt=before).exclude(link_id__in=useful).delete()
    forgiven, _by_model = WrongSecret.objects.filter(tried_at__lte=now - ADDRESS_WINDOW).delete()
    return gone + forgiven


@retry_on_conflict
def accept_line(link: TableLink, seq: int, *, at: dt.datetime) -> None:
    """Accept everything of the match up to line `seq`; this side's drafts are settled. Raises PermissionDenied."""
    with write_tx():
        current = _lock_link(link)
        if not LedgerEntry.objects.filter(match=current.match_id, seq=seq).exists():
            return
        TableLink.objects.filter(pk=current.pk, accepted_seq__lt=seq).update(accepted_seq=seq)
        Draft.objects.filter(match=current.match_id, actor=current.actor_id, settled_at__isnull=True).update(settled_at=at)


@retry_on_conflict
def call_director(link: TableLink, *, at: dt.datetime) -> None:
    """Open a call of this side for the director, unless one is open. Raises PermissionDenied."""
    with write_tx():
        current = _lock_link(link)
        if not DirectorCall.objects.filter(match=current.match_id, side=current.side, settled_at__isnull=True).exists():
            DirectorCall.objects.create(match=current.match, side=current.side, called_at=at)


@retry_on_conflict
def end_call(link: TableLink, *, at: dt.datetime) -> None:
    """Settle the open call of this side: the director came, or is no longer needed. Raises PermissionDenied."""
    with write_tx():
        current = _lock_link(link)
        DirectorCall.objects.filter(match=current.match_id, side=current.side, settled_at__isnull=True).update(settled_at=at)


@retry_on_conflict
def note_seated(link: TableLink, *, at: dt.datetime) -> None:
    """The people of a table sit: the first of them who says so counts. Raises PermissionDenied."""
    with write_tx():
        SeatedTable.objects.get_or_create(match=_lock_link(link).match, defaults={"at": at})


@retry_on_conflict
def settle_calls(tournament: Tournament, match_code: str, *, actor: AbstractBaseUser, at: dt.datetime) -> int:
    """Settle the open calls of a match after a member of the staff went to its table; return how many there were. Raises
    PermissionDenied.
    """
    with write_tx():
        lock_with_right(tournament, actor, Right.RULE)
        calls = DirectorCall.objects.filter(match__round__stage__tournament=tournament, match__code=match_code, settled_at__isnull=True)
        return calls.update(settled_at=at)


def _lock_link(link: TableLink) -> TableLink:
    """The link's row under its lock. Raises PermissionDenied when it is closed."""
    current = select_live_links().select_for_update(of=("self",)).filter(pk=link.pk).first()
    if current is None:
        raise PermissionDenied
    return current
