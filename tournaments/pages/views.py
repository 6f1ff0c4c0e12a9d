"""What the pages of a desk share."""

from dataclasses import dataclass
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView, View

from tournaments.models import Round, Stage, Tournament
from tournaments.permissions import Desk, desk_of, director, staff, user_of


@dataclass(frozen=True, slots=True)
class Crumb:
    title: str | Promise
    url: str = ""


class DeskMixin(View):
    """Finds the desk that the address names; `staff` may look, as long as a page does not say otherwise."""

    policy = staticmethod(staff)

    @property
    def desk(self) -> Desk:
        return desk_of(self.request, self.kwargs["slug"])

    @property
    def tournament(self) -> Tournament:
        return self.desk.tournament

    @property
    def actor(self) -> User:
        return user_of(self.request)

    def stage(self) -> Stage:
        return get_object_or_404(Stage.objects.select_related("tournament"), tournament=self.tournament, number=self.kwargs["stage_number"])

    def round(self) -> Round:
        rounds = Round.objects.select_related("stage__tournament")
        where = {"stage__tournament": self.tournament, "stage__number": self.kwargs["stage_number"], "number": self.kwargs["round_number"]}
        return get_object_or_404(rounds, **where)

    def go(self, name: str, *arguments: object) -> HttpResponseRedirect:
        """On to a page of this desk."""
        return HttpResponseRedirect(self.address(name, *arguments))

    def address(self, name: str, *arguments: object) -> str:
        return reverse(f"tournaments:{name}", args=[self.tournament.slug, *arguments])


class DeskPage(DeskMixin, TemplateView):
    """A page of the desk with its heading, its way back and its place in the navigation.

    No browser keeps it: whoever comes back to it sees the score as it is, not as it was.
    """

    title: str | Promise = ""
    section = ""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        answer = super().dispatch(request, *args, **kwargs)
        if not getattr(request, "htmx", False):
            add_never_cache_headers(cast(HttpResponse, answer))
        return answer

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        shown = {"desk": self.desk, "tournament": self.tournament, "title": self.title, "section": self.section}
        return super().get_context_data(**{**shown, "breadcrumbs": self.breadcrumbs(), **context})

    def breadcrumbs(self) -> list[Crumb]:
        crumbs = [Crumb(_("Tournaments"), reverse("tournaments:home")), Crumb(self.tournament.name, self.address("desk"))]
        return [*crumbs, *self.crumbs_between(), Crumb(self.title)] if self.title else [crumbs[0], Crumb(self.tournament.name)]

    def crumbs_between(self) -> list[Crumb]:
        return []

    def refused(self, request: HttpRequest, **context: Any) -> HttpResponse:
        """The page again with what was typed, and the status that says that nothing was stored."""
        return self.render_to_response(self.get_context_data(**context), status=422)


class DirectorMixin(DeskMixin):
    policy = staticmethod(director)


class DeskAction(DirectorMixin):
    """A button of the director's: does one thing, says so, and leads back."""

    http_method_names = ["post", "options"]

    def done(self, request: HttpRequest, message: str, page: str, *arguments: object) -> HttpResponse:
        messages.success(request, message)
        return self.go(page, *arguments)

    def not_done(self, request: HttpRequest, message: str, page: str, *arguments: object) -> HttpResponse:
        messages.error(request, message)
        return self.go(page, *arguments)
