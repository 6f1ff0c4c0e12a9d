"""Why a draw is as it is, with its proof, and the files with which anybody can check it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView, View

from tournaments.draws.certificates import build_certificate, format_draw_file, format_trf_file, read_numbered_names
from tournaments.draws.paged_pairings import PagedRound
from tournaments.draws.proofs import PROVEN_AT_ONCE
from tournaments.draws.queries import read_draw_view
from tournaments.draws.replays import read_draw_lines
from tournaments.models import Round
from tournaments.pages.paging import build_paged_rows
from tournaments.pages.views import Breadcrumb, DeskPage, DirectorMixin
from tournaments.people.naming import IN_FULL, Naming, PublicNaming
from tournaments.permissions import visitor


def get_published_round(arguments: dict[str, Any]) -> Round:
    """Raises: Http404 for a draft, which is private, and for a round that was imported without its draw."""
    numbers = {"stage__number": arguments["stage_number"], "number": arguments["round_number"], "draw__isnull": False}
    rounds = Round.objects.select_related("stage__tournament").exclude(state=Round.State.DRAFT)
    return get_object_or_404(rounds, stage__tournament__slug=arguments["slug"], **numbers)


def build_file_response(round_: Round, kind: str, naming: Naming = IN_FULL) -> HttpResponse:
    """The stored draw as `json`, or as `trf`. Raises: Http404 where TRF cannot express it."""
    text = format_draw_file(round_, naming) if kind == "json" else format_trf_file(round_.draw, round_, read_numbered_names(round_, naming))
    if text is None:
        raise Http404
    stage = round_.stage
    name = f"{stage.tournament.slug}-{stage.number}-{round_.number}.{kind}"
    content_type = "application/json" if kind == "json" else "text/plain; charset=utf-8"
    return HttpResponse(text, content_type=content_type, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def list_pairings(request: HttpRequest, round_: Round, naming: Naming = IN_FULL) -> dict[str, Any]:
    """One page of the pairings, of those with a flag (`show`) and with a name (`q`) that the address asks for."""
    every = PagedRound(round_, naming)
    flag_kind, search_text = request.GET.get("show", ""), request.GET.get("q", "")[:80]
    positions = every.list_positions(kind=flag_kind, search_text=search_text)
    listing = build_paged_rows(request, positions, build=every.explain)
    return {"every": every, "listing": listing, "wanted": flag_kind, "search_text": search_text}


class DeskCertificate(DirectorMixin, DeskPage):
    """The proof of a draft or a round, for directors."""

    template_name = "tournaments/draws/certificate.html"
    section = "stages"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        round_ = self.get_round()
        self.title = gettext("Why this draw")
        view = read_draw_view(round_)
        certificate = build_certificate(round_, ordered="prove" in self.request.GET)
        return super().get_context_data(
            **{"draw": view, "round": view.round, "certificate": certificate, "proof": certificate.proof, **context}
        )

    def list_middle_crumbs(self) -> list[Breadcrumb]:
        stage, round_ = self.get_stage(), self.get_round()
        draft = Breadcrumb(str(round_), self.build_address("draft", stage.number, round_.number))
        return [Breadcrumb(stage.name, self.build_address("stage", stage.number)), draft]


class DrawsPage(DirectorMixin, DeskPage):
    """All draws of the tournament, repeated when the page is requested, large ones by a request for each."""

    template_name = "tournaments/draws/draws.html"
    title = _("All draws")
    section = "stages"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        lines = read_draw_lines(self.tournament, at_once=PROVEN_AT_ONCE)
        return super().get_context_data(**{"lines": lines, "broken": sum(line.is_broken for line in lines), **context})


class DeskDrawFile(DirectorMixin):
    http_method_names = ["get", "head", "options"]

    def get(self, request: HttpRequest, kind: str, **_arguments: Any) -> HttpResponse:
        return build_file_response(self.get_round(), kind)


class PublicDraw(TemplateView):
    """How a published round was drawn, for everybody to check."""

    policy = staticmethod(visitor)
    template_name = "tournaments/draws/public_draw.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        round_ = get_published_round(self.kwargs)
        tournament = round_.stage.tournament
        naming = PublicNaming(tournament)
        view = read_draw_view(round_, naming)
        certificate = build_certificate(round_, naming, ordered="prove" in self.request.GET)
        proof = {"tournament": tournament, "certificate": certificate, "proof": certificate.proof}
        pairings = list_pairings(self.request, round_, naming)
        return super().get_context_data(**{"draw": view, "round": view.round, **pairings, **proof, **context})


class PublicDrawFile(View):
    policy = staticmethod(visitor)
    http_method_names = ["get", "head", "options"]

    def get(self, request: HttpRequest, kind: str, **arguments: Any) -> HttpResponse:
        round_ = get_published_round(arguments)
        return build_file_response(round_, kind, PublicNaming(round_.stage.tournament))
