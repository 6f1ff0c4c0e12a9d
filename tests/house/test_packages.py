"""What is installed and vendored is exactly what was looked at."""

import hashlib
import re
import tomllib

from tests.house.sources import ROOT

PIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*==[A-Za-z0-9.+!]+")


def normal(name):
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=!~ ]", name)[0]).lower()


def pins():
    return (ROOT / "constraints.txt").read_text().splitlines()


def wanted():
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    return {normal(entry) for group in groups.values() for entry in group if isinstance(entry, str)}


def test_pins_are_exact_and_carry_no_address():
    assert [line for line in pins() if not PIN.fullmatch(line)] == []


def test_everything_wanted_is_pinned():
    assert wanted() - {normal(line) for line in pins()} == set()


def test_the_foreign_rules_are_never_wanted():
    assert "rules" not in wanted() | {normal(line) for line in pins()}


def test_vendored_files_are_what_was_vendored():
    for sums in (ROOT / "static" / "vendor").rglob("SHA256SUMS"):
        listed = dict(reversed(line.split()) for line in sums.read_text().splitlines())
        found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sums.parent.iterdir() if path != sums}
        assert found == listed
        assert any("LICENSE" in name for name in found)
