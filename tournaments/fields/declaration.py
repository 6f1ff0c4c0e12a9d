"""How a field of an entry or of a person is declared, and what is refused in a declaration."""

import enum
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.conf import settings
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Field, Model
from django.utils.functional import Promise
from django.utils.translation import override

from tournaments.models import Club, Entry, Person
from tournaments.people.names import fold_name


class ValueKind(enum.Enum):
    """How a value is typed, stored and written."""

    TEXT = "text"
    CLUB = "club"
    NUMBER = "number"
    MONEY = "money"
    CHOICE = "choice"
    YES_NO = "yes or no"


class Erasure(enum.Enum):
    """What happens to a value when the person, or a person of the entry, is erased."""

    KEEP = "keep"
    EMPTY = "empty"
    REMOVE_NAMES = "remove names"


class DeclarationError(Exception):
    """A declaration contradicts the models or another declaration."""


@dataclass(frozen=True)
class DeclaredField:
    """One fact about an entry, or about each person of it (`model` is Person).

    `key` names it in forms, in lists and in values; `attribute` is the model's attribute and the name in the tournament's file, the key
    unless it differs. `heading` is the short label above a column; `headings` are other words, separated by commas, by which lists are
    recognised besides label and heading, which are recognised in every language of the site.
    `typed`: in the form of an entry. `listed`: a column of the desk's list. `public`: public pages may show it. `since` is the first
    version of the tournament's file that has it. `check` raises ValidationError for what somebody types and nobody can use; what is stored
    or comes in a list is never asked.
    """

    key: str
    model: type[Model]
    kind: ValueKind
    label: str | Promise
    erasure: Erasure | None = None
    attribute: str = ""
    heading: str | Promise = ""
    headings: str = ""
    help_text: str | Promise = ""
    lowest: int = 0
    highest: int = 0
    unique: bool = False
    typed: bool = True
    listed: bool = False
    public: bool = False
    exported: bool = True
    since: int = 1
    check: Callable[[str], None] | None = None

    @property
    def is_of_person(self) -> bool:
        return self.model is Person

    @property
    def is_numeric(self) -> bool:
        return self.kind in (ValueKind.NUMBER, ValueKind.MONEY)

    @property
    def name(self) -> str:
        """The model's attribute, and the name in the tournament's file."""
        return self.attribute or self.key

    @property
    def title(self) -> str | Promise:
        """What stands above a column."""
        return self.heading or self.label

    @cached_property
    def column(self) -> "Field[Any, Any]":
        """The model's field. Raises: FieldDoesNotExist."""
        return self.model._meta.get_field(self.name)  # type: ignore[return-value]  # the stubs say any field, relations too

    @property
    def max_length(self) -> int:
        return (Club._meta.get_field("name") if self.kind is ValueKind.CLUB else self.column).max_length or 0

    @property
    def choices(self) -> list[tuple[Any, Any]]:
        return list(self.column.flatchoices)

    @property
    def empty(self) -> Any:
        """The value of who has none."""
        if self.kind in (ValueKind.TEXT, ValueKind.CLUB):
            return ""
        return None if self.column.null else self.column.get_default()

    @cached_property
    def words(self) -> frozenset[str]:
        """The folded headings that stand for this field, in every language of the site."""
        labels = _translate_everywhere([self.label, self.title])
        return frozenset(map(fold_name, (*labels, *filter(None, self.headings.split(",")))))

    @cached_property
    def values_by_word(self) -> dict[str, Any]:
        """The value of a choice by every folded word that stands for it."""
        return {fold_name(word): value for value, label in self.choices for word in (str(value), *_translate_everywhere([label]))}

    def read_value(self, row: Model) -> Any:
        """The value of an entry or a person; of a club its name."""
        value = getattr(row, self.name)
        return (value.name if value else "") if self.kind is ValueKind.CLUB else value


def _translate_everywhere(texts: Iterable[str | Promise]) -> Iterator[str]:
    lazy_texts = list(texts)
    for language, _name in settings.LANGUAGES:
        with override(language):
            yield from [str(text) for text in lazy_texts]


def check_fields(fields: Iterable[DeclaredField]) -> tuple[DeclaredField, ...]:
    """The fields, when nothing is wrong with them. Raises: DeclarationError with a sentence that names the field."""
    checked = tuple(fields)
    keys: set[str] = set()
    headings: dict[str, str] = {}
    for field in checked:
        for problem in _find_problems(field):
            raise DeclarationError(f"The field “{field.key}” of {field.model.__name__} {problem}")
        if field.key in keys:
            raise DeclarationError(f"The key “{field.key}” is declared twice: give every field its own.")
        keys.add(field.key)
        for word in {fold_name(word) for word in field.headings.split(",")} - {""}:
            if word in headings:
                raise DeclarationError(f"The heading “{word}” stands for “{headings[word]}” and for “{field.key}”: lists need one meaning.")
            headings[word] = field.key
    return checked


def _find_problems(field: DeclaredField) -> Iterator[str]:
    if field.model not in (Entry, Person):
        yield "belongs to neither an entry nor a person: its model is Entry or Person."
    try:
        column = field.column
    except FieldDoesNotExist:
        yield f"has no attribute “{field.name}” in its model: add the column there first, or correct `attribute`."
        return
    if field.is_of_person and field.erasure is not Erasure.EMPTY:
        yield "is about a person and has no rule for erasing: give it `Erasure.EMPTY`."
    if field.is_of_person and field.kind is not ValueKind.TEXT:
        yield "is about a person and is no text: only texts are stored for persons."
    if field.kind is ValueKind.TEXT and field.erasure is None:
        yield "is a text and may hold a name: give it a rule for erasing."
    if field.erasure is Erasure.EMPTY and not field.is_of_person:
        yield "cannot be emptied with one person, because the entry stays: choose `REMOVE_NAMES` or `KEEP`."
    if field.kind is ValueKind.NUMBER and not field.lowest <= field.highest > 0:
        yield "is a number without bounds: give `lowest` and `highest`."
    if field.kind is ValueKind.CHOICE and not column.flatchoices:
        yield "is a choice, and its model has no choices."
    if field.kind is ValueKind.TEXT and not column.max_length:
        yield "is a text of any length: its column needs `max_length`."
