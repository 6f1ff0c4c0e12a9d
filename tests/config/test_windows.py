"""The desk on a computer like one with Windows, and on sticks and directories that cannot do everything."""

import json
import os
import subprocess
import sys
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from backup.sqlite_copy import build_address
from jobs.machine import PAUSES, replace_file
from tests.desks import ROOT, environment

SIMULATION = Path(__file__).parent / "like_windows"
CONTROL = "import os; os.fsync(os.open('manage.py', os.O_RDONLY))"


def run_like_windows(data, *words, **more):
    """Run Python as on Windows: its file system, a console with 256 letters, no locale."""
    variables = environment(data, PYTHONPATH=f"{SIMULATION}{os.pathsep}{ROOT}", PYTHONIOENCODING="cp1252:strict", PYTHONUTF8="0", **more)
    variables |= {"LANG": "POSIX", "LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONWARNINGS": "ignore:only soft file lock"}
    return subprocess.run([sys.executable, *words], cwd=ROOT, env=variables, capture_output=True, text=True, encoding="cp1252", check=False)


@pytest.fixture
def stick(tmp_path):
    place = tmp_path / "E:\\"
    place.mkdir()
    return place


def test_an_evening_like_on_windows(tmp_path, stick):
    data = tmp_path / "C:\\Users\\Anna Rossi\\AppData\\Local\\labella"
    opened = run_like_windows(data, "manage.py", "desk", "--prepare", "--no-demonstration")
    assert (opened.returncode, opened.stderr) == (0, "")
    evening = run_like_windows(
        data, "manage.py", "shell", "--no-imports", "--command", "from tests.config.windows_evening import main; main()", JOURNAL=str(stick)
    )
    assert (evening.returncode, "Traceback" in evening.stderr) == (0, False)
    last = evening.stdout.splitlines()[-1]
    assert json.loads(last.removeprefix("? ")) == {"names": True, "paper": "%PDF-", "journal": [0, "%PDF-"], "entries": 1}
    assert run_like_windows(data, "manage.py", "verify").returncode == 0
    assert list(stick.glob("labella-*.sqlite3"))


def test_a_file_that_another_program_has_open_for_a_moment_is_waited_for(tmp_path, monkeypatch):
    """On Windows virus scanners, its search and OneDrive look into every new file."""
    draft, target = tmp_path / "draft", tmp_path / "target"
    draft.write_text("new", encoding="utf-8")
    real, refusals = Path.replace, iter([True, True, False])

    def replace(path, to):
        if next(refusals):
            raise PermissionError(13, "used by another process", str(path))
        return real(path, to)

    monkeypatch.setattr(Path, "replace", replace)
    paused = []
    monkeypatch.setattr("jobs.machine.time.sleep", paused.append)
    replace_file(draft, target)
    assert (target.read_text(encoding="utf-8"), paused) == ("new", list(PAUSES[:2]))


@pytest.mark.parametrize(
    ("path", "address"),
    [
        (PureWindowsPath("E:\\copie 100%\\labella.sqlite3"), "file:///E:/copie%20100%25/labella.sqlite3"),
        (PureWindowsPath("\\\\nas\\club\\labella.sqlite3"), "file:////nas/club/labella.sqlite3"),
        (PurePosixPath("/media/stick/è?.sqlite3"), "file:///media/stick/%C3%A8%3F.sqlite3"),
    ],
)
def test_sqlite_finds_a_file_on_a_stick_and_in_the_network(path, address):
    """SQLite refuses an address with the name of a computer, and wants such a path with four slashes."""
    assert build_address(path) == address


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("import fcntl", "ImportError"),
        ("import os; os.link('a', 'b')", "AttributeError"),
        ("import os; os.open('config', os.O_RDONLY)", "PermissionError"),
        (CONTROL, "Bad file descriptor"),
        ("import os; file = open('manage.py'); os.unlink('manage.py')", "PermissionError"),
        ("print('\u2192')", "UnicodeEncodeError"),
    ],
)
def test_the_simulation_refuses_what_windows_refuses(tmp_path, code, error):
    refused = run_like_windows(tmp_path, "-c", code)
    assert refused.returncode != 0
    assert error in refused.stderr
