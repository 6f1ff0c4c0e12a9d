"""What is installed and vendored is exactly what was looked at."""

import hashlib
import re
import tomllib

from tests.house.sources import ROOT

PIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*==[A-Za-z0-9.+!]+")


def normal(name):
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=!~; ]", name)[0]).lower()


def pins():
    return (ROOT / "constraints.txt").read_text().splitlines()


def wanted(*names):
    """What these groups ask for, or all groups."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    return {normal(entry) for name in names or groups for entry in groups[name] if isinstance(entry, str)}


def test_pins_are_exact_and_carry_no_address():
    assert [line for line in pins() if not PIN.fullmatch(line)] == []


def test_everything_wanted_is_pinned():
    assert wanted() - {normal(line) for line in pins()} == set()


def test_what_a_server_installs_has_checksums_and_the_same_versions():
    lines = (ROOT / "deploy" / "hashed-requirements.txt").read_text().splitlines()
    hashed = [re.split(r"[ ;]", line)[0].lower() for line in lines if not line.startswith(" ")]
    assert [line for line in lines if not re.fullmatch(r"\S+==\S+( ; [^\\]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?", line)] == []
    assert {normal(line) for line in hashed} >= wanted("base", "build", "hosted")
    exact = {(normal(line), line.partition("==")[2]) for line in pins()}
    assert {(normal(line), line.partition("==")[2]) for line in hashed} <= exact


def test_the_foreign_rules_are_never_wanted():
    assert "rules" not in wanted() | {normal(line) for line in pins()}


def test_vendored_files_are_what_was_vendored():
    for sums in (ROOT / "static" / "vendor").rglob("SHA256SUMS"):
        listed = dict(reversed(line.split()) for line in sums.read_text().splitlines())
        found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sums.parent.iterdir() if path != sums}
        assert found == listed
        assert any("LICENSE" in name for name in found)
