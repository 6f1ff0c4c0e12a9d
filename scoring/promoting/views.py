"""The page on which a new season of a category takes its entries from the last one."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from scoring.promoting.forms import PromotionForm
from scoring.promoting.queries import list_categories, read_mover_lines
from scoring.promoting.services import enter_promoted
from tournaments.pages.views import Breadcrumb, DeskPage, DirectorMixin
from tournaments.refusals import ChangeRefused


class PromotedPage(DirectorMixin, DeskPage):
    """The categories by GET, so that the list can be checked first; entering by POST."""

    template_name = "scoring/promoting/promoted.html"
    title = _("Promotion and relegation")
    section = "entries"

    def list_middle_crumbs(self) -> list[Breadcrumb]:
        return [Breadcrumb(_("Entries"), self.build_address("entries"))]

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        form = self.build_form()
        lines = read_mover_lines(self.tournament, form.build_plan()) if form.is_bound and form.is_valid() else None
        page_context = {
            "form": form,
            "lines": lines,
            "playing": sum(line.plays for line in lines or ()),
            "tied": sum(line.is_tied for line in lines or ()),
            "query": self.request.GET.urlencode(),
        }
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = self.build_form()
        if not form.is_valid():
            return self.render_refused(request)
        chosen = {int(text) for text in request.POST.getlist("entry") if text.isdecimal()}
        try:
            count = enter_promoted(self.tournament, form.build_plan(), chosen=chosen, seeded="seeded" in request.POST, actor=self.actor)
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
            return self.render_refused(request, ticked=chosen)
        messages.success(request, ngettext("%(count)d entry added.", "%(count)d entries added.", count) % {"count": count})
        return self.redirect_to("entries")

    def build_form(self) -> PromotionForm:
        categories = list_categories(self.tournament, self.actor.pk)
        return PromotionForm(self.request.GET if "last" in self.request.GET else None, categories=categories)
