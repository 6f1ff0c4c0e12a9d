"""The result file at the desk and on the public page."""

import hashlib
from typing import Any

from django.contrib import messages
from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.generic import View

from federation.handing_in.forms import EventFactsForm, SendForm
from federation.handing_in.queries import build_result_document, has_public_result, read_facts, read_result_state
from federation.handing_in.services import make_public_file, make_result_file, save_facts, send_result
from federation.models import SentResult
from federation.result_files.documents import format_json_file
from federation.result_files.tables import format_table
from jobs.databases import snapshot_transaction
from scoring.models import LedgerHead
from tournaments.models import Edition, Tournament
from tournaments.pages.views import DeskAction, DeskPage, DirectorMixin
from tournaments.permissions import Role, read_organizer_role, visitor
from tournaments.refusals import ChangeRefused

Spelling = SentResult.Spelling
MOST_NAMES = 12
"""Names without a card that the page lists."""


def render_file(document: Any, spelling: str, slug: str) -> HttpResponse:
    """The document as a file to save."""
    if spelling == Spelling.CSV:
        response = HttpResponse(format_table(document), content_type="text/csv; charset=utf-8")
    else:
        response = HttpResponse(format_json_file(document), content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{slug}.result.{spelling}"'
    response.headers["Cache-Control"] = "no-store"
    return response


class ResultFilePage(DirectorMixin, DeskPage):
    """What the union gets: what is missing, what is added, and whether what was sent is out of date."""

    template_name = "federation/handing_in/result_file.html"
    title = gettext_lazy("Result file")
    section = "safety"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        with snapshot_transaction():
            document = build_result_document(self.tournament, at=timezone.now(), public=False)
            state = read_result_state(self.tournament, document)
        page_context = {
            "state": state,
            "lacking": state.without_card[:MOST_NAMES],
            "more_lacking": max(len(state.without_card) - MOST_NAMES, 0),
            "form": EventFactsForm(instance=read_facts(self.tournament)),
            "is_public": self.tournament.public and has_public_result(self.tournament),
            "send_form": SendForm(tournament=self.tournament),
            "knows_persons": read_organizer_role(self.actor, self.tournament.organizer) is Role.DIRECTOR,
        }
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = EventFactsForm(request.POST, instance=read_facts(self.tournament))
        if not form.is_valid():
            return self.render_refused(request, form=form)
        save_facts(self.tournament, {name: form.cleaned_data[name] for name in form.fields}, actor=self.actor)
        return HttpResponseRedirect(reverse("federation:result_file", args=[slug]) + "?saved")


class SendResult(DirectorMixin, DeskPage):
    """The result goes to a federation on a connected site; what was typed comes back where it does not."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = SendForm(request.POST, tournament=self.tournament)
        if not form.is_valid():
            messages.error(request, _("Not sent: choose a site, and write the name of the federation there."))
            return HttpResponseRedirect(reverse("federation:result_file", args=[slug]))
        save_facts(self.tournament, {"union_slug": form.cleaned_data["union"]}, actor=self.actor)
        try:
            waits = send_result(self.tournament, form.address, actor=self.actor, at=timezone.now())
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, _("Sent: the federation looks at it.") if waits else _("Sent: it counts."))
        return HttpResponseRedirect(reverse("federation:result_file", args=[slug]))


class SaveResultFile(DeskAction):
    """The file, signed; the desk notes that it left."""

    def post(self, request: HttpRequest, slug: str, spelling: str) -> HttpResponse:
        if spelling not in Spelling.values:
            raise Http404
        document = make_result_file(self.tournament, Spelling(spelling), actor=self.actor, at=timezone.now())
        return render_file(document, spelling, slug)


class PublicResultFile(View):
    """The file for everybody, once the tournament is over: built once for each state of the tournament."""

    policy = staticmethod(visitor)

    def get(self, request: HttpRequest, slug: str, spelling: str) -> HttpResponse:
        tournament = get_object_or_404(Tournament.objects.select_related("organizer"), slug=slug)
        if spelling not in Spelling.values or not has_public_result(tournament):
            raise Http404(_("There is a result file when the tournament is over."))
        key = self._build_cache_key(tournament)
        document = caches["drawn"].get(key)
        if document is None:
            document = make_public_file(tournament, at=timezone.now())
            caches["drawn"].set(key, document)
        return render_file(document, spelling, slug)

    def _build_cache_key(self, tournament: Tournament) -> str:
        mark = Edition.objects.values_list("mark", flat=True).get(tournament=tournament)
        digest = LedgerHead.objects.filter(tournament=tournament).values_list("digest", flat=True).first()
        facts = sorted(item for item in vars(read_facts(tournament)).items() if item[0] != "_state")
        return hashlib.sha256(f"result {tournament.pk} {mark} {digest} {facts}".encode()).hexdigest()
