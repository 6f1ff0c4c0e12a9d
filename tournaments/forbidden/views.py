"""Pairs of entries that must not meet."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forbidden.forms import ForbiddenPairForm
from tournaments.forbidden.queries import list_entry_choices, read_forbidden_pairs
from tournaments.forbidden.services import allow_pair, forbid_pair
from tournaments.models import Entry, ForbiddenPair
from tournaments.pages.views import DeskAction, DeskPage, DirectorMixin
from tournaments.refusals import ChangeRefused


class ForbiddenPairsPage(DirectorMixin, DeskPage):
    """The list, and the form that adds to it; `?entry=7` preselects the first of the two entries."""

    template_name = "tournaments/forbidden/forbidden.html"
    title = _("Kept apart")
    section = "entries"

    below = ((_("Entries"), "tournaments:entries"),)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        form = ForbiddenPairForm(entries=list_entry_choices(self.tournament), initial={"first": self.request.GET.get("entry", "")})
        return super().get_context_data(**{"apart": read_forbidden_pairs(self.tournament), "form": form, **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = ForbiddenPairForm(request.POST, entries=list_entry_choices(self.tournament))
        if not form.is_valid():
            return self.render_refused(request, form=form)
        first, second = (
            get_object_or_404(Entry, tournament=self.tournament, number=form.cleaned_data[name]) for name in ("first", "second")
        )
        try:
            forbid_pair(self.tournament, actor=self.actor, first=first, second=second, reason=form.cleaned_data["reason"])
        except ChangeRefused as refusal:
            form.add_error(None, str(refusal))
        except ValidationError as problem:
            form.add_error("reason", problem)
        else:
            names = {"first": first, "second": second}
            messages.success(request, gettext("%(first)s and %(second)s are kept apart from the next draw on.") % names)
            return self.redirect_to("apart")
        return self.render_refused(request, form=form)


class AllowPair(DeskAction):
    returns_to = ("apart",)

    def post(self, request: HttpRequest, slug: str, pair_id: int) -> HttpResponse:
        get_object_or_404(ForbiddenPair, pk=pair_id, tournament=self.tournament)
        allow_pair(self.tournament, actor=self.actor, pair_id=pair_id)
        return self.report_done(request, gettext("The two may meet again."), "apart")
