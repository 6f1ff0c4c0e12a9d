"""The referee's page: a hand card by card, beside its match or as a public tool that stores nothing.

The address holds the whole hand as text, so that every step is a link.
"""

import random
from abc import ABC, abstractmethod
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.views.generic import TemplateView

from desk.corrections.services import ImpactPreview
from desk.hall_pages.views import list_match_crumbs
from desk.match_page.event_forms import build_event_form, build_filled_form
from desk.match_page.views import IMPACT_SEEN, build_impact_context, build_resubmission
from desk.referee.services import RecordUse, submit_record
from jobs.permissions import everybody
from rules import CARD_GAMES, HandEntry, MatchState, RuleViolation, describe, game_by_key, notation, record
from rules.contract import REVOKE, Preset
from rules.events import OTHER_OFFENCE, HandClaim, Penalty, VoidHand
from rules.scorebook import build_standing
from rules.texts import SIDE_LETTERS
from rules.witness import find_witness, limit_attempts
from scoring.entry.forms import RulingForm
from scoring.entry.locked_match import DryRun, touches_signed_result
from scoring.entry.outcome_messages import build_outcome_message
from scoring.entry.outcomes import OFFENCE_NEEDED, Created, Outcome, Rejected, Replayed
from scoring.entry.policy import read_correction_window
from scoring.entry.requests import generate_key, list_box_names, read_event_boxes, read_override, read_submission, read_version
from scoring.entry.services import FilledBoxes
from scoring.evidence.dealing import build_next_deal, build_next_play, is_being_dealt, move_record, start_record
from scoring.evidence.penalties import find_penalty, list_prices
from scoring.evidence.queries import find_state_before
from scoring.evidence.replay import HandView, IllegalAction, build_example, build_hand_view, list_suit_pips, parse_hand, write_hand
from scoring.evidence.trick_board import add_plays
from scoring.ledger.match_log import AnyGame, unwrap_overruled
from scoring.matches.queries import LineView, MatchView, list_filled_boxes, load_match
from tournaments.models import Match
from tournaments.pages.views import Breadcrumb, DeskPage
from tournaments.permissions import referee

SEARCH_ATTEMPTS = 6
"""At most two seconds of processor time; nearly every sheet has its hand after a twentieth of a second."""
MAX_HAND_LENGTH = 6000
"""Characters of a pasted hand; the longest real one has about 3,000, as JSON."""


