"""The line of a JSON text on which a value stands."""

import re
from collections.abc import Iterator

_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}:,]|[^\s\[\]{}:,"]+')


def find_lines(text: str) -> dict[str, int]:
    """The first line, from 1, of every value of a text that is JSON, by its place: `entries[2].place`."""
    lines: dict[str, int] = {"": 1}
    stack: list[list[str | int]] = []
    line, at, is_name = 1, 0, False
    for token in _TOKENS.finditer(text):
        line += text.count("\n", at, token.start())
        at = token.start()
        word = token.group()
        if word in {"}", "]"}:
            stack.pop()
        elif word == ",":
            is_name = isinstance(stack[-1][0], str)
            if not is_name:
                stack[-1][0] = int(stack[-1][0]) + 1
        elif word == ":":
            is_name = False
        elif is_name:
            stack[-1][0] = _read_name(word)
        else:
            lines.setdefault(_format_place(stack), line)
            if word in {"{", "["}:
                stack.append(["" if word == "{" else 0])
                is_name = word == "{"
    return lines


def _read_name(word: str) -> str:
    return word[1:-1]


def _format_place(stack: list[list[str | int]]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for (part,) in stack).removeprefix(".")


def find_line(lines: dict[str, int], place: str) -> int:
    """The line of a place, else of the nearest value around it."""
    return next(lines[part] for part in _iterate_around(place) if part in lines)


def _iterate_around(place: str) -> Iterator[str]:
    while place:
        yield place
        place = re.sub(r"(\.?[^.\[\]]+|\[\d+\])$", "", place) if re.search(r"(\.?[^.\[\]]+|\[\d+\])$", place) else ""
    yield ""
