"""A check may be silenced only with a reason on the same line."""

import re

import pytest

from tests.house.sources import ROOT, written_files

MARKS = re.compile(r"#\s*(noqa|type:\s*ignore|pragma:|nosec|pyright:|mypy:|ruff:)")
REASONED = re.compile(
    r"#\s*noqa:\s*[A-Z]+\d+(,\s*[A-Z]+\d+)*\s*\W+\s*\w.{9,}|#\s*type:\s*ignore\[[\w, -]+\]\s*#\s*\w.{9,}|#\s*pragma: no \w+\s*\W+\s*\w.{9,}"
)
SKIPS = re.compile(r"@pytest\.mark\.(skip|xfail)\b(?!.*reason=)")
OWN = "test_suppressions.py"


def unreasoned(line):
    return (bool(MARKS.search(line)) and not REASONED.search(line)) or bool(SKIPS.search(line))


def test_every_suppression_says_why():
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in written_files()
        if path.name != OWN
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if unreasoned(line)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("x = 1  # noqa", True),
        ("x = 1  # noqa: E501", True),
        ("x = 1  # noqa: E501 - a table reads better in one line", False),
        ("x = 1  # type: ignore[misc]", True),
        ("x = 1  # type: ignore[misc]  # celery has no types", False),
        ("@pytest.mark.skip", True),
        ("x = 1  # an ordinary comment", False),
    ],
)
def test_reasons_are_recognised(line, expected):
    assert unreasoned(line) is expected
