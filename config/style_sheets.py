"""How a style sheet is read: its rules, its selectors, their parts and their weight.

Ours, because what reduces sheets (PurgeCSS) and lowers them (Lightning CSS) needs Node where a club installs, and writes no `min()` for
browsers of 2019; tinycss2 and cssselect2 would take over forty of these lines, for two more packages on every desk.
"""

import re
from collections.abc import Iterator

Weight = tuple[int, int, int]
"""Of a selector, as CSS counts it: identifiers; classes, attributes and pseudo-classes; elements and pseudo-elements."""

STEP = re.compile(r"\s*([>+~])\s*|\s+")
PART = re.compile(r"::?[\w-]+|\[[^\]]*\]|[.#]?[\w-]+|\*")
NOTHING: Weight = (0, 0, 0)
WEIGHTS = {"#": (1, 0, 0), ".": (0, 1, 0), "[": (0, 1, 0), ":": (0, 1, 0), "*": NOTHING}
STEPS = frozenset({" ", ">", "+", "~"})


def split_rules(sheet: str) -> Iterator[tuple[str, str]]:
    """The rules of a style sheet without comments, each as what stands before its braces and what stands in them."""
    depth, start, head = 0, 0, ""
    for place, letter in enumerate(sheet):
        if letter == "{":
            if depth == 0:
                head, start = sheet[start:place].strip(), place + 1
            depth += 1
        elif letter == "}":
            depth -= 1
            if depth == 0:
                yield head, sheet[start:place]
                start = place + 1
        elif letter == ";" and depth == 0:
            start = place + 1


def split_list(text: str, separator: str = ",") -> list[str]:
    """A list of selectors, or of anything else, cut at the separators outside of brackets and quotation marks."""
    parts, depth, start, quote = [], 0, 0, ""
    for place, letter in enumerate(text):
        if quote or letter in "\"'":
            quote = "" if letter == quote else quote or letter
            continue
        depth += (letter in "([") - (letter in ")]")
        if letter == separator and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    return [part.strip() for part in (*parts, text[start:])]


def read_brackets(text: str) -> tuple[str, str]:
    """What stands before the bracket that closes, and what after it."""
    depth = 1
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return text[:place], text[place + 1 :]
    return text, ""


def split_parts(selector: str) -> list[str]:
    """A selector in its parts: `p`, `.class`, `[attribute]`, `:not(…)`, and between elements one of `STEPS`."""
    parts, rest = [], selector.strip()
    while rest:
        if step := STEP.match(rest):
            parts.append(step[1] or " ")
            rest = rest[step.end() :]
            continue
        part = PART.match(rest)
        if not part:
            raise ValueError(f"no part of a selector: {rest}")
        text, rest = part[0], rest[part.end() :]
        if rest.startswith("("):
            inside, rest = read_brackets(rest[1:])
            text += f"({inside})"
        parts.append(text)
    return parts


def read_list_within(part: str) -> tuple[str, list[str]]:
    """The name of a part such as `:not(a, b)`, and the selectors in its brackets."""
    name, bracket, rest = part.partition("(")
    return name, split_list(rest[:-1]) if bracket else []


def weigh_selector(selector: str) -> Weight:
    """Its specificity: of the heaviest in `:is()`, `:not()` and `:has()`, of nothing in `:where()`."""
    return _add(*(_weigh_part(part) for part in split_parts(selector)))


def _weigh_part(part: str) -> Weight:
    name, inside = read_list_within(part)
    if part in STEPS or name == ":where":
        return NOTHING
    if name in {":is", ":not", ":has"}:
        return max(weigh_selector(selector) for selector in inside)
    return (0, 0, 1) if part.startswith("::") else WEIGHTS.get(part[0], (0, 0, 1))


def _add(*weights: Weight) -> Weight:
    first, second, third = (sum(numbers) for numbers in zip(*weights, strict=True))
    return first, second, third


def split_declarations(body: str) -> list[tuple[str, str]]:
    """Properties and values of a rule, as `("margin", "0 auto!important")`."""
    pairs = (declaration.partition(":") for declaration in split_list(body, ";") if declaration)
    return [(name.strip(), value.strip()) for name, _colon, value in pairs]
