"""The print settings of a tournament, and those of all tournaments of a club."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView, View

from paper.logos import guess_picture_type
from printing.prints.forms import LookForm, StyleForm, initial_look, initial_style
from printing.prints.paper_settings import (
    LookChoice,
    choose_look,
    choose_style,
    compute_look_fingerprint,
    compute_style_fingerprint,
    follow_club,
    has_club_look,
    read_look,
)
from scoring.matches.paper_style import read_style
from scoring.matches.sheet_grid import list_droppable_columns
from tournaments.pages.outdated import show_stored
from tournaments.pages.views import DeskMixin, DeskPage, DirectorMixin
from tournaments.permissions import Role, get_user, organizer_director, read_organizer, read_organizer_role
from tournaments.refusals import ChangeRefused
from tournaments.seen import read_fingerprint, read_seen


def build_picture_response(picture: bytes) -> HttpResponse:
    """A stored logo. Raises Http404 where there is none."""
    if not picture:
        raise Http404
    return HttpResponse(picture, content_type=guess_picture_type(picture))


class PaperSettings(DirectorMixin, DeskPage):
    """The choices of the director: logo, suits, language, prizes, signatures."""

    template_name = "printing/prints/paper_settings.html"
    title = _("Print settings")
    section = "print"

    below = ((_("Print"), "scoring:print"),)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        style = read_style(self.tournament)
        columns = list_droppable_columns(self.tournament)
        form = StyleForm(initial=initial_style(style, columns), droppable=columns)
        page_context = {
            "form": form,
            "style": style,
            "club_look": has_club_look(self.tournament),
            "fingerprint": compute_style_fingerprint(style),
        }
        page_context["leads_organizer"] = read_organizer_role(self.actor, self.tournament.organizer) is Role.DIRECTOR
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        if "follow_club" in request.POST:
            follow_club(self.tournament, actor=self.actor)
            messages.success(request, gettext("Saved. It prints as the club does."))
            return HttpResponseRedirect(reverse("scoring:paper_settings", args=[slug]))
        form = StyleForm(request.POST, request.FILES, droppable=list_droppable_columns(self.tournament))
        if not form.is_valid():
            return self.render_refused(request, form=form, fingerprint=read_fingerprint(request))
        seen = read_seen(request, lambda: compute_style_fingerprint(read_style(self.tournament)))
        try:
            choose_style(self.tournament, form.build_choice(read_style(self.tournament)), actor=self.actor, seen=seen)
        except ChangeRefused as refusal:
            columns = list_droppable_columns(self.tournament)
            stored = StyleForm(initial=initial_style(read_style(self.tournament), columns), droppable=columns)
            show_stored(form, stored, refusal)
            return self.render_refused(request, form=form)
        messages.success(request, gettext("Saved."))
        return HttpResponseRedirect(reverse("scoring:print", args=[slug]))


class Logo(DeskMixin):
    """The stored logo, for the settings page."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        return build_picture_response(read_style(self.tournament).picture)


class OrganizerPaperPage(TemplateView):
    """Logo, suits, language, who signs, the score sheet and the Wi-Fi of all tournaments that choose none of their own."""

    policy = staticmethod(organizer_director)
    template_name = "printing/prints/organizer_paper.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        organizer = read_organizer(self.request, self.kwargs["organizer_slug"])
        look = read_look(organizer)
        page_context = {
            "organizer": organizer,
            "look": look,
            "form": LookForm(initial=initial_look(look)),
            "fingerprint": compute_look_fingerprint(look),
        }
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, organizer_slug: str) -> HttpResponse:
        organizer, form = read_organizer(request, organizer_slug), LookForm(request.POST, request.FILES)
        if not form.is_valid():
            return self.render_to_response(self.get_context_data(form=form, fingerprint=read_fingerprint(request)), status=422)
        seen = read_seen(request, lambda: compute_look_fingerprint(read_look(organizer)))
        try:
            choose_look(organizer, LookChoice(**form.build_look(read_look(organizer))), actor=get_user(request), seen=seen)
        except ChangeRefused as refusal:
            show_stored(form, LookForm(initial=initial_look(read_look(organizer))), refusal)
            return self.render_to_response(self.get_context_data(form=form), status=422)
        messages.success(request, gettext("Saved. Every tournament without print settings of its own prints like this."))
        return HttpResponseRedirect(organizer.get_absolute_url())


class OrganizerLogo(View):
    """The stored logo, for the page."""

    policy = staticmethod(organizer_director)
    http_method_names = ["get", "head", "options"]

    def get(self, request: HttpRequest, organizer_slug: str) -> HttpResponse:
        return build_picture_response(read_look(read_organizer(request, organizer_slug)).picture)
