"""Forms for names, passwords and codes of logins."""

from typing import Any

from django import forms
from django.contrib.auth import authenticate, password_validation
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

MAX_PASSWORD_LENGTH = 200
WEAK_PASSWORDS = {
    "password_too_short": _("Too short: use ten characters or more."),
    "password_too_common": _("Too common: such passwords are tried first. Use four words."),
    "password_too_similar": _("Too close to the user name: choose another one."),
    "password_of_context": _("Made of words that everybody tries here: use four words that do not belong to the card table."),
}
"""Django's refusals in the words of this site, by their code."""


def _build_password_input(purpose: str) -> forms.PasswordInput:
    return forms.PasswordInput(attrs={"autocomplete": purpose, "maxlength": MAX_PASSWORD_LENGTH})


class ChosenPasswordForm(forms.Form):
    """A password that somebody chooses for `user`, or for a login that does not exist yet."""

    password = forms.CharField(
        label=_("New password"),
        strip=False,
        max_length=MAX_PASSWORD_LENGTH,
        widget=_build_password_input("new-password"),
        help_text=_("Ten characters or more. Four words that do not belong together are good and easy to remember."),
    )
    repetition = forms.CharField(
        label=_("The password again"), strip=False, max_length=MAX_PASSWORD_LENGTH, widget=_build_password_input("new-password")
    )

    def __init__(self, *args: Any, user: User | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.user: User | None = user

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        password, repetition = cleaned.get("password"), cleaned.get("repetition")
        if password and repetition and password != repetition:
            self.add_error("repetition", _("The two passwords differ: type the same twice."))
        if password:
            self._check_strength(password, self.user or User(username=cleaned.get("username", "")))
        return cleaned

    def _check_strength(self, password: str, user: User) -> None:
        try:
            password_validation.validate_password(password, user)
        except ValidationError as problem:
            self.add_error("password", [WEAK_PASSWORDS.get(str(error.code), error.message) for error in problem.error_list])


class NewLoginForm(ChosenPasswordForm):
    """Name and password of a login, whoever it is for; `user` is who has it already."""

    username = forms.CharField(
        label=_("User name"),
        max_length=60,
        validators=[RegexValidator(r"^[\w.@+-]+\Z", _("Use letters, digits and . @ + - _ without spaces."))],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
        help_text=_("Your own name, for example maria.rossi: the ledger shows it beside what you enter."),
    )
    field_order = ("username", "password", "repetition")

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"].strip()
        namesakes = User.objects.filter(username__iexact=username)
        if self.user is not None:
            namesakes = namesakes.exclude(pk=self.user.pk)
        if namesakes.exists():
            raise ValidationError(_("Somebody here has this user name. Add your surname or a number."))
        return username


class PresentPasswordForm(forms.Form):
    """What asks for the present password once more; wrong ones count like those at the login."""

    current = forms.CharField(label=_("Present password"), strip=False, widget=_build_password_input("current-password"))

    def __init__(self, *args: Any, request: HttpRequest, user: User, **options: Any) -> None:
        super().__init__(*args, **options)
        self.request = request
        self.user: User | None = user

    def clean_current(self) -> str:
        current: str = self.cleaned_data["current"]
        if self.user is None or authenticate(self.request, username=self.user.get_username(), password=current) is None:
            raise ValidationError(_("This is not your present password. After eight wrong ones, wait a quarter of an hour."))
        return current


class ChangePasswordForm(PresentPasswordForm, ChosenPasswordForm):
    """A new password for a user who still knows the present one."""

    field_order = ("current", "password", "repetition")


class LoginForm(AuthenticationForm):
    """Django's, with a refusal that says what to do."""

    refusal_title = _("You are not logged in")

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _("User name or password is wrong. Capitals count. After eight wrong passwords, wait a quarter of an hour."),
    }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["username"].label = _("User name")


class CodeForm(forms.Form):
    """The six digits of the app, or a recovery code."""

    refusal_title = _("This code does not fit")

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "text", "autofocus": True}),
    )


class AddressForm(PresentPasswordForm):
    """Where a link for a forgotten password can be sent. Empty: nowhere."""

    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        max_length=254,
        help_text=_("For a forgotten password only. Empty: the director makes a link for you."),
    )
    field_order = ("email", "current")


class ForgottenForm(forms.Form):
    username = forms.CharField(label=_("User name or e-mail address"), max_length=254)
