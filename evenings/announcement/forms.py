"""The form of what is announced."""

import datetime as dt
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.announcing.services import AnnouncementDetails
from tournaments.models import Announcement
from tournaments.models.announcements import MAX_CONTACT_LENGTH, MAX_LINE_LENGTH, MAX_TEXT_LENGTH
from tournaments.pages.fields import COUNT_ATTRIBUTES, NameField
from tournaments.people.names import MAX_NAME_LENGTH, validate_characters

WIDE = {"data-wide": "yes"}
MOST_PLACES, MOST_HOURS, MOST_DAYS = 10_000, 14 * 24, 365


class TimeInput(forms.TimeInput):
    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


class MomentInput(forms.DateTimeInput):
    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


def build_hour_field(label: Any, help_text: Any = "") -> forms.TimeField:
    """A box for an hour of the evening."""
    return forms.TimeField(label=label, required=False, widget=TimeInput(), help_text=help_text)


def build_count_field(label: Any, most: int, help_text: Any, *, least: int = 1, required: bool = False) -> forms.IntegerField:
    """A box for a whole number."""
    widget = forms.TextInput(attrs=COUNT_ATTRIBUTES)
    return forms.IntegerField(label=label, required=required, min_value=least, max_value=most, widget=widget, help_text=help_text)


def build_lines_field(label: Any, rows: int, help_text: Any) -> forms.CharField:
    """A box of several lines."""
    widget = forms.Textarea(attrs={"rows": rows, **WIDE})
    return forms.CharField(label=label, required=False, max_length=MAX_TEXT_LENGTH, widget=widget, help_text=help_text)


class AnnouncementForm(forms.Form):
    """What a poster needs first, then the enrolment. `date`: the day of the evening, before whose start an enrolment must end."""

    def __init__(self, *args: Any, date: dt.date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.date = date

    meets_at = build_hour_field(_("Meeting time"), _("When people come to enrol and pay."))
    starts_at = build_hour_field(_("Start"), _("When the first cards are dealt."))
    ends_by = build_hour_field(_("Over by"), _("The planner looks for formats that end by then."))
    address = NameField(
        label=_("Address"), required=False, max_length=MAX_LINE_LENGTH, validators=[validate_characters], widget=forms.TextInput(attrs=WIDE)
    )
    town = NameField(label=_("Town"), required=False, max_length=MAX_NAME_LENGTH)
    contact = NameField(
        label=_("Contact"),
        required=False,
        max_length=MAX_CONTACT_LENGTH,
        validators=[validate_characters],
        help_text=_("Name and telephone: printed on the poster and shown on the public page."),
    )
    who_may_play = NameField(
        label=_("Who may play"),
        required=False,
        max_length=MAX_LINE_LENGTH,
        validators=[validate_characters],
        widget=forms.TextInput(attrs=WIDE),
        help_text=_("For example: everybody; members only; from 16 years on."),
    )
    fee_includes = NameField(
        label=_("Included in the fee"),
        required=False,
        max_length=MAX_LINE_LENGTH,
        validators=[validate_characters],
        widget=forms.TextInput(attrs=WIDE),
        help_text=_("For example: a drink and a plate of cold cuts."),
    )
    prizes = build_lines_field(_("Prizes"), 4, _("One in each line, the first prize first."))
    more = build_lines_field(_("Anything else"), 2, _("For example: food from 19:30, free parking."))
    late = NameField(
        label=_("Late arrival"),
        required=False,
        max_length=MAX_LINE_LENGTH,
        validators=[validate_characters],
        widget=forms.TextInput(attrs=WIDE),
        help_text=_("For the regulation, for example: a pair that is 15 minutes late loses the first match."),
    )
    complaints = NameField(
        label=_("Complaints"),
        required=False,
        max_length=MAX_LINE_LENGTH,
        validators=[validate_characters],
        widget=forms.TextInput(attrs=WIDE),
        help_text=_("For the regulation, for example: to the director, before the sheet is signed."),
    )
    places = build_count_field(_("Places"), MOST_PLACES, _("How many entries can play. Those who come later wait. Empty: no limit."))
    enrols = forms.ChoiceField(label=_("Who may enrol"), choices=Announcement.Enrols.choices, widget=forms.RadioSelect)
    closes_at = forms.DateTimeField(
        label=_("Enrolment until"),
        required=False,
        widget=MomentInput(),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"],
        help_text=_("Afterwards only the desk enters people. Empty: until the day of the tournament."),
    )
    heats = build_lines_field(
        _("Heats to choose from"), 2, _("One in each line, for example “Thursday at Bar Sport”. Empty: nothing is asked.")
    )
    offer_hours = build_count_field(
        _("Hours for an answer"),
        MOST_HOURS,
        _("When a place becomes free, the first who wait have so long to accept it. 0: they get it at once."),
        least=0,
        required=True,
    )
    controller = NameField(
        label=_("Who keeps the data"),
        required=False,
        max_length=MAX_LINE_LENGTH,
        validators=[validate_characters],
        widget=forms.TextInput(attrs=WIDE),
        help_text=_("Name and address of the club, as the privacy notice must name them. Required where people enrol themselves."),
    )
    keep_days = build_count_field(
        _("Days until enrolments are deleted"),
        MOST_DAYS,
        _("Counted from the day of the tournament; the privacy notice names them."),
        required=True,
    )

    def clean_controller(self) -> str:
        text: str = self.cleaned_data["controller"]
        if not text and self.cleaned_data.get("enrols") in {Announcement.Enrols.OPEN, Announcement.Enrols.APPROVED}:
            raise ValidationError(_("Write who keeps the data: people who enrol are told it in the privacy notice."))
        return text

    def clean_starts_at(self) -> dt.time | None:
        start: dt.time | None = self.cleaned_data["starts_at"]
        meeting: dt.time | None = self.cleaned_data.get("meets_at")
        if start and meeting and start < meeting:
            raise ValidationError(_("The start lies before the meeting time. Exchange them."))
        return start

    def clean_ends_by(self) -> dt.time | None:
        end: dt.time | None = self.cleaned_data["ends_by"]
        start: dt.time | None = self.cleaned_data.get("starts_at")
        if end and start and dt.time(6) < end <= start:
            raise ValidationError(_("The end lies before the start. After midnight an evening may last until 6:00."))
        return end

    def clean_closes_at(self) -> dt.datetime | None:
        closing: dt.datetime | None = self.cleaned_data["closes_at"]
        start: dt.time = self.cleaned_data.get("starts_at") or dt.time.max
        if closing and closing > dt.datetime.combine(self.date, start, timezone.get_default_timezone()):
            raise ValidationError(_("Enrolment would end after the evening has begun. Write an earlier moment, or leave it empty."))
        return closing

    def build_details(self) -> AnnouncementDetails:
        return AnnouncementDetails(**{**self.cleaned_data, "prizes": self._read_lines("prizes"), "heats": self._read_lines("heats")})

    def _read_lines(self, name: str) -> str:
        return "\n".join(filter(None, (" ".join(line.split()) for line in self.cleaned_data[name].splitlines())))


FIRST_FIELDS = (
    "meets_at",
    "starts_at",
    "ends_by",
    "address",
    "town",
    "contact",
    "who_may_play",
    "fee_includes",
    "prizes",
    "more",
    "late",
    "complaints",
)
"""What a poster tells; the others are about the enrolment."""


def build_initial_values(announcement: Announcement) -> dict[str, Any]:
    """The initial values of an `AnnouncementForm`."""
    return {name: getattr(announcement, name) for name in AnnouncementForm.base_fields}
