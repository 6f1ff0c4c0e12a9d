"""What the content security policy forbids is not even written, and nothing is asked of another machine."""

import ast
import re

import pytest
from django.template import Origin
from django.template.base import FilterExpression, Variable
from django.template.loader import get_template

from tests.house.sources import ROOT, package_files, templates, tree

STATIC = [path for path in sorted((ROOT / "static").rglob("*")) if path.suffix in {".css", ".js", ".svg"}]
NOT_AN_ADDRESS = re.compile(r"http://www\.w3\.org/|\(https://picocss\.com\)")
FORBIDDEN = {
    "inline style": re.compile(r"\sstyle\s*=|<style", re.IGNORECASE),
    "inline script": re.compile(r"<script(?![^>]*\ssrc=)|javascript:", re.IGNORECASE),
    "inline handler": re.compile(r"\son[a-z]+\s*=\s*[\"']|hx-on", re.IGNORECASE),
    "unescaped text": re.compile(r"\|\s*safe\b|autoescape\s+off"),
    "address of another machine": re.compile(r"https?://|[\"'(]//"),
}


def findings(text, pattern):
    return [match.group() for match in pattern.finditer(NOT_AN_ADDRESS.sub("", text))]


@pytest.mark.parametrize("what", FORBIDDEN)
def test_templates_have_no(what):
    found = {str(path.relative_to(ROOT)): findings(path.read_text(), FORBIDDEN[what]) for path in templates()}
    assert {path: hits for path, hits in found.items() if hits} == {}


def test_static_files_have_no_address_of_another_machine():
    found = {str(path.relative_to(ROOT)): findings(path.read_text(), re.compile(r"https?://|url\(['\"]?//|@import")) for path in STATIC}
    assert {path: hits for path, hits in found.items() if hits} == {}


@pytest.mark.parametrize(
    ("what", "sample"),
    [
        ("inline style", '<p style="color: red">'),
        ("inline script", "<script>alert(1)</script>"),
        ("inline handler", '<button onclick="go()">'),
        ("unescaped text", "{{ name|safe }}"),
        ("address of another machine", '<img src="//cdn.example/x.png">'),
    ],
)
def test_the_patterns_find_what_they_should(what, sample):
    assert findings(sample, FORBIDDEN[what]) != []


GIVEN_BY_DJANGO = {"block", "forloop", "hidden_fields", "None", "True", "False"}
BOUND = re.compile(r"(\w+)=|\bas (\w+)")
LOOPED = re.compile(r"{% for ([\w, ]+) in ")


def list_asked_names(part, seen):
    """First names of what a parsed template looks up, `tournament` of `tournament.slug`."""
    if isinstance(part, Variable):
        yield from (part.lookups or ())[:1]
    elif isinstance(part, FilterExpression):
        yield from list_asked_names([part.var, part.filters], seen)
    elif isinstance(part, list | tuple):
        for inner in part:
            yield from list_asked_names(inner, seen)
    elif hasattr(part, "__dict__") and not isinstance(part, Origin) and id(part) not in seen:
        seen.add(id(part))
        yield from list_asked_names([list(value.values()) if isinstance(value, dict) else value for value in vars(part).values()], seen)


def list_given_names():
    """Every word that a view, a context processor or a tag can give a value, and what templates bind themselves."""
    for path in package_files():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.keyword) and node.arg:
                yield node.arg
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
    for path in templates():
        text = path.read_text()
        yield from (name for pair in BOUND.findall(text) for name in pair if name)
        yield from (name for names in LOOPED.findall(text) for name in re.findall(r"\w+", names))


def test_no_template_asks_for_what_nobody_gives():
    given = {*list_given_names()} | GIVEN_BY_DJANGO
    names = [str(path.relative_to(ROOT / "templates")) for path in templates()]
    asked = {name: {*list_asked_names(get_template(name).template.nodelist, set())} for name in names}
    assert {name: strays for name, words in asked.items() if (strays := words - given)} == {}
    assert "second_location" in asked["tournaments/desk_base.html"]
