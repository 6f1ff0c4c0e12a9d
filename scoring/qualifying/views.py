"""The page on which a final takes its entries from other tournaments."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from scoring.qualifying.forms import QualifyingForm
from scoring.qualifying.queries import MOST_EVENINGS, read_qualifier_lines, select_evenings
from scoring.qualifying.services import enter_qualified
from tournaments.pages.views import Breadcrumb, DeskPage, DirectorMixin
from tournaments.refusals import ChangeRefused


class QualifiedPage(DirectorMixin, DeskPage):
    """The rule by GET, so that the list can be looked at again; entering by POST."""

    template_name = "scoring/qualifying/qualified.html"
    title = _("From other tournaments")
    section = "entries"

    def list_middle_crumbs(self) -> list[Breadcrumb]:
        return [Breadcrumb(_("Entries"), self.build_address("entries"))]

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        form = self.build_form()
        lines = (
            read_qualifier_lines(self.tournament, form.list_evenings(), form.build_rule()) if form.is_bound and form.is_valid() else None
        )
        going = sum(line.goes_on for line in lines or ())
        page_context = {"form": form, "lines": lines, "going": going, "query": self.request.GET.urlencode()}
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = self.build_form()
        if not form.is_valid():
            return self.render_refused(request)
        chosen = {int(text) for text in request.POST.getlist("entry") if text.isdecimal()}
        try:
            count = enter_qualified(
                self.tournament,
                form.list_evenings(),
                form.build_rule(),
                chosen=chosen,
                seeded="seeded" in request.POST,
                actor=self.actor,
            )
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
            return self.render_refused(request, ticked=chosen)
        messages.success(request, ngettext("%(count)d entry added.", "%(count)d entries added.", count) % {"count": count})
        return self.redirect_to("entries")

    def build_form(self) -> QualifyingForm:
        evenings = select_evenings(self.tournament, self.actor.pk)[:MOST_EVENINGS]
        return QualifyingForm(self.request.GET if "measure" in self.request.GET else None, evenings=evenings)
