"""The page on which a season seeds a tournament."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from rankings.seeding.queries import read_placed_lines, read_seeded_lines, select_earlier_tournaments, select_seasons
from rankings.seeding.services import seed_from_earlier, seed_from_season
from tournaments.models import Season, Tournament
from tournaments.pages.fields import COUNT_ATTRIBUTES
from tournaments.pages.views import Breadcrumb, DeskPage, DirectorMixin
from tournaments.refusals import ChangeRefused

USUAL_SEEDS = 8


class SeedingForm(forms.Form):
    season = forms.ModelChoiceField(label=_("Season"), queryset=Season.objects.none(), empty_label=None)
    count = forms.IntegerField(
        label=_("How many seeds"),
        min_value=1,
        max_value=1024,
        widget=forms.TextInput(attrs=COUNT_ATTRIBUTES),
        help_text=_("The strongest entries by the points of their players together."),
    )


class SeedingPage(DirectorMixin, DeskPage):
    """Season and number by GET, so that the list can be looked at first; seeding by POST."""

    template_name = "rankings/seeding/seeding.html"
    title = _("Seeds from a season")
    section = "entries"

    def list_middle_crumbs(self) -> list[Breadcrumb]:
        return [Breadcrumb(_("Entries"), self.build_address("entries"))]

    def build_form(self) -> SeedingForm:
        form = SeedingForm(self.request.GET if "season" in self.request.GET else None, initial={"count": USUAL_SEEDS})
        field = form.fields["season"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = select_seasons(self.tournament, self.actor.pk)
        return form

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        form = self.build_form()
        lines = None
        if form.is_bound and form.is_valid():
            lines = read_seeded_lines(self.tournament, form.cleaned_data["season"], form.cleaned_data["count"])
        page_context = {"form": form, "lines": lines, "seasons": select_seasons(self.tournament, self.actor.pk).exists()}
        return super().get_context_data(**{**page_context, "query": self.request.GET.urlencode(), **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = self.build_form()
        if not form.is_valid():
            return self.render_refused(request)
        cleaned = form.cleaned_data
        try:
            count = seed_from_season(self.tournament, cleaned["season"], cleaned["count"], actor=self.actor)
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
            return self.render_refused(request)
        messages.success(request, ngettext("%(count)d entry is seeded.", "%(count)d entries are seeded.", count) % {"count": count})
        return self.redirect_to("entries")


class EarlierForm(forms.Form):
    earlier = forms.ModelChoiceField(label=_("Earlier tournament"), queryset=Tournament.objects.none(), empty_label=None)
    count = forms.IntegerField(
        label=_("How many seeds"),
        min_value=1,
        max_value=1024,
        widget=forms.TextInput(attrs=COUNT_ATTRIBUTES),
        help_text=_("Those whose players ended best then."),
    )


class EarlierSeedingPage(DirectorMixin, DeskPage):
    """The same by the places of an earlier tournament of the club, such as last year’s."""

    template_name = "rankings/seeding/earlier.html"
    title = _("Seeds from an earlier tournament")
    section = "entries"

    def list_middle_crumbs(self) -> list[Breadcrumb]:
        return [Breadcrumb(_("Entries"), self.build_address("entries"))]

    def build_form(self) -> EarlierForm:
        form = EarlierForm(self.request.GET if "earlier" in self.request.GET else None, initial={"count": USUAL_SEEDS})
        field = form.fields["earlier"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = select_earlier_tournaments(self.tournament)
        return form

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        form = self.build_form()
        lines = None
        if form.is_bound and form.is_valid():
            lines = read_placed_lines(self.tournament, form.cleaned_data["earlier"], form.cleaned_data["count"])
        page_context = {"form": form, "lines": lines, "has_earlier": select_earlier_tournaments(self.tournament).exists()}
        return super().get_context_data(**{**page_context, "query": self.request.GET.urlencode(), **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = self.build_form()
        if not form.is_valid():
            return self.render_refused(request)
        cleaned = form.cleaned_data
        try:
            count = seed_from_earlier(self.tournament, cleaned["earlier"], cleaned["count"], actor=self.actor)
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
            return self.render_refused(request)
        messages.success(request, ngettext("%(count)d entry is seeded.", "%(count)d entries are seeded.", count) % {"count": count})
        return self.redirect_to("entries")
