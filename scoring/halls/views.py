"""Tables and times while a round is being played: who sits down next, who moves, when it begins, and seats that were wrong."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from scoring.entry.outcome_messages import answer_for
from scoring.entry.outcomes import Created, Outcome, Replayed
from scoring.entry.requests import new_key, read_submission
from scoring.halls.forecast import forecast_of
from scoring.halls.forms import EntriesForm, ExchangeForm, TableForm, TimeForm, TurnForm
from scoring.halls.queries import other_places
from scoring.halls.reseating import exchange_entries, exchange_tables, turn_sides
from scoring.halls.services import close_tables, move_match, seat_waiting, set_not_before, start_round
from scoring.matches.queries import load_match
from tournaments.halls.forms import TablesForm
from tournaments.models import Entry, Match
from tournaments.pages.views import Crumb, DeskAction, DeskMixin, DeskPage, DirectorMixin
from tournaments.refusals import Refused


class SeatWaiting(DeskMixin):
    """Whoever waits sits down at the free tables; then back to where the button was."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        seated = seat_waiting(self.tournament, actor=self.actor, at=timezone.now())
        for match in seated:
            names = " : ".join(match.seats.order_by("side", "place").values_list("entry__name", flat=True))
            messages.success(request, _("Table %(table)d: %(names)s") % {"table": match.table, "names": names})
        if not seated:
            messages.info(request, _("Nobody could sit down: no table is free, or nobody waits."))
        return self.go("tables") if request.POST.get("back") == "tables" else HttpResponseRedirect(reverse("scoring:results", args=[slug]))


class CloseTables(DeskAction):
    """A table that broke: out of use at once, and whoever plays there moves."""

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = TablesForm({**request.POST.dict(), "in_use": "no"})
        if not form.is_valid():
            return self.not_done(request, " ".join(str(error) for errors in form.errors.values() for error in errors), "tables")
        moved = close_tables(self.tournament, form.cleaned_data["numbers"], actor=self.actor, at=timezone.now())
        for match in moved:
            names = " : ".join(match.seats.order_by("side", "place").values_list("entry__name", flat=True))
            where = _("waits for a free table") if match.table is None else _("table %(table)d") % {"table": match.table}
            messages.warning(request, _("Now %(where)s: %(names)s") % {"where": where, "names": names})
        return self.done(request, _("Out of use at once."), "tables")


class StartRound(DeskAction):
    """The clock of a published round: from now, or from a time."""

    def post(self, request: HttpRequest, slug: str, stage_number: int, round_number: int) -> HttpResponse:
        now = timezone.now()
        form = TimeForm(request.POST)
        if not form.is_valid():
            return self.not_done(request, _("Write a time as 21:30."), "desk")
        begins = form.moment(now) or now
        try:
            start_round(self.round(), actor=self.actor, at=begins)
        except Refused as refusal:
            return self.not_done(request, str(refusal), "desk")
        said = _("The round begins at %(time)s.") % {"time": time_format(timezone.localtime(begins))}
        return self.done(request, said, "desk")


class MatchPlace(DeskPage):
    """Everything about a match that is not its result: table, time, seats that were wrong. Each button is a view of its own."""

    template_name = "scoring/halls/place.html"
    section = "results"

    def match(self) -> Match:
        matches = Match.objects.select_related("round__stage__tournament").filter(kind=Match.Kind.PLAYED)
        return get_object_or_404(matches, round__stage__tournament=self.tournament, code=self.kwargs["code"])

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        match = self.match()
        self.title = _("Table and people")
        others = list(other_places(match))
        players = [seat.entry for seat in match.seats.select_related("entry").order_by("side", "place")]
        forms = {
            "table_form": TableForm(initial={"table": match.table}),
            "time_form": TimeForm(initial={"time": match.not_before and timezone.localtime(match.not_before).time()}),
            "exchange_form": ExchangeForm(others=others, prefix="exchange") if others else None,
            "turn_form": TurnForm(prefix="turn"),
            "entries_form": EntriesForm(prefix="entries"),
        }
        return super().get_context_data(
            **{"match": match, "players": players, "view": load_match(match), "key": new_key(), **forms, **context}
        )

    def crumbs_between(self) -> list[Crumb]:
        slug, code = self.tournament.slug, self.kwargs["code"]
        results, match = reverse("scoring:results", args=[slug]), reverse("scoring:match", args=[slug, code])
        return [Crumb(_("Results"), results), Crumb(code, match)]


