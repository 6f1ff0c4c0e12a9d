"""The validator as a page: for organizers before they send, and for who writes a program of their own."""

import datetime as dt
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import pgettext_lazy
from django.views.generic import TemplateView, View

from federation.models import EventFacts
from federation.result_files.checking import CheckedResult, Signed, check_result_file
from federation.result_files.documents import FINAL, PRACTICE, PROVISIONAL, format_key, load_schema
from federation.validating.forms import ResultUploadForm
from jobs.permissions import everybody

STATES = {
    FINAL: pgettext_lazy("result", "final"),
    PROVISIONAL: pgettext_lazy("result", "provisional"),
    PRACTICE: pgettext_lazy("result", "practice"),
}


class CheckResultPage(TemplateView):
    policy = staticmethod(everybody)
    template_name = "federation/validating/check_result.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**{"form": ResultUploadForm(), **context})

    def post(self, request: HttpRequest) -> HttpResponse:
        form = ResultUploadForm(request.POST, request.FILES)
        if not form.is_valid():
            return self.render_to_response(self.get_context_data(form=form), status=422)
        file = form.cleaned_data["file"]
        checked = check_result_file(file.read())
        context = {"checked": checked, "file_name": file.name, **_build_summary(checked)}
        return self.render_to_response(self.get_context_data(**context), status=200 if checked.is_sound else 422)


class ResultSchema(View):
    """The JSON Schema, for other programs."""

    policy = staticmethod(everybody)

    def get(self, request: HttpRequest) -> HttpResponse:
        return JsonResponse(load_schema())


def _build_summary(checked: CheckedResult) -> dict[str, Any]:
    if not checked.is_sound:
        return {}
    document = checked.document
    return {
        "event": document["event"],
        "date": dt.date.fromisoformat(document["event"]["date"]),
        "event_class": EventFacts.EventClass(document["event"]["class"]).label,
        "state": STATES[document["event"]["state"]],
        "ledger": document["ledger"],
        "entries": len(document["entries"]),
        "persons": len(document["persons"]),
        "cards": sum(person["card"] is not None for person in document["persons"]),
        "key": format_key(document["signature"]["key"]) if checked.signed is Signed.RIGHT else "",
    }
