"""Who is who from evening to evening: questions that names leave open, and decisions that can be revoked."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from rankings.seasons.people import read_decisions, read_people, read_player
from rankings.seasons.queries import EveningResults, read_results
from rankings.seasons.services import (
    AppearanceKey,
    PlayerPair,
    answer_questions,
    assign_namesakes,
    choose_spelling,
    mark_as_different,
    merge_players,
    revoke_decision,
    split_player,
)
from rankings.seasons.views import SeasonAction, SeasonPage
from scoring.page_versions import read_season_page_version
from tournaments.pages.paging import build_paged_rows
from tournaments.pages.views import Breadcrumb
from tournaments.refusals import ChangeRefused

QUESTIONS_ON_A_PAGE = 60
ANSWER, WHO = "answer:", "who:"
"""Beginnings of field names: of a question by its two players, of an appearance by entry and person."""


class PeoplePage(SeasonPage):
    """A page about the players, which needs no ranking."""

    section = "people"

    def find_results(self) -> EveningResults:
        """Raises Http404."""
        page_version = read_season_page_version(self.season.slug)
        if page_version is None:
            raise Http404
        return read_results(self.season, page_version, everything=True)

    def decide(self, request: HttpRequest, action: Callable[[], str]) -> bool:
        """Run the action and report its sentence, or the refusal."""
        try:
            sentence = action()
        except ChangeRefused as refusal:
            messages.error(request, str(refusal))
            return False
        messages.success(request, sentence)
        return True


class WhoIsWho(PeoplePage):
    template_name = "rankings/seasons/people.html"
    title = _("Who is who")

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        people = read_people(self.season, self.find_results())
        search = self.request.GET.get("q", "")[:80]
        page_context = {
            "people": people,
            "questions": people.questions[:QUESTIONS_ON_A_PAGE],
            "players": build_paged_rows(self.request, people.search(search)),
            "decisions": build_paged_rows(self.request, read_decisions(self.season), "decided"),
            "search": search,
        }
        return super().get_context_data(**{**page_context, **context})

    def post(self, request: HttpRequest, season_slug: str) -> HttpResponse:
        actions = {
            "answers": self._answer,
            "namesakes": self._assign_namesakes,
            "apart": self._mark_as_different,
        }
        self.decide(request, actions.get(request.POST.get("what", ""), self._merge))
        return self.redirect_to("season_people")

    @property
    def _decider(self) -> dict[str, Any]:
        return {"actor": self.actor, "at": timezone.now()}

    def _answer(self) -> str:
        same, apart = (_read_pairs(self.request.POST, answer) for answer in ("same", "apart"))
        count = answer_questions(self.season, same, apart, **self._decider)
        if not count:
            raise ChangeRefused("no_answer", _("Nothing was changed: no question has an answer."))
        return ngettext(
            "%(count)d question decided. You can undo it below.", "%(count)d questions decided. You can undo it below.", count
        ) % {"count": count}

    def _assign_namesakes(self) -> str:
        assign_namesakes(self.season, _read_persons(self.request.POST), **self._decider)
        return gettext("Decided. The ranking uses it; you can undo it below.")

    def _mark_as_different(self) -> str:
        mark_as_different(self.season, self.request.POST.getlist("player"), **self._decider)
        return gettext("Decided. The ranking uses it; you can undo it below.")

    def _merge(self) -> str:
        merge_players(self.season, self.request.POST.getlist("player"), **self._decider)
        return gettext("Decided. The ranking uses it; you can undo it below.")


class PlayerPage(PeoplePage):
    """The evenings of one player; a POST chooses the displayed name, or gives evenings to somebody else.

    A decision can make a player part of another one: then the address leads to the list.
    """

    template_name = "rankings/seasons/player_page.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        player = read_player(self.season, self.find_results(), self.kwargs["player_id"])
        if player is None:
            messages.info(request, gettext("The list has changed: choose the player again."))
            return self.redirect_to("season_people")
        crumbs = [*self.get_context_data()["breadcrumbs"][:2], Breadcrumb(_("Who is who"), self.build_address("season_people"))]
        breadcrumbs = [*crumbs, Breadcrumb(player.line.name)]
        return self.render_to_response(self.get_context_data(player=player, title=player.line.name, breadcrumbs=breadcrumbs))

    def post(self, request: HttpRequest, season_slug: str, player_id: str) -> HttpResponse:
        if request.POST.get("what") == "divide":
            return self.redirect_to("season_people") if self.decide(request, self._divide) else self._redirect_here()
        self.decide(request, self._choose_name)
        return self._redirect_here()

    def _redirect_here(self) -> HttpResponseRedirect:
        return HttpResponseRedirect(reverse("scoring:season_player", args=[self.season.slug, self.kwargs["player_id"]]))

    def _divide(self) -> str:
        evenings = [int(evening) for evening in self.request.POST.getlist("evening") if evening.isdecimal() and len(evening) < 10]
        split_player(self.season, self.kwargs["player_id"], evenings, actor=self.actor, at=timezone.now())
        return gettext("Decided. The ranking uses it; you can undo it below.")

    def _choose_name(self) -> str:
        appearance = _parse_appearance(self.request.POST.get("name", ""))
        choose_spelling(self.season, self.kwargs["player_id"], appearance, actor=self.actor)
        return gettext("Saved: the ranking shows this name.")


class RevokeDecision(SeasonAction):
    def post(self, request: HttpRequest, season_slug: str, decision_id: int) -> HttpResponse:
        revoke_decision(self.season, get_object_or_404(self.season.decisions, pk=decision_id), actor=self.actor)
        messages.success(request, gettext("Undone: the names decide again, as before."))
        return self.redirect_to("season_people")


def _read_pairs(data: QueryDict, answer: str) -> list[PlayerPair]:
    """The questions with this answer."""
    keys = [name.removeprefix(ANSWER).split(":") for name in data if name.startswith(ANSWER) and data[name] == answer]
    return [(key[0], key[1]) for key in keys if len(key) == 2 and key[0] != key[1]]


def _read_persons(data: QueryDict) -> dict[AppearanceKey, int]:
    """The number of the person by appearance."""
    persons = {}
    for name in data:
        key = _parse_appearance(name.removeprefix(WHO)) if name.startswith(WHO) else None
        number = data.get(name, "")
        if key is not None and number.isdecimal() and 0 < len(number) < 4:
            persons[key] = int(number)
    return persons


def _parse_appearance(text: str) -> AppearanceKey | None:
    entry, _dash, person = text.partition("-")
    if not (entry.isdecimal() and person.isdecimal() and len(text) < 20):
        return None
    return int(entry), int(person)
