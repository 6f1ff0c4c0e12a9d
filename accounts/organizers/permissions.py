"""Who may open tournaments."""

from typing import Any

from django.http import HttpRequest

from tournaments.quotas import may_open_tournaments


def tournament_opener(request: HttpRequest, **url_arguments: Any) -> bool:
    """Policy: who directs a club; on a desk, and wherever a club is open to everybody, every login."""
    return request.user.is_authenticated and may_open_tournaments(request.user.pk)
