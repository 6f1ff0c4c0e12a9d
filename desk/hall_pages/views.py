"""Tables and times while a round is being played: seating, moving, starting times, and wrong seats."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from desk.hall_pages.forms import EntriesForm, ExchangeForm, TableForm, TimeForm, TurnForm
from desk.hall_pages.reseating import compute_place_fingerprint, exchange_entries, exchange_sides, exchange_tables
from desk.hall_pages.services import close_tables, move_match, seat_waiting, set_not_before, start_round
from scoring.clocks.forecast import read_forecast
from scoring.clocks.queries import list_other_matches
from scoring.entry.outcome_messages import build_outcome_message
from scoring.entry.outcomes import Created, Outcome, Replayed
from scoring.entry.requests import generate_key, read_submission
from scoring.matches.queries import load_match
from tournaments.halls.forms import TablesForm
from tournaments.models import Entry, Match
from tournaments.pages.choosing import LONGEST_CHOICE
from tournaments.pages.views import Breadcrumb, DeskAction, DeskMixin, DeskPage, DirectorMixin
from tournaments.people.sides import list_side_names
from tournaments.permissions import enterer
from tournaments.refusals import ChangeRefused
from tournaments.seen import Seen, read_seen


class SeatWaiting(DeskMixin):
    """Seat waiting matches at the free tables; then redirect to the page of the button."""

    policy = staticmethod(enterer)
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        seated = seat_waiting(self.tournament, actor=self.actor, at=timezone.now())
        for match in seated:
            names = " : ".join(list_side_names(match.seats.select_related("entry")))
            messages.success(request, _("Table %(table)d: %(names)s") % {"table": match.table, "names": names})
        if not seated:
            messages.info(request, _("No table is free, or nobody is waiting."))
        return (
            self.redirect_to("tables")
            if request.POST.get("back") == "tables"
            else HttpResponseRedirect(reverse("scoring:results", args=[slug]))
        )


class CloseTables(DeskAction):
    """Take broken tables out of use at once and move their matches."""

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = TablesForm({**request.POST.dict(), "in_use": "no"})
        if not form.is_valid():
            return self.report_not_done(request, " ".join(str(error) for errors in form.errors.values() for error in errors), "tables")
        moved = close_tables(self.tournament, form.cleaned_data["numbers"], actor=self.actor, at=timezone.now())
        for match in moved:
            names = " : ".join(match.seats.order_by("side", "place").values_list("entry__name", flat=True))
            where = _("waiting for a free table") if match.table is None else _("table %(table)d") % {"table": match.table}
            messages.warning(request, _("Now %(where)s: %(names)s") % {"where": where, "names": names})
        return self.report_done(request, _("Out of use at once."), "tables")


class StartRound(DeskAction):
    """Start the clock of a published round: now, or at a given time."""

    def post(self, request: HttpRequest, slug: str, stage_number: int, round_number: int) -> HttpResponse:
        now = timezone.now()
        form = TimeForm(request.POST)
        if not form.is_valid():
            return self.report_not_done(request, _("Write a time as 21:30."), "desk")
        begins = form.compute_time(now) or now
        start_round(self.get_round(), actor=self.actor, at=begins)
        message = _("The round begins at %(time)s.") % {"time": time_format(timezone.localtime(begins))}
        return self.report_done(request, message, "desk")


def list_match_crumbs(match: Match) -> list[Breadcrumb]:
    """The pages between the tournament's and one about a match, which comes with its tournament: the results and the match itself."""
    slug, table = match.round.stage.tournament.slug, match.table
    page = Breadcrumb(_("Table %(table)d") % {"table": table} if table else match.code, reverse("scoring:match", args=[slug, match.code]))
    return [Breadcrumb(_("Results"), reverse("scoring:results", args=[slug])), page]


class MatchPlace(DeskPage):
    """Everything about a match except its result: table, time, wrong seats. Each button is a view of its own."""

    template_name = "desk/hall_pages/place.html"
    section = "results"

    def find_match(self) -> Match:
        matches = Match.objects.select_related("round__stage__tournament").filter(kind=Match.Kind.PLAYED)
        return get_object_or_404(matches, round__stage__tournament=self.tournament, code=self.kwargs["code"])

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        match = self.find_match()
        self.title = _("Table and players")
        places = list(list_other_matches(match, most=LONGEST_CHOICE + 1))
        players = [seat.entry for seat in match.seats.select_related("entry").order_by("side", "place")]
        forms = {
            "table_form": TableForm(initial={"table": match.table}),
            "time_form": TimeForm(initial={"time": match.not_before and timezone.localtime(match.not_before).time()}),
            "exchange_form": ExchangeForm(places=places, prefix="exchange") if places else None,
            "turn_form": TurnForm(prefix="turn"),
            "entries_form": EntriesForm(prefix="entries"),
        }
        form_values = {"key": generate_key(), "fingerprint": compute_place_fingerprint(match)}
        return super().get_context_data(
            **{"match": match, "players": players, "view": load_match(match), **form_values, **forms, **context}
        )

    def list_middle_crumbs(self) -> list[Breadcrumb]:
        return list_match_crumbs(self.find_match())


