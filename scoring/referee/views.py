"""The referee's page: a hand card by card, beside its match or as a tool for everybody that stores nothing.

The whole hand stands in the address as text, so that every step is a link.
"""

from abc import ABC, abstractmethod
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.views.generic import TemplateView

from jobs.permissions import everybody
from rules import GAMES, HandEntry, MatchState, RuleViolation, describe, game_by_key, notation, record
from rules.events import Claim, Penalty, VoidHand
from rules.scorebook import standing_at
from rules.texts import SIDE_LETTERS
from scoring.corrections.queries import touches_signed
from scoring.corrections.services import Foresight
from scoring.entry.locked_match import Look
from scoring.entry.outcome_messages import answer_for
from scoring.entry.outcomes import Created, Outcome, Replayed
from scoring.entry.policy import correction_window
from scoring.entry.requests import new_key, read_insistence, read_submission, read_version
from scoring.evidence.dealing import begin, deal_next, is_being_dealt, placed, play_next
from scoring.evidence.penalties import penalty_of, prices_of
from scoring.evidence.queries import state_for
from scoring.evidence.replay import example_of, read_hand, suit_pips, view_hand
from scoring.ledger.match_log import AnyGame, plain
from scoring.match_page.views import SEEN, foretold, sent_again
from scoring.matches.queries import LineView, MatchView, load_match
from scoring.referee.services import Use, submit_record
from tournaments.models import Match
from tournaments.pages.views import Crumb, DeskPage

LONGEST = 6000
"""Characters of a hand that somebody may paste; the longest real one has about 3,000, as JSON."""


class HandPage(TemplateView, ABC):
    """Shows `?hand=` at `?step=`; without a hand it asks for one. What is posted is read and comes back as an address."""

    @abstractmethod
    def game(self) -> AnyGame: ...

    @abstractmethod
    def state(self, kept: record.Record) -> MatchState[Any]:
        """Where in a match the hand was played."""

    @abstractmethod
    def rules(self) -> Any:
        """The rules of a hand that is begun here."""

    def address_of_page(self) -> str:
        return self.request.path

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "dealer" in request.GET and "hand" not in request.GET:
            seats = {self.game().sitting.seat_name(seat): seat for seat in range(self.game().seat_count)}
            return self.onward(begin(self.game(), self.rules(), seats.get(request.GET["dealer"])))
        return self.page(request.GET.get("hand", "")[:LONGEST])

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        typed = request.POST.get("hand", "")
        try:
            return self.onward(read_hand(self.game(), typed[:LONGEST]))
        except RuleViolation:
            return self.page(typed)

    def page(self, typed: str, **more: Any) -> HttpResponse:
        """The hand, or the text as it was with all that is wrong with it."""
        try:
            context = self.hand_context(read_hand(self.game(), typed)) if typed.strip() else {}
        except RuleViolation as violation:
            context = {"faults": [describe(problem, _) for problem in violation.problems]}
        status = 422 if "faults" in context else more.pop("status", 200)
        shown = {"typed": typed, **context, **more}
        return self.render_to_response(self.get_context_data(**shown), status=status)

    def hand_context(self, given: record.Record) -> dict[str, Any]:
        game, state = self.game(), self.state(given)
        kept = placed(game, given, state)
        common = {"kept": kept, "prices": prices_of(game, state.options)}
        if is_being_dealt(game, kept, state.options):
            building = deal_next(game, kept, state.options, self.request.GET.get("to", ""))
            return {**common, "building": building, "typed": notation.to_text(game, kept)}
        hand = view_hand(game, kept, state, self.step())
        return {
            **common,
            "hand": hand,
            "building": play_next(game, kept, state),
            "penalty": penalty_of(game, kept, state),
            "typed": hand.text,
        }

    def step(self) -> int | None:
        text = self.request.GET.get("step", "")
        return int(text) if text.isdecimal() and len(text) < 4 else None

    def onward(self, kept: record.Record) -> HttpResponse:
        kept_in_address = {name: self.request.GET[name] for name in ("line",) if name in self.request.GET}
        query = urlencode({"hand": notation.to_text(self.game(), kept), **kept_in_address})
        return HttpResponseRedirect(f"{self.address_of_page()}?{query}", status=303)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        game = self.game()
        shown = {
            "game": game,
            "game_name": _(game.name),
            "page_address": self.address_of_page(),
            "pips": suit_pips(game),
            "side_letters": SIDE_LETTERS[: game.side_count],
            "seat_names": [game.sitting.seat_name(seat) for seat in range(game.seat_count)],
            "example": example_of(game),
            "prices": prices_of(game, self.rules()),
        }
        return super().get_context_data(**{**shown, **context})


