"""The page on which a new season of a category takes its entries from the last one."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from scoring.promoting.forms import PromotionForm
from scoring.promoting.queries import list_categories, read_mover_list
from scoring.promoting.services import enter_promoted
from scoring.qualifying.views import NamesakesMixin
from tournaments.pages.views import Breadcrumb
from tournaments.refusals import ChangeRefused


class PromotedPage(NamesakesMixin):
    """The categories by GET, so that the list can be checked first; entering by POST."""

    template_name = "scoring/promoting/promoted.html"
    title = _("Promotion and relegation")
    section = "entries"

    def list_middle_crumbs(self) -> list[Breadcrumb]:
        return [Breadcrumb(_("Entries"), self.build_address("entries"))]

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        form = self.build_form()
        listed = read_mover_list(self.tournament, form.build_plan()) if form.is_bound and form.is_valid() else None
        lines = listed.lines if listed else ()
        page_context = {
            "form": form,
            "listed": listed,
            "playing": sum(line.plays for line in lines),
            "tied": sum(line.is_tied for line in lines),
            "query": self.request.GET.urlencode(),
        }
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = self.build_form()
        if not form.is_valid():
            return self.render_refused(request)
        if "ask_again" in request.POST:
            return self.post_ask_again(request)
        if "answers" in request.POST:
            return self.post_answers(request, read_mover_list(self.tournament, form.build_plan()).questions)
        chosen = {int(text) for text in request.POST.getlist("entry") if text.isdecimal()}
        try:
            seeded = "seeded" in request.POST
            count = enter_promoted(self.tournament, form.build_plan(), chosen=chosen, seeded=seeded, actor=self.actor, at=timezone.now())
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
            return self.render_refused(request, ticked=chosen)
        messages.success(request, ngettext("%(count)d entry added.", "%(count)d entries added.", count) % {"count": count})
        return self.redirect_to("entries")

    def build_form(self) -> PromotionForm:
        categories = list_categories(self.tournament, self.actor.pk)
        return PromotionForm(self.request.GET if "last" in self.request.GET else None, categories=categories)
