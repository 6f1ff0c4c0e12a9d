"""The page about the API for people: every address, what it takes and gives, and every problem."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.views.generic import TemplateView

from api.callers.problems import WORDS
from jobs.permissions import everybody

METHODS = ("get", "post", "put", "delete")


@dataclass(frozen=True, slots=True)
class FieldLine:
    name: str
    kind: str
    required: bool = False


@dataclass(frozen=True, slots=True)
class OperationLine:
    """`anchor` names it within the page; `needs_token`: nobody else may call it."""

    method: str
    path: str
    summary: str
    anchor: str
    parameters: tuple[FieldLine, ...]
    body: str
    answer: str
    answer_schema: str
    """The object in the answer, by whose name the page has it; empty for none."""
    needs_token: bool


@dataclass(frozen=True, slots=True)
class SchemaLine:
    name: str
    fields: tuple[FieldLine, ...]


class ApiPage(TemplateView):
    policy = staticmethod(everybody)
    template_name = "api/door/page.html"

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        from api.door.v1 import build_description  # noqa: PLC0415 - the library is loaded by the first call

        description = build_description()
        groups: dict[str, list[OperationLine]] = {}
        for tag, line in list_operations(description):
            groups.setdefault(_(tag), []).append(line)
        page_context = {
            "groups": groups,
            "schemas": list_schemas(description),
            "problems": [(code, status, sentence) for code, (status, sentence) in WORDS.items()],
            "root": self.request.build_absolute_uri("/api/v1"),
        }
        return super().get_context_data(**{**page_context, **context})


def list_operations(description: Mapping[str, Any]) -> Iterator[tuple[str, OperationLine]]:
    """Every operation with the name of its group."""
    for path, operations in description["paths"].items():
        for method in METHODS:
            if method in operations:
                yield operations[method]["tags"][0], _build_operation(method, path, operations[method])


def _build_operation(method: str, path: str, operation: Mapping[str, Any]) -> OperationLine:
    parameters = (
        FieldLine(item["name"], format_kind(item["schema"]), item.get("required", False))
        for item in operation.get("parameters", ())
        if item["in"] != "path"
    )
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    answers = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
    [(media_type, content)] = answers[0]["content"].items()
    kind = format_kind(content["schema"]) if media_type == "application/json" else media_type
    summary = str(operation["summary"])
    return OperationLine(
        method.upper(),
        path,
        _(summary),
        operation["operationId"],
        tuple(parameters),
        format_kind(body) if body else "",
        kind,
        kind.strip("[]") if media_type == "application/json" else "",
        {} not in operation["security"],
    )


def list_schemas(description: Mapping[str, Any]) -> list[SchemaLine]:
    """The objects by name, with their fields."""
    return [
        SchemaLine(
            name,
            tuple(
                FieldLine(field, format_kind(kind), field in schema.get("required", ()))
                for field, kind in schema.get("properties", {}).items()
            ),
        )
        for name, schema in sorted(description["components"]["schemas"].items())
    ]


def format_kind(schema: Mapping[str, Any]) -> str:
    """A type as people write it: `text`, `[EntryOut]`, `integer or null`."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return _(" or ").join(format_kind(item) for item in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        return " | ".join(
            f"“{value}”" if isinstance(value, str) else str(value).lower() for value in schema.get("enum", [schema.get("const")])
        )
    kind = str(schema.get("type", _("anything")))
    if kind == "array":
        return f"[{format_kind(schema.get('items', {}))}]"
    return str(schema.get("format", kind))
