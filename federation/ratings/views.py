"""The rating of a club: for its directors, for everybody who wants to be in it, and as a way to seed."""

import datetime as dt
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.generic import TemplateView

from federation.identities.queries import read_persons
from federation.identities.views import PersonsMixin
from federation.models import PersonPage
from federation.ratings.forms import DayForm, StrengthForm
from federation.ratings.seeding import has_rating, read_strength_lines, seed_from_rating
from federation.ratings.services import count_pending, delete_ratings, order_counting
from federation.skills.queries import ENOUGH, build_rating_lines, list_rated_games, name_game, read_listed_lines, select_rating
from jobs.permissions import everybody
from tournaments.models import Organizer
from tournaments.pages.paging import build_paged_rows
from tournaments.pages.views import DeskPage, DirectorMixin
from tournaments.permissions import get_user
from tournaments.refusals import ChangeRefused

USUAL_SEEDS = 8


def read_chosen_game(request: HttpRequest, organizer: Organizer) -> dict[str, Any]:
    """The games with a rating and the one that the address asks for, else the first."""
    keys = list_rated_games(organizer)
    chosen = request.GET.get("game", "")
    return {"game_key": chosen if chosen in keys else next(iter(keys), ""), "games": [(key, name_game(key)) for key in keys]}


class RatingPage(PersonsMixin, TemplateView):
    """Everybody with a match, the strongest first, as it is now or was on a day; counting it anew."""

    template_name = "federation/ratings/rating.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        organizer = self.organizer
        chosen = read_chosen_game(self.request, organizer)
        form = DayForm(self.request.GET if "day" in self.request.GET else None)
        day: dt.date | None = form.cleaned_data["day"] if form.is_bound and form.is_valid() else None
        rows = select_rating(organizer, chosen["game_key"], day=day)
        page_context = {
            **chosen,
            "organizer": organizer,
            "form": form,
            "day": day,
            "enough": ENOUGH,
            "pending": 0 if {"day", "page"} & set(self.request.GET) else count_pending(organizer, read_persons(organizer)),
            "listing": build_paged_rows(self.request, rows, build=build_rating_lines),
        }
        return super().get_context_data(**{**page_context, **context})


class CountRatings(PersonsMixin):
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, organizer_slug: str) -> HttpResponse:
        page = reverse("federation:rating", args=[organizer_slug])
        return HttpResponseRedirect(order_counting(self.organizer, actor=get_user(request), page=page).get_absolute_url())


class DeleteRatings(PersonsMixin):
    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest, organizer_slug: str) -> HttpResponse:
        delete_ratings(self.organizer, actor=get_user(request))
        messages.success(request, _("Deleted. No rating is kept any more; results and seeds stay as they are."))
        return self.redirect_to("rating")


class PublicRating(TemplateView):
    """Those who want to be seen there, with their places among all."""

    policy = staticmethod(everybody)
    template_name = "federation/ratings/public_rating.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        organizer = get_object_or_404(Organizer, slug=self.kwargs["club_slug"])
        pages = list(PersonPage.objects.filter(organizer=organizer, shown=PersonPage.Shown.LISTED))
        if not pages:
            raise Http404
        by_key = read_persons(organizer).by_key
        addresses = {by_key[page.member_id].key: page.key for page in pages if page.member_id in by_key}
        chosen = read_chosen_game(self.request, organizer)
        listed = [(line, addresses[person]) for person, line in read_listed_lines(organizer, chosen["game_key"], addresses)]
        page_context = {**chosen, "organizer": organizer, "listed": listed, "enough": ENOUGH}
        return super().get_context_data(**{**page_context, **context})


class StrengthPage(DirectorMixin, DeskPage):
    """The number by GET, so that the list can be looked at first; seeding by POST."""

    template_name = "federation/ratings/seeds.html"
    title = gettext_lazy("Seeds from the rating")
    section = "entries"

    below = ((gettext_lazy("Entries"), "tournaments:entries"),)

    def build_form(self) -> StrengthForm:
        return StrengthForm(self.request.GET if "count" in self.request.GET else None, initial={"count": USUAL_SEEDS})

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        form = self.build_form()
        has_count = form.is_bound and form.is_valid()
        lines = read_strength_lines(self.tournament, form.cleaned_data["count"]) if has_count else None
        page_context = {"form": form, "lines": lines, "rated": has_rating(self.tournament), "query": self.request.GET.urlencode()}
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = self.build_form()
        if not form.is_valid():
            return self.render_refused(request)
        try:
            count = seed_from_rating(self.tournament, form.cleaned_data["count"], actor=self.actor)
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
            return self.render_refused(request)
        messages.success(request, ngettext("%(count)d entry is seeded.", "%(count)d entries are seeded.", count) % {"count": count})
        return self.redirect_to("entries")
