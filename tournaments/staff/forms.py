"""The forms of the staff's page."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import StaffRole


class InvitationForm(forms.Form):
    """An invitation: the role, and a note for whom."""

    role = forms.ChoiceField(label=_("Role"), choices=StaffRole.Role.choices, initial=StaffRole.Role.ASSISTANT, widget=forms.RadioSelect)
    note = forms.CharField(label=_("For whom"), required=False, max_length=80, help_text=_("A note for you only."))


class RoleForm(forms.Form):
    """Another role for somebody who works here."""

    role = forms.ChoiceField(choices=StaffRole.Role.choices)
