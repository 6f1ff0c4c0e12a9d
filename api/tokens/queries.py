"""The tokens of a tournament or a club, for the page of its directors."""

import datetime as dt
from dataclasses import dataclass

from django.utils import timezone

from api.models import ApiToken, TokenUse
from tournaments.models import Organizer, Tournament


@dataclass(frozen=True, slots=True)
class TokenLine:
    """`state`: open, revoked or expired. `used_at` is right to ten minutes."""

    id: int
    name: str
    ending: str
    scope: str
    made_by: str
    made_at: dt.datetime
    expires_at: dt.datetime
    used_at: dt.datetime | None
    state: str


def list_token_lines(owner: Tournament | Organizer) -> list[TokenLine]:
    """The newest first. Two queries."""
    column = "tournament" if isinstance(owner, Tournament) else "organizer"
    tokens = list(ApiToken.objects.filter(**{column: owner}).select_related("made_by"))
    uses = dict(TokenUse.objects.filter(pk__in=[token.pk for token in tokens]).values_list("pk", "used_at"))
    now = timezone.now()
    return [
        TokenLine(
            token.pk,
            token.name,
            token.ending,
            str(token.get_scope_display()),
            token.made_by.get_username(),
            token.made_at,
            token.expires_at,
            uses.get(token.pk),
            "revoked" if token.revoked_at else "expired" if token.expires_at <= now else "open",
        )
        for token in tokens
    ]
