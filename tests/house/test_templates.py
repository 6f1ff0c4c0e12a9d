"""What the content security policy forbids is not even written, and nothing is asked of another machine."""

import re

import pytest

from tests.house.sources import ROOT, templates

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
