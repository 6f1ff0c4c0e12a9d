"""The form in which people enrol, on a phone and at the desk."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from evenings.enrolment.details import EnrolmentDetails
from evenings.enrolment.services import CODE_LENGTH, new_code
from tournaments.models.announcements import MAX_LINE_LENGTH
from tournaments.pages.fields import NameField
from tournaments.pages.forms import TickBox
from tournaments.people.names import MAX_NAME_LENGTH, validate_characters, validate_telephone

STRENGTHS = ((1, _("I am learning")), (2, _("I play well enough")), (3, _("I play to win")))
TRAP = "website"
"""A box that nobody sees: only programs fill it in."""


class EnrolmentForm(forms.Form):
    """Two names, or one and the tick that looks for a partner. `code` comes back with the form: sent twice, it is one enrolment."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        size: int,
        heats: tuple[str, ...] = (),
        details: EnrolmentDetails | None = None,
        at_desk: bool = False,
    ) -> None:
        super().__init__(data, initial=build_initial_values(details) if details else {"code": new_code(), "strength": 2})
        self.size, self.at_desk = size, at_desk
        for place in range(size):
            label = _("First name and surname")
            self.fields[f"person_{place}"] = NameField(
                label=label if size == 1 else format_lazy("{label} {number}", label=label, number=place + 1),
                required=place == 0,
                widget=forms.TextInput(attrs={"autocomplete": "off" if at_desk else f"section-player{place + 1} name"}),
            )
        for place in range(1, size):
            self.fields[f"person_{place}"].help_text = _("Empty only if you look for a partner: then tick it below.")
            self.fields[f"person_{place}"].is_needed = True  # type: ignore[attr-defined]  # read by templates/components
        if size > 1:
            self.fields["looking"] = TickBox(label=_("I am alone and look for a partner"), help_text=_("Then write your name only."))
            self.fields["wish"] = NameField(
                label=_("I would like to play with"), required=False, help_text=_("If you look for a partner and have a wish.")
            )
            self.fields["strength"] = forms.TypedChoiceField(
                label=_("How do you play?"),
                choices=STRENGTHS,
                coerce=int,
                empty_value="2",
                required=False,
                help_text=_("If you look for a partner: strong and weak are put together."),
            )
        self.fields["phone"] = NameField(
            label=_("Telephone"),
            required=not at_desk,
            max_length=30,
            widget=forms.TextInput(attrs={"type": "tel", "inputmode": "tel", "autocomplete": "off" if at_desk else "tel"}),
            help_text=_("Only the organisers see it, to tell you if something changes."),
        )
        if heats:
            self.fields["heat"] = forms.ChoiceField(label=_("Heat"), choices=[(name, name) for name in heats], widget=forms.RadioSelect)
        self.fields["club"] = NameField(label=_("Club, bar or village"), required=False)
        for place in range(size):
            label = _("Card number")
            self.fields[f"membership_{place}"] = NameField(
                label=label if size == 1 else format_lazy("{label} {number}", label=label, number=place + 1), required=False, max_length=30
            )
        self.fields["note"] = NameField(
            label=_("A word to the organisers"), required=False, max_length=MAX_LINE_LENGTH, validators=[validate_characters]
        )
        self.fields[TRAP] = forms.CharField(required=False, widget=forms.HiddenInput)
        self.fields["code"] = forms.CharField(widget=forms.HiddenInput, max_length=CODE_LENGTH, min_length=CODE_LENGTH)
        if details is not None:
            del self.fields["code"]
        elif not at_desk:
            self.fields["notice"] = forms.BooleanField(label=_("I have read the privacy notice"))

    def clean_phone(self) -> str:
        phone: str = self.cleaned_data["phone"]
        if phone and "phone" in self.changed_data:
            validate_telephone(phone)
        return phone

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if cleaned.get(TRAP):
            raise ValidationError(_("This form was filled in by a program. Type it again by hand."))
        looking = cleaned.get("looking", False)
        partners = [place for place in range(1, self.size) if cleaned.get(f"person_{place}")]
        missing = [place for place in range(1, self.size) if not cleaned.get(f"person_{place}") and f"person_{place}" not in self.errors]
        if looking and partners:
            self.add_error("looking", _("There is a partner’s name above. Remove the name, or this tick."))
        if not looking and missing:
            self.add_error(f"person_{missing[0]}", _("Write your partner’s name, or tick that you look for one."))
        return cleaned

    def build_details(self) -> EnrolmentDetails:
        """What was typed. Requires a valid form."""
        cleaned = self.cleaned_data
        looking = cleaned.get("looking", False)
        persons = range(1 if looking else self.size)
        return EnrolmentDetails(
            names=tuple(cleaned[f"person_{place}"] for place in persons),
            memberships=tuple(cleaned[f"membership_{place}"] for place in persons),
            phone=cleaned["phone"],
            club=cleaned["club"],
            heat=cleaned.get("heat", ""),
            looking=looking,
            wish=cleaned.get("wish", "")[:MAX_NAME_LENGTH] if looking else "",
            strength=int(cleaned.get("strength", 2)) if looking else 2,
            note=cleaned["note"],
        )


def build_initial_values(details: EnrolmentDetails) -> dict[str, Any]:
    """The initial values of the form for what is stored."""
    same = ("phone", "club", "heat", "looking", "wish", "strength", "note")
    persons = {f"person_{place}": name for place, name in enumerate(details.names)}
    cards = {f"membership_{place}": card for place, card in enumerate(details.memberships)}
    return persons | cards | {name: getattr(details, name) for name in same}
