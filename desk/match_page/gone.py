"""The answer where an address of the desk names a match that is gone: what it was, where its people play now, and what was typed."""

from collections.abc import Iterator, Mapping

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from desk.match_page.row_answers import JSON, build_former_answer
from printing.sheets_back.queries import read_serial
from rules import HandEntry
from rules.texts import format_score
from scoring.entry.requests import list_all_box_names
from scoring.ledger.match_log import AnyGame
from scoring.matches.former_matches import FormerView, find_former_match, read_former_view
from scoring.matches.stray_hands import list_stray_boxes
from scoring.models.drafts import KIND
from tournaments.pages.views import DeskPage
from tournaments.permissions import read_desk, staff

LONGEST_TEXT = 80


class GonePage(DeskPage):
    """What `answer_gone_match` shows; it has no address of its own."""

    policy = staticmethod(staff)
    section = "results"


def answer_gone_match(request: HttpRequest) -> HttpResponse | None:
    """For the staff of its tournament; None where the address names no match that ever was, or another tournament's.

    409 where something was sent, which is stored nowhere; a script of rows keeps them.
    """
    address = request.resolver_match
    if address is None or not address.route.startswith("desk/") or not {"slug", "code"} <= set(address.kwargs):
        return None
    try:
        tournament = read_desk(request, address.kwargs["slug"]).tournament
    except Http404:
        return None
    row = find_former_match(tournament, address.kwargs["code"], read_serial(request.GET))
    return _render_gone(request, tournament.game, read_former_view(row, read_serial(request.GET))) if row else None


def _render_gone(request: HttpRequest, game: AnyGame, former: FormerView) -> HttpResponse:
    status = 409 if request.method == "POST" else 200
    if request.headers.get("Accept") == JSON:
        return JsonResponse(build_former_answer(former, request.POST.get("version", "")), status=status)
    page = GonePage()
    page.title = _("This match was unpublished")
    page.setup(request, **(request.resolver_match.kwargs if request.resolver_match else {}))
    typed = (*_list_typed_scores(request.POST), *_list_typed_boxes(game, request.POST, former))
    part = "former_body" if getattr(request, "htmx", False) else "former"
    return render(request, f"desk/match_page/{part}.html", page.get_context_data(former=former, typed=typed), status=status)


def _list_typed_boxes(game: AnyGame, posted: Mapping[str, str], former: FormerView) -> tuple[tuple[str, str], ...]:
    names = list_all_box_names(game)
    typed = {name: str(value)[:LONGEST_TEXT] for name, value in posted.items() if name in names}
    return list_stray_boxes(game, {KIND: posted.get(KIND, HandEntry.kind), **typed}, 0, former.sides)


def _list_typed_scores(posted: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The result of a match, as typed into one line or beside its sheet."""
    line = [posted[name] for name in ("first", "second") if posted.get(name)]
    won = [posted[name] for name in sorted(posted) if name.startswith("won-") and posted[name]]
    for numbers in (line, won):
        if numbers and all(number.isdecimal() and len(number) <= LONGEST_TEXT for number in numbers):
            yield _("Result"), format_score(tuple(map(int, numbers)))
