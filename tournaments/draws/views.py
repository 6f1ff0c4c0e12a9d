"""A drawn round: first private, with the reason of every pairing; then published."""

import secrets
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext

from tournaments.draws.certificate_views import list_pairings
from tournaments.draws.certificates import read_announced_seed
from tournaments.draws.forms import AnnounceForm, ChangeDraftForm, DrawForm, OldDraftForm, RedrawForm
from tournaments.draws.lucky_losers import read_call_list
from tournaments.draws.proofs import read_proof
from tournaments.draws.publishing import change_pairing
from tournaments.draws.queries import list_seated, read_draw_view
from tournaments.draws.seeds import announce_seed, list_redraws
from tournaments.draws.services import answer_call, discard_draft, redraw_round
from tournaments.models import Entry, Round, Seat
from tournaments.pages.choosing import LONGEST_CHOICE
from tournaments.pages.views import DeskAction, DeskPage, DirectorMixin
from tournaments.refusals import ChangeRefused
from tournaments.stages.rests import describe_rests
from tournaments.stages.rounds import count_rounds_side_by_side, is_round_drawn


def read_typed_seed(data: Any) -> str:
    """The typed seed, else a random one."""
    form = DrawForm(data)
    typed = form.cleaned_data["seed"] if form.is_valid() else ""
    return typed or secrets.token_hex(8)


def read_seen_draft(request: HttpRequest) -> str:
    """The fingerprint of the draft that was on the page whose button was pressed."""
    return request.POST.get("draft", "")


class AnnounceDraw(DeskAction):
    """Binds a stage to its seed and publishes the seed's fingerprint."""

    returns_to = ("stage", "stage_number")

    def post(self, request: HttpRequest, slug: str, stage_number: int) -> HttpResponse:
        form = AnnounceForm(request.POST)
        typed = form.cleaned_data["announced"] if form.is_valid() else request.POST.get("announced", "")
        announce_seed(self.get_stage(), actor=self.actor, seed=typed or secrets.token_hex(16), at=timezone.now())
        message = gettext("The draw is announced: its fingerprint is on the public page.")
        return self.report_done(request, message, "stage", stage_number)


class DraftPage(DirectorMixin, DeskPage):
    """How a round was drawn; for a draft, with everything that can still be changed."""

    template_name = "tournaments/draws/draft.html"
    section = "stages"
    form_page = ("tournaments:draft", "stage_number", "round_number")

    below_stage = True

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        round_ = self.get_round()
        view = read_draw_view(round_)
        self.title = view.round.name
        entrants = list_seated(round_, LONGEST_CHOICE + 1)
        seats = Seat.objects.filter(round=round_)
        gone = seats.filter(entry__state=Entry.State.WITHDRAWN, entry__phantom=False).count()
        draw_context = {
            "draw": view,
            "round": view.round,
            "proof": read_proof(round_.draw, ordered="prove" in self.request.GET),
            "is_drawn": is_round_drawn(round_.stage, round_.number),
            "side_by_side": count_rounds_side_by_side(round_.stage) if view.round.is_draft else 0,
            **list_pairings(self.request, round_),
        }
        if view.round.is_draft and round_.number == 1:
            draw_context["rests"] = describe_rests(round_.stage, seats.count() - gone)
        draw_context["gone"] = gone
        announcement_context = {"announced": read_announced_seed(round_.stage), "redraws": list_redraws(round_.draw)}
        forms = {"change_form": ChangeDraftForm(entrants=entrants), "redraw_form": RedrawForm(), "old_form": OldDraftForm()}
        draw_context["calls"] = read_call_list(round_.draw) if view.round.is_draft else None
        return super().get_context_data(**{**draw_context, **announcement_context, **forms, **context})


def render_refused_draft(request: HttpRequest, *, slug: str, stage_number: int, round_number: int, **context: Any) -> HttpResponse:
    """The page of a draft with what was refused, and the status 422: nothing was stored."""
    page = DraftPage()
    page.setup(request, slug=slug, stage_number=stage_number, round_number=round_number)
    return page.render_refused(request, **context)


class RedrawRound(DeskAction):
    returns_to = ("draft", "stage_number", "round_number")

    def post(self, request: HttpRequest, slug: str, stage_number: int, round_number: int) -> HttpResponse:
        reason = request.POST.get("why", "")
        redraw_round(
            self.get_round(),
            actor=self.actor,
            seed=read_typed_seed(request.POST),
            at=timezone.now(),
            reason=reason,
            seen=read_seen_draft(request),
        )
        return self.report_done(request, gettext("Drawn again with a new key."), "draft", stage_number, round_number)


class AnswerCall(DeskAction):
    """An entry that was drawn back declines, or comes after all."""

    returns_to = ("draft", "stage_number", "round_number")

    def post(self, request: HttpRequest, slug: str, stage_number: int, round_number: int) -> HttpResponse:
        number = request.POST.get("number", "")
        entry = get_object_or_404(Entry, tournament=self.tournament, number=int(number) if number.isdecimal() and len(number) < 6 else 0)
        declines = "declines" in request.POST
        answer_call(self.get_round(), actor=self.actor, entry=entry, declines=declines, at=timezone.now(), seen=read_seen_draft(request))
        sentence = (
            gettext("%(entry)s declines. The next in the drawn order comes in.")
            if declines
            else gettext("%(entry)s comes back as a lucky loser.")
        )
        return self.report_done(request, sentence % {"entry": entry}, "draft", stage_number, round_number)


class ChangeDraft(DeskAction):
    """Exchanges two entries; shows the draft again with what was typed when this is refused, and the round where it is none any more."""

    returns_to = ("draft", "stage_number", "round_number")

    def post(self, request: HttpRequest, slug: str, stage_number: int, round_number: int) -> HttpResponse:
        round_ = self.get_round()
        form = ChangeDraftForm(request.POST, entrants=list_seated(round_))
        if form.is_valid():
            try:
                change_pairing(
                    round_,
                    actor=self.actor,
                    first=self._get_entry(form.cleaned_data["first"]),
                    second=self._get_entry(form.cleaned_data["second"]),
                    reason=form.cleaned_data["reason"],
                    at=timezone.now(),
                    seen=read_seen_draft(request),
                )
            except ChangeRefused as refusal:
                if not Round.objects.filter(pk=round_.pk, state=Round.State.DRAFT).exists():
                    raise
                form.add_error(None, str(refusal))
            except ValidationError as problem:
                form.add_error("reason", problem)
            else:
                messages.success(request, gettext("The two have changed places."))
                return self.redirect_to("draft", stage_number, round_number)
        return render_refused_draft(request, change_form=form, **self.kwargs)

    def _get_entry(self, number: int) -> Entry:
        return get_object_or_404(Entry, tournament=self.tournament, number=number)


class DiscardDraft(DeskAction):
    returns_to = ("stage", "stage_number")

    def post(self, request: HttpRequest, slug: str, stage_number: int, round_number: int) -> HttpResponse:
        discard_draft(self.get_round(), actor=self.actor, seen=read_seen_draft(request))
        return self.report_done(request, gettext("Draft discarded. Players did not see it."), "stage", stage_number)
