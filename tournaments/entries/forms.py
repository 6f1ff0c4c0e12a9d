"""The forms of one entry and of a list of entries."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.fields.declaration import DeclaredField, ValueKind
from tournaments.fields.declared import PERSON_FIELDS, TYPED_FIELDS, read_person_values, read_values
from tournaments.fields.details import EntryDetails
from tournaments.models import Entry
from tournaments.pages.fields import EuroField, NameField, euros
from tournaments.pages.forms import TextBox, TickBox
from tournaments.people.names import MAX_NAME_LENGTH, NAME_SEPARATOR
from tournaments.reading.files import MAX_BYTES, MAX_SHEETS, SheetText, UnreadableListError, read_file_sheets
from tournaments.reading.headings import ROLES, ColumnRole
from tournaments.reading.lists import GuessReason, ParsedList

NUMBER_ATTRIBUTES = {"inputmode": "numeric", "size": 6, "autocomplete": "off"}


class EntryForm(forms.Form):
    """The persons in the order of their seats, then the declared fields of the entry, then those of each person; ticks last."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, size: int, clubs: Sequence[str] = (), entry: Entry | None = None) -> None:
        super().__init__(data, initial=_build_initial_values(entry) if entry else {})
        self.size = size
        self.clubs = tuple(clubs)
        for index in range(size):
            self.fields[f"person_{index}"] = NameField(label=_format_person_label(_("Player"), index, size))
        for field in TYPED_FIELDS:
            self.fields[field.key] = _build_form_field(field, field.label)
        for field in PERSON_FIELDS:
            for index in range(size):
                self.fields[f"{field.key}_{index}"] = _build_form_field(field, _format_person_label(field.label, index, size))
        for name in [name for name, field in self.fields.items() if isinstance(field, TickBox)]:
            self.fields[name] = self.fields.pop(name)
        self.fields["club"].widget.attrs["list"] = "clubs"
        if entry is None:
            self.fields["person_0"].widget.attrs["autofocus"] = True

    def clean(self) -> dict[str, Any]:
        """Checks what was typed now: what is stored already must not keep somebody from changing the rest."""
        checks = {f"{field.key}_{index}": field.check for field in PERSON_FIELDS if field.check for index in range(self.size)}
        for name in checks.keys() & set(self.changed_data):
            try:
                if text := self.cleaned_data.get(name):
                    checks[name](text)
            except ValidationError as refusal:
                self.add_error(name, refusal)
        return self.cleaned_data

    def build_details(self) -> EntryDetails:
        cleaned = self.cleaned_data
        persons = tuple(cleaned[f"person_{index}"] for index in range(self.size))
        person_values = [{field.key: cleaned[f"{field.key}_{index}"] for field in PERSON_FIELDS} for index in range(self.size)]
        return EntryDetails(persons, person_values=person_values, **{field.key: cleaned[field.key] for field in TYPED_FIELDS})


def _format_person_label(label: str | Promise, index: int, size: int) -> str | Promise:
    return label if size == 1 else format_lazy("{label} {number}", label=label, number=index + 1)


def _build_form_field(field: DeclaredField, label: str | Promise) -> forms.Field:
    common: dict[str, Any] = {"label": label, "help_text": field.help_text}
    if field.kind is ValueKind.YES_NO:
        return TickBox(**common)
    if field.kind is ValueKind.MONEY:
        return EuroField(**common)
    if field.kind is ValueKind.NUMBER:
        widget = forms.TextInput(attrs=NUMBER_ATTRIBUTES)
        return forms.IntegerField(required=False, min_value=field.lowest, max_value=field.highest, widget=widget, **common)
    if field.kind is ValueKind.CHOICE:
        return forms.ChoiceField(required=False, choices=field.choices, **common)
    return NameField(required=False, max_length=min(field.max_length, MAX_NAME_LENGTH), **common)


def _build_initial_values(entry: Entry) -> dict[str, Any]:
    people = [member.person for member in entry.members.select_related("person")]
    persons = {f"person_{index}": str(person) for index, person in enumerate(people)}
    values = read_values(entry)
    values |= {field.key: euros(values[field.key]) for field in TYPED_FIELDS if field.kind is ValueKind.MONEY}
    if entry.name == NAME_SEPARATOR.join(persons.values()):
        values["name"] = ""
    person_values = {f"{key}_{index}": text for index, person in enumerate(people) for key, text in read_person_values(person).items()}
    return {**persons, **values, **person_values}