class HandPage(TemplateView, ABC):
    """Shows `?hand=` at `?step=`; without a hand it shows an empty form. A posted hand is parsed and redirected to as an address."""

    @abstractmethod
    def find_game(self) -> AnyGame: ...

    @abstractmethod
    def build_state(self, hand_record: record.HandRecord) -> MatchState[Any]:
        """The state of the match in which the hand was played."""

    @abstractmethod
    def find_rules(self) -> Any:
        """The rule options for a hand that begins here."""

    part_name: str
    """The template of what changes with every card."""

    def get_template_names(self) -> list[str]:
        return [self.part_name] if self.request.headers.get("HX-Request") else super().get_template_names()

    def build_page_address(self) -> str:
        return self.request.path

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "dealer" in request.GET and not {"hand", "show"} & set(request.GET):
            seats = {self.find_game().sitting.seat_name(seat): seat for seat in range(self.find_game().seat_count)}
            return self.redirect_to_hand(start_record(self.find_game(), self.find_rules(), seats.get(request.GET["dealer"])), "#next")
        if "plays" in request.GET:
            return self.play_on(request.GET["plays"][:MAX_HAND_LENGTH].split())
        return self.render_hand(request.GET.get("hand", "")[:MAX_HAND_LENGTH])

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        typed = request.POST.get("hand", "")
        try:
            return self.redirect_to_hand(parse_hand(self.find_game(), typed[:MAX_HAND_LENGTH]))
        except RuleViolation:
            return self.render_hand(typed)

    def play_on(self, names: list[str]) -> HttpResponse:
        """Add cards of consecutive players. Whoever asks for a part gets it at once, others the address of the hand."""
        game = self.find_game()
        try:
            hand_record = parse_hand(game, self.request.GET.get("hand", "")[:MAX_HAND_LENGTH])
            hand_record = add_plays(game, hand_record, self.build_state(hand_record), names)
        except RuleViolation:
            return self.render_hand(self.request.GET.get("hand", ""))
        if not self.request.headers.get("HX-Request"):
            return self.redirect_to_hand(hand_record)
        self.request.GET = QueryDict(self.build_query(hand_record))
        return self.render_hand(self.request.GET["hand"])

    def render_hand(self, typed: str, **extra: Any) -> HttpResponse:
        """Render the hand, or the text as typed with its faults."""
        try:
            context = self.build_hand_context(parse_hand(self.find_game(), typed)) if typed.strip() else {}
        except RuleViolation as violation:
            context = {"faults": [describe(problem, _) for problem in violation.problems]}
        status = 422 if "faults" in context else extra.pop("status", 200)
        hand_context = {"typed": typed, **context, **extra}
        response = self.render_to_response(self.get_context_data(**hand_context), status=status)
        patch_vary_headers(response, ["HX-Request"])
        return response

    def build_hand_context(self, hand_record: record.HandRecord) -> dict[str, Any]:
        game, state = self.find_game(), self.build_state(hand_record)
        placed_record = move_record(game, hand_record, state)
        common = {"kept": placed_record, "prices": list_prices(game, state.options)}
        if is_being_dealt(game, placed_record, state.options):
            building = build_next_deal(game, placed_record, state.options, self.request.GET.get("to", ""))
            return {**common, "building": building, "typed": write_hand(game, placed_record)}
        hand = build_hand_view(game, placed_record, state, self.read_step())
        return {
            **common,
            "hand": hand,
            "building": build_next_play(game, placed_record, state),
            "penalty": find_penalty(game, placed_record, state),
            "typed": write_hand(game, placed_record),
        }

    def read_step(self) -> int | None:
        text = self.request.GET.get("step", "")
        return int(text) if text.isdecimal() and len(text) < 4 else None

    def redirect_to_hand(self, hand_record: record.HandRecord, place: str = "") -> HttpResponse:
        return HttpResponseRedirect(f"{self.build_page_address()}?{self.build_query(hand_record)}{place}", status=303)

    def build_query(self, hand_record: record.HandRecord) -> str:
        """What the address of a hand says: its text, and the line that it belongs to."""
        line_arguments = {name: self.request.GET[name] for name in ("line",) if name in self.request.GET}
        return urlencode({"hand": notation.to_text(self.find_game(), hand_record), **line_arguments})

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        game = self.find_game()
        page_context = {
            "game": game,
            "game_name": _(game.name),
            "page_address": self.build_page_address(),
            "pips": list_suit_pips(game),
            "side_letters": SIDE_LETTERS[: game.side_count],
            "seat_names": [game.sitting.seat_name(seat) for seat in range(game.seat_count)],
            "example": build_example(game),
            "prices": list_prices(game, self.find_rules()),
        }
        return super().get_context_data(**{**page_context, **context})


class RefereeTool(HandPage):
    """A public tool for any hand of a game: nothing is stored."""

    policy = staticmethod(everybody)
    template_name = "desk/referee/tool.html"
    part_name = "desk/referee/tool_part.html"

    def find_game(self) -> AnyGame:
        try:
            return expect_cards(game_by_key(self.kwargs["game"]))
        except KeyError:
            raise Http404 from None

    def build_state(self, hand_record: record.HandRecord) -> MatchState[Any]:
        game = self.find_game()
        return build_standing(game.start(game.options_from(hand_record.options)), hand_record.number, hand_record.score)

    def find_preset(self) -> Preset | None:
        """The rules that are chosen: those that the address names, else the first of the list."""
        presets = self.find_game().presets
        chosen = self.request.GET.get("preset", "")
        return next((preset for preset in presets if preset.key == chosen), presets[0] if presets else None)

    def find_rules(self) -> Any:
        game, preset = self.find_game(), self.find_preset()
        return game.preset_options(preset.key) if preset else game.options_from({})

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        chosen = self.find_preset()
        page_context = {
            "presets": [(preset.key, _(preset.title)) for preset in self.find_game().presets],
            "preset": chosen.key if chosen else "",
            "rules_name": _(chosen.title) if chosen and "kept" not in context else "",
            "dealer": self.request.GET.get("dealer"),
        }
        return super().get_context_data(**{**page_context, **context})


