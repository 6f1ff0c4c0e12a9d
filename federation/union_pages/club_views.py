"""The side of a club: its page by a secret address, and what its desk sends by itself."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.generic import TemplateView

from federation.models import PlannedEvent, Union, UnionClub
from federation.result_files.checking import MAX_SIZE, Signed, check_result_file
from federation.result_files.documents import read_key
from federation.results_in.services import ResultRefused, receive_result
from federation.rolls.services import ask_event
from federation.union_pages.forms import AskForm, UnionFileForm
from federation.union_rankings.queries import list_due
from jobs.permissions import everybody
from publishing.receiving.bridge_views import BridgeView, read_body
from publishing.receiving.problems import BridgeProblem
from tournaments.refusals import ChangeRefused

MOST_FAULTS = 20


class ClubPage(TemplateView):
    """Events to ask for, results to hand in, what is due: for whoever has the address."""

    policy = staticmethod(everybody)
    template_name = "federation/union_pages/club.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        rows = UnionClub.objects.select_related("union__organizer")
        self.club = get_object_or_404(rows, code=kwargs["club_code"].lower())
        response = super().dispatch(request, *args, **kwargs)
        add_never_cache_headers(response)
        return response

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        page_context = {
            "club": self.club,
            "planned": self.club.planned.order_by("-date", "-pk")[:50],
            "due": [line for line in list_due(self.club.union, localdate()) if line.event.club_id == self.club.pk],
            "results": self.club.results.filter(counts=True)[:50],
            "waiting": self.club.union.waiting.filter(club=self.club),
            "form": AskForm(),
            "file_form": UnionFileForm(),
        }
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, club_code: str) -> HttpResponse:
        if "ask" in request.POST:
            form = AskForm(request.POST, instance=PlannedEvent(union=self.club.union, club=self.club))
            if not form.is_valid():
                return self.render_to_response(self.get_context_data(form=form), status=422)
            self._ask(form)
        else:
            file_form = UnionFileForm(request.POST, request.FILES)
            if not file_form.is_valid():
                return self.render_to_response(self.get_context_data(file_form=file_form), status=422)
            self._hand_in(file_form.cleaned_data["file"].read())
        return HttpResponseRedirect(reverse("federation:union_club", args=[club_code]))

    def _ask(self, form: AskForm) -> None:
        try:
            ask_event(self.club, **{name: form.cleaned_data[name] for name in ("name", "date", "event_class")})
        except ChangeRefused as refusal:
            messages.error(self.request, str(refusal))
        else:
            messages.success(self.request, _("Asked for. The federation decides."))

    def _hand_in(self, content: bytes) -> None:
        try:
            judgement = receive_result(self.club.union, content, at=timezone.now(), club=self.club)
        except ResultRefused as refusal:
            messages.error(self.request, str(refusal))
            for line in refusal.lines[1:MOST_FAULTS]:
                messages.error(self.request, line)
        except ChangeRefused as refusal:
            messages.error(self.request, str(refusal))
        else:
            message = _("Handed in: the federation looks at it.") if judgement.questions else _("Handed in: it counts.")
            messages.success(self.request, message)


class ResultBridge(BridgeView):
    """A result that a desk sends by itself: the body is the file, signed with the key of a club of the union."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, union_slug: str) -> HttpResponse:
        union = get_object_or_404(Union.objects.select_related("organizer"), organizer__slug=union_slug)
        content = read_body(request, MAX_SIZE)
        checked = check_result_file(content)
        if checked.signed is not Signed.RIGHT or not UnionClub.objects.filter(union=union, key=read_key(checked.document)).exists():
            raise BridgeProblem(
                403, "refused", _("The federation does not know this desk yet: hand in the first file on your club’s page.")
            )
        try:
            judgement = receive_result(union, content, at=timezone.now(), mild=True)
        except ChangeRefused as refusal:
            raise BridgeProblem(409, "result_refused", str(refusal)) from refusal
        noted = [question.sentence for question in judgement.questions]
        return JsonResponse({"result": "taken" if not judgement.strong_codes else "waits", "noted": noted})
