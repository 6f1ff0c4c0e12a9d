"""The forms of the page “Outside”."""

import re
from typing import Any, cast

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from plugins.registry import PluginKind, list_ready
from publishing.models.targets import MAX_ADDRESS_LENGTH, SLOWEST, USUAL_SPEED
from publishing.targets.typed import SiteAddress, build_space_address, parse_public_address, parse_site_address
from publishing.targets.typed import clean_code as spell_code

QUIET = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
SPEEDS = (
    (SLOWEST, gettext_lazy("very little: 16 kB a minute")),
    (100_000, gettext_lazy("little: 100 kB a minute")),
    (USUAL_SPEED, gettext_lazy("usual: 1 MB a minute")),
    (20_000_000, gettext_lazy("as fast as it goes: 20 MB a minute")),
)
FOLDER = "file"
WAYS = (
    ("sftp", gettext_lazy("SFTP")),
    ("ftps", gettext_lazy("FTP, encrypted (FTPS)")),
    ("webdavs", gettext_lazy("WebDAV")),
    (FOLDER, gettext_lazy("a folder of this computer")),
)
CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def _refuse_control_characters(text: str) -> None:
    if CONTROL.search(text):
        raise ValidationError(_("This contains characters that cannot be typed. Write it again."))


def build_line_field(label: Any, help_text: Any = "", *, required: bool = True, most: int = 200, kind: str = "text") -> forms.CharField:
    """A box for one line."""
    widget = forms.TextInput(attrs={**QUIET, "type": kind}) if kind != "password" else forms.PasswordInput(render_value=True, attrs=QUIET)
    validators = [_refuse_control_characters]
    return forms.CharField(label=label, help_text=help_text, required=required, max_length=most, widget=widget, validators=validators)


class SiteForm(forms.Form):
    """The address of a site and the code that it shows, or the whole link of the code."""

    address = build_line_field(
        gettext_lazy("Address of the site, or the whole link"), gettext_lazy("for example cards.example.org"), most=MAX_ADDRESS_LENGTH
    )
    code = build_line_field(
        gettext_lazy("Code"), gettext_lazy("The site shows it. Empty: it is part of the link."), required=False, most=30
    )
    name = build_line_field(gettext_lazy("Name of this desk"), gettext_lazy("So that the site’s club knows who publishes."), most=60)

    def clean_address(self) -> SiteAddress:
        return parse_site_address(self.cleaned_data["address"])

    def clean_code(self) -> str:
        return spell_code(self.cleaned_data["code"])

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = {**self.cleaned_data}
        site = values.get("address")
        if site is not None and not (values.get("code") or site.code):
            self.add_error("code", _("Type the code that the site shows."))
        return values

    @property
    def site(self) -> SiteAddress:
        """What was typed, with the code wherever it stood."""
        address: SiteAddress = self.cleaned_data["address"]
        return SiteAddress(address.address, self.cleaned_data["code"] or address.code)


class SpaceForm(forms.Form):
    """How a web space is written to, and where people read it."""

    way = forms.ChoiceField(label=gettext_lazy("Kind"), choices=WAYS)
    host = build_line_field(
        gettext_lazy("Server"), gettext_lazy("for example ftp.example.org. Empty for a folder of this computer."), required=False
    )
    user = build_line_field(gettext_lazy("User name"), required=False)
    password = build_line_field(gettext_lazy("Password"), required=False, kind="password")
    folder = build_line_field(gettext_lazy("Folder"), gettext_lazy("for example www/cards. It must exist."), required=False)
    public_address = build_line_field(
        gettext_lazy("Where people read it"), gettext_lazy("for example https://example.org/cards"), most=MAX_ADDRESS_LENGTH
    )
    language = forms.ChoiceField(label=gettext_lazy("Language of the pages"), choices=settings.LANGUAGES)

    def __init__(self, *arguments: Any, allows_folder: bool, **named: Any) -> None:
        """`allows_folder`: whoever writes into folders of this computer looks after it."""
        super().__init__(*arguments, **named)
        plugged = [(plugin.key, plugin.label) for plugin in list_ready(PluginKind.TARGET)]
        cast(forms.ChoiceField, self.fields["way"]).choices = [way for way in (*WAYS, *plugged) if allows_folder or way[0] != FOLDER]

    def clean_public_address(self) -> str:
        return parse_public_address(self.cleaned_data["public_address"])

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = {**self.cleaned_data}
        if "way" in values and "host" in values:
            try:
                values["address"] = build_space_address(values["way"], values["host"], values.get("user", ""), values.get("folder", ""))
            except ValidationError as problem:
                self.add_error("host", problem)
        return values


class SpeedForm(forms.Form):
    speed = forms.TypedChoiceField(label=gettext_lazy("At most"), choices=SPEEDS, coerce=int)


class PasswordForm(forms.Form):
    password = build_line_field(gettext_lazy("New password"), kind="password")
