"""Forms for the tournament itself."""

import datetime as dt
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from desk.overview.services import TournamentDetails
from tournaments.models import Tournament
from tournaments.pages.fields import COUNT_ATTRIBUTES, MAX_TABLE_NUMBER, DateInput, EuroField, NameField, euros
from tournaments.pages.forms import TickBox
from tournaments.people.names import validate_name


class TournamentForm(forms.Form):
    name = NameField(label=_("Name"), help_text=_("As shown on the score sheets and on the public page."))
    date = forms.DateField(label=_("Date"), widget=DateInput(format="%Y-%m-%d"))
    venue = NameField(label=_("Venue"), required=False)
    fee = EuroField(label=_("Fee in euros"), help_text=_("The fee for each entry. The list of entries adds it up."))
    regulation = forms.CharField(
        label=_("Note on the score sheets"),
        required=False,
        max_length=200,
        validators=[validate_name],
        widget=forms.TextInput(attrs={"data-wide": "yes"}),
        help_text=_("One line of your rules, printed on every score sheet: for example, who settles disputes."),
    )
    table_count = forms.IntegerField(
        label=_("Tables in the hall"),
        required=False,
        min_value=1,
        max_value=MAX_TABLE_NUMBER,
        widget=forms.TextInput(attrs=COUNT_ATTRIBUTES),
        help_text=_("With fewer tables than matches some wait and play at the next free table. Empty: enough for everybody."),
    )
    round_minutes = forms.IntegerField(
        label=_("Minutes per round"),
        required=False,
        min_value=1,
        max_value=600,
        widget=forms.TextInput(attrs=COUNT_ATTRIBUTES),
        help_text=_("A clock everybody sees, with a warning 5 minutes before the end. Empty: no clock."),
    )
    public_names = forms.ChoiceField(
        label=_("Names on public pages"),
        choices=[choice for choice in Tournament.PublicNames.choices if choice[0] != Tournament.PublicNames.SHORT],
        initial=Tournament.PublicNames.FULL,
        help_text=_(
            "How names are shown on phones and on the screen in the hall. The desk, sheets and official documents keep full names."
        ),
    )
    search_engines = forms.ChoiceField(
        label=_("Search engines"),
        choices=Tournament.SearchEngines.choices,
        initial=Tournament.SearchEngines.BY_NAMES,
        required=False,
        help_text=_("Whether Google and others may list the public pages, so that somebody’s name leads to their results."),
    )
    public = TickBox(
        label=_("Public page"),
        help_text=_("Players see tables, results and standings on their phones without logging in. Drafts stay private."),
    )
    history_public = TickBox(
        label=_("Public match history"),
        help_text=_("The public page of a match shows every change (when, what, why) without the names of the staff."),
    )
    surname_first = TickBox(
        label=_("Surname first"),
        help_text=_("Names are written “Bianchi Maria”: surname, then first name. Lists are sorted by surname either way."),
    )
    substitutions = TickBox(
        label=_("Substitutions"),
        help_text=_("Between two games a player may be replaced by somebody who plays in no other entry here. The director notes it."),
    )
    one_person = TickBox(
        label=_("The person who enters a result can confirm it"),
        help_text=_("If off, a second person must confirm. The ledger shows who did."),
    )

    def build_details(self) -> TournamentDetails:
        cleaned = dict(self.cleaned_data)
        cleaned["search_engines"] = cleaned["search_engines"] or Tournament.SearchEngines.BY_NAMES
        return TournamentDetails(fee_cents=cleaned.pop("fee"), **cleaned)


class NewTournamentForm(TournamentForm):
    """The empty form, with the focus in the first box."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["name"].widget.attrs["autofocus"] = True


def build_initial_values(tournament: Tournament) -> dict[str, Any]:
    """The initial values of a `TournamentForm` for a tournament."""
    names = (
        "name",
        "date",
        "venue",
        "regulation",
        "table_count",
        "round_minutes",
        "public",
        "history_public",
        "public_names",
        "search_engines",
        "surname_first",
        "substitutions",
        "one_person",
    )
    return {"fee": euros(tournament.fee_cents), **{name: getattr(tournament, name) for name in names}}


def build_new_initial_values(today: dt.date) -> dict[str, Any]:
    return {"date": today, "public": True, "history_public": True, "one_person": True}
