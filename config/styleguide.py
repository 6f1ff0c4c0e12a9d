"""The components of our pages on one page, for developers; served only in debug mode."""

from typing import Any

import django_tables2 as tables
from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.generic import FormView

from jobs.permissions import everybody
from tournaments.pages.quick_tables import QuickTable


class SampleForm(forms.Form):
    points = forms.CharField(
        label=gettext_lazy("Points"),
        help_text=gettext_lazy("What the sheet says."),
        max_length=2,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    dealer = forms.ChoiceField(
        label=gettext_lazy("Dealer"), choices=[("0", "Bianchi"), ("1", "Neri")], widget=forms.RadioSelect, required=False
    )
    signed = forms.BooleanField(label=gettext_lazy("The sheet is signed"), required=False)


class SampleTable(QuickTable):
    caption = gettext_lazy("Standings")
    row_header = "pair"

    rank = tables.Column(gettext_lazy("Rank"), attrs={"td": {"class": "numeric"}, "th": {"class": "numeric"}})
    pair = tables.Column(gettext_lazy("Pair"))
    won = tables.Column(gettext_lazy("Won"), attrs={"td": {"class": "numeric"}, "th": {"class": "numeric"}})


ROWS = [
    {"rank": 1, "pair": "Bianchi – Ròssi", "won": 3},
    {"rank": 2, "pair": "Casadei – Zoli", "won": 2},
    {"rank": 3, "pair": "Neri", "won": 0},
]


class StyleGuide(FormView):
    policy = staticmethod(everybody)
    template_name = "styleguide.html"
    form_class = SampleForm
    success_url = "/styleguide/"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        table = SampleTable(ROWS, order_by=self.request.GET.get("sort", "rank"))
        table.request = self.request
        return super().get_context_data(table=table, **_build_samples(), **context)

    def form_invalid(self, form: SampleForm) -> HttpResponse:
        response = super().form_invalid(form)
        response.status_code = 422
        return response


def raise_error(request: HttpRequest) -> HttpResponse:
    """Shows the page of an error inside the program."""
    raise RuntimeError("asked for")


raise_error.policy = everybody  # type: ignore[attr-defined]  # a function carries its policy as an attribute


def _build_samples() -> dict[str, Any]:
    return {
        "breadcrumbs": [{"title": _("Tournaments"), "url": "/"}, {"title": _("Style guide"), "url": ""}],
        "steps": [
            {"title": _("Entries"), "note": "64", "url": "#form", "state": "done"},
            {"title": _("Draw"), "note": "", "url": "#form", "state": "done"},
            {"title": _("Print"), "note": "", "url": "#form", "state": "done"},
            {"title": _("Results"), "note": "27 / 32", "url": "#form", "state": "now"},
            {"title": _("Close the round"), "note": "", "url": "", "state": "later"},
        ],
        "states": [
            (state, state) for state in ("open", "submitted", "confirmed", "locked", "disputed", "void", "late", "running", "failed")
        ],
        "notices": [
            ("info", _("A notice")),
            ("success", _("Something went well")),
            ("warning", _("Look here")),
            ("error", _("This is wrong")),
        ],
        "empty_title": _("No tournament yet"),
        "empty_text": _("Start by creating a tournament: five clicks with a preset."),
        "empty_action": _("New tournament"),
    }
