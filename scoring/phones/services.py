"""Giving tables their links, taking them away, and opening them."""

import datetime as dt
import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.contrib.auth.models import AbstractBaseUser
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from scoring.matches.table_links import live_links
from scoring.models import TableDevice, TableLink, WrongSecret
from scoring.models.links import MOST_TRIES
from tournaments.locks import lock_for_director
from tournaments.models import Match, Round, Tournament
from tournaments.refusals import Refused
from tournaments.transactions import retried, write_tx

SECRET_BYTES = 16
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without letters that are read as digits; 32 of them, so eight carry 40 bits."""
CODE_LENGTH = 8
MOST_FROM_ADDRESS = 200
"""Wrong secrets from one address within the window. High, because all phones of a hall may share one."""
ADDRESS_WINDOW = dt.timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class IssuedLink:
    """A link at the only moment when its secret and its short code are known: they go on paper and are kept nowhere."""

    link: TableLink
    secret: str = field(repr=False)
    code: str = field(repr=False)


@retried
def issue_links(
    tournament: Tournament, places: Sequence[tuple[Match, int]], *, actor: AbstractBaseUser, at: dt.datetime
) -> list[IssuedLink]:
    """Give each place, a match and a side, a new link, in their order. The director's.

    1. Revokes the links that these places had, so that their slips and phones open nothing any more. 2. Makes the new ones.
    Raises: tournaments.refusals.Refused for a round that is not being played; PermissionDenied.
    """
    with write_tx():
        lock_for_director(tournament, actor)
        matches = [match.pk for match, _side in places]
        playable = Match.objects.filter(pk__in=matches, round__stage__tournament=tournament, round__state=Round.State.PUBLISHED)
        if set(playable.values_list("pk", flat=True)) != set(matches):
            raise Refused("not_being_played", _("This round is not being played: there is nothing to enter at its tables."))
        for match, side in places:
            TableLink.objects.filter(match=match, side=side, revoked_at__isnull=True).update(revoked_at=at)
        issued = [_new_link(match, side, actor, at) for match, side in places]
        TableLink.objects.bulk_create([one.link for one in issued])
    return issued


@retried
def revoke_links(tournament: Tournament, places: Sequence[tuple[Match, int]], *, actor: AbstractBaseUser, at: dt.datetime) -> int:
    """Make the links of these places open nothing any more; how many there were. The director's. Raises PermissionDenied."""
    with write_tx():
        lock_for_director(tournament, actor)
        living = TableLink.objects.filter(match__round__stage__tournament=tournament, revoked_at__isnull=True)
        return sum(living.filter(match=match, side=side).update(revoked_at=at) for match, side in places)


def find_by_secret(secret: str) -> TableLink | None:
    """The link that this secret opens now. One query on an index of hashes, whatever is asked."""
    return live_links().filter(secret_hash=secret_hash(secret)).first()


@retried
def use_code(match_code: str, code: str, *, at: dt.datetime) -> TableLink | None:
    """Open a link by the short code on its slip: once, and not after ten wrong ones.

    A wrong code counts against every link of the match whose code is still unused, because nobody can say which of them was meant.
    """
    with write_tx():
        links = list(live_links().select_for_update(of=("self",)).filter(match__code=match_code.strip().upper()))
        usable = [link for link in links if link.code_used_at is None and link.tries < MOST_TRIES]
        for link in usable:
            if constant_time_compare(link.code_hash, code_hash(link.match_id, link.side, code)):
                TableLink.objects.filter(pk=link.pk).update(code_used_at=at)
                return link
        for link in usable:
            TableLink.objects.filter(pk=link.pk).update(tries=link.tries + 1)
    return None


def note_opening(link: TableLink, *, looks: str, at: dt.datetime) -> TableDevice:
    """Remember that a phone came, and when the first one did."""
    if link.first_seen_at is None:
        with write_tx():
            TableLink.objects.filter(pk=link.pk, first_seen_at__isnull=True).update(first_seen_at=at)
    return TableDevice.objects.create(link_id=link.pk, looks=looks, opened_at=at, seen_at=at)


def address_is_patient(address: str, *, at: dt.datetime) -> bool:
    """Whether so few wrong secrets came from this address lately that another may be tried."""
    return WrongSecret.objects.filter(address=_address_hash(address), tried_at__gt=at - ADDRESS_WINDOW).count() < MOST_FROM_ADDRESS


def note_wrong_secret(address: str, *, at: dt.datetime) -> None:
    """Count a wrong one, and forget those of before the window."""
    WrongSecret.objects.filter(tried_at__lte=at - ADDRESS_WINDOW).delete()
    WrongSecret.objects.create(address=_address_hash(address), tried_at=at)


def secret_hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def code_hash(match_pk: int, side: int, code: str) -> str:
    """Keyed, because forty bits alone could be tried out by whoever holds a copy of the database."""
    read = "".join(sign for sign in code.upper() if sign in ALPHABET)
    return salted_hmac("scoring.table_code", f"{match_pk}:{side}:{read}", algorithm="sha256").hexdigest()


def _new_link(match: Match, side: int, actor: AbstractBaseUser, at: dt.datetime) -> IssuedLink:
    secret = secrets.token_urlsafe(SECRET_BYTES)
    code = "".join(secrets.choice(ALPHABET) for _place in range(CODE_LENGTH))
    link = TableLink(
        match=match,
        side=side,
        secret_hash=secret_hash(secret),
        code_hash=code_hash(match.pk, side, code),
        issued_at=at,
        issued_by_id=actor.pk,
    )
    return IssuedLink(link, secret, f"{code[:4]}-{code[4:]}")


def _address_hash(address: str) -> str:
    return salted_hmac("scoring.table_address", address, algorithm="sha256").hexdigest()
