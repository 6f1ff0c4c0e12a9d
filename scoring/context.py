"""The bar of what to do next, for every page of a desk."""

from typing import Any

from django.http import HttpRequest

from scoring.queries.progress import desk_steps
from scoring.safety.journal import journal_state
from tournaments.permissions import desk_of


def desk_progress(request: HttpRequest) -> dict[str, Any]:
    """`desk_progress` and `journal` on the pages of a tournament's desk, computed when a template asks for them; nothing elsewhere."""
    match = request.resolver_match
    if match is None or "slug" not in match.kwargs or not match.route.startswith("desk/"):
        return {}
    slug = match.kwargs["slug"]
    return {
        "desk_progress": lambda: desk_steps(desk_of(request, slug).tournament),
        "journal": lambda: journal_state(desk_of(request, slug).tournament),
    }
