"""Make a token, and end it."""

import datetime as dt
import secrets

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from api.callers.queries import TOKEN_PREFIX
from api.models import ApiToken
from api.models.tokens import hash_token
from jobs.databases import write_tx
from tournaments.locks import lock_for_director
from tournaments.models import Organizer, Tournament
from tournaments.permissions import require_organizer_director
from tournaments.refusals import ChangeRefused

SECRET_BYTES = 32
MOST_TOKENS = 50
"""Open ones at a time, of one tournament or club."""


def make_token(
    owner: Tournament | Organizer, *, name: str, scope: str, days: int, actor: AbstractBaseUser, at: dt.datetime
) -> tuple[ApiToken, str]:
    """A new token and its secret, which is stored nowhere and shown once. For directors. Raises: ChangeRefused; PermissionDenied."""
    secret = TOKEN_PREFIX + secrets.token_urlsafe(SECRET_BYTES)
    with write_tx():
        columns = _lock(owner, actor)
        if ApiToken.objects.filter(**columns, revoked_at=None, expires_at__gt=at).count() >= MOST_TOKENS:
            raise ChangeRefused("many_tokens", _("There are fifty open tokens here. End those that nobody uses."))
        token = ApiToken.objects.create(
            **columns,
            name=name,
            scope=scope,
            secret_hash=hash_token(secret),
            ending=secret[-4:],
            made_by_id=actor.pk,
            made_at=at,
            expires_at=at + dt.timedelta(days=days),
        )
    return token, secret


def end_token(owner: Tournament | Organizer, token_id: int, *, actor: AbstractBaseUser, at: dt.datetime) -> bool:
    """End a token at once; returns whether it was open. For directors. Raises: PermissionDenied."""
    with write_tx():
        columns = _lock(owner, actor)
        return ApiToken.objects.filter(**columns, pk=token_id, revoked_at=None).update(revoked_at=at) > 0


def _lock(owner: Tournament | Organizer, actor: AbstractBaseUser) -> dict[str, Tournament | Organizer]:
    """The columns that say whose token it is, once the actor may decide about it."""
    if isinstance(owner, Tournament):
        return {"tournament": lock_for_director(owner, actor)}
    require_organizer_director(actor, owner)
    return {"organizer": owner}
