"""Forms about the tournament itself and its staff."""

import datetime as dt
from decimal import Decimal
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.models import StaffRole, Tournament
from tournaments.names import MAX_NAME_LENGTH, clean_name, validate_name
from tournaments.services.tournaments import TournamentDetails

from .declared import Tick

MOST_CENTS = 100_000_00
MOST_TABLES = 2_000
"""The highest number that a table can have, wherever one is typed."""
COUNT = {"inputmode": "numeric", "size": 6, "autocomplete": "off"}


class NameField(forms.CharField):
    """A name of anything: spaces put right, invisible characters refused."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": MAX_NAME_LENGTH, "validators": [validate_name], **options})

    def to_python(self, value: Any) -> str:
        return clean_name(super().to_python(value) or "")


class EuroField(forms.CharField):
    """An amount as people write it, “10”, “7,50”, “€ 7.50”; in cents. Empty is nothing."""

    def __init__(self, **options: Any) -> None:
        attributes = {"inputmode": "decimal", "size": 8, "autocomplete": "off"}
        super().__init__(**{"required": False, "widget": forms.TextInput(attrs=attributes), **options})

    def clean(self, value: Any) -> int:
        text = (value or "").replace("€", "").replace(",", ".").strip()
        try:
            cents = Decimal(text or "0") * 100
        except ArithmeticError:
            raise ValidationError(_("Write an amount in euros, for example 10 or 7,50.")) from None
        if not (cents.is_finite() and 0 <= cents <= MOST_CENTS and cents == int(cents)):
            raise ValidationError(_("Write an amount in euros between 0 and 100 000, with two decimals at most."))
        return int(cents)


def euros(cents: int) -> str:
    """What an `EuroField` shows; empty for nothing."""
    return f"{cents // 100},{cents % 100:02d}" if cents else ""


class DateInput(forms.DateInput):
    input_type = "date"


class EnteringForm(forms.Form):
    """For games of two against two, while nobody is entered."""

    individual = Tick(
        label=_("Players enter singly, partners change every round"),
        help_text=_("Everybody plays with and against others every round and is ranked alone. Otherwise pairs enter and stay together."),
    )


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
        max_value=MOST_TABLES,
        widget=forms.TextInput(attrs=COUNT),
        help_text=_("With fewer tables than matches some wait and play at the next free table. Empty: enough for everybody."),
    )
    round_minutes = forms.IntegerField(
        label=_("Minutes for a round"),
        required=False,
        min_value=1,
        max_value=600,
        widget=forms.TextInput(attrs=COUNT),
        help_text=_("The clock that everybody sees, with a warning five minutes before the end. Empty: no clock."),
    )
    public = Tick(
        label=_("Everybody may follow"),
        help_text=_("Players see tables, results and standings on their phones, without login. Drafts stay private."),
    )
    history_public = Tick(
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
    surname_first = Tick(
        label=_("Surnames come first"),
        help_text=_("The lists of this tournament say “Bianchi Maria”, so that the word to shorten is the first one."),
    )
    substitutions = Tick(
        label=_("Substitutions"),
        help_text=_("Between two games a player may be replaced by somebody who plays for nobody else here. The director notes it."),
    )
    one_person = Tick(
        label=_("One person is enough"),
        help_text=_("Whoever enters a result may confirm it too. Otherwise a second person of the staff confirms. The ledger shows which."),
    )

    def details(self) -> TournamentDetails:
        cleaned = dict(self.cleaned_data)
        return TournamentDetails(fee_cents=cleaned.pop("fee"), **cleaned)


class NewTournamentForm(TournamentForm):
    """The empty form: whoever opens it writes at once."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["name"].widget.attrs["autofocus"] = True


def initial_of(tournament: Tournament) -> dict[str, Any]:
    """What a `TournamentForm` shows of a tournament."""
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


def initial_of_new(today: dt.date) -> dict[str, Any]:
    return {"date": today, "public": True, "history_public": True, "one_person": True}


class StaffForm(forms.Form):
    """Names somebody who has a login already."""

    username = forms.CharField(label=_("User name"), max_length=150, help_text=_("Logins are made by the site's admin."))
    role = forms.ChoiceField(label=_("Role"), choices=StaffRole.Role.choices, initial=StaffRole.Role.ASSISTANT, widget=forms.RadioSelect)

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"].strip()
        if not User.objects.filter(username=username, is_active=True).exists():
            raise ValidationError(_("Nobody has this user name. Look at its spelling, or ask the site's admin to make the login."))
        return username
