"""Forms about paper: the style of all papers, and a single print."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.core.validators import RegexValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from paper.layout import PictureRefused
from paper.logos import check_logo
from paper.sheets import Paper
from printing.prints.paper_settings import StyleChoice
from rules.options import FieldSpec
from scoring.models import PaperStyle
from scoring.models.papers import LOOK_FIELDS, PaperLook
from tournaments.pages.forms import TickBox
from tournaments.people.names import validate_name

LARGEST_LOGO = 2_000_000
MOST_SPARES = 200
WHICH = ("all", "rest", "stage", "filled", "spares", "further", "one")
REFUSALS = {
    "size": _("The logo was not saved: at most 2 MB and 6000 pixels a side. Save a smaller one and choose it again."),
    "kind": _("The logo was not saved: it is neither PNG nor JPEG. Save it as one of them and choose it again."),
    "damaged": _("The logo was not saved: the picture is damaged. Save it again and choose it once more."),
}


CHOSEN_FIELDS = tuple(name for name in LOOK_FIELDS if name != "logo")
STYLE_FIELDS = (*CHOSEN_FIELDS, "prizes", "wifi_shown")
WIFI_INPUT_ATTRS = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
plain_signs = RegexValidator(r"^[ -~]*\Z", _("Only letters without accents, digits and plain signs: phones read no others."))


def validate_signers(text: str) -> None:
    """Each of them is a name. Raises: ValidationError."""
    for name in text.split(","):
        validate_name(name.strip())


def list_paper_languages() -> list[tuple[str, Any]]:
    return [("", _("the tournament’s own")), *settings.LANGUAGES]


class LookForm(forms.Form):
    """What a club chooses for the papers of all its tournaments. `logo_file` replaces the logo, `no_logo` removes it."""

    use_required_attribute = False

    logo_file = forms.FileField(
        label=_("Logo"),
        required=False,
        help_text=_("PNG or JPEG, 2 MB at most; black on white prints best. It is printed on sheets, lists and certificates."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
    )
    no_logo = TickBox(label=_("Print without a logo"))
    sheet_kind = forms.ChoiceField(
        label=_("Score sheet"),
        choices=PaperStyle.SheetKind.choices,
        required=False,
        widget=forms.RadioSelect,
        help_text=_("A sheet of any kind is entered hand by hand, or with its final scores alone."),
    )
    suits = forms.ChoiceField(
        label=_("Suits"),
        choices=PaperStyle.Suits.choices,
        help_text=_("Which suit symbols are printed on sheets, cards and certificates."),
    )
    language = forms.ChoiceField(label=_("Language of printed sheets"), choices=list_paper_languages, required=False)
    signatures = forms.CharField(
        label=_("Who signs"),
        required=False,
        max_length=200,
        validators=[validate_signers],
        help_text=_("Names or offices with commas between: “Director, Referee”. For certificates and the tournament report."),
    )

    wifi_name = forms.CharField(
        label=_("Wi-Fi of the hall"),
        required=False,
        max_length=32,
        validators=[plain_signs],
        help_text=_("The network that phones join. If set, you can print a card with one QR code for the Wi-Fi and one for the site."),
        widget=forms.TextInput(attrs=WIFI_INPUT_ATTRS),
    )
    wifi_password = forms.CharField(
        label=_("Password of the Wi-Fi"),
        required=False,
        strip=False,
        min_length=8,
        max_length=63,
        validators=[plain_signs],
        help_text=_("Empty: the network is open. It is printed on the card; public pages never show it."),
        widget=forms.TextInput(attrs=WIFI_INPUT_ATTRS),
    )

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if not data.get("wifi_name") and "wifi_name" not in self.errors and (data.get("wifi_password") or data.get("wifi_shown")):
            self.add_error("wifi_name", _("Write the name of the network too."))
        return data

    def clean_logo_file(self) -> bytes:
        """The bytes of the new logo; empty without one."""
        file = self.cleaned_data["logo_file"]
        if not file:
            return b""
        if file.size > LARGEST_LOGO:
            raise forms.ValidationError(REFUSALS["size"])
        try:
            return check_logo(file.read())
        except PictureRefused as refused:
            raise forms.ValidationError(REFUSALS[str(refused)]) from refused

    def build_look(self, present: PaperLook) -> dict[str, Any]:
        """The values of the form; the logo of `present` is kept unless it is replaced or removed, its sheet unless one was chosen."""
        data = self.cleaned_data
        logo = data["logo_file"] or (b"" if data["no_logo"] else present.picture)
        chosen = {name: data[name] for name in CHOSEN_FIELDS}
        return {**chosen, "sheet_kind": chosen["sheet_kind"] or present.sheet_kind, "logo": logo}


class StyleForm(LookForm):
    """The style of all papers of a tournament."""

    printed_columns = forms.MultipleChoiceField(
        label=_("Columns of the full sheet"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Untick what your hall never writes. The columns that the score needs are always there."),
    )
    prizes = forms.CharField(
        label=_("Prizes"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_(
            "One line for each place, first at the top. Prizes of a consolation: below a line with its name and a colon, “Consolation:”."
        ),
    )
    wifi_shown = TickBox(
        label=_("Show the Wi-Fi on the screen in the hall"),
        help_text=_("Anybody who knows the address of the screen can read the password too, even outside the hall."),
    )

    def __init__(self, *args: Any, droppable: Sequence[FieldSpec] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._droppable = droppable
        columns = self.fields["printed_columns"]
        if isinstance(columns, forms.MultipleChoiceField) and droppable:
            columns.choices = [(spec.name, gettext(spec.label)) for spec in droppable]
        else:
            del self.fields["printed_columns"]

    def build_choice(self, style: PaperStyle) -> StyleChoice:
        """As `build_look`; the columns of `style` stay unless a sheet was chosen."""
        data = self.cleaned_data
        dropped = self._list_dropped_columns() if data["sheet_kind"] else style.sheet_dropped
        return StyleChoice(**self.build_look(style), prizes=data["prizes"], wifi_shown=data["wifi_shown"], sheet_dropped=dropped)

    def _list_dropped_columns(self) -> list[str]:
        return [spec.name for spec in self._droppable if spec.name not in self.cleaned_data["printed_columns"]]


def initial_look(look: PaperLook) -> dict[str, Any]:
    """Initial values of a `LookForm`."""
    return {name: getattr(look, name) for name in CHOSEN_FIELDS}


def initial_style(style: PaperStyle, droppable: Sequence[FieldSpec] = ()) -> dict[str, Any]:
    """Initial values of a `StyleForm`."""
    columns = [spec.name for spec in droppable if spec.name not in style.sheet_dropped]
    return {**{name: getattr(style, name) for name in STYLE_FIELDS}, "printed_columns": columns}


class SheetForm(forms.Form):
    """Which sheets to print and on what paper. Fields left empty follow the style of the tournament."""

    use_required_attribute = False

    paper = forms.ChoiceField(
        label=_("Paper size"),
        choices=[
            (Paper.A5_TWO_UP.value, _("A4, two sheets to cut apart")),
            (Paper.A4.value, _("A4, one sheet")),
            (Paper.ROLL_80.value, _("roll of 80 mm")),
        ],
    )
    suits = forms.ChoiceField(label=_("Suits"), choices=PaperStyle.Suits.choices, required=False)
    spares = forms.IntegerField(label=_("Blank sheets"), min_value=1, max_value=MOST_SPARES, initial=8, required=False)
    again = forms.ChoiceField(
        label=_("Sheets that were printed before"),
        choices=[("same", _("print the same again")), ("new", _("are void: print new ones"))],
        required=False,
    )
    which = forms.ChoiceField(choices=[(key, key) for key in WHICH], required=False)
    code = forms.CharField(max_length=8, required=False)

    @property
    def chosen_paper(self) -> Paper:
        return Paper(self.cleaned_data["paper"])

    def get_value(self, name: str, default: Any) -> Any:
        return self.cleaned_data.get(name) or default
