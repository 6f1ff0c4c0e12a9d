"""Which of several sheets of a table a result stands on, asked once where a round was drawn again while its sheets were out."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from desk.console.views import build_match_address, enter_typed_score
from scoring.entry.requests import generate_key
from scoring.matches.former_matches import format_sheet_label, list_sheets_out, read_former_view, read_sheet_letters, settle_old_sheets
from tournaments.models import Match, Round
from tournaments.models.prefetches import prefetch_seats
from tournaments.pages.views import DeskPage
from tournaments.people.sides import list_side_names
from tournaments.permissions import enterer

MOST_DIGITS = 5


class WhichSheet(DeskPage):
    """The sheets of a table, with the result that was typed: stored once somebody says that it stands on the new one."""

    policy = staticmethod(enterer)
    template_name = "desk/console/which_sheet.html"
    section = "results"

    below = ((gettext_lazy("Results"), "scoring:results"),)

    @cached_property
    def match(self) -> Match:
        played = Match.objects.filter(round__stage__tournament=self.tournament, kind=Match.Kind.PLAYED).exclude(
            round__state=Round.State.DRAFT
        )
        matches = played.select_related("round__stage", "result").prefetch_related(prefetch_seats())
        match: Match = get_object_or_404(matches, code=self.kwargs["code"])
        match.round.stage.tournament = self.tournament
        return match

    @cached_property
    def scores(self) -> tuple[int, int] | None:
        """The result that was typed; None where the question came before anything was."""
        fields = self.request.POST if self.request.method == "POST" else self.request.GET
        typed = [fields.get(name, "") for name in ("first", "second")]
        numbers = [int(text) for text in typed if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS]
        return (numbers[0], numbers[1]) if len(numbers) == 2 else None

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("Which sheet is it?")
        page_context = {
            "match": self.match,
            "label": format_sheet_label(self.match, read_sheet_letters(self.tournament)),
            "names": " : ".join(list_side_names(self.match.seats.all())),
            "old_sheets": [read_former_view(former) for former in list_sheets_out(self.match)],
            "scores": self.scores,
            "key": generate_key(),
        }
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, slug: str, code: str) -> HttpResponse:
        """“new” stores what was typed, “old” stores nothing; either way nobody is asked again for this table."""
        settle_old_sheets(self.match, actor=self.actor, at=timezone.now())
        if request.POST.get("sheet") != "new":
            messages.success(request, _("Nothing was saved. Strike the old sheet through: it no longer counts."))
        elif self.scores is None:
            return HttpResponseRedirect(build_match_address(self.match))
        else:
            sentence, saved = enter_typed_score(request, self.match, self.scores, directs=self.desk.directs)
            (messages.success if saved else messages.error)(request, sentence)
        return HttpResponseRedirect(reverse("scoring:results", args=[slug]))
