"""Our templates, with the dot of a list (“Mariglia · 21 November · Bar Sport”) kept to the word before it.

A line may end behind a dot, and none begins with one. Templates are laid out by a tool that breaks their lines where it likes, so the
space before a dot is made here: once for each template, when it is read first. What is translated stays as it is: it is looked up by its
text.
"""

import re

from django.template import Origin
from django.template.loaders import filesystem

_LEFT = re.compile(r"(\{%-?\s*blocktrans(?:late)?\b.*?endblocktrans(?:late)?\s*%\}|\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\})", re.DOTALL)
_SPACE = re.compile(r"\s+·(?=\s|$)")
_TAG = re.compile(r"\{%-?\s*(\w+)")
_BOUND = "\N{NO-BREAK SPACE}·"


class Loader(filesystem.Loader):
    """Reads templates from `DIRS`."""

    def get_contents(self, origin: Origin) -> str:
        return bind_dots(super().get_contents(origin))


def bind_dots(source: str) -> str:
    """The source of a template whose dots cannot begin a line; only its own text changes, and nothing that is translated.

    Where a dot opens what a condition adds (`{{ game }} {% if venue %} · {{ venue }}{% endif %}`), the space before the condition is moved
    into its other branches.
    """
    parts = [part if place % 2 else _SPACE.sub(_BOUND, part) for place, part in enumerate(_LEFT.split(source))]
    _drop_doubled_spaces(parts)
    _move_spaces(parts)
    return "".join(parts)


def _drop_doubled_spaces(parts: list[str]) -> None:
    """What a condition adds needs no space at its end where one follows it."""
    for place in range(1, len(parts), 2):
        if _read_tag(parts[place]) == "endif" and parts[place + 1][:1].isspace():
            parts[place - 1] = parts[place - 1].rstrip(" \n")


def _move_spaces(parts: list[str]) -> None:
    opened: list[list[int]] = []  # of each condition the places of its tags
    closed: dict[int, list[int]] = {}  # the same by the place of its end
    for place in range(1, len(parts), 2):
        tag = _read_tag(parts[place])
        if tag in ("if", "ifchanged"):
            opened.append([place])
        elif tag in ("elif", "else") and opened:
            opened[-1].append(place)
        elif tag in ("endif", "endifchanged") and opened:
            closed[place] = opened.pop()
            _move_space(parts, closed[place], place, closed)


def _move_space(parts: list[str], branches: list[int], end: int, closed: dict[int, list[int]]) -> None:
    first, *later = branches
    before = [first - 1]
    if not parts[first - 1].strip() and first - 2 in closed:  # a condition behind another: also what each of its branches ends with
        before += [tag - 1 for tag in (*closed[first - 2][1:], first - 2)]
    if not parts[first + 1].startswith(_BOUND) or not any(parts[place][-1:].isspace() for place in before):
        return
    space = "\n" if any(parts[place].rstrip(" ").endswith("\n") for place in before) else " "
    for place in before:
        parts[place] = parts[place].rstrip(" \n")
    for place in later:
        parts[place + 1] = space + parts[place + 1]
    if not later or _read_tag(parts[later[-1]]) != "else":
        parts[end - 1] += f"{{% else %}}{space}"


def _read_tag(part: str) -> str:
    name = _TAG.match(part)
    return name[1] if name else ""
