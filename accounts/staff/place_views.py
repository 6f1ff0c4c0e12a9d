"""The page where a director makes codes for a place and a day, the sheet that carries one, and the page that a code opens."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.generic import TemplateView

from accounts.staff.place_codes import (
    PlaceOrder,
    build_place_path,
    explain_closed,
    find_place_code,
    list_place_codes,
    make_place_code,
    open_place,
    revoke_place_code,
)
from jobs.permissions import everybody
from tournaments.models import PlaceCode
from tournaments.models.staff import find_day
from tournaments.pages.addresses import build_phone_address, is_reachable_by_phone
from tournaments.pages.fields import DateInput
from tournaments.pages.qr_codes import build_qr_code
from tournaments.pages.views import DeskAction, DeskPage, DirectorMixin
from tournaments.places import list_places
from tournaments.refusals import ChangeRefused


class PlaceCodeForm(forms.Form):
    """For which place, which day and whom."""

    place = forms.ChoiceField(label=_("Venue"))
    day = forms.DateField(label=_("Day"), widget=DateInput(), help_text=_("The code works on this day, until six in the morning after it."))
    note = forms.CharField(label=_("For whom"), required=False, max_length=80, help_text=_("A note for you only."))

    def __init__(self, *args: Any, places: list[str], **options: Any) -> None:
        super().__init__(*args, **options)
        choices: Any = self.fields["place"]
        choices.choices = [(place, place) for place in places]


class PlaceCodesPage(DirectorMixin, DeskPage):
    """The codes that work; a POST makes one."""

    template_name = "accounts/staff/place_codes.html"
    title = _("Helpers at a venue")
    section = "staff"

    below = (
        (_("Settings"), "tournaments:settings"),
        (_("Staff"), "tournaments:staff"),
    )

    def build_form(self, data: Any = None) -> PlaceCodeForm:
        now = find_day(timezone.now())
        return PlaceCodeForm(data, places=list_places(self.tournament), initial={"day": max(self.tournament.date or now, now)})

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        now = timezone.now()
        lines = [
            {"code": code, "url": (url := build_phone_address(self.request, build_place_path(code))), "qr_code": build_qr_code(url)}
            for code in list_place_codes(self.tournament, now)
        ]
        page_context = {"lines": lines, "form": self.build_form(), "places": list_places(self.tournament)}
        return super().get_context_data(**{**page_context, "unreachable": not is_reachable_by_phone(self.request), **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = self.build_form(request.POST)
        if not form.is_valid():
            return self.render_refused(request, form=form)
        try:
            code = make_place_code(self.tournament, PlaceOrder(**form.cleaned_data), actor=self.actor, at=timezone.now())
        except ChangeRefused as refusal:
            form.add_error(None, str(refusal))
            return self.render_refused(request, form=form)
        return HttpResponseRedirect(self.build_address("place_codes") + f"#code-{code.pk}")


class RevokePlaceCode(DeskAction):
    returns_to = ("place_codes",)

    def post(self, request: HttpRequest, slug: str, code_id: int) -> HttpResponse:
        code = get_object_or_404(PlaceCode.objects.select_related("tournament"), tournament=self.tournament, pk=code_id)
        revoke_place_code(code, actor=self.actor, at=timezone.now())
        return self.report_done(request, gettext("Code of %(place)s revoked: it no longer works.") % {"place": code.place}, "place_codes")


@method_decorator(never_cache, name="dispatch")
class OpenPlacePage(TemplateView):
    """`/help/<token>/`: what the code is for; a button begins."""

    policy = staticmethod(everybody)
    template_name = "accounts/staff/place_open.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        code = find_place_code(self.kwargs["token"])
        refusal = explain_closed(code, timezone.now())
        return self.render_to_response({"code": code, "refusal": refusal}, status=404 if refusal else 200)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        code = find_place_code(self.kwargs["token"])
        refusal = explain_closed(code, timezone.now())
        if code is None or refusal:
            return self.render_to_response({"code": code, "refusal": refusal}, status=404)
        open_place(request, code)
        return HttpResponseRedirect(reverse("scoring:place_desk", args=[code.tournament.slug]))
