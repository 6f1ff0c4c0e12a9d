"""Closing a round, drawing and publishing the next."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from desk.rounds.ahead import begin_ready_matches
from desk.rounds.closing import read_closing_preview
from desk.rounds.services import close_round, draw_next_round, finish_left_stage, publish_all_rounds, publish_draft, redraw_from_results
from rankings.standings_pages.chains import TIED_AT_THE_CUT
from scoring.entry.requests import generate_key, read_submission
from scoring.matches.rounds import compute_round_fingerprint
from tournaments.check_in.services import compute_missing_fingerprint
from tournaments.draws.forms import OldDraftForm
from tournaments.draws.views import read_seen_draft, read_typed_seed, render_refused_draft
from tournaments.models import Match
from tournaments.pages.views import DeskAction, DeskPage, DirectorMixin
from tournaments.refusals import ChangeRefused
from tournaments.seen import read_seen
from tournaments.stages.rounds import read_quoted_round, read_round_name


class CloseRound(DirectorMixin, DeskPage):
    """The impact of closing the round, and the button that closes it."""

    template_name = "desk/rounds/close_round.html"
    section = "results"

    below = ((gettext_lazy("Results"), "scoring:results"),)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        round_ = self.get_round()
        name = read_round_name(round_.stage, round_.number)
        self.title = _("Close “%(name)s”") % {"name": name} if name else _("Close round %(number)d") % {"number": round_.number}
        page_context = {
            "round": round_,
            "consequences": read_closing_preview(round_),
            "key": generate_key(),
            "fingerprint": compute_round_fingerprint(round_),
        }
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, slug: str, stage_number: int, round_number: int) -> HttpResponse:
        try:
            closed = close_round(self.get_round(), actor=self.actor, origin=read_submission(request), seen=request.POST.get("seen", ""))
        except ChangeRefused as refusal:
            return self.render_refused(request, refusal=str(refusal))
        number = read_quoted_round(self.get_stage(), round_number)
        messages.success(request, _("Round %(number)s is closed.") % {"number": number})
        if closed.stage_finished:
            return HttpResponseRedirect(reverse("scoring:desk_standings", args=[slug]))
        return self.redirect_to("stage", stage_number)


class DrawRound(DeskAction):
    """Draw the next round of a stage, or the first, from the results so far. Before the first of all somebody says who is not here."""

    returns_to = ("stage", "stage_number")

    def post(self, request: HttpRequest, slug: str, stage_number: int) -> HttpResponse:
        stage = self.get_stage()
        if finish_left_stage(stage, actor=self.actor):
            messages.success(request, _("Nobody is left who plays on: the stage is over."))
            return HttpResponseRedirect(reverse("scoring:desk_standings", args=[slug]))
        try:
            drafted = draw_next_round(
                stage,
                actor=self.actor,
                seed=read_typed_seed(request.POST),
                at=timezone.now(),
                absent=request.POST.get("absent", ""),
                missing=read_seen(request, lambda: compute_missing_fingerprint(self.tournament)),
            )
        except ChangeRefused as refusal:
            if refusal.code != TIED_AT_THE_CUT:
                raise
            return HttpResponseRedirect(reverse("scoring:tie", args=[slug, stage_number]))
        return self.redirect_to("draft", stage_number, drafted.number)


class PublishRound(DeskAction):
    """Publish a draft; an outdated one only with a reason."""

    returns_to = ("stage", "stage_number")

    def post(self, request: HttpRequest, slug: str, stage_number: int, round_number: int) -> HttpResponse:
        form = OldDraftForm(request.POST)
        why = form.cleaned_data["old"] if form.is_valid() else ""
        try:
            publish_draft(self.get_round(), actor=self.actor, at=timezone.now(), reason=why, seen=read_seen_draft(request))
        except ChangeRefused as refusal:
            if refusal.code != "draft_is_old":
                raise
            return render_refused_draft(
                request, old_form=form if "old" in request.POST else OldDraftForm(), refusal=str(refusal), **self.kwargs
            )
        return self.report_done(request, _("The round is published: everybody sees the tables. Next: print the score sheets."), "desk")


class PublishAllRounds(DeskAction):
    """Publish every round of a stage that plays its rounds side by side; next its sheets are printed, all at once."""

    returns_to = ("stage", "stage_number")

    def post(self, request: HttpRequest, slug: str, stage_number: int) -> HttpResponse:
        seen, now = read_seen_draft(request), timezone.now()
        published = publish_all_rounds(self.get_stage(), actor=self.actor, seed=read_typed_seed({}), at=now, seen=seen)
        done = ngettext(
            "%(count)d round is published. Next: print its score sheets.",
            "%(count)d rounds are published. Next: print the score sheets of all of them.",
            len(published),
        )
        messages.success(request, done % {"count": len(published)})
        return HttpResponseRedirect(reverse("scoring:print", args=[slug]))


class BeginReady(DeskAction):
    """Publish the matches of later rounds that can begin, while an earlier round is being played; next their sheets are printed."""

    returns_to = ("stage", "stage_number")

    def post(self, request: HttpRequest, slug: str, stage_number: int) -> HttpResponse:
        begun = begin_ready_matches(self.get_stage(), actor=self.actor, seed=read_typed_seed({}), at=timezone.now())
        messages.success(request, describe_begun(begun))
        return HttpResponseRedirect(f"{reverse('scoring:print', args=[slug])}?round={stage_number}-{begun[0].round.number}")


def describe_begun(matches: Sequence[Match]) -> str:
    """How many matches were published, at which tables, and which wait for one."""
    tables = [str(match.table) for match in matches if match.table is not None]
    waiting = len(matches) - len(tables)
    sentences = [ngettext("%(count)d match is published.", "%(count)d matches are published.", len(matches)) % {"count": len(matches)}]
    if tables:
        sentences.append(
            ngettext("It begins at table %(tables)s.", "They begin at tables %(tables)s.", len(tables)) % {"tables": ", ".join(tables)}
        )
    if waiting:
        sentences.append(ngettext("%(count)d waits for a free table.", "%(count)d wait for a free table.", waiting) % {"count": waiting})
    return " ".join(sentences)


class RedrawFromResults(DeskAction):
    """Draw a draft again from the current results and entries."""

    returns_to = ("stage", "stage_number")

    def post(self, request: HttpRequest, slug: str, stage_number: int, round_number: int) -> HttpResponse:
        redraw_from_results(
            self.get_round(), actor=self.actor, seed=read_typed_seed(request.POST), at=timezone.now(), seen=read_seen_draft(request)
        )
        return self.report_done(request, _("Drawn again from results and entries as they are now."), "draft", stage_number, round_number)
