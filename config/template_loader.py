"""Our templates, with the dot of a list (“Mariglia · 21 November · Bar Sport”) kept to the word before it.

A line may end behind a dot, and none begins with one. Templates are laid out by a tool that breaks their lines where it likes, so the
space before a dot is made here: once for each template, when it is read first. What is translated stays as it is: it is looked up by its
text.
"""

import re
from collections.abc import Iterator

from django.template import Origin
from django.template.loaders import filesystem

_LEFT = re.compile(r"(\{%-?\s*blocktrans(?:late)?\b.*?endblocktrans(?:late)?\s*%\}|\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\})", re.DOTALL)
_SPACE = re.compile(r"\s+·(?=\s|$)")
_BOUND = "\N{NO-BREAK SPACE}·"


class Loader(filesystem.Loader):
    """Reads templates from `DIRS`."""

    def get_contents(self, origin: Origin) -> str:
        return bind_dots(super().get_contents(origin))


def bind_dots(source: str) -> str:
    """The source of a template whose dots cannot begin a line; only its own text changes, no tag and nothing that is translated."""
    return "".join(_bind_parts(source))


def _bind_parts(source: str) -> Iterator[str]:
    for place, part in enumerate(_LEFT.split(source)):
        yield part if place % 2 else _SPACE.sub(_BOUND, part)
