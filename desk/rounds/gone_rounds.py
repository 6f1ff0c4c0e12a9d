"""The answer where an address of the desk names a round that is not drawn now: an open page or form of a draw that was taken back."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring.matches.former_matches import format_clock
from scoring.models import FormerMatch
from tournaments.models import Round, Stage
from tournaments.pages.views import DeskPage
from tournaments.permissions import read_desk, staff
from tournaments.stages.rounds import read_quoted_round


class GoneRoundPage(DeskPage):
    """What `answer_gone_round` shows; it has no address of its own."""

    policy = staticmethod(staff)
    section = "results"


def answer_gone_round(request: HttpRequest) -> HttpResponse | None:
    """For the staff of its tournament, where the stage exists and the round does not; None elsewhere.

    409 where something was sent, which changes nothing.
    """
    address = request.resolver_match
    if address is None or not address.route.startswith("desk/") or not {"slug", "stage_number", "round_number"} <= set(address.kwargs):
        return None
    try:
        tournament = read_desk(request, address.kwargs["slug"]).tournament
    except Http404:
        return None
    stage = Stage.objects.filter(tournament=tournament, number=address.kwargs["stage_number"]).first()
    number = address.kwargs["round_number"]
    if stage is None or Round.objects.filter(stage=stage, number=number).exists():
        return None
    page = GoneRoundPage()
    page.title = _("Round %(number)s is not drawn now") % {"number": read_quoted_round(stage, number)}
    page.setup(request, **address.kwargs)
    has_rounds = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT).exists()
    context = page.get_context_data(sentence=_tell_end(stage, number), has_rounds=has_rounds)
    return render(request, "desk/rounds/gone.html", context, status=409 if request.method == "POST" else 200)


def _tell_end(stage: Stage, number: int) -> str:
    """When it was unpublished, if it was ever published."""
    former = FormerMatch.objects.filter(tournament=stage.tournament_id, stage=stage.number, round=number).order_by("ended_at").last()
    if former is None:
        return _("Its draft was discarded, or this round was never drawn.")
    return _("At %(time)s this round was unpublished.") % {"time": format_clock(former.ended_at)}
