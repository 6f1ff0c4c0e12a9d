"""The form that names a member of the staff."""

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.models import StaffRole


class StaffForm(forms.Form):
    """Names a user who has a login already."""

    username = forms.CharField(label=_("User name"), max_length=150, help_text=_("Ask the site administrator for new logins."))
    role = forms.ChoiceField(label=_("Role"), choices=StaffRole.Role.choices, initial=StaffRole.Role.ASSISTANT, widget=forms.RadioSelect)

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"].strip()
        if not User.objects.filter(username=username, is_active=True).exists():
            raise ValidationError(_("There is no such user name. Check the spelling, or ask the site administrator to create the login."))
        return username
