"""Forms of receipts: one to be handed out, many at once, and a club's own words."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from paper import ReceiptSize
from tournaments.cash.receipts import WORDS, ReceiptOrder
from tournaments.models import PayerKind, ReceiptWords
from tournaments.models.treasury import MAX_PRIZE, MAX_WORDS
from tournaments.pages.fields import NameField

SIZES = (
    (ReceiptSize.A6.value, _("A6")),
    (ReceiptSize.ROLL.value, _("roll of 80 mm")),
    (ReceiptSize.A4.value, _("A4, two to a line")),
)


@dataclass(frozen=True, slots=True)
class WordsPreset:
    """Words that somebody else wrote, named by where they are from."""

    key: str
    text: Promise
    source: Promise


PRESETS = (
    WordsPreset(
        "member",
        _(
            "Fee of a member for the club’s tournament. Specific payment of a member: not taxable by art. 148 (3) TUIR and art. 4 DPR"
            " 633/1972."
        ),
        _("fiscosport.it, about receipts of sports clubs for fees of members; read in November 2026."),
    ),
    WordsPreset("plain", _("Fee for the tournament."), _("No source: the reason alone.")),
    WordsPreset(
        "stamp",
        _("Fee for the tournament. Revenue stamp on the original where the sum is above €77.47."),
        _("DPR 642/1972, tariff, art. 13."),
    ),
)


class ReceiptForm(forms.Form):
    """One receipt: from whom the money came."""

    use_required_attribute = False

    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    payer = NameField(label=_("Received from"), max_length=MAX_PRIZE)
    kind = forms.ChoiceField(label=_("Kind of payer"), choices=PayerKind.choices)
    size = forms.ChoiceField(label=_("Paper size"), choices=SIZES)

    def build_order(self) -> ReceiptOrder:
        """Requires a valid form."""
        cleaned = self.cleaned_data
        return ReceiptOrder(cleaned["number"], cleaned["payer"], PayerKind(cleaned["kind"]))


class ManyReceiptsForm(forms.Form):
    """All that nobody got yet."""

    size = forms.ChoiceField(label=_("Paper size"), choices=SIZES, initial=ReceiptSize.A4.value)


class ReceiptWordsForm(forms.Form):
    """The words of a club; `preset` puts words of a source into one of the boxes."""

    issuer = forms.CharField(
        label=_("Who issues them"),
        required=False,
        max_length=MAX_WORDS,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Name, address and tax number, one a line; four lines are printed."),
    )
    member = forms.CharField(label=_("Words for a member"), required=False, max_length=MAX_WORDS, widget=forms.Textarea(attrs={"rows": 3}))
    associate = forms.CharField(
        label=_("Words for a member of the same association"),
        required=False,
        max_length=MAX_WORDS,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    guest = forms.CharField(label=_("Words for a guest"), required=False, max_length=MAX_WORDS, widget=forms.Textarea(attrs={"rows": 3}))

    def list_values(self) -> dict[str, str]:
        """The columns of `ReceiptWords`, with the words of the preset that was chosen. Requires a valid form."""
        values = {name: self.cleaned_data[name].replace("\r\n", "\n").strip() for name in WORDS}
        kind, _colon, key = str(self.data.get("preset", "")).partition(":")
        preset = next((preset for preset in PRESETS if preset.key == key), None)
        return values | {kind: str(preset.text)} if preset and kind in PayerKind.values else values


def build_words_values(words: ReceiptWords) -> dict[str, Any]:
    return {name: getattr(words, name) for name in WORDS}
