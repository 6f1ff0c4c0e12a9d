"""Forms for the tournament itself and its staff."""

import datetime as dt
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.desk.services import TournamentDetails
from tournaments.models import Tournament
from tournaments.pages.fields import COUNT_ATTRIBUTES, MAX_TABLE_NUMBER, DateInput, EuroField, NameField, euros
from tournaments.pages.forms import TickBox
from tournaments.people.names import validate_name


class TournamentForm(forms.Form):
    name = NameField(label=_("Name"), help_text=_("As it stands on the sheets and on the public page."))
    date = forms.DateField(label=_("Date"), widget=DateInput(format="%Y-%m-%d"))
    venue = NameField(label=_("Venue"), required=False)
    fee = EuroField(label=_("Fee in euros"), help_text=_("What each entry pays; the list of entries adds it up."))
    regulation = forms.CharField(
        label=_("Line on the sheets"),
        required=False,
        max_length=200,
        validators=[validate_name],
        help_text=_("One line of your regulation that every score sheet shows, for example who settles a dispute."),
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
        label=_("Minutes for a round"),
        required=False,
        min_value=1,
        max_value=600,
        widget=forms.TextInput(attrs=COUNT_ATTRIBUTES),
        help_text=_("The clock that everybody sees, with a warning five minutes before the end. Empty: no clock."),
    )
    public = TickBox(
        label=_("Everybody may follow"),
        help_text=_("Players see tables, results and standings on their phones, without login. Drafts stay private."),
    )
    history_public = TickBox(
        label=_("Everybody may read the history"),
        help_text=_("The public page of a match tells every change: when, what, why, old and new, without names of the staff."),
    )
    public_names = forms.ChoiceField(
        label=_("Names on public pages"),
        choices=Tournament.PublicNames.choices,
        initial=Tournament.PublicNames.FULL,
        help_text=_(
            "How everybody sees who plays: phones and the screen in the hall. The desk, sheets and official papers keep full names."
        ),
    )
    surname_first = TickBox(
        label=_("Surnames come first"),
        help_text=_("The lists of this tournament say “Bianchi Maria”, so that the word to shorten is the first one."),
    )
    substitutions = TickBox(
        label=_("Substitutions"),
        help_text=_("Between two games a player may be replaced by somebody who plays for nobody else here. The director notes it."),
    )
    one_person = TickBox(
        label=_("One person is enough"),
        help_text=_("Whoever enters a result may confirm it too. Otherwise a second person of the staff confirms. The ledger shows which."),
    )

    def build_details(self) -> TournamentDetails:
        cleaned = dict(self.cleaned_data)
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
        "surname_first",
        "substitutions",
        "one_person",
    )
    return {"fee": euros(tournament.fee_cents), **{name: getattr(tournament, name) for name in names}}


def build_new_initial_values(today: dt.date) -> dict[str, Any]:
    return {"date": today, "public": True, "history_public": True, "one_person": True}
