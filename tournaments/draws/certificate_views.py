"""Why a draw is as it is, with its proof, and the files with which a stranger checks it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView, View

from tournaments.draws.certificates import certificate_of, draw_file, names_in, trf_text
from tournaments.draws.explaining import explained
from tournaments.draws.queries import draw_view
from tournaments.draws.replays import draw_lines
from tournaments.models import Round
from tournaments.pages.views import Crumb, DeskPage, DirectorMixin
from tournaments.people.naming import IN_FULL, Naming, PublicNaming
from tournaments.permissions import visitor


def published_round(arguments: dict[str, Any]) -> Round:
    """Raises: Http404 for a draft, which is nobody's business, and for a round that a file brought without its draw."""
    numbers = {"stage__number": arguments["stage_number"], "number": arguments["round_number"], "draw__isnull": False}
    rounds = Round.objects.select_related("stage__tournament").exclude(state=Round.State.DRAFT)
    return get_object_or_404(rounds, stage__tournament__slug=arguments["slug"], **numbers)


def shown(round_: Round, wanted: str, naming: Naming = IN_FULL) -> dict[str, Any]:
    view = draw_view(round_, naming)
    every = explained(view.round, round_.draw)
    return {"draw": view, "round": view.round, "every": every, "explained": every.showing(wanted), "wanted": wanted}


def file_answer(round_: Round, kind: str, naming: Naming = IN_FULL) -> HttpResponse:
    """The stored draw as `json`, or as `trf` where that can tell it."""
    text = draw_file(round_, naming) if kind == "json" else trf_text(round_.draw, round_, names_in(round_, naming))
    if text is None:
        raise Http404
    stage = round_.stage
    name = f"{stage.tournament.slug}-{stage.number}-{round_.number}.{kind}"
    content_type = "application/json" if kind == "json" else "text/plain; charset=utf-8"
    return HttpResponse(text, content_type=content_type, headers={"Content-Disposition": f'attachment; filename="{name}"'})


class DeskCertificate(DirectorMixin, DeskPage):
    """The proof before publication too: for directors alone."""

    template_name = "tournaments/draws/certificate.html"
    section = "stages"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        round_ = self.round()
        self.title = gettext("Why this draw")
        return super().get_context_data(**{**shown(round_, ""), "certificate": certificate_of(round_), **context})

    def crumbs_between(self) -> list[Crumb]:
        stage, round_ = self.stage(), self.round()
        draft = Crumb(str(round_), self.address("draft", stage.number, round_.number))
        return [Crumb(stage.name, self.address("stage", stage.number)), draft]


class Draws(DirectorMixin, DeskPage):
    """All draws of the tournament, repeated while the page is made."""

    template_name = "tournaments/draws/draws.html"
    title = _("All draws")
    section = "stages"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        lines = draw_lines(self.tournament)
        return super().get_context_data(**{"lines": lines, "broken": sum(line.broken for line in lines), **context})


class DeskDrawFile(DirectorMixin):
    http_method_names = ["get", "head", "options"]

    def get(self, request: HttpRequest, kind: str, **_arguments: Any) -> HttpResponse:
        return file_answer(self.round(), kind)


class PublicDraw(TemplateView):
    """How a published round was drawn, for everybody to check."""

    policy = staticmethod(visitor)
    template_name = "tournaments/draws/public_draw.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        round_ = published_round(self.kwargs)
        tournament = round_.stage.tournament
        naming = PublicNaming(tournament)
        told = shown(round_, self.request.GET.get("show", ""), naming)
        proof = {"tournament": tournament, "certificate": certificate_of(round_, naming)}
        return super().get_context_data(**{**told, **proof, **context})


class PublicDrawFile(View):
    policy = staticmethod(visitor)
    http_method_names = ["get", "head", "options"]

    def get(self, request: HttpRequest, kind: str, **arguments: Any) -> HttpResponse:
        round_ = published_round(arguments)
        return file_answer(round_, kind, PublicNaming(round_.stage.tournament))
