"""The page on which a final takes its entries from other tournaments."""

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from scoring.qualifying.forms import QualifyingForm
from scoring.qualifying.identities import NamesakeQuestion, select_answers
from scoring.qualifying.queries import MOST_EVENINGS, QualifierList, read_qualifier_list, select_evenings
from scoring.qualifying.services import answer_namesakes, enter_qualified, forget_namesakes
from tournaments.pages.views import Breadcrumb, DeskPage, DirectorMixin
from tournaments.refusals import ChangeRefused


class NamesakesMixin(DirectorMixin, DeskPage):
    """Answers to questions about names, by POST; the page with the questions comes again until none is left."""

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**{"has_answers": select_answers(self.tournament).exists(), **context})

    def post_ask_again(self, request: HttpRequest) -> HttpResponse:
        forget_namesakes(self.tournament, actor=self.actor)
        return HttpResponseRedirect(request.get_full_path())

    def post_answers(self, request: HttpRequest, questions: Iterable[NamesakeQuestion]) -> HttpResponse:
        typed = {key.removeprefix("same:"): value == "yes" for key, value in request.POST.items() if key.startswith("same:") and value}
        answer_namesakes(self.tournament, questions, typed, actor=self.actor, at=timezone.now())
        return HttpResponseRedirect(request.get_full_path())


class QualifiedPage(NamesakesMixin):
    """The rule by GET, so that the list can be looked at again; entering by POST."""

    template_name = "scoring/qualifying/qualified.html"
    title = _("From other tournaments")
    section = "entries"

    def list_middle_crumbs(self) -> list[Breadcrumb]:
        return [Breadcrumb(_("Entries"), self.build_address("entries"))]

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        form = self.build_form()
        listed = self.read_list(form) if form.is_bound and form.is_valid() else None
        going = sum(line.goes_on for line in listed.lines) if listed else 0
        page_context = {"form": form, "listed": listed, "going": going, "query": self.request.GET.urlencode()}
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = self.build_form()
        if not form.is_valid():
            return self.render_refused(request)
        if "ask_again" in request.POST:
            return self.post_ask_again(request)
        if "answers" in request.POST:
            return self.post_answers(request, self.read_list(form).questions)
        chosen = {int(text) for text in request.POST.getlist("entry") if text.isdecimal()}
        try:
            count = enter_qualified(
                self.tournament,
                form.list_evenings(),
                form.build_rule(),
                chosen=chosen,
                seeded="seeded" in request.POST,
                actor=self.actor,
                at=timezone.now(),
            )
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
            return self.render_refused(request, ticked=chosen)
        messages.success(request, ngettext("%(count)d entry added.", "%(count)d entries added.", count) % {"count": count})
        return self.redirect_to("entries")

    def read_list(self, form: QualifyingForm) -> QualifierList:
        return read_qualifier_list(self.tournament, form.list_evenings(), form.build_rule())

    def build_form(self) -> QualifyingForm:
        evenings = select_evenings(self.tournament, self.actor.pk)[:MOST_EVENINGS]
        return QualifyingForm(self.request.GET if "measure" in self.request.GET else None, evenings=evenings)
