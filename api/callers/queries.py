"""Who calls the API: nobody in particular, a program with a token, or a phone with the slip of a table."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from api.models import ApiToken, TokenUse
from api.models.tokens import hash_token
from scoring.ledger.appending import Actor, build_staff_actor, build_table_actor
from scoring.matches.seen_places import compute_people_fingerprint
from scoring.models import LedgerEntry, TableLink
from tournaments.models import Match, Tournament
from tournaments.permissions import RIGHTS, Right, Role, read_role_of

TOKEN_PREFIX, SLIP_PREFIX = "lb_", "slip_"
USE_NOTED_EVERY = 600
"""Seconds: a token that asks all the time is use as used every ten minutes."""
SCOPE_RIGHTS: Mapping[str, frozenset[Right]] = {
    ApiToken.Scope.READ: RIGHTS[Role.READER],
    ApiToken.Scope.DOOR: RIGHTS[Role.DOOR],
    ApiToken.Scope.ENTER: RIGHTS[Role.DOOR] | {Right.ENTER, Right.RULE},
    ApiToken.Scope.DIRECT: frozenset(Right),
}
"""What a token may do at most; each scope holds those before it."""


class UnknownCaller(Exception):
    """The token or slip is wrong, ended, or out of date. `reason` is one of "unknown", "revoked", "expired"."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Caller:
    """`token` and `link` are None for the public."""

    token: ApiToken | None = None
    link: TableLink | None = None

    @property
    def identity(self) -> str:
        """A short text that differs for callers who may get different answers."""
        return f"token-{self.token.pk}" if self.token else ""

    def list_rights(self, tournament: Tournament) -> frozenset[Right]:
        """What the caller may do there now: what the token holds and the person behind it may do too. Two queries at most."""
        token = self.token
        if token is None or (token.tournament_id or tournament.pk) != tournament.pk:
            return frozenset()
        if token.organizer_id is not None and (token.organizer_id != tournament.organizer_id or tournament.demonstration):
            return frozenset()
        role = read_role_of(token.made_by_id, tournament.pk)
        return SCOPE_RIGHTS[token.scope] & RIGHTS[role] if role else frozenset()

    def build_actor(self, match: Match) -> Actor:
        """The author of what this caller enters about a match."""
        if self.link is not None:
            return build_table_actor(self.link, compute_people_fingerprint(match))
        if self.token is None:
            raise UnknownCaller("unknown")
        return build_staff_actor(self.token.made_by, LedgerEntry.Via.API)


PUBLIC = Caller()


def read_caller(request: HttpRequest) -> Caller:
    """The caller by the header `Authorization: Bearer …`; the public without one. No query for the public, else one or two.

    Raises: UnknownCaller.
    """
    header = request.headers.get("Authorization", "")
    if not header:
        return PUBLIC
    scheme, _blank, secret = header.partition(" ")
    secret = secret.strip()
    if scheme.casefold() != "bearer":
        raise UnknownCaller("unknown")
    if secret.startswith(SLIP_PREFIX):
        return Caller(link=_find_link(secret.removeprefix(SLIP_PREFIX)))
    token = ApiToken.objects.select_related("made_by").filter(secret_hash=hash_token(secret)).first()
    if token is None or not token.made_by.is_active:
        raise UnknownCaller("unknown")
    now = timezone.now()
    if token.revoked_at is not None:
        raise UnknownCaller("revoked")
    if token.expires_at <= now:
        raise UnknownCaller("expired")
    _note_use(token)
    return Caller(token=token)


def _find_link(secret: str) -> TableLink:
    link = TableLink.objects.filter(secret_hash=hash_token(secret)).first()
    if link is None:
        raise UnknownCaller("unknown")
    if link.revoked_at is not None:
        raise UnknownCaller("revoked")
    return link


def _note_use(token: ApiToken) -> None:
    now = timezone.now()
    use = TokenUse.objects.filter(pk=token.pk).first()
    if use is None or (now - use.used_at).total_seconds() > USE_NOTED_EVERY:
        TokenUse.objects.update_or_create(pk=token.pk, defaults={"used_at": now})


def select_readable(caller: Caller) -> Q:
    """Which private tournaments a token may read beside the public ones, as a condition; each is still asked by `list_rights`."""
    token = caller.token
    if token is None:
        return Q(pk__in=())
    return Q(pk=token.tournament_id) if token.tournament_id else Q(organizer=token.organizer_id, demonstration=False)
