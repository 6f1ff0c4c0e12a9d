"""Every script says at its top which pages load it and what works without it, and types what takes more than two values (`deno.json`)."""

import re
from collections.abc import Iterator

import pytest

from config.phone_files import BASE, SCRIPTS
from tests.house.sources import ROOT, templates

FILES = sorted((ROOT / "static").glob("*.js"))
OPENING = re.compile(r'"use strict";\n/\*(?P<comment>.*?)\*/\n', re.DOTALL)
TEMPLATE = re.compile(r"[\w/]+\.html")
NAMED = re.compile(r"^[ \t]*(?:(?:const|let|var) (\w+) = (?:async )?|(?:async )?function (\w+))\(", re.MULTILINE)
DOCUMENTED = re.compile(r"/\*\*(?P<tags>(?:(?!\*/).)*)\*/\s*\Z", re.DOTALL)
PARAMETER = re.compile(r"@param \{.+?\} \[?(\w+)")
MOST_UNTYPED = 2


def find_end(text: str, start: int) -> int:
    """Where the bracket closes that opens at `start`."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] in "([{") - (text[place] in ")]}")
        if depth == 0:
            return place
    raise AssertionError(text[start:])


def split_parameters(text: str) -> list[str]:
    """Parameters, apart at the commas outside of brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        parts = [*parts, ""] if sign == "," and not depth else [*parts[:-1], parts[-1] + sign]
    return [part.strip() for part in parts if part.strip()]


def count_values(parameters: list[str]) -> int:
    """What a function takes; an object that it takes apart counts by its fields."""
    return sum(len(split_parameters(one[1 : find_end(one, 0)])) if one.startswith("{") else 1 for one in parameters)


def list_functions(text: str) -> Iterator[tuple[str, list[str], str]]:
    """Name, parameters and what stands above of every function that has a name."""
    for found in NAMED.finditer(text):
        opening = found.end() - 1
        end = find_end(text, opening)
        if found[2] or re.match(r"\s*=>", text[end + 1 :]):
            yield found[1] or found[2], split_parameters(text[opening + 1 : end]), text[: found.start()]


def lacks_types(parameters: list[str], above: str) -> bool:
    documented = DOCUMENTED.search(above[above.rfind("/**") :]) if "/**" in above else None
    tags = documented["tags"] if documented else ""
    names = [one.partition("=")[0].strip() for one in parameters if not one.startswith(("{", "["))]
    return len(PARAMETER.findall(tags)) != len(parameters) or not {*names} <= {*PARAMETER.findall(tags)} or "@returns {" not in tags


def list_untyped(text: str) -> list[str]:
    functions = list_functions(text)
    return [name for name, parameters, above in functions if count_values(parameters) > MOST_UNTYPED and lacks_types(parameters, above)]


def find_templates(name: str) -> set[str]:
    """The templates that load a script, or have it inside; those of a table's phone load it in one file with others."""
    ways = (f"static '{name}'", f"{{{{ {name.removesuffix('.js')}_script }}}}")
    texts = {path.relative_to(ROOT / "templates").as_posix(): path.read_text(encoding="utf-8") for path in templates()}
    loading = {template for template, text in texts.items() if any(way in text for way in ways)}
    return loading | ({BASE} if name in SCRIPTS else set())


def find_faults(text: str, loading: set[str]) -> list[str]:
    """What the comment at the top of a script lacks."""
    opening = OPENING.match(text)
    comment = opening["comment"] if opening else ""
    named = {*TEMPLATE.findall(comment)}
    wrong = [] if named == loading else [f"names {sorted(named)}, not {sorted(loading)}"]
    return wrong if "Without it " in comment else [*wrong, "what works without it"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_opening_comment_says_where_a_script_is_used_and_what_works_without_it(path):
    assert find_templates(path.name)
    assert find_faults(path.read_text(encoding="utf-8"), find_templates(path.name)) == []


def test_an_opening_comment_that_lacks_something_is_found():
    """The positive control."""
    good = '"use strict";\n/* What it does. Loaded by a/b.html. Without it all works. */\n\n(() => {})();\n'
    assert find_faults(good, {"a/b.html"}) == []
    assert find_faults(good, {"a/b.html", "c.html"}) == ["names ['a/b.html'], not ['a/b.html', 'c.html']"]
    assert find_faults(good.replace("Without it all works. ", ""), {"a/b.html"}) == ["what works without it"]
    assert len(find_faults("// Nothing.\n(() => {})();\n", {"a/b.html"})) == 2


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_takes_more_than_two_values_has_types(path):
    assert list_untyped(path.read_text(encoding="utf-8")) == []


TYPED = "/** @param {number} a @param {string} [b] @param {(x: number) => void} c @returns {void} */\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("const f = (a, b) => a;", []),
        ("const f = (a, b, c) => a;", ["f"]),
        ("  let f = async (a, b = [1, 2], c) => {\n", ["f"]),
        ("async function f(a, b, c) {\n", ["f"]),
        ("const f = ({ a, b, c }) => a;", ["f"]),
        ("const f = ([a, b, c]) => a;", []),
        ("const f = (a, b = {}) => a;", []),
        ("const sum = (a, b, c);", []),
        (f"{TYPED}const f = (a, b = 1, c) => a;", []),
        (f"{TYPED}const f = (a, b, d) => a;", ["f"]),
        (f"{TYPED}const f = (a, b, c, d) => a;", ["f"]),
        (f"{TYPED}const g = 1;\nconst f = (a, b, c) => a;", ["f"]),
        (f"{TYPED.replace('@returns {void} ', '')}const f = (a, b, c) => a;", ["f"]),
        ("/** @param {{a: number, b: number, c: number}} all @returns {void} */\nconst f = ({ a, b, c }) => a;", []),
    ],
)
def test_functions_without_types_are_found(text, expected):
    """The positive control."""
    assert list_untyped(text) == expected
