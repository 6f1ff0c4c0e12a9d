"""When the laptop is dead: the page to print beforehand, and the page of another laptop that brings everything back."""

from typing import Any

from django import forms
from django.contrib import messages
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.generic import TemplateView

from backup.backups import list_backups_of
from backup.recovery import bring_back_copy, is_archive, is_desk_empty
from backup.restoring import PartlyImported
from backup.second_location import find_safe_place
from backup.views import SafetyMixin, format_unchanged
from exchange.values import BrokenCopy
from jobs.permissions import logged_in
from jobs.program import IS_CHECKOUT, format_start
from scoring.ledger.journal import read_journal_state
from tournaments.models import Tournament
from tournaments.pages.views import Breadcrumb, DeskPage
from tournaments.permissions import get_user
from tournaments.refusals import ChangeRefused


class CopyForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("The copy"),
        help_text=gettext_lazy("on the stick or in the backups of the other computer: labella-….sqlite3, the newest one"),
        widget=forms.FileInput(attrs={"accept": ".sqlite3,.zip"}),
    )


class RecoverDesk(TemplateView):
    """Bring a whole desk back from a copy, on a computer that has nothing yet; for its administrator."""

    policy = staticmethod(logged_in)
    template_name = "backup/bring_back.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        crumbs = [Breadcrumb(_("Tournaments"), reverse("tournaments:home")), Breadcrumb(_("Bring back from a copy"))]
        own = Tournament.objects.filter(demonstration=False).order_by("name")
        page_context = {"breadcrumbs": crumbs, "form": CopyForm(), "refused": self._find_refusal(), "own": own}
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest) -> HttpResponse:
        form = CopyForm(request.POST, request.FILES)
        refusal = self._find_refusal()
        replaces = form.is_valid() and not is_archive(form.cleaned_data["file"]) and not is_desk_empty()
        if not refusal and replaces and request.POST.get("sure") != "yes":
            refusal = _("Tick the box: everything that is on this computer now will be replaced.")
        if refusal or not form.is_valid():
            return self._render_refused(form, refusal)
        try:
            tournaments = bring_back_copy(form.cleaned_data["file"], admin=get_user(request))
        except PartlyImported as reason:
            return self._render_refused(CopyForm(), str(reason))
        except (ChangeRefused, BrokenCopy) as reason:
            return self._render_refused(CopyForm(), format_unchanged(reason))
        for tournament in tournaments:
            values = {"name": tournament.name, "head": tournament.head}
            messages.success(request, _("%(name)s is back; its fingerprint is %(head)s. Compare it with the last sheet.") % values)
        return HttpResponseRedirect(reverse("tournaments:home"))

    def _find_refusal(self) -> str:
        if connection.vendor != "sqlite":
            return _("On a server, backups cannot be restored here. Import the tournament file instead.")
        return "" if get_user(self.request).is_superuser else _("Only the administrator of this computer can bring everything back.")

    def _render_refused(self, form: CopyForm, refusal: str) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form, refusal=refusal), status=422)


class DeadLaptop(SafetyMixin, DeskPage):
    """One page to print before the evening: what to do when this computer dies."""

    template_name = "backup/dead_laptop.html"
    section = "safety"

    below = ((gettext_lazy("Backups and data"), "backup:safety"),)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("If this computer dies")
        page_context = {
            "safe_place": find_safe_place() if self.is_admin else "",
            "may_choose_place": self.can_manage_desk,
            "newest": next(iter(list_backups_of(self.tournament)), None),
            "journal": read_journal_state(self.tournament),
            "start": format_start("HOST", "0.0.0.0") if IS_CHECKOUT else "",  # noqa: S104 - what the director types
            "whole_desk": connection.vendor == "sqlite",
        }
        return super().get_context_data(**{**page_context, **context})
