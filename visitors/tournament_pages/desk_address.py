"""From a public page to the page of the desk that is about the same, for whoever works there."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.http import urlencode

from tournaments.permissions import Right, read_desk


@dataclass(frozen=True, slots=True)
class DeskPage:
    """`arguments` are those of the public page's address that the desk's address has too."""

    name: str
    arguments: tuple[str, ...] = ()
    query: tuple[tuple[str, str], ...] = ()
    right: Right = Right.READ
    """Without it the evening itself is the page."""


EVENING = DeskPage("scoring:results")
PICTURE = DeskPage("scoring:results", query=(("view", "picture"),))
DESK_PAGES = {
    "public_match": DeskPage("scoring:match", ("code",)),
    "public_player": DeskPage("tournaments:entry_edit", ("number",), right=Right.REGISTER),
    "public_people": DeskPage("tournaments:entries"),
    "public_bracket": PICTURE,
    "public_pools": PICTURE,
    "public_standings": DeskPage("scoring:desk_standings"),
    "public_final": DeskPage("scoring:desk_final"),
    "public_calendar": DeskPage("scoring:calendar"),
    "public_draw": DeskPage("tournaments:certificate", ("stage_number", "round_number"), right=Right.DIRECT),
    "public_rules": DeskPage("tournaments:desk"),
    "public_ledger": DeskPage("tournaments:desk"),
}
"""By the name of the public page's address; every other one leads to the evening."""


def find_desk_address(request: HttpRequest) -> str:
    """Where the staff of the tournament find what this public page is about; empty for everybody else, whom it costs no query."""
    route = request.resolver_match
    if route is None or not request.user.is_authenticated:
        return ""
    try:
        desk = read_desk(request, route.kwargs["slug"])
    except Http404:
        return ""
    page = DESK_PAGES.get(str(route.url_name), EVENING)
    page = page if desk.has(page.right) else EVENING
    address = reverse(page.name, args=[desk.tournament.slug, *(route.kwargs[name] for name in page.arguments)])
    query = dict(page.query) or (_read_asked_round(request) if page is EVENING else {})
    return f"{address}?{urlencode(query)}" if query else address


def _read_asked_round(request: HttpRequest) -> dict[str, str]:
    """`?round=2.3` of the public results is stage 2, round 3 of the console."""
    stage, _dot, round_ = request.GET.get("round", "").partition(".")
    return {"stage": stage, "round": round_} if stage.isdecimal() and round_.isdecimal() else {}