class RefereeGames(TemplateView):
    """The list of games that the tool supports."""

    policy = staticmethod(everybody)
    template_name = "desk/referee/games.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**{"games": [(game.key, _(game.name), _(game.place)) for game in CARD_GAMES], **context})


class MatchHand(HandPage, DeskPage):
    """A hand of a match, by the rules of its tournament; `?line=` names the entered line that it belongs to."""

    template_name = "desk/referee/desk.html"
    part_name = "desk/referee/desk_part.html"
    section = "results"

    @cached_property
    def match(self) -> Match:
        matches = Match.objects.select_related("round__stage__tournament").filter(kind=Match.Kind.PLAYED)
        return get_object_or_404(matches, round__stage__tournament=self.tournament, code=self.kwargs["code"])

    @cached_property
    def view(self) -> MatchView:
        return load_match(self.match)

    def find_game(self) -> AnyGame:
        return expect_cards(self.view.game)

    def find_rules(self) -> Any:
        return self.view.log.options

    def read_line(self) -> int | None:
        text = self.request.POST.get("line", "") or self.request.GET.get("line", "")
        return int(text) if text.isdecimal() and len(text) < 10 else None

    def build_state(self, hand_record: record.HandRecord) -> MatchState[Any]:
        return find_state_before(self.view.log, self.read_line(), hand_record)

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("Card by card")
        page_context = {
            "view": self.view,
            "match": self.match,
            "line": self.read_line(),
            "lines": tuple(list_card_lines(self.view)),
            "dealer": self.view.next_dealer,
            "key": generate_key(),
            **(self.build_penalty_forms(context["hand"]) if context.get("hand") and self.view.takes_hands else {}),
        }
        return super().get_context_data(**{**page_context, **context})

    def build_penalty_forms(self, hand: HandView) -> dict[str, Any]:
        """The penalty that the referee decides, as far as the cards say it, and what the referee states with it; or both as typed."""
        game, options, fault = self.view.game, self.view.log.options, hand.fault
        if "what" in self.request.POST:
            return {
                "penalty_form": build_filled_form(self.view, Penalty.kind, read_event_boxes(self.request, game, Penalty.kind)),
                "ruling_form": RulingForm(self.request.POST),
            }
        cost = game.revoke_penalty(options) if fault and fault.revoke else None
        values = {"side": str(fault.side) if fault else "", "offence": REVOKE if fault and fault.revoke else "", "what": cost or ""}
        referee = self.actor.get_full_name() or self.actor.get_username()
        return {
            "penalty_form": build_event_form(self.view, Penalty.kind, values),
            "ruling_form": RulingForm(initial={"referee": referee, "words": describe_fault(fault)}),
        }

    def build_page_address(self) -> str:
        return reverse("scoring:referee", args=[self.tournament.slug, self.match.code])

    def list_middle_crumbs(self) -> list[Breadcrumb]:
        return list_match_crumbs(self.match)

    def build_match_address(self) -> str:
        return reverse("scoring:match", args=[self.tournament.slug, self.match.code])


