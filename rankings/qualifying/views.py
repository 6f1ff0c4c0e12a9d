"""The pages on which a tournament takes its entries from others: first a list to look at, then those ticked on it."""

from abc import abstractmethod
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from rankings.qualifying.forms import QualifyingForm
from rankings.qualifying.identities import select_answers
from rankings.qualifying.queries import MOST_EVENINGS, QualifierList, read_qualifier_list, select_evenings
from rankings.qualifying.services import answer_namesakes, enter_qualified, forget_namesakes
from tournaments.pages.views import DeskPage, DirectorMixin
from tournaments.refusals import ChangeRefused


class CandidatesPage(DirectorMixin, DeskPage):
    """What is taken by GET, so that the list can be checked and looked at again; answers about equal names and entering by POST."""

    section = "entries"
    below = ((_("Entries"), "tournaments:entries"),)
    here: str
    """Which of the ways to take entries the page is."""
    empty_title: str | Promise

    @abstractmethod
    def build_form(self) -> Any:
        """The form of what is taken; bound once it was sent."""

    @abstractmethod
    def read_list(self, form: Any) -> Any:
        """The `lines` to tick, and the `questions` about names that come before them."""

    @abstractmethod
    def enter(self, form: Any, chosen: set[int], *, seeded: bool) -> int:
        """Enter those ticked; return how many. Raises: ChangeRefused."""

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        form = self.build_form()
        listed = self.read_list(form) if form.is_bound and form.is_valid() else None
        has_answers = select_answers(self.tournament).exists()
        page_context = {"form": form, "listed": listed, "has_answers": has_answers, "query": self.request.GET.urlencode()}
        page_context |= {"here": self.here, "empty_title": self.empty_title}
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = self.build_form()
        if not form.is_valid():
            return self.render_refused(request)
        if "ask_again" in request.POST:
            forget_namesakes(self.tournament, actor=self.actor)
            return HttpResponseRedirect(request.get_full_path())
        if "answers" in request.POST:
            return self._post_answers(request, form)
        chosen = {int(text) for text in request.POST.getlist("entry") if text.isdecimal()}
        try:
            count = self.enter(form, chosen, seeded="seeded" in request.POST)
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
            return self.render_refused(request, ticked=chosen)
        messages.success(request, ngettext("%(count)d entry added.", "%(count)d entries added.", count) % {"count": count})
        return self.redirect_to("entries")

    def _post_answers(self, request: HttpRequest, form: Any) -> HttpResponse:
        """The page with the questions comes again until none is left."""
        typed = {key.removeprefix("same:"): value == "yes" for key, value in request.POST.items() if key.startswith("same:") and value}
        answer_namesakes(self.tournament, self.read_list(form).questions, typed, actor=self.actor, at=timezone.now())
        return HttpResponseRedirect(request.get_full_path())


class QualifiedPage(CandidatesPage):
    """Who goes on from eliminating evenings or from the heats of one."""

    template_name = "rankings/qualifying/qualified.html"
    title = _("From other tournaments")
    here = "qualified"
    empty_title = _("No evening to qualify from")

    def read_list(self, form: QualifyingForm) -> QualifierList:
        return read_qualifier_list(self.tournament, form.list_evenings(), form.build_rule())

    def enter(self, form: QualifyingForm, chosen: set[int], *, seeded: bool) -> int:
        evenings, rule = form.list_evenings(), form.build_rule()
        return enter_qualified(self.tournament, evenings, rule, chosen=chosen, seeded=seeded, actor=self.actor, at=timezone.now())

    def build_form(self) -> QualifyingForm:
        evenings = select_evenings(self.tournament, self.actor.pk)[:MOST_EVENINGS]
        return QualifyingForm(self.request.GET if "measure" in self.request.GET else None, evenings=evenings)
