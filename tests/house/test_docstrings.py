"""A docstring names only what exists: errors after “Raises”, and code in backticks, in our packages or in one that we use."""

import ast
import builtins
import re
from collections.abc import Iterator
from functools import cache

from tests.house.sources import DOTTED_NAME, ROOT, leads_to_code, package_files, tree

RAISED = re.compile(r"Raises?:? ([^.]*)")
ERROR = re.compile(r"\b[A-Z][a-z]+(?:[A-Z][a-z]+)*\b")
QUOTED = re.compile(r"`([A-Za-z_]\w{2,}(?:\.[A-Za-z_]\w*)*)(?:\(\))?`")
"""A card (`SA`) or an article (`B1.2`) is no code."""
WORD = re.compile(r"[A-Za-z_]\w*")
NO_ERRORS = {"Windows", "Django"}
"""What else a sentence about errors names."""
NUMBERED = re.compile(r"_?\d+$")
"""`points_0` is a box of the field `points`."""
FILES = [path for path in package_files() if "migrations" not in path.parts]
CONFIGURED = ("pyproject.toml", "deploy/**/*.py", "static/*.js", "templates/**/*.html")


def list_docstrings(source: ast.Module) -> Iterator[ast.Constant]:
    for node in ast.walk(source):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value


def list_code_words(source: ast.Module) -> Iterator[str]:
    """Every word of a module but those of its docstrings."""
    docstrings = {id(node) for node in list_docstrings(source)}
    for node in ast.walk(source):
        for field in ("id", "attr", "arg", "name", "module"):
            if isinstance(text := getattr(node, field, None), str):
                yield from text.split(".")
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield from WORD.findall(node.value)


@cache
def collect_known_words() -> frozenset[str]:
    known = {*dir(builtins)}
    for path in FILES:
        known.update(path.relative_to(ROOT).with_suffix("").parts)
        known.update(list_code_words(tree(path)))
    for pattern in CONFIGURED:
        for path in ROOT.glob(pattern):
            known.update(WORD.findall(path.read_text(encoding="utf-8")))
    return frozenset(known)


def find_unknown_names(source: ast.Module, known: frozenset[str]) -> list[tuple[int, str]]:
    """Line and name of everything that the docstrings of a module speak of and that is nowhere."""
    unknown = []
    for node in list_docstrings(source):
        raised = [name for sentence in RAISED.findall(node.value) for name in ERROR.findall(sentence) if name not in NO_ERRORS]
        quoted = [part for name in QUOTED.findall(node.value) for part in name.split(".")]
        unknown += [(node.lineno, name) for name in raised + quoted if name not in known and NUMBERED.sub("", name) not in known]
    return unknown


def test_docstrings_name_what_exists():
    known = collect_known_words()
    unknown = {str(path.relative_to(ROOT)): find_unknown_names(tree(path), known) for path in FILES}
    assert {path: names for path, names in unknown.items() if names} == {}


def test_dotted_names_of_docstrings_and_of_comments_in_templates_lead_to_code():
    texts = {path: [node.value for node in list_docstrings(tree(path))] for path in FILES}
    texts |= {path: re.findall(r"\{#(.*?)#\}", path.read_text(encoding="utf-8")) for path in (ROOT / "templates").rglob("*.*")}
    stray = {
        str(path.relative_to(ROOT)): names
        for path, sentences in texts.items()
        if (names := [name for sentence in sentences for name in re.findall(DOTTED_NAME, sentence) if not leads_to_code(name)])
    }
    assert stray == {}


def test_an_error_and_a_function_that_are_gone_are_noticed():
    source = ast.parse('"""Reads `old_function`. Raises: GoneError; ValueError."""')
    assert [name for _line, name in find_unknown_names(source, frozenset({"ValueError"}))] == ["GoneError", "old_function"]
