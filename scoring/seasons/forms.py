"""Forms about a season: what it is, which evenings are in it, who directs it."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from rules import GAMES
from scoring.seasons.services import SeasonDetails
from tournaments.models import Season, Tournament
from tournaments.pages.fields import NameField
from tournaments.pages.forms import Tick
from tournaments.templatetags.days import day

ANY = "any"


class SeasonForm(forms.Form):
    use_required_attribute = False

    name = NameField(label=_("Name"), help_text=_("As it stands above the ranking, for example “Marafon Winter 2026/27”."))
    game_key = forms.ChoiceField(label=_("Which games"))
    public = Tick(
        label=_("Everybody may follow"),
        help_text=_("The ranking has a public page. Evenings without a public page of their own do not count there, and the page says so."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        games = [(game.key, gettext_lazy(game.name)) for game in GAMES]
        self.fields["game_key"].choices = [(ANY, _("all games")), *games]  # type: ignore[attr-defined]  # a ChoiceField

    def details(self) -> SeasonDetails:
        game = self.cleaned_data["game_key"]
        return SeasonDetails(self.cleaned_data["name"], "" if game == ANY else game, self.cleaned_data["public"])


def initial_of_season(season: Season) -> dict[str, Any]:
    return {"name": season.name, "game_key": season.game_key or ANY, "public": season.public}


class EveningForm(forms.Form):
    """One of the tournaments that may be added."""

    use_required_attribute = False

    tournament = forms.ChoiceField(label=_("Tournament"))

    def __init__(self, data: Any = None, *, offered: list[Tournament]) -> None:
        super().__init__(data)
        choices = [(one.slug, f"{day(one.date)} · {one.name}") for one in offered]
        self.fields["tournament"].choices = choices  # type: ignore[attr-defined]  # a ChoiceField


class ColleagueForm(forms.Form):
    """Names somebody who has a login already."""

    use_required_attribute = False

    username = forms.CharField(label=_("User name"), max_length=150)

    def clean_username(self) -> User:
        user = User.objects.filter(username=self.cleaned_data["username"].strip(), is_active=True).first()
        if user is None:
            raise ValidationError(gettext("Nobody has this user name. Look at its spelling, or ask the site's admin to make the login."))
        return user
