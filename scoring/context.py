"""The bar of what to do next, for every page of a desk."""

from typing import Any

from django.http import HttpRequest

from scoring.queries.progress import desk_steps
from tournaments.permissions import desk_of


def desk_progress(request: HttpRequest) -> dict[str, Any]:
    """`desk_progress` on the pages of a tournament's desk, computed when a template asks for it; nothing elsewhere."""
    match = request.resolver_match
    if match is None or "slug" not in match.kwargs or not match.route.startswith("desk/"):
        return {}
    return {"desk_progress": lambda: desk_steps(desk_of(request, match.kwargs["slug"]).tournament)}
