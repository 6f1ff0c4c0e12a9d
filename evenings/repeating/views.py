"""The pages on which an evening is repeated and its series is looked after."""

import datetime as dt
from collections import Counter
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from desk.rehearsal.copying import EveningPart
from evenings.repeating.dates import MOST_EVENINGS, list_dates, strip_date
from evenings.repeating.forms import CarryForm, PlanForm, RecurrenceForm
from evenings.repeating.queries import (
    SeriesEvening,
    count_room,
    find_reason_against,
    list_dates_taken,
    list_seasons,
    read_series,
)
from evenings.repeating.services import CarriedForward, cancel_following, carry_forward, repeat_evening
from tournaments.pages.views import DeskAction, DeskPage, DirectorMixin
from tournaments.refusals import ChangeRefused
from tournaments.seen import compute_fingerprint, read_seen
from tournaments.templatetags.days import day


class RepeatPage(DirectorMixin, DeskPage):
    """The recurrence stands in the address; the dates that it gives are shown, each with a tick, and then created."""

    template_name = "evenings/repeating/repeat.html"
    title = _("Repeat the evening")
    section = "repeat"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        recurrence = context.pop("recurrence", None) or RecurrenceForm(self.request.GET or None)
        facts = {"recurrence": recurrence, "reason": find_reason_against(self.tournament, self.actor), "room": count_room(self.tournament)}
        return super().get_context_data(**{**facts, **self._read_plan(recurrence), **context})

    def _read_plan(self, recurrence: RecurrenceForm) -> dict[str, Any]:
        """The form with the dates that the recurrence gives; empty as long as no recurrence is chosen."""
        if not recurrence.is_bound or not recurrence.is_valid():
            return {}
        dates = self._list_dates(recurrence)
        repeated = list_dates_taken(self.tournament)
        free = [date for date in dates[:MOST_EVENINGS] if date not in repeated]
        return {
            "plan": self._build_plan_form(free),
            "free": free,
            "taken": [date for date in dates if date in repeated],
            "cut": MOST_EVENINGS if len(dates) > MOST_EVENINGS else 0,
        }

    def _list_dates(self, recurrence: RecurrenceForm) -> tuple[dt.date, ...]:
        chosen = recurrence.cleaned_data
        return list_dates(self.tournament.date, chosen["recurrence"], chosen["until"], since=timezone.localdate())

    def _build_plan_form(self, dates: list[dt.date], data: Any = None) -> PlanForm:
        name = strip_date(self.tournament.name, self.tournament.date)
        initial = {"name": name, "dated": name != self.tournament.name}
        return PlanForm(data, dates=dates, seasons=list_seasons(self.tournament, self.actor), initial=initial)

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        recurrence = RecurrenceForm(request.GET)
        if not recurrence.is_valid():
            return self.render_refused(request, recurrence=recurrence)
        plan = self._build_plan_form(list(self._list_dates(recurrence)), request.POST)
        if not plan.is_valid():
            return self.render_refused(request, recurrence=recurrence, plan=plan)
        try:
            made = repeat_evening(self.tournament, plan.build_plan(), actor=self.actor, at=timezone.now())
        except ChangeRefused as refusal:
            plan.add_error(None, str(refusal))
            return self.render_refused(request, recurrence=recurrence, plan=plan)
        messages.success(request, _describe_made(len(made)))
        return HttpResponseRedirect(reverse("evenings:series", args=[slug]))


def _describe_made(count: int) -> str:
    if not count:
        return gettext("Nothing was changed: every date has its evening already.")
    return ngettext("%(count)d evening created.", "%(count)d evenings created.", count) % {"count": count}


class SeriesPage(DirectorMixin, DeskPage):
    """The evenings of the series, what the following ones declare otherwise, and carrying it forward."""

    template_name = "evenings/repeating/series.html"
    title = _("Series")
    section = "repeat"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        evenings = self._read_evenings()
        counts = _count_differing(evenings)
        following = [evening for evening in evenings if evening.follows]
        facts = {
            "evenings": evenings,
            "counts": counts,
            "changeable": [evening for evening in following if not evening.obstacle],
            "following": following,
            "all_cancelled": bool(following) and all(evening.cancelled for evening in following if not evening.obstacle),
            "fingerprint": _compute_series_fingerprint(evenings),
        }
        context.setdefault("form", CarryForm(offered=counts, wanted=self.request.GET.get("group", "")))
        return super().get_context_data(**{**facts, **context})

    def _read_evenings(self) -> tuple[SeriesEvening, ...]:
        return read_series(self.tournament, actor=self.actor, today=timezone.localdate())

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = CarryForm(request.POST, offered=dict.fromkeys(EveningPart, 0) | _count_differing(self._read_evenings()))
        if not form.is_valid():
            return self.render_refused(request, form=form)
        seen = read_seen(request, lambda: _compute_series_fingerprint(self._read_evenings()))
        try:
            carried = carry_forward(self.tournament, form.list_groups(), actor=self.actor, seen=seen)
        except ChangeRefused as refusal:
            form.add_error(None, str(refusal))
            return self.render_refused(request, form=form)
        changed = ngettext("%(count)d evening changed.", "%(count)d evenings changed.", carried.changed) % {"count": carried.changed}
        messages.success(request, " ".join([changed, *_describe_skipped(carried)]))
        return HttpResponseRedirect(reverse("evenings:series", args=[slug]))


def _count_differing(evenings: tuple[SeriesEvening, ...]) -> Counter[EveningPart]:
    """In how many evenings that can be changed a group differs."""
    return Counter(group for evening in evenings if not evening.obstacle for group in evening.groups)


def _compute_series_fingerprint(evenings: tuple[SeriesEvening, ...]) -> str:
    """The fingerprint of what the page shows."""
    shown = [
        (evening.tournament.pk, evening.obstacle, [(line.group.value, line.label, line.there, line.here) for line in evening.differences])
        for evening in evenings
    ]
    return compute_fingerprint(shown)


def _describe_skipped(carried: CarriedForward) -> list[str]:
    return [gettext("%(date)s stays as it was: %(why)s.") % {"date": day(left.date), "why": left.why} for left in carried.skipped]


class CancelFollowing(DeskAction):
    """Says of the following evenings that they do not take place, or that they do after all."""

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        back = "back" in request.POST
        if not back and "sure" not in request.POST:
            messages.error(request, gettext("Nothing was changed: tick that you are sure."))
            return HttpResponseRedirect(reverse("evenings:series", args=[slug]))
        done = cancel_following(self.tournament, actor=self.actor, at=timezone.now(), cancelled=not back)
        words = (
            ngettext("%(count)d evening takes place after all.", "%(count)d evenings take place after all.", done.changed)
            if back
            else ngettext("%(count)d evening called off.", "%(count)d evenings called off.", done.changed)
        )
        messages.success(request, " ".join([words % {"count": done.changed}, *_describe_skipped(done)]))
        return HttpResponseRedirect(reverse("evenings:series", args=[slug]))
