"""The first thing in a document that its JSON Schema forbids, in the reader's language."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from exchange.stored_rows import StoredRows

if TYPE_CHECKING:
    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

MISWRITTEN, OUT_OF_RANGE = gettext_noop("is too long or badly written"), gettext_noop("is too small or too large")
_SENTENCES = {
    "required": gettext_noop("is missing"),
    "additionalProperties": gettext_noop("is not known here"),
    "type": gettext_noop("is of the wrong kind"),
    "const": gettext_noop("must be %(value)s"),
    "enum": gettext_noop("is not one of the allowed words"),
    "maxLength": MISWRITTEN,
    "pattern": MISWRITTEN,
    "minimum": OUT_OF_RANGE,
    "maximum": OUT_OF_RANGE,
    "maxItems": gettext_noop("has too many parts"),
}
"""By the keyword of the schema that a value breaks: every keyword that our schema uses."""


def find_fault(value: Any, schema: Mapping[str, Any]) -> tuple[str, str] | None:
    """The place and the sentence of the first fault; None when the value conforms."""
    return next(iterate_faults(value, schema), None)


def iterate_faults(value: Any, schema: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The place and the sentence of every fault."""
    for error in _build_validator()(schema).iter_errors(value):
        sentence = _(_SENTENCES[str(error.validator)])
        yield _format_place([*error.absolute_path, *_find_name(error)]), sentence % {"value": error.validator_value}


def inline_definitions(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema with every definition in the place where it is named: looking them up took as long as the check itself."""

    def inline(part: Any) -> Any:
        if isinstance(part, list):
            return [inline(item) for item in part]
        if not isinstance(part, dict):
            return part
        named = schema["$defs"][part["$ref"].removeprefix("#/$defs/")] if "$ref" in part else {}
        return {name: inline(item) for name, item in (named | part).items() if name not in {"$ref", "$defs"}}

    inlined: dict[str, Any] = inline(schema)
    return inlined


@cache
def _build_validator() -> "type[Validator]":
    """The rules of JSON Schema 2020-12, for which the stored rows of a large file are an array too."""
    from jsonschema import Draft202012Validator, validators  # noqa: PLC0415 - only who brings a file in waits for it

    types = Draft202012Validator.TYPE_CHECKER.redefine("array", lambda _types, part: isinstance(part, list | StoredRows))
    extended: type[Validator] = validators.extend(Draft202012Validator, type_checker=types)
    return extended


def _find_name(error: "ValidationError") -> Iterable[str]:
    """The name that is missing or not known, which the path of the error does not include."""
    if error.validator == "required":
        return [name for name in error.validator_value if name not in error.instance][:1]
    if error.validator == "additionalProperties":
        return [name for name in error.instance if name not in error.schema.get("properties", {})][:1]
    return []


def _format_place(path: Iterable[str | int]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")
