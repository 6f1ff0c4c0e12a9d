"""What is open although its round is closed: the list, the director's decisions, and unpublishing a round."""

from abc import ABC, abstractmethod
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from desk.seats.forms import SeatReasonForm, UnpublishReasonForm
from desk.seats.queries import read_points_to_decide
from desk.seats.services import compute_seats_fingerprint, let_seats_follow, let_stand, play_again
from desk.seats.settling import settle_stray
from desk.seats.unpublishing import find_round_in_the_way, list_entered_matches, list_following_rounds, unpublish_round
from rankings.standings_pages.contradictions import is_any_let_stand, read_open_points
from scoring.entry.requests import generate_key, read_submission
from scoring.matches.rounds import compute_round_fingerprint
from scoring.matches.stray_hands import list_open_strays
from tournaments.draws.ahead import is_drawn_ahead
from tournaments.models import Match, Round, Stage
from tournaments.pages.views import DeskMixin, DeskPage, DirectorMixin
from tournaments.permissions import enterer
from tournaments.refusals import ChangeRefused
from tournaments.seen import Seen, read_seen
from tournaments.stages.rounds import read_quoted_round


class ToDecidePage(DeskPage):
    """Matches that are open again, and seats that contradict the results, each with what can be done."""

    template_name = "desk/seats/to_decide.html"
    section = "to_decide"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("To decide")
        points = read_points_to_decide(self.tournament)
        cards = [
            (
                point,
                self.build_form(point.contradiction.key, place),
                self.compute_fingerprint(point.contradiction.stage, point.contradiction.round),
            )
            for place, point in enumerate(points.seats, start=1)
        ]
        page_context = {"points": points, "cards": cards, "key": generate_key(), "strays": list_open_strays(self.tournament)}
        page_context["let_stand"] = not points and is_any_let_stand(self.tournament)
        return super().get_context_data(**{**page_context, **context})

    def compute_fingerprint(self, stage: int, round_number: int) -> str:
        """Of everything that the cards of a round say."""
        return compute_seats_fingerprint(read_open_points(self.tournament).contradictions, stage, round_number)

    def read_seen(self, stage: int, round_number: int) -> Seen:
        """What the director of this request decided on."""
        return read_seen(self.request, lambda: self.compute_fingerprint(stage, round_number))

    def build_form(self, key: str, place: int) -> SeatReasonForm:
        """The form of one card, with what was typed there."""
        is_sent = self.request.POST.get("contradiction") == key
        return SeatReasonForm(self.request.POST if is_sent else None, auto_id=f"id_{place}_%s")


class SeatDecision(DirectorMixin, ToDecidePage, ABC):
    """One of the director's decisions; a refused one shows the list as it is now, with the typed reason."""

    http_method_names = ["post", "options"]
    form_page = ("scoring:to_decide",)

    def post(self, request: HttpRequest, **arguments: Any) -> HttpResponse:
        form = SeatReasonForm(request.POST)
        if not form.is_valid():
            return self.render_refused(request, sent_form=form)
        try:
            message = self.decide(form.cleaned_data["words"])
        except (ChangeRefused, ValidationError) as refusal:
            sentence = str(refusal) if isinstance(refusal, ChangeRefused) else " ".join(refusal.messages)
            return self.render_refused(request, refusal=sentence)
        messages.success(request, message)
        return HttpResponseRedirect(reverse("scoring:to_decide", args=[self.tournament.slug]))

    @abstractmethod
    def decide(self, words: str) -> str:
        """Decide, and return what was done."""


class LetSeatsFollow(SeatDecision):
    def decide(self, words: str) -> str:
        origin, stage, number = read_submission(self.request), self.get_stage(), self.kwargs["round_number"]
        seen = self.read_seen(stage.number, number)
        changed = let_seats_follow(stage, number, actor=self.actor, origin=origin, words=words, seen=seen)
        tables = ", ".join(str(match.table or match.code) for match in changed)
        return _("The seats follow the results. New sheets: table %(tables)s. The old ones and their codes are void.") % {"tables": tables}


