"""The common parts of the desk's pages."""

from dataclasses import dataclass
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView, View

from tournaments.models import Round, Stage, Tournament
from tournaments.permissions import TournamentDesk, director, get_user, read_desk, staff
from tournaments.refusals import ChangeRefused
from tournaments.seen import Seen

OF_STAGE = "of_stage"
"""The hidden field that says for which stage a form was made: one that was removed may have left its number, and address, to another."""


@dataclass(frozen=True, slots=True)
class Breadcrumb:
    title: str | Promise
    url: str = ""


class StageGoneError(Http404):
    """The answer for a stage that is not in the plan, or is no more: a page of it may have been open meanwhile."""

    advice: str | Promise = _("Nothing was changed: this stage was removed, or has another number now.")

    def __init__(self, tournament: Tournament) -> None:
        super().__init__()
        self.address = reverse("tournaments:desk", args=[tournament.slug])


class DeskMixin(View):
    """Reads the desk that the address names; its staff may see a page unless the page declares another policy."""

    policy = staticmethod(staff)

    @property
    def desk(self) -> TournamentDesk:
        return read_desk(self.request, self.kwargs["slug"])

    @property
    def tournament(self) -> Tournament:
        return self.desk.tournament

    @property
    def actor(self) -> User:
        return get_user(self.request)

    def get_stage(self) -> Stage:
        stage = self.tournament.stages.filter(number=self.kwargs["stage_number"]).first()
        if stage is None:
            raise StageGoneError(self.tournament)
        Seen(self.request.POST.get(OF_STAGE, ""), lambda: str(stage.pk)).check()
        return stage

    def get_round(self) -> Round:
        where = {"stage__tournament": self.tournament, "stage__number": self.kwargs["stage_number"], "number": self.kwargs["round_number"]}
        round_ = get_object_or_404(Round.objects.select_related("stage"), **where)
        round_.stage.tournament = self.tournament
        return round_

    def redirect_to(self, name: str, *arguments: object) -> HttpResponseRedirect:
        """Redirect to a page of this desk."""
        return HttpResponseRedirect(self.build_address(name, *arguments))

    def build_address(self, name: str, *arguments: object) -> str:
        return reverse(f"tournaments:{name}", args=[self.tournament.slug, *arguments])


class DeskPage(DeskMixin, TemplateView):
    """A page of the desk with its heading, its breadcrumbs and its place in the navigation.

    Browsers do not cache it, so that going back shows the present state.
    A page that only takes a form names the page that one comes back to afterwards: `form_page`, and those of its arguments in the address.
    """

    title: str | Promise = ""
    section = ""
    below: tuple[tuple[Promise, str], ...] = ()
    """Titles and addresses of the pages between the tournament's and this one; `below_stage`: that of its stage is one."""
    below_stage = False
    form_page: tuple[str, ...] = ()

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = super().dispatch(request, *args, **kwargs)
        if not getattr(request, "htmx", False):
            add_never_cache_headers(cast(HttpResponse, response))
        return response

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        page_context = {"desk": self.desk, "tournament": self.tournament, "title": self.title, "section": self.section}
        if self.form_page and self.request.method == "POST":
            page, *names = self.form_page
            page_context["answer_address"] = reverse(page, args=[self.kwargs[name] for name in ("slug", *names)])
        return super().get_context_data(**{**page_context, "breadcrumbs": self.build_breadcrumbs(), **context})

    def build_breadcrumbs(self) -> list[Breadcrumb]:
        crumbs = [Breadcrumb(_("Tournaments"), reverse("tournaments:home")), Breadcrumb(self.tournament.name, self.build_address("desk"))]
        return (
            [*crumbs, *self.list_middle_crumbs(), Breadcrumb(self.title)] if self.title else [crumbs[0], Breadcrumb(self.tournament.name)]
        )

    def list_middle_crumbs(self) -> list[Breadcrumb]:
        if self.below_stage:
            stage = self.get_stage()
            return [Breadcrumb(stage.name, self.build_address("stage", stage.number))]
        return [Breadcrumb(title, reverse(page, args=[self.tournament.slug])) for title, page in self.below]

    def render_refused(self, request: HttpRequest, **context: Any) -> HttpResponse:
        """The page again with what was typed, and the status 422: nothing was stored."""
        return self.render_to_response(self.get_context_data(**context), status=422)


class DirectorMixin(DeskMixin):
    policy = staticmethod(director)


class DeskAction(DirectorMixin):
    """A button of the director's: does one thing, reports it, and redirects.

    What a service refuses is reported on the page `returns_to`: its name and those of its arguments in the address.
    """

    http_method_names = ["post", "options"]
    returns_to: tuple[str, ...] = ("desk",)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        page, *names = self.returns_to
        try:
            return super().dispatch(request, *args, **kwargs)
        except ChangeRefused as refusal:
            return self.report_not_done(request, str(refusal), page, *(kwargs[name] for name in names))
        except ValidationError as problem:
            return self.report_not_done(request, " ".join(problem.messages), page, *(kwargs[name] for name in names))

    def report_done(self, request: HttpRequest, message: str, page: str, *arguments: object) -> HttpResponse:
        messages.success(request, message)
        return self.redirect_to(page, *arguments)

    def report_not_done(self, request: HttpRequest, message: str, page: str, *arguments: object) -> HttpResponse:
        messages.error(request, message)
        return self.redirect_to(page, *arguments)
