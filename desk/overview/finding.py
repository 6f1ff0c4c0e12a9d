"""Finding a tournament among thousands: by words of its name and venue, year, club, game and state."""

import datetime as dt
from dataclasses import dataclass, field

from django import forms
from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules import GAMES
from tournaments.announcing.listing import TonightFirst, find_tonight
from tournaments.models import Club, Entry, Tournament

TOURNAMENTS_PER_PAGE = 24
SEARCHED_FROM = 20
"""Fewer tournaments are found by looking."""
MOST_WORDS = 6


class FindTournamentForm(forms.Form):
    """Every box is optional; what cannot be understood finds everything."""

    use_required_attribute = False

    q = forms.CharField(label=_("Name or place"), required=False, max_length=80)
    year = forms.IntegerField(
        label=_("Year"), required=False, min_value=1900, max_value=2999, widget=forms.TextInput(attrs={"inputmode": "numeric", "size": 5})
    )
    club = forms.CharField(label=_("Club"), required=False, max_length=80)
    game = forms.ChoiceField(label=pgettext_lazy("which is played", "Game"), required=False)
    state = forms.ChoiceField(label=_("State"), required=False, choices=[("", _("any")), *Tournament.State.choices])

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request.GET, auto_id="find-%s", label_suffix="")
        games = [("", gettext("all")), *((game.key, gettext(game.name)) for game in GAMES)]
        self.fields["game"].widget = forms.Select(choices=games)
        self.fields["game"].choices = games  # type: ignore[attr-defined]  # a ChoiceField


@dataclass(frozen=True)
class TournamentSearch:
    """What the reader of a page looks for, and at which pages of its lists."""

    request: HttpRequest
    pages: dict[str, Page[int]] = field(default_factory=dict)
    """The keys of the pages that were read, by the name of their number in the address."""

    @cached_property
    def form(self) -> FindTournamentForm:
        return FindTournamentForm(self.request)

    @cached_property
    def wanted(self) -> dict[str, str | int]:
        """The boxes that are filled in and understood."""
        self.form.is_valid()
        return {name: value for name, value in self.form.cleaned_data.items() if value}

    @property
    def is_narrowed(self) -> bool:
        """Whether more than words was asked for."""
        return bool(self.wanted.keys() - {"q"})

    def build_condition(self) -> Q:
        """What a tournament must fulfil."""
        condition = Q()
        for word in str(self.wanted.get("q", "")).split()[:MOST_WORDS]:
            condition &= Q(name__icontains=word) | Q(venue__icontains=word)
        if "year" in self.wanted:
            condition &= Q(date__year=self.wanted["year"])
        if "club" in self.wanted:
            clubs = Club.objects.filter(name__icontains=str(self.wanted["club"]))
            condition &= Q(pk__in=Entry.objects.filter(club__in=clubs).values("tournament"))
        if "game" in self.wanted:
            condition &= Q(game_key=self.wanted["game"])
        if "state" in self.wanted:
            condition &= Q(state=self.wanted["state"])
        return condition

    def find_page(self, tournaments: QuerySet[Tournament], name: str) -> Page[int]:
        """The keys of the asked page of a list, tonight's first; read once for the version of a page and the page itself."""
        if name not in self.pages:
            keys = TonightFirst(tournaments.filter(self.build_condition()), self.tonight)
            self.pages[name] = Paginator(keys, TOURNAMENTS_PER_PAGE).get_page(self.read_page_number(name))
        return self.pages[name]

    @cached_property
    def tonight(self) -> dt.date:
        return find_tonight()

    def read_page_number(self, name: str) -> int:
        """The page that the address asks for; the first for nonsense."""
        text = self.request.GET.get(name, "")
        return int(text) if text.isdecimal() and 1 <= len(text) < 7 and int(text) else 1