class PlayAgain(SeatDecision):
    def decide(self, words: str) -> str:
        matches = Match.objects.select_related("round__stage__tournament").exclude(round__state=Round.State.DRAFT)
        match = get_object_or_404(matches, round__stage__tournament=self.tournament, code=self.kwargs["code"])
        seen = self.read_seen(match.round.stage.number, match.round.number)
        play_again(match, actor=self.actor, origin=read_submission(self.request), words=words, seen=seen)
        return _("Annulled: those who are due play again. Print the new sheets.")


class LetStand(SeatDecision):
    def decide(self, words: str) -> str:
        stage: Stage = self.get_stage()
        origin = read_submission(self.request)
        let_stand(stage, self.request.POST.get("contradiction", ""), actor=self.actor, origin=origin, words=words)
        return _("Decided, and noted in the ledger.")


class SettleStray(DeskMixin):
    """The desk has seen what a phone sent for another match, and entered it where it belongs or left it."""

    http_method_names = ["post", "options"]
    policy = staticmethod(enterer)

    def post(self, request: HttpRequest, slug: str, stray: int) -> HttpResponse:
        settle_stray(self.tournament, stray, actor=self.actor, at=timezone.now())
        return HttpResponseRedirect(reverse("scoring:to_decide", args=[slug]), status=303)


def _name_unpublishing(round_: Round) -> str:
    return _("Unpublish round %(number)s") % {"number": read_quoted_round(round_.stage, round_.number)}


class UnpublishRound(DirectorMixin, DeskPage):
    """What unpublishing a round does, what it would annul, and the button that does it."""

    template_name = "desk/seats/unpublish.html"
    section = "stages"

    below_stage = True

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        round_ = self.get_round()
        self.title = _name_unpublishing(round_)
        entered = list_entered_matches(round_) if round_.state == Round.State.PUBLISHED else ()
        in_the_way = find_round_in_the_way(round_)
        page_context = {
            "round": round_,
            "entered": entered,
            "is_ahead": is_drawn_ahead(round_),
            "following": [read_quoted_round(round_.stage, later.number) for later in list_following_rounds(round_)],
            "in_the_way": in_the_way,
            "is_begun_ahead": in_the_way is not None and is_drawn_ahead(in_the_way),
            "in_the_way_name": _name_unpublishing(in_the_way) if in_the_way else "",
            "reason_form": UnpublishReasonForm(self.request.POST or None, annuls=bool(entered)),
            "key": generate_key(),
            "fingerprint": compute_round_fingerprint(round_),
        }
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, slug: str, stage_number: int, round_number: int) -> HttpResponse:
        annul = tuple(request.POST.get("annul", "").split())
        form = UnpublishReasonForm(request.POST, annuls=bool(annul))
        if not form.is_valid():
            return self.render_refused(request)
        round_ = self.get_round()
        following = [read_quoted_round(round_.stage, later.number) for later in list_following_rounds(round_)]
        try:
            cancelled = unpublish_round(
                round_,
                actor=self.actor,
                origin=read_submission(request),
                words=form.cleaned_data["words"],
                annul=annul,
                seen=read_seen(request, lambda: compute_round_fingerprint(self.get_round())),
            )
        except (ChangeRefused, ValidationError) as refusal:
            sentence = str(refusal) if isinstance(refusal, ChangeRefused) else " ".join(refusal.messages)
            return self.render_refused(request, refusal=sentence)
        number = read_quoted_round(self.get_stage(), round_number)
        if not Round.objects.filter(stage=self.get_stage(), number=round_number).exists():
            messages.success(request, _("Round %(number)s is unpublished: its matches can be started again.") % {"number": number})
            return self.redirect_to("stage", stage_number)
        sentence = _("Round %(number)s is a draft again: draw it again, or publish it as it is.") % {"number": number}
        if following:
            gone = ngettext("Unpublished with it: round %(rounds)s.", "Unpublished with it: rounds %(rounds)s.", len(following))
            sentence = f"{sentence} {gone % {'rounds': ', '.join(following)}}"
        lines = ngettext("%(count)d line was cancelled.", "%(count)d lines were cancelled.", cancelled) % {"count": cancelled}
        messages.success(request, f"{sentence} {lines}" if cancelled else sentence)
        return self.redirect_to("draft", stage_number, round_number)
