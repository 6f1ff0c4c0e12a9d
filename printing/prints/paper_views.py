"""What the views of the print page share: round, venue, language and addresses of a print, and when nothing is printed."""

from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from printing.prints.heads import PrintContext, read_print_context
from rankings.standings_pages.clubs import read_best
from scoring.matches.rounds import find_current_round
from tournaments.models import Round
from tournaments.pages.addresses import build_phone_address, is_reachable_by_phone
from tournaments.pages.views import DeskMixin
from tournaments.refusals import ChangeRefused
from tournaments.stages.groups import Venue, find_venue
from tournaments.stages.rounds import attach_tournament

UNREACHED = "codes_lead_nowhere"
"""In the session: somebody prints although no phone opens the codes."""


def choose_paper_language(request: HttpRequest, print_context: PrintContext) -> str:
    """The language of the request, else the choice of the director, else the language of the page."""
    requested = request.POST.get("language") or request.GET.get("language", "")
    wishes = (requested, print_context.style.language, translation.get_language())
    codes = [code for code, _name in settings.LANGUAGES]
    return next((wish for wish in wishes if wish in codes), settings.LANGUAGE_CODE)


class PaperMixin(DeskMixin):
    """Finds the round and the venue of the request, the language of the paper and the addresses printed on it; says what is refused."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return super().dispatch(request, *args, **kwargs)
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
            return HttpResponseRedirect(reverse("scoring:print", args=[self.tournament.slug]))

    def get_print_context(self) -> PrintContext:
        context = read_print_context(self.tournament, lambda path: build_phone_address(self.request, path), at=timezone.now())
        return replace(context, best=read_best(self.request))

    def override_language(self, print_context: PrintContext) -> AbstractContextManager[None]:
        return translation.override(choose_paper_language(self.request, print_context))

    def find_venue(self, round_: Round | None) -> Venue | None:
        """The venue of the request, if the round is played in several."""
        requested = self.request.POST.get("venue") or self.request.GET.get("venue", "")
        return find_venue(round_.stage, requested) if round_ else None

    def read_rounds(self) -> list[Round]:
        """Published rounds, newest first."""
        published = Round.objects.filter(stage__tournament=self.tournament).exclude(state=Round.State.DRAFT)
        return attach_tournament(self.tournament, published.select_related("stage").order_by("-stage__number", "-number"))

    def build_query(self, round_: Round) -> str:
        """The query string that leads back to the page with the same round and venue."""
        venue = self.find_venue(round_)
        return f"round={format_round_name(round_)}" + (f"&venue={venue.key}" if venue else "")

    def find_round(self, text: str) -> Round | None:
        """The round named `stage-number`, else the current round. Raises Http404 if the named round does not exist."""
        if not text:
            return find_current_round(self.tournament)
        for round_ in self.read_rounds():
            if text == format_round_name(round_):
                return round_
        raise Http404 if self.request.method == "GET" else build_refusal()

    def find_asked_round(self) -> Round | None:
        """The round that the address names by `?round=`, or the latest of the stage that it names by `?stage=`. Raises: Http404."""
        stage = self.request.GET.get("stage", "")
        if stage:
            return next((round_ for round_ in self.read_rounds() if str(round_.stage.number) == stage), None)
        return self.find_round(self.request.GET.get("round", ""))


def build_refusal() -> ChangeRefused:
    """Of a page that was open while its round was taken back, or before there was any."""
    return ChangeRefused("no_tables", gettext("Nothing was printed: this round has no published tables. This page shows what there is."))


def format_round_name(round_: Round) -> str:
    """The name of a round in the addresses of this page."""
    return f"{round_.stage.number}-{round_.number}"


class AsksForReachableCodes(DeskMixin):
    """Prints nothing whose codes no phone opens before somebody has said so, once in a session: the page offers to open the desk."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if "unreached" in request.POST:
            request.session[UNREACHED] = True
        if request.method != "POST" or is_reachable_by_phone(request) or request.session.get(UNREACHED):
            return super().dispatch(request, *args, **kwargs)
        fields = [(name, value) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken" for value in values]
        back = reverse("scoring:print", args=[self.tournament.slug])
        page_context = {
            "tournament": self.tournament,
            "desk": self.desk,
            "section": "print",
            "title": gettext("Not printed yet"),
            "fields": fields,
            "next_page": back,
        }
        return render(request, "printing/prints/unreachable.html", page_context, status=409)
