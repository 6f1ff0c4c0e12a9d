"""The form of a prize: for whom, what, what it cost, and who gave it."""

from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from paper.layout import PictureRefused
from paper.logos import LARGEST_PHOTOGRAPH, shrink_photograph
from tournaments.cash.prize_lines import LAST, MOST_PLACE, PrizeKind, PrizeLine, format_prize, parse_prize
from tournaments.pages.fields import COUNT_ATTRIBUTES, EuroField, NameField, euros
from tournaments.pages.forms import TickBox

UNREADABLE = _("The picture was not saved: it is no PNG or JPEG that can be read. Choose another one.")
REFUSED_PICTURES = {
    "size": _("The picture was not saved: at most 12 MB and 6000 pixels a side. Save a smaller one and choose it again."),
    "kind": UNREADABLE,
    "damaged": UNREADABLE,
}
KINDS = (
    (PrizeKind.GOODS, gettext_lazy("in kind")),
    (PrizeKind.VOUCHER, gettext_lazy("voucher")),
    (PrizeKind.MONEY, gettext_lazy("money")),
)


def build_place_field(label: Any, **options: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=1, max_value=MOST_PLACE, widget=forms.TextInput(attrs=COUNT_ATTRIBUTES), **options)


class PrizeForm(forms.Form):
    use_required_attribute = False

    kind = forms.ChoiceField(label=_("Kind"), choices=KINDS)
    what = NameField(label=_("What"), required=False, help_text=_("For example: a ham, or dinner for two. Empty for money."))
    award = forms.ChoiceField(label=_("For whom"), required=False, help_text=_("Categories are written at the entries."))
    first = build_place_field(_("Place number"), required=False, help_text=_("Empty: the next one that has no prize yet."))
    last = build_place_field(_("to place"), required=False, help_text=_("Each of these places gets one. Empty: one place."))
    value = EuroField(label=_("Purchase value (€)"), help_text=_("Of one. For money and vouchers the amount."))
    sponsor = NameField(label=_("Given by"), required=False, help_text=_("The sponsor. Empty: the organizer buys it."))
    picture = forms.FileField(
        label=_("Picture"),
        required=False,
        help_text=_("PNG or JPEG, 12 MB at most; everybody sees it. Empty: it stays as it is."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
    )
    no_picture = TickBox(label=_("Without a picture"))
    replaces = forms.CharField(required=False, max_length=120, widget=forms.HiddenInput)

    def __init__(self, *data: Any, awards: tuple[str, ...], lines: Iterable[PrizeLine], **options: Any) -> None:
        super().__init__(*data, **options)
        self._lines = tuple(lines)
        choices = [("", _("the places of the tournament")), *((award, award) for award in awards)]
        cast(forms.ChoiceField, self.fields["award"]).choices = choices

    def clean_what(self) -> str:
        return self._refuse_signs(self.cleaned_data["what"])

    def clean_sponsor(self) -> str:
        return self._refuse_signs(self.cleaned_data["sponsor"])

    def _refuse_signs(self, text: str) -> str:
        if "·" in text or text.endswith(":"):
            raise ValidationError(_("Write it without “·”, and without a colon at the end."))
        return text

    def clean_picture(self) -> bytes | None:
        """The new picture; None if it stays as it is."""
        file = self.cleaned_data["picture"]
        if not file:
            return None
        try:
            return shrink_photograph(file.read(LARGEST_PHOTOGRAPH + 1))
        except PictureRefused as refusal:
            raise ValidationError(REFUSED_PICTURES[str(refusal)]) from None

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if self.errors:
            return cleaned
        cleaned["first"] = cleaned["first"] or cleaned["last"] or self._find_next_place()
        cleaned["last"] = cleaned["last"] or cleaned["first"]
        if cleaned["no_picture"] and cleaned["picture"] is None:
            cleaned["picture"] = b""
        if cleaned["last"] < cleaned["first"]:
            self.add_error("last", _("The last place comes before the first."))
        if cleaned["kind"] == PrizeKind.GOODS and not cleaned["what"]:
            self.add_error("what", _("Write what is won."))
        if cleaned["kind"] != PrizeKind.GOODS and not cleaned["value"]:
            self.add_error("value", _("Write the amount."))
        if not self.errors and self._is_misread():
            self.add_error("what", _("Write the amount into its own box, and a voucher or money as its kind."))
        return cleaned

    def _find_next_place(self) -> int:
        """The place behind the last one that has a prize under the chosen heading."""
        award, replaces = self.cleaned_data["award"].casefold(), self.cleaned_data["replaces"]
        headings = LAST if award in LAST else (award,)
        last_places = (line.last for line in self._lines if line.award.casefold() in headings and line.key != replaces)
        return max(last_places, default=0) + 1

    def _is_misread(self) -> bool:
        """Whether the line would say something else than the boxes, for example because the words hold an amount."""
        read, cleaned = parse_prize(self._format()), self.cleaned_data
        cents = cleaned["value"] or None
        return (read.kind, read.cents, read.sponsor) != (cleaned["kind"], cents, cleaned["sponsor"])

    def _format(self) -> str:
        cleaned = self.cleaned_data
        return format_prize(PrizeKind(cleaned["kind"]), cleaned["what"], cleaned["value"], cleaned["sponsor"])

    def build_line(self) -> PrizeLine:
        """Requires a valid form."""
        cleaned = self.cleaned_data
        return PrizeLine(cleaned["award"], cleaned["first"], cleaned["last"], parse_prize(self._format()))


def build_prize_values(line: PrizeLine) -> dict[str, Any]:
    """The initial values of the form for a line of the list."""
    prize = line.prize
    return {
        "kind": prize.kind.value,
        "what": "" if prize.is_money else prize.what,
        "award": line.award,
        "first": line.first,
        "last": line.last if line.last != line.first else "",
        "value": euros(prize.cents or 0),
        "sponsor": prize.sponsor,
        "replaces": line.key,
    }


def list_award_choices(*names: str) -> tuple[str, ...]:
    """The headings that a prize can be for, each once, the last place after those that are given."""
    titles = {name.casefold(): name for name in reversed(names) if name.casefold() not in LAST}
    return (*reversed(titles.values()), gettext("Last place"))
