"""The page on which a season seeds a tournament."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from rankings.seeding.queries import SeededLine, read_placed_lines, read_seeded_lines, select_earlier_tournaments, select_seasons
from rankings.seeding.services import seed_from_earlier, seed_from_season
from tournaments.models import Season
from tournaments.pages.fields import COUNT_ATTRIBUTES
from tournaments.pages.views import DeskPage, DirectorMixin
from tournaments.refusals import ChangeRefused

USUAL_SEEDS = 8


class SeedingForm(forms.Form):
    """From what, and how many seeds. Each page names its own choice."""

    chosen = forms.ModelChoiceField(queryset=Season.objects.none(), empty_label=None)
    count = forms.IntegerField(label=_("How many seeds"), min_value=1, max_value=1024, widget=forms.TextInput(attrs=COUNT_ATTRIBUTES))


class SeedingPage(DirectorMixin, DeskPage):
    """By the ranking of a season. The choice and the number come by GET, so that the list can be looked at first; seeding by POST.

    `chosen_name` is the choice in the address, `here` the way among those of `ways.html`.
    """

    template_name = "rankings/seeding/seeding.html"
    title = _("Seeds from a season")
    section = "entries"
    below = ((_("Entries"), "tournaments:entries"),)
    here = "seeding"
    chosen_name, chosen_label = "season", _("Season")
    count_help = _("The strongest entries by the points of their players together.")
    empty_title, empty_text = _("No season to seed from"), _("Only seasons of this game that you direct are listed.")

    def select_choices(self) -> QuerySet[Any]:
        return select_seasons(self.tournament, self.actor.pk)

    def read_lines(self, chosen: Any, count: int) -> Sequence[SeededLine]:
        return read_seeded_lines(self.tournament, chosen, count)

    def give_seeds(self, chosen: Any, count: int) -> int:
        """How many got one. Raises: ChangeRefused."""
        return seed_from_season(self.tournament, chosen, count, actor=self.actor)

    def build_form(self) -> SeedingForm:
        asked = self.request.GET if self.chosen_name in self.request.GET else None
        form = SeedingForm(asked, initial={"count": USUAL_SEEDS})
        field = form.fields.pop("chosen")
        if isinstance(field, forms.ModelChoiceField):
            field.queryset, field.label = self.select_choices(), self.chosen_label
        form.fields = {self.chosen_name: field, **form.fields}
        form.fields["count"].help_text = self.count_help
        return form

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        form, lines = self.build_form(), None
        if form.is_bound and form.is_valid():
            lines = self.read_lines(form.cleaned_data[self.chosen_name], form.cleaned_data["count"])
        page_context = {"form": form, "lines": lines, "has_choices": self.select_choices().exists(), "here": self.here}
        empty = {"empty_title": self.empty_title, "empty_text": self.empty_text}
        return super().get_context_data(**{**page_context, **empty, "query": self.request.GET.urlencode(), **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = self.build_form()
        if not form.is_valid():
            return self.render_refused(request)
        try:
            count = self.give_seeds(form.cleaned_data[self.chosen_name], form.cleaned_data["count"])
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
            return self.render_refused(request)
        messages.success(request, ngettext("%(count)d entry is seeded.", "%(count)d entries are seeded.", count) % {"count": count})
        return self.redirect_to("entries")


class EarlierSeedingPage(SeedingPage):
    """By the places of an earlier tournament of the club, such as last year’s."""

    title = _("Seeds from an earlier tournament")
    here = "earlier"
    chosen_name, chosen_label = "earlier", _("Earlier tournament")
    count_help = _("Those whose players ended best then.")
    empty_title = _("No earlier tournament")
    empty_text = _("Only tournaments of this club and game that are over are listed.")

    def select_choices(self) -> QuerySet[Any]:
        return select_earlier_tournaments(self.tournament)

    def read_lines(self, chosen: Any, count: int) -> Sequence[SeededLine]:
        return read_placed_lines(self.tournament, chosen, count)

    def give_seeds(self, chosen: Any, count: int) -> int:
        return seed_from_earlier(self.tournament, chosen, count, actor=self.actor)