class PlaceAction(MatchPlace):
    """A button of that page: redirects to it on success, renders it with the reason on failure."""

    http_method_names = ["post", "options"]

    def read_seen(self, match: Match) -> Seen:
        """What whoever pressed the button saw of the match."""
        return read_seen(self.request, lambda: compute_place_fingerprint(match))

    def report_success(self, message: str) -> HttpResponse:
        messages.success(self.request, message)
        return HttpResponseRedirect(reverse("scoring:place", args=[self.tournament.slug, self.kwargs["code"]]))

    def report_failure(self, reason: str, **context: Any) -> HttpResponse:
        return self.render_refused(self.request, refusal=reason, **context)

    def respond(self, outcome: Outcome, message: str, **context: Any) -> HttpResponse:
        if isinstance(outcome, Created | Replayed):
            return self.report_success(message)
        answer = build_outcome_message(outcome, load_match(self.find_match()), directs=self.desk.directs)
        return self.render_to_response(self.get_context_data(answer=answer, **context), status=outcome.status)


class MoveMatch(PlaceAction):
    policy = staticmethod(enterer)

    def post(self, request: HttpRequest, slug: str, code: str) -> HttpResponse:
        form = TableForm(request.POST)
        if not form.is_valid():
            return self.report_failure(_("Write the number of a table."), table_form=form)
        table = form.cleaned_data["table"]
        try:
            displaced = move_match(self.find_match(), table, actor=self.actor, at=timezone.now())
        except ChangeRefused as refusal:
            return self.report_failure(str(refusal), table_form=form)
        if displaced is not None:
            return self.report_success(
                _("Exchanged: this match is at table %(table)d, the other one at %(old)d.") % {"table": table, "old": displaced.table}
            )
        return self.report_success(_("This match is at table %(table)d now.") % {"table": table})


class NotBefore(PlaceAction):
    policy = staticmethod(enterer)

    def post(self, request: HttpRequest, slug: str, code: str) -> HttpResponse:
        form, now = TimeForm(request.POST), timezone.now()
        if not form.is_valid():
            return self.report_failure(_("Write a time as 21:30."), time_form=form)
        moment = form.compute_time(now)
        try:
            set_not_before(self.find_match(), moment, actor=self.actor)
        except ChangeRefused as refusal:
            return self.report_failure(str(refusal), time_form=form)
        if moment is None:
            return self.report_success(_("This match begins with its round."))
        return self.report_success(_("Not before %(time)s.") % {"time": time_format(timezone.localtime(moment))})


class ExchangeTables(DirectorMixin, PlaceAction):
    def post(self, request: HttpRequest, slug: str, code: str) -> HttpResponse:
        match = self.find_match()
        form = ExchangeForm(request.POST, places=list(list_other_matches(match)), prefix="exchange")
        if not form.is_valid():
            return self.report_failure(_("Choose the other match and give the reason."), exchange_form=form)
        matches = Match.objects.select_related("round__stage__tournament").filter(kind=Match.Kind.PLAYED)
        other_match = get_object_or_404(matches, round__stage__tournament=self.tournament, code=form.cleaned_data["match"])
        seen, words = self.read_seen(match), form.cleaned_data["words"]
        try:
            outcome = exchange_tables(match, other_match, origin=read_submission(request), words=words, seen=seen)
        except ChangeRefused as refusal:
            return self.report_failure(str(refusal), exchange_form=form)
        return self.respond(outcome, _("Corrected: the hands of the two have been exchanged."), exchange_form=form)


class TurnSides(DirectorMixin, PlaceAction):
    def post(self, request: HttpRequest, slug: str, code: str) -> HttpResponse:
        form = TurnForm(request.POST, prefix="turn")
        if not form.is_valid():
            return self.report_failure(_("Give a short reason."), turn_form=form)
        match, words = self.find_match(), form.cleaned_data["words"]
        try:
            outcome = exchange_sides(match, origin=read_submission(request), words=words, seen=self.read_seen(match))
        except ChangeRefused as refusal:
            return self.report_failure(str(refusal), turn_form=form)
        return self.respond(outcome, _("Corrected: every hand is now in the right column."), turn_form=form)


class ExchangeEntries(DirectorMixin, PlaceAction):
    def post(self, request: HttpRequest, slug: str, code: str) -> HttpResponse:
        form = EntriesForm(request.POST, prefix="entries")
        if not form.is_valid():
            return self.report_failure(_("Write the numbers of the two entries and the reason."), entries_form=form)
        first, second = (
            get_object_or_404(Entry, tournament=self.tournament, number=form.cleaned_data[name]) for name in ("first", "second")
        )
        match, words = self.find_match(), form.cleaned_data["words"]
        decided: Any = {"actor": self.actor, "origin": read_submission(request), "seen": self.read_seen(match)}
        try:
            exchange_entries(match.round, first, second, words=words, **decided)
        except ChangeRefused as refusal:
            return self.report_failure(str(refusal), entries_form=form)
        except ValidationError as problem:
            return self.report_failure(" ".join(problem.messages), entries_form=form)
        return self.report_success(_("Corrected: the two entries have changed places. The hands stay where they were played."))


class ForecastPage(DeskPage):
    """When the tournament ends. The console loads it when somebody asks, because a game may have to be simulated first."""

    section = "desk"

    def get_template_names(self) -> list[str]:
        return ["desk/hall_pages/forecast_body.html" if getattr(self.request, "htmx", False) else "desk/hall_pages/forecast.html"]

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("When it ends")
        return super().get_context_data(**{"forecast": read_forecast(self.tournament, at=timezone.now()), **context})