class PlaceAction(MatchPlace):
    """A button of that page: back to it when it was done, the page with the reason when it was not."""

    http_method_names = ["post", "options"]

    def done(self, message: str) -> HttpResponse:
        messages.success(self.request, message)
        return HttpResponseRedirect(reverse("scoring:place", args=[self.tournament.slug, self.kwargs["code"]]))

    def not_done(self, reason: str, **context: Any) -> HttpResponse:
        return self.refused(self.request, refusal=reason, **context)

    def settled(self, outcome: Outcome, message: str, **context: Any) -> HttpResponse:
        if isinstance(outcome, Created | Replayed):
            return self.done(message)
        answer = answer_for(outcome, load_match(self.match()), directs=self.desk.directs)
        return self.render_to_response(self.get_context_data(answer=answer, **context), status=outcome.status)


class MoveMatch(PlaceAction):
    def post(self, request: HttpRequest, slug: str, code: str) -> HttpResponse:
        form = TableForm(request.POST)
        if not form.is_valid():
            return self.not_done(_("Write the number of a table."), table_form=form)
        table = form.cleaned_data["table"]
        try:
            there = move_match(self.match(), table, actor=self.actor, at=timezone.now())
        except Refused as refusal:
            return self.not_done(str(refusal), table_form=form)
        if there is not None:
            return self.done(
                _("Exchanged: this match is at table %(table)d, the other one at %(old)d.") % {"table": table, "old": there.table}
            )
        return self.done(_("This match is at table %(table)d now.") % {"table": table})


class NotBefore(PlaceAction):
    def post(self, request: HttpRequest, slug: str, code: str) -> HttpResponse:
        form, now = TimeForm(request.POST), timezone.now()
        if not form.is_valid():
            return self.not_done(_("Write a time as 21:30."), time_form=form)
        moment = form.moment(now)
        try:
            set_not_before(self.match(), moment, actor=self.actor)
        except Refused as refusal:
            return self.not_done(str(refusal), time_form=form)
        if moment is None:
            return self.done(_("This match begins with its round."))
        return self.done(_("Not before %(time)s.") % {"time": time_format(timezone.localtime(moment))})


class ExchangeTables(DirectorMixin, PlaceAction):
    def post(self, request: HttpRequest, slug: str, code: str) -> HttpResponse:
        match = self.match()
        form = ExchangeForm(request.POST, others=list(other_places(match)), prefix="exchange")
        if not form.is_valid():
            return self.not_done(_("Choose the other match, and say why."), exchange_form=form)
        others = Match.objects.select_related("round__stage__tournament").filter(kind=Match.Kind.PLAYED)
        other = get_object_or_404(others, round__stage__tournament=self.tournament, code=form.cleaned_data["other"])
        outcome = exchange_tables(match, other, origin=read_submission(request), words=form.cleaned_data["words"])
        return self.settled(outcome, _("Put right: what was written of the one is now written of the other."), exchange_form=form)


class TurnSides(DirectorMixin, PlaceAction):
    def post(self, request: HttpRequest, slug: str, code: str) -> HttpResponse:
        form = TurnForm(request.POST, prefix="turn")
        if not form.is_valid():
            return self.not_done(_("Say in a few words why."), turn_form=form)
        outcome = turn_sides(self.match(), origin=read_submission(request), words=form.cleaned_data["words"])
        return self.settled(outcome, _("Put right: every hand is written for the other side now."), turn_form=form)


class ExchangeEntries(DirectorMixin, PlaceAction):
    def post(self, request: HttpRequest, slug: str, code: str) -> HttpResponse:
        form = EntriesForm(request.POST, prefix="entries")
        if not form.is_valid():
            return self.not_done(_("Write the numbers of the two entries, and say why."), entries_form=form)
        first, second = (
            get_object_or_404(Entry, tournament=self.tournament, number=form.cleaned_data[name]) for name in ("first", "second")
        )
        submission, words = read_submission(request), form.cleaned_data["words"]
        try:
            exchange_entries(self.match().round, first, second, actor=self.actor, origin=submission, words=words)
        except Refused as refusal:
            return self.not_done(str(refusal), entries_form=form)
        except ValidationError as problem:
            return self.not_done(" ".join(problem.messages), entries_form=form)
        return self.done(_("Put right: the two have changed places, and the hands stay where they were played."))


class ForecastPage(DeskPage):
    """When it ends. The overview asks for it by script once it stands, because a game may have to be simulated first."""

    section = "desk"

    def get_template_names(self) -> list[str]:
        return ["scoring/halls/forecast_body.html" if getattr(self.request, "htmx", False) else "scoring/halls/forecast.html"]

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        self.title = _("When it ends")
        return super().get_context_data(**{"forecast": forecast_of(self.tournament, at=timezone.now()), **context})