class RefereeTool(HandPage):
    """For everybody, about any hand of a game: nothing is stored."""

    policy = staticmethod(everybody)
    template_name = "scoring/referee/tool.html"

    def game(self) -> AnyGame:
        try:
            return game_by_key(self.kwargs["game"])
        except KeyError:
            raise Http404 from None

    def state(self, kept: record.Record) -> MatchState[Any]:
        game = self.game()
        return standing_at(game.start(game.options_from(kept.options)), kept.number, kept.score)

    def rules(self) -> Any:
        game = self.game()
        keys = {preset.key for preset in game.presets}
        wanted = self.request.GET.get("preset", "")
        return game.preset(wanted) if wanted in keys else game.options_from({})

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        presets = [(preset.key, _(preset.title)) for preset in self.game().presets]
        return super().get_context_data(**{"presets": presets, **context})


class RefereeGames(TemplateView):
    """Which games the tool knows."""

    policy = staticmethod(everybody)
    template_name = "scoring/referee/games.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**{"games": [(game.key, _(game.name), _(game.place)) for game in GAMES], **context})


class MatchHand(HandPage, DeskPage):
    """A hand of a match, by the rules of its tournament; `?line=` says which of the hands that were entered."""

    template_name = "scoring/referee/desk.html"
    section = "results"

    @cached_property
    def match(self) -> Match:
        matches = Match.objects.select_related("round__stage__tournament").filter(kind=Match.Kind.PLAYED)
        return get_object_or_404(matches, round__stage__tournament=self.tournament, code=self.kwargs["code"])

    @cached_property
    def view(self) -> MatchView:
        return load_match(self.match)

    def game(self) -> AnyGame:
        return self.view.game

    def rules(self) -> Any:
        return self.view.fold.options

    def line(self) -> int | None:
        text = self.request.POST.get("line", "") or self.request.GET.get("line", "")
        return int(text) if text.isdecimal() and len(text) < 10 else None

    def state(self, kept: record.Record) -> MatchState[Any]:
        return state_for(self.view.fold, self.line(), kept)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("Card by card")
        shown = {
            "view": self.view,
            "match": self.match,
            "line": self.line(),
            "lines": tuple(played_lines(self.view)),
            "dealer": self.view.next_dealer,
            "key": new_key(),
        }
        return super().get_context_data(**{**shown, **context})

    def address_of_page(self) -> str:
        return reverse("scoring:referee", args=[self.tournament.slug, self.match.code])

    def crumbs_between(self) -> list[Crumb]:
        table = _("Table %(table)s") % {"table": self.match.table}
        return [Crumb(_("Results"), self.results_address()), Crumb(table, self.match_address())]

    def results_address(self) -> str:
        return reverse("scoring:results", args=[self.tournament.slug])

    def match_address(self) -> str:
        return reverse("scoring:match", args=[self.tournament.slug, self.match.code])


class SaveHand(MatchHand):
    """Enters the hand, or the penalty that it shows, or keeps it as evidence; back to the match when that was done.

    In a match that is open again what rests on it is shown first, as when a line is typed.
    """

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        typed, wanted = request.POST.get("hand", "")[:LONGEST], request.POST.get("use", "")
        try:
            kept = read_hand(self.game(), typed)
        except RuleViolation:
            return self.page(typed)
        use = Use(wanted) if wanted in set(Use) else Use.EVIDENCE
        weighed = use is not Use.EVIDENCE and SEEN not in request.POST and touches_signed(self.match)
        look = Foresight(self.match) if weighed else None
        outcome = self.submit(kept, use, look)
        if look and isinstance(outcome, Created):
            if not look.consequences().nothing:
                return self.page(typed, sent=sent_again(request), **foretold(look, correction_window(self.match)))
            outcome = self.submit(kept, use)
        if isinstance(outcome, Created | Replayed):
            return HttpResponseRedirect(f"{self.match_address()}#evidence", status=303)
        answer = answer_for(outcome, load_match(self.match), directs=self.desk.directs)
        return self.page(typed, answer=answer, use=use, status=outcome.status)

    def submit(self, kept: record.Record, use: Use, look: Look | None = None) -> Outcome:
        origin, version = read_submission(self.request), read_version(self.request)
        told: dict[str, Any] = {"line": self.line(), "insistence": read_insistence(self.request), "look": look}
        return submit_record(self.match, kept, use=use, origin=origin, version=version, **told)


def played_lines(view: MatchView) -> list[tuple[int, LineView]]:
    """Lines that a hand card by card can be evidence of, with the number of their game."""
    kinds = {progress.account.seq: plain(progress.event) for progress in view.fold.progress}
    of_cards = (HandEntry, Claim, VoidHand, Penalty)
    return [(game.number, line) for game in view.games for line in game.lines if isinstance(kinds[line.seq], of_cards)]
