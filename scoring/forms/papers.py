"""What somebody chooses about paper: the looks of all of it, and a single print."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.logos import checked_logo
from scoring.models import PaperStyle
from scoring.services.papers import StyleChoice
from scoring.sheets import Paper
from tournaments.forms.declared import Tick
from tournaments.names import validate_name
from tournaments.printouts.layout import PictureRefused

LARGEST_LOGO = 2_000_000
MOST_SPARES = 200
WHICH = ("all", "rest", "filled", "spares", "one")
REFUSALS = {
    "size": _("This picture is too large: at most 2 MB and 6000 pixels a side. Save a smaller one and choose it again."),
    "kind": _("This is neither PNG nor JPEG. Save the logo as one of them and choose it again."),
    "damaged": _("This picture cannot be read to its end. Save it anew and choose it again."),
}


class StyleForm(forms.Form):
    """How all papers of a tournament look. `logo_file` replaces the logo, `no_logo` takes it away."""

    use_required_attribute = False

    logo_file = forms.FileField(
        label=_("Logo"),
        required=False,
        help_text=_("PNG or JPEG, 2 MB at most; black on white prints best. It stands on sheets, lists and certificates."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
    )
    no_logo = Tick(label=_("Print without a logo"))
    suits = forms.ChoiceField(
        label=_("Suits"),
        choices=PaperStyle.Suits.choices,
        help_text=_("Which signs stand for the suits on sheets, cards and certificates."),
    )
    language = forms.ChoiceField(label=_("Language of the paper"), choices=PaperStyle.Language.choices, required=False)
    prizes = forms.CharField(
        label=_("Prizes"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("One line for each rank, the first on top. They stand on the prize list."),
    )
    signatures = forms.CharField(
        label=_("Who signs"),
        required=False,
        max_length=200,
        validators=[validate_name],
        help_text=_("Names or offices with commas between: “Director, Referee”. For certificates and minutes."),
    )

    def clean_logo_file(self) -> bytes:
        """The new logo; empty without one."""
        file = self.cleaned_data["logo_file"]
        if not file:
            return b""
        if file.size > LARGEST_LOGO:
            raise forms.ValidationError(REFUSALS["size"])
        try:
            return checked_logo(file.read())
        except PictureRefused as refused:
            raise forms.ValidationError(REFUSALS[str(refused)]) from refused

    def choice(self, style: PaperStyle) -> StyleChoice:
        """The choices that were made; the logo stays as in `style` when nothing was said of it."""
        told = self.cleaned_data
        kept = b"" if told["no_logo"] else style.picture
        return StyleChoice(told["suits"], told["language"], told["prizes"], told["signatures"], told["logo_file"] or kept)


def initial_style(style: PaperStyle) -> dict[str, str]:
    """What a `StyleForm` shows of the choices so far."""
    return {name: getattr(style, name) for name in ("suits", "language", "prizes", "signatures")}


class SheetForm(forms.Form):
    """Which sheets, on what paper. What is left out is as the director chose it for all papers."""

    use_required_attribute = False

    paper = forms.ChoiceField(
        label=_("Paper"),
        choices=[
            (Paper.A5_TWO_UP.value, _("A4, two sheets to cut apart")),
            (Paper.A4.value, _("A4, one sheet")),
            (Paper.ROLL_80.value, _("roll of 80 mm")),
        ],
    )
    suits = forms.ChoiceField(label=_("Suits"), choices=PaperStyle.Suits.choices, required=False)
    spares = forms.IntegerField(label=_("Blank spares"), min_value=1, max_value=MOST_SPARES, initial=8, required=False)
    which = forms.ChoiceField(choices=[(key, key) for key in WHICH], required=False)
    code = forms.CharField(max_length=8, required=False)

    @property
    def chosen_paper(self) -> Paper:
        return Paper(self.cleaned_data["paper"])

    def chosen(self, name: str, usual: Any) -> Any:
        return self.cleaned_data.get(name) or usual
