"""The forms of an organizer's page and of the sign-up."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Organizer
from tournaments.people.names import MAX_NAME_LENGTH, validate_name
from tournaments.quotas import list_openable_organizers

MOST = 1_000_000


class NameForm(forms.Form):
    name = forms.CharField(label=_("Name of the club"), max_length=MAX_NAME_LENGTH, validators=[validate_name])


class LimitsForm(forms.Form):
    """What the administrator of the site sets for one organizer."""

    tournament_quota = forms.IntegerField(
        label=_("Tournaments"), required=False, min_value=0, max_value=MOST, help_text=_("The most at a time. Empty: no limit.")
    )
    entry_quota = forms.IntegerField(
        label=_("Entries in a tournament"),
        required=False,
        min_value=1,
        max_value=MOST,
        help_text=_("The most that are allowed. Empty: no limit."),
    )
    shared = forms.BooleanField(
        label=_("Everybody with a login may open tournaments here"),
        required=False,
        help_text=_("Who opens one sees it, and the persons of their own tournaments only."),
    )


class OwnerForm(forms.Form):
    """For whom somebody of several clubs opens a tournament."""

    organizer = forms.ModelChoiceField(label=_("Club"), queryset=Organizer.objects.none(), empty_label=None)

    def __init__(self, data: Any = None, *, organizers: Sequence[Organizer]) -> None:
        super().__init__(data, initial={"organizer": organizers[0].pk})
        field = cast("forms.ModelChoiceField[Organizer]", self.fields["organizer"])
        field.queryset = Organizer.objects.filter(pk__in=[organizer.pk for organizer in organizers])


def build_owner_form(user_key: int | None, data: Any = None) -> OwnerForm | None:
    """The choice of a club for who may open tournaments for several; None for who has none to make."""
    organizers = list_openable_organizers(user_key)
    return OwnerForm(data, organizers=organizers) if len(organizers) > 1 else None


class SignUpForm(forms.Form):
    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=_("You get a link there. The address also serves if you forget the password."),
    )
