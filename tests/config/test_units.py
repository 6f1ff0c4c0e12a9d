"""What systemd thinks of the units, with this environment's programs in the place of the server's."""

import shutil
import subprocess

import pytest

from tests.desks import ROOT

UNITS = [path.name for path in sorted((ROOT / "deploy").glob("*.service"))]


@pytest.fixture
def verified(tmp_path):
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed")

    def verify(name, change=lambda text: text):
        text = (ROOT / "deploy" / name).read_text()
        for path in ("celery", "gunicorn", "python"):
            text = text.replace(f"/opt/labella/.venv/bin/{path} ", "/bin/true ")
        (tmp_path / name).write_text(change(text))
        done = subprocess.run([program, "verify", "--man=no", tmp_path / name], capture_output=True, text=True, check=False)
        return [line for line in done.stderr.splitlines() if name in line]

    return verify


@pytest.mark.parametrize("name", UNITS)
def test_units_are_units(verified, name):
    assert verified(name) == []


def test_a_word_that_systemd_does_not_know_is_found(verified):
    """The positive control."""
    assert verified(UNITS[0], lambda text: text.replace("[Service]", "[Service]\nProtectEverything=yes")) != []
