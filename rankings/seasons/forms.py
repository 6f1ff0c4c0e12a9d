"""Forms about a season: its details, its evenings, its directors."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from rankings.seasons.services import SeasonDetails
from rules import GAMES
from tournaments.models import Season, Tournament
from tournaments.pages.fields import NameField
from tournaments.pages.forms import TickBox
from tournaments.templatetags.days import day

ANY_GAME = "any"


class SeasonForm(forms.Form):
    use_required_attribute = False

    name = NameField(label=_("Name"), help_text=_("The title above the ranking, for example “Winter 2026/27”."))
    game_key = forms.ChoiceField(label=_("Which games"))
    public = TickBox(
        label=_("Public page"),
        help_text=_("The ranking has a public page. Evenings without a public page of their own do not count there, and the page says so."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        games = [(game.key, gettext_lazy(game.name)) for game in GAMES]
        self.fields["game_key"].choices = [(ANY_GAME, _("all games")), *games]  # type: ignore[attr-defined]  # a ChoiceField

    def build_details(self) -> SeasonDetails:
        game = self.cleaned_data["game_key"]
        return SeasonDetails(self.cleaned_data["name"], "" if game == ANY_GAME else game, self.cleaned_data["public"])


def build_initial(season: Season) -> dict[str, Any]:
    return {"name": season.name, "game_key": season.game_key or ANY_GAME, "public": season.public}


class EveningForm(forms.Form):
    """A choice among the tournaments that can be added."""

    use_required_attribute = False

    tournament = forms.ChoiceField(label=_("Tournament"))

    def __init__(self, data: Any = None, *, offered: list[Tournament]) -> None:
        super().__init__(data)
        choices = [(tournament.slug, f"{day(tournament.date)} · {tournament.name}") for tournament in offered]
        self.fields["tournament"].choices = choices  # type: ignore[attr-defined]  # a ChoiceField


class ColleagueForm(forms.Form):
    """The user name of somebody who has a login already."""

    use_required_attribute = False

    username = forms.CharField(label=_("User name"), max_length=150)

    def clean_username(self) -> User:
        user = User.objects.filter(username=self.cleaned_data["username"].strip(), is_active=True).first()
        if user is None:
            raise ValidationError(
                gettext("There is no such user name. Check the spelling, or ask the site administrator to create the login.")
            )
        return user