ROWS, ENTRY_ROWS, PERSON_ROWS = "rows", "entry", "person"
GUESS_REASONS: dict[GuessReason, Any] = {
    GuessReason.HEADING: _("from its heading"),
    GuessReason.MERGED: _("one heading for several columns"),
    GuessReason.CONTENT: _("guessed from its cells"),
    GuessReason.UNKNOWN: _("the heading is not known here"),
    GuessReason.UNREADABLE: _("its cells are no such values"),
    GuessReason.CHOSEN: _("chosen by you"),
}
"""Why a column was taken for what it is."""


class ListForm(forms.Form):
    """A list of entries, in the box or in a file; the file counts if there is one. Both become text, a workbook one for each sheet."""

    text = TextBox(
        label=_("One entry in each line"),
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off", "autofocus": True}),
    )
    file = forms.FileField(
        label=_("or a file"),
        required=False,
        help_text=_("CSV or XLSX, at most 2 MB and 20,000 rows."),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        upload = cleaned.get("file")
        if upload is not None:
            try:
                cleaned["sheets"] = read_file_sheets(upload.read(MAX_BYTES + 1))
                cleaned["text"] = cleaned["sheets"][0].text
            except UnreadableListError as problem:
                raise ValidationError({"file": str(problem.message)}) from problem
        if "file" not in self.errors and not cleaned.get("text", "").strip():
            raise ValidationError({"text": _("Write or paste the entries here, or choose a file.")})
        return cleaned


class RoleField(forms.ChoiceField):
    """What a column holds, and why it was taken for that."""

    def __init__(self, *, reason: str | Promise, **options: Any) -> None:
        super().__init__(**options)
        self.reason = reason


class PreviewForm(forms.Form):
    """The list as it was parsed: its text, the role of each column, and what a row is where entries have several persons."""

    text = ListForm.base_fields["text"]

    def __init__(self, data: Mapping[str, Any] | None = None, *, text: str = "", parsed: ParsedList | None = None, size: int = 1) -> None:
        super().__init__(data, initial={"text": text})
        if parsed and size > 1:
            self.fields[ROWS] = forms.ChoiceField(
                label=_("Each row is"),
                choices=[(ENTRY_ROWS, _("one entry")), (PERSON_ROWS, _("one player; rows that belong together make an entry"))],
                initial=PERSON_ROWS if parsed.one_person_a_row else ENTRY_ROWS,
            )
        self.fields["text"].widget.attrs.pop("autofocus")  # what was understood stands above the text and must be seen first
        columns = parsed.columns if parsed else ()
        for column in columns:
            self.fields[f"role_{column.index}"] = RoleField(
                label=column.heading or format_lazy("{column} {number}", column=_("Column"), number=column.index + 1),
                choices=[(role.value, role.label) for role in ROLES],
                initial=column.role.value,
                help_text=column.example,
                widget=forms.Select if len(columns) > 1 else forms.HiddenInput,
                reason=GUESS_REASONS[column.reason],
            )


def normalize_line_ends(text: str) -> str:
    """The text with plain line feeds as line ends: browsers send back other line ends than they received."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse_posted_roles(data: Mapping[str, Any]) -> tuple[ColumnRole, ...]:
    """The roles of the columns that the director chose in a preview; empty when one is missing or unknown."""
    roles_by_value = {role.value: role for role in ROLES}
    roles: list[ColumnRole] = []
    while f"role_{len(roles)}" in data:
        role = roles_by_value.get(data[f"role_{len(roles)}"])
        if role is None:
            return ()
        roles.append(role)
    return tuple(roles)


def parse_posted_rows(data: Mapping[str, Any]) -> bool | None:
    """Whether the director said that each row is one player; None where nothing was said."""
    return {PERSON_ROWS: True, ENTRY_ROWS: False}.get(data.get(ROWS, ""))


def parse_posted_sheets(data: Mapping[str, Any]) -> tuple[SheetText, ...]:
    """The sheets of the workbook that a preview carries along, the shown one with the text as it is now."""
    sheets: list[SheetText] = []
    while f"sheet_name_{len(sheets)}" in data and len(sheets) < MAX_SHEETS:
        place = len(sheets)
        text = data.get("text" if data.get("sheet") == str(place) else f"sheet_text_{place}", "")
        sheets.append(SheetText(data[f"sheet_name_{place}"], normalize_line_ends(text)))
    return tuple(sheets)


def compute_list_digest(text: str, parsed: ParsedList) -> str:
    """A digest of what a preview showed, to check that exactly this is confirmed."""
    parts = [normalize_line_ends(text), str(parsed.one_person_a_row), *(role.value for role in parsed.roles)]
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:32]