class SaveHand(MatchHand):
    """Enter the hand, or the penalty that it shows, or store it as evidence; redirect to the match on success.

    In a reopened match the impact is shown first, as for a typed line.
    """

    policy = staticmethod(referee)
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        typed, use_name = request.POST.get("hand", "")[:MAX_HAND_LENGTH], request.POST.get("use", "")
        try:
            hand_record = parse_hand(self.find_game(), typed)
        except RuleViolation:
            return self.render_hand(typed)
        use = RecordUse(use_name) if use_name in set(RecordUse) else RecordUse.EVIDENCE
        needs_preview = use is not RecordUse.EVIDENCE and IMPACT_SEEN not in request.POST and touches_signed_result(self.match)
        preview = ImpactPreview(self.match) if needs_preview else None
        outcome = self.submit_hand(hand_record, use, preview)
        if preview and isinstance(outcome, Created):
            if not preview.build_impact().is_empty:
                return self.render_hand(
                    typed, sent=build_resubmission(request), **build_impact_context(preview, read_correction_window(self.match))
                )
            outcome = self.submit_hand(hand_record, use)
        if isinstance(outcome, Created | Replayed):
            return HttpResponseRedirect(f"{self.build_match_address()}#evidence", status=303)
        answer = build_outcome_message(outcome, load_match(self.match), directs=self.desk.directs)
        return self.render_hand(typed, answer=answer, use=use, status=outcome.status)

    def submit_hand(self, hand_record: record.HandRecord, use: RecordUse, dry_run: DryRun | None = None) -> Outcome:
        origin, version = read_submission(self.request), read_version(self.request)
        boxes = read_event_boxes(self.request, self.find_game(), Penalty.kind)
        override = read_override(self.request)
        if use is RecordUse.PENALTY and boxes.get("offence") in ("", OTHER_OFFENCE) and not override.ruling:
            return Rejected(refusal=OFFENCE_NEEDED)
        arguments: dict[str, Any] = {
            "line": self.read_line(),
            "ruling": FilledBoxes(Penalty.kind, boxes) if "what" in boxes else None,
            "override": override,
            "dry_run": dry_run,
        }
        return submit_record(self.match, hand_record, use=use, origin=origin, version=version, **arguments)


class PossibleHand(MatchHand):
    """A made-up hand that ends as the line `?line=` says, or as the boxes in the address say, to show that it can be. Nothing is stored."""

    template_name = "desk/referee/possible.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        game, state = self.find_game(), find_state_before(self.view.log, self.read_line())
        try:
            entry = self.read_entry(state)
            if entry is None:
                return HttpResponseRedirect(self.build_page_address(), status=303)
            violated = [problem for problem in game.problems(state, entry) if problem.is_impossible]
        except RuleViolation as violation:
            entry, violated = None, list(violation.problems)
        if entry is None or violated:
            faults = [describe(problem, _) for problem in violated]
            return self.render_to_response(self.get_context_data(faults=faults, boxes=list_filled_boxes(game, entry) if entry else ()))
        rng = random.Random(repr(entry))  # noqa: S311 - the same sheet shows the same hand
        hand_record = find_witness(game, state, entry, rng, limit_attempts(SEARCH_ATTEMPTS))
        hand = None if hand_record is None else build_hand_view(game, hand_record, state, None)
        return self.render_to_response(self.get_context_data(hand=hand, boxes=list_filled_boxes(game, entry)))

    def read_entry(self, state: MatchState[Any]) -> HandEntry | None:
        """The hand that the boxes of the address say, else that of the line; None when the line is no hand. Raises: RuleViolation."""
        names = list_box_names(self.find_game(), HandEntry.kind)
        boxes = {name: self.request.GET[name][:80] for name in names if name in self.request.GET}
        if boxes:
            entry: HandEntry = self.find_game().entry_from(state, boxes)
            return entry
        event = next((unwrap_overruled(line.event) for line in self.view.log.counted_lines if line.line.seq == self.read_line()), None)
        return event if isinstance(event, HandEntry) else None

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        page_context = super().get_context_data(**context)
        return {**page_context, "title": _("A hand that ends like this"), "page_address": self.build_tool_address()}

    def build_tool_address(self) -> str:
        """Each trick leads to the public tool, which stores nothing: a made-up hand is no evidence."""
        return reverse("scoring:referee_tool", args=[self.find_game().key])


def expect_cards(game: AnyGame) -> AnyGame:
    """The game, if its hands can be played card by card. Raises: Http404."""
    if not game.plays_cards:
        raise Http404
    return game


def describe_fault(fault: IllegalAction | None) -> str:
    """The illegal action in words, as a referee would state it; empty when every card was legal."""
    if fault is None:
        return ""
    return _("trick %(trick)d: %(said)s") % {"trick": fault.trick, "said": fault.description}


def list_card_lines(view: MatchView) -> list[tuple[int, LineView]]:
    """Lines for which a hand card by card can be evidence, with the number of their game."""
    kinds = {progress.line.seq: unwrap_overruled(progress.event) for progress in view.log.counted_lines}
    card_kinds = (HandEntry, HandClaim, VoidHand, Penalty)
    return [(game.number, line) for game in view.games for line in game.lines if isinstance(kinds[line.seq], card_kinds)]
