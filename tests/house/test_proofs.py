"""docs/proofs.md names no test that there is not, and leaves no proof against faults and no golden text unnamed."""

import re

from tests.desks import ROOT

PAGE = (ROOT / "docs" / "proofs.md").read_text()
NAMED = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", PAGE)


def test_every_test_that_is_named_exists():
    missing = [
        f"{path}::{name}" for path, name in NAMED
        if not (ROOT / path).is_file() or (name and f"def {name}(" not in (ROOT / path).read_text())
    ]  # fmt: skip
    assert missing == []


def test_every_proof_against_faults_and_every_golden_text_is_named():
    kept = {str(path.relative_to(ROOT)) for folder in ("faults", "golden") for path in (ROOT / "tests" / folder).glob("test_*.py")}
    assert kept - {path for path, _name in NAMED} == set()
