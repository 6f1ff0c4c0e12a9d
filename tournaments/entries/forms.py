"""The forms of one entry and of a list of entries."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.entries.services import EntryDetails
from tournaments.models import Entry
from tournaments.pages.fields import MAX_TABLE_NUMBER, EuroField, NameField, euros
from tournaments.pages.forms import TextBox, TickBox
from tournaments.people.names import NAME_SEPARATOR
from tournaments.reading.files import MAX_BYTES, UnreadableListError, read_file_text
from tournaments.reading.headings import ROLE_LABELS, ColumnRole
from tournaments.reading.lists import MAX_SEED, ParsedList


class EntryForm(forms.Form):
    """The persons in the order of their seats, then the other facts about the entry."""

    club = NameField(label=_("Club"), required=False, help_text=_("Entries of one club are kept apart in the draw."))
    seed = forms.IntegerField(
        label=_("Seed"), required=False, min_value=1, max_value=MAX_SEED, help_text=_("1 is the strongest. Empty for most.")
    )
    name = NameField(label=_("Name of the team"), required=False, help_text=_("Empty: the names of the players."))
    fixed_table = forms.IntegerField(
        label=_("Always at table"),
        required=False,
        min_value=1,
        max_value=MAX_TABLE_NUMBER,
        help_text=_("For who cannot walk far, for example."),
    )
    fee_paid = EuroField(label=_("Paid, in euros"))
    note = NameField(label=_("Note"), required=False, help_text=_("Only for the desk."))
    hidden = TickBox(label=_("Hidden on public pages"), help_text=_("Whoever asks for it is shown there by number alone."))

    def __init__(self, data: Mapping[str, Any] | None = None, *, size: int, clubs: Sequence[str] = (), entry: Entry | None = None) -> None:
        super().__init__(data, initial=_build_initial_values(entry) if entry else {})
        self.size = size
        self.clubs = tuple(clubs)
        persons = {f"person_{index}": NameField(label=_format_person_label(index, size)) for index in range(size)}
        self.fields = {**persons, **self.fields}
        for name in ("seed", "fixed_table"):
            self.fields[name].widget = forms.TextInput(attrs={"inputmode": "numeric", "size": 6, "autocomplete": "off"})
        self.fields["club"].widget.attrs["list"] = "clubs"
        if entry is None:
            self.fields["person_0"].widget.attrs["autofocus"] = True

    def build_details(self) -> EntryDetails:
        cleaned = dict(self.cleaned_data)
        persons = tuple(cleaned.pop(f"person_{index}") for index in range(self.size))
        return EntryDetails(persons=persons, fee_paid_cents=cleaned.pop("fee_paid"), **cleaned)


def _format_person_label(index: int, size: int) -> str | Promise:
    return _("Player") if size == 1 else format_lazy("{player} {number}", player=_("Player"), number=index + 1)


def _build_initial_values(entry: Entry) -> dict[str, Any]:
    persons = [str(member.person) for member in entry.members.select_related("person")]
    return {
        **{f"person_{index}": name for index, name in enumerate(persons)},
        "club": entry.club.name if entry.club else "",
        "seed": entry.seed,
        "name": "" if entry.name == NAME_SEPARATOR.join(persons) else entry.name,
        "fixed_table": entry.fixed_table,
        "fee_paid": euros(entry.fee_paid_cents),
        "note": entry.note,
        "hidden": entry.hidden,
    }


class ListForm(forms.Form):
    """A list of entries, in the box or in a file; the file counts if there is one. Both become text."""

    text = TextBox(
        label=_("One entry in each line"),
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off", "autofocus": True}),
    )
    file = forms.FileField(
        label=_("or a file"),
        required=False,
        help_text=_("CSV or XLSX, at most 2 MB and 5,000 rows."),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        upload = cleaned.get("file")
        if upload is not None:
            try:
                cleaned["text"] = read_file_text(upload.read(MAX_BYTES + 1))
            except UnreadableListError as problem:
                raise ValidationError({"file": str(problem.message)}) from problem
        if "file" not in self.errors and not cleaned.get("text", "").strip():
            raise ValidationError({"text": _("Write or paste the entries here, or choose a file.")})
        return cleaned


class PreviewForm(forms.Form):
    """The list as it was parsed: its text, the role of each column, and the digest of what was shown."""

    text = ListForm.base_fields["text"]

    def __init__(self, data: Mapping[str, Any] | None = None, *, text: str = "", parsed: ParsedList | None = None) -> None:
        super().__init__(data, initial={"text": text})
        self.fields["text"].widget.attrs.pop("autofocus")  # what was understood stands above the text and must be seen first
        columns = parsed.columns if parsed else ()
        for column in columns:
            self.fields[f"role_{column.index}"] = forms.ChoiceField(
                label=column.heading or format_lazy("{column} {number}", column=_("Column"), number=column.index + 1),
                choices=[(role.value, label) for role, label in ROLE_LABELS.items()],
                initial=column.role.value,
                help_text=column.example,
                widget=forms.Select if len(columns) > 1 else forms.HiddenInput,
            )


def normalize_line_ends(text: str) -> str:
    """The text with plain line feeds as line ends: browsers send back other line ends than they received."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse_posted_roles(data: Mapping[str, Any]) -> tuple[ColumnRole, ...]:
    """The roles of the columns that the director chose in a preview; empty when one is missing or unknown."""
    roles_by_value = {role.value: role for role in ColumnRole}
    roles: list[ColumnRole] = []
    while f"role_{len(roles)}" in data:
        role = roles_by_value.get(data[f"role_{len(roles)}"])
        if role is None:
            return ()
        roles.append(role)
    return tuple(roles)


def compute_list_digest(text: str, roles: Sequence[ColumnRole]) -> str:
    """A digest of what a preview showed, to check that exactly this is confirmed."""
    return hashlib.sha256("\x1f".join([normalize_line_ends(text), *roles]).encode()).hexdigest()[:32]
