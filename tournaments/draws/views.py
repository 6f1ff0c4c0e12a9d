"""A drawn round: private first, with the reason of every pairing; then published."""

import secrets
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext

from pairing import DrawRefused, describe
from tournaments.check_in.services import settle_missing
from tournaments.draws.certificates import announcement_of
from tournaments.draws.drawn_back import call_list
from tournaments.draws.explaining import explained
from tournaments.draws.forms import AnnounceForm, ChangeForm, DrawForm, OldDraftForm, RedrawForm
from tournaments.draws.publishing import change_pairing
from tournaments.draws.queries import draw_view
from tournaments.draws.seeds import announce_seed, redraws_of
from tournaments.draws.services import answer_call, discard_draft, draw_round, redraw_round
from tournaments.models import Entry
from tournaments.pages.views import Crumb, DeskAction, DeskPage, DirectorMixin
from tournaments.refusals import Refused


def seed_from(data: Any) -> str:
    """The seed that was typed, else one that nobody could have chosen."""
    form = DrawForm(data)
    typed = form.cleaned_data["seed"] if form.is_valid() else ""
    return typed or secrets.token_hex(8)


def in_words(refusal: DrawRefused) -> str:
    return " ".join(describe(reason, gettext) for reason in refusal.reasons)


class AnnounceDraw(DeskAction):
    """Binds a stage to its seed and shows everybody its fingerprint."""

    def post(self, request: HttpRequest, slug: str, stage_number: int) -> HttpResponse:
        form = AnnounceForm(request.POST)
        typed = form.cleaned_data["announced"] if form.is_valid() else request.POST.get("announced", "")
        try:
            announce_seed(self.stage(), actor=self.actor, seed=typed or secrets.token_hex(16), at=timezone.now())
        except Refused as refusal:
            return self.not_done(request, str(refusal), "stage", stage_number)
        message = gettext("The draw is announced: everybody can see its fingerprint on the public page.")
        return self.done(request, message, "stage", stage_number)


class DrawFirst(DeskAction):
    """Draws the first round of a stage, which needs no results."""

    def post(self, request: HttpRequest, slug: str, stage_number: int) -> HttpResponse:
        stage = self.stage()
        if stage.rounds.exists():
            return self.not_done(request, gettext("The first round is drawn already."), "stage", stage_number)
        try:
            settle_missing(stage, request.POST.get("absent", ""), actor=self.actor)
            drafted = draw_round(stage, actor=self.actor, seed=seed_from(request.POST), at=timezone.now())
        except DrawRefused as refusal:
            return self.not_done(request, in_words(refusal), "stage", stage_number)
        except Refused as refusal:
            return self.not_done(request, str(refusal), "stage", stage_number)
        return self.go("draft", stage_number, drafted.number)


class DraftPage(DirectorMixin, DeskPage):
    """How a round was drawn. For a draft, with everything that can still be done to it."""

    template_name = "tournaments/draws/draft.html"
    section = "stages"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        round_ = self.round()
        view = draw_view(round_)
        every = explained(view.round, round_.draw)
        wanted = self.request.GET.get("show", "")
        self.title = gettext("Round %(number)d") % {"number": view.round.number}
        shown = {"draw": view, "round": view.round, "every": every, "explained": every.showing(wanted), "wanted": wanted}
        shown["gone"] = [seat for seat in view.round.entrants if seat.withdrawn]
        told = {"announced": announcement_of(round_.stage), "redraws": redraws_of(round_.draw)}
        forms = {"change_form": ChangeForm(entrants=view.round.entrants), "redraw_form": RedrawForm(), "old_form": OldDraftForm()}
        shown["calls"] = call_list(round_.draw) if view.round.is_draft else None
        return super().get_context_data(**{**shown, **told, **forms, **context})

    def crumbs_between(self) -> list[Crumb]:
        stage = self.stage()
        return [Crumb(stage.name, self.address("stage", stage.number))]


def draft_again(request: HttpRequest, *, slug: str, stage_number: int, round_number: int, **shown: Any) -> HttpResponse:
    """The page of a draft with what was refused, and the status that says that nothing was stored."""
    page = DraftPage()
    page.setup(request, slug=slug, stage_number=stage_number, round_number=round_number)
    return page.refused(request, **shown)


class RedrawRound(DeskAction):
    def post(self, request: HttpRequest, slug: str, stage_number: int, round_number: int) -> HttpResponse:
        try:
            why = request.POST.get("why", "")
            redraw_round(self.round(), actor=self.actor, seed=seed_from(request.POST), at=timezone.now(), reason=why)
        except ValidationError as problem:
            return self.not_done(request, " ".join(problem.messages), "draft", stage_number, round_number)
        except DrawRefused as refusal:
            return self.not_done(request, in_words(refusal), "draft", stage_number, round_number)
        except Refused as refusal:
            return self.not_done(request, str(refusal), "draft", stage_number, round_number)
        return self.done(request, gettext("Drawn again from a new seed."), "draft", stage_number, round_number)


class AnswerCall(DeskAction):
    """Somebody who was drawn back declines, or comes after all."""

    def post(self, request: HttpRequest, slug: str, stage_number: int, round_number: int) -> HttpResponse:
        number = request.POST.get("number", "")
        entry = get_object_or_404(Entry, tournament=self.tournament, number=int(number) if number.isdecimal() and len(number) < 6 else 0)
        declines = "declines" in request.POST
        try:
            answer_call(self.round(), actor=self.actor, entry=entry, declines=declines, at=timezone.now())
        except (DrawRefused, Refused) as refusal:
            words = in_words(refusal) if isinstance(refusal, DrawRefused) else str(refusal)
            return self.not_done(request, words, "draft", stage_number, round_number)
        said = gettext("%(entry)s declines: the next in the order of the lots comes.") if declines else gettext("%(entry)s comes back.")
        return self.done(request, said % {"entry": entry}, "draft", stage_number, round_number)


class ChangeDraft(DirectorMixin, DeskPage):
    """Shows the draft again when the change is refused, with what was typed."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str, stage_number: int, round_number: int) -> HttpResponse:
        round_ = self.round()
        form = ChangeForm(request.POST, entrants=draw_view(round_).round.entrants)
        if form.is_valid():
            try:
                change_pairing(
                    round_,
                    actor=self.actor,
                    first=self._entry(form.cleaned_data["first"]),
                    second=self._entry(form.cleaned_data["second"]),
                    reason=form.cleaned_data["reason"],
                    at=timezone.now(),
                )
            except Refused as refusal:
                form.add_error(None, str(refusal))
            except ValidationError as problem:
                form.add_error("reason", problem)
            else:
                messages.success(request, gettext("The two have changed places."))
                return self.go("draft", stage_number, round_number)
        return draft_again(request, change_form=form, **self.kwargs)

    def _entry(self, number: int) -> Entry:
        return get_object_or_404(Entry, tournament=self.tournament, number=number)


class DiscardDraft(DeskAction):
    def post(self, request: HttpRequest, slug: str, stage_number: int, round_number: int) -> HttpResponse:
        try:
            discard_draft(self.round(), actor=self.actor)
        except Refused as refusal:
            return self.not_done(request, str(refusal), "stage", stage_number)
        return self.done(request, gettext("The draft is discarded; nobody saw it."), "stage", stage_number)
