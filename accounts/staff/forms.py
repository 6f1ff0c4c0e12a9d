"""The forms of the staff's page."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.users.emails import is_mail_set_up
from tournaments.models import StaffRole
from tournaments.models.desk_roles import GIVEN_CHOICES
from tournaments.people.names import MAX_NAME_LENGTH, validate_name


class OrganizerInvitationForm(forms.Form):
    """An invitation to become an organizer: a note for whom, and where to send it."""

    note = forms.CharField(label=_("For whom"), required=False, max_length=80, help_text=_("A note for you only."))
    email = forms.EmailField(
        label=_("Send it to"),
        required=False,
        max_length=254,
        help_text=_("An e-mail address, which is not kept. Empty: show or send the link yourself."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if not is_mail_set_up():
            del self.fields["email"]


class InvitationForm(OrganizerInvitationForm):
    """An invitation to a desk, with the role."""

    role = forms.ChoiceField(label=_("Role"), choices=GIVEN_CHOICES, initial=StaffRole.Role.ASSISTANT, widget=forms.RadioSelect)
    field_order = ("role", "note", "email")


class OrganizerNameForm(forms.Form):
    """What a new organizer is called."""

    organizer_name = forms.CharField(
        label=_("Name of the club"),
        max_length=MAX_NAME_LENGTH,
        validators=[validate_name],
        help_text=_("Who organizes the tournaments, for example “Circolo Su Nuraghe”. It can be changed later."),
    )


class RoleForm(forms.Form):
    """Another role for somebody who works here."""

    role = forms.ChoiceField(choices=GIVEN_CHOICES)
