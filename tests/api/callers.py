"""Programs that call the API in tests."""

import json

from django.test import Client
from django.utils import timezone

from api.models import ApiToken
from api.tokens.services import make_token
from tournaments.models import Tournament

ROOT = "/api/v1"


def issue(owner, actor, scope="read", days=30):
    """The secret of a new token."""
    return make_token(owner, name="program", scope=scope, days=days, actor=actor, at=timezone.now())[1]


class Program:
    """A program with or without a token; `tell` sends a body as JSON."""

    def __init__(self, secret="", language="en"):
        self.client = Client(headers={"Accept-Language": language, **({"Authorization": f"Bearer {secret}"} if secret else {})})

    def read(self, path, **headers):
        return self.client.get(ROOT + path, headers=headers)

    def tell(self, path, body=None, *, key="one", method="post"):
        headers = {"Idempotency-Key": key} if key else {}
        text = "" if body is None else json.dumps(body)
        return getattr(self.client, method)(ROOT + path, text, content_type="application/json", headers=headers)


def read_seen(program, slug, code):
    """What a program says that it saw of a match."""
    match = program.read(f"/tournaments/{slug}/matches/{code}").json()
    return {"version": match["version"], "entries": [side["entries"] for side in match["sides"]]}


def open_tokens():
    return ApiToken.objects.filter(revoked_at=None)


def founder(tournament: Tournament):
    return tournament.created_by
