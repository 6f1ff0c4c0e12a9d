"""The wheel in an environment of its own, far from the checkout: the command, the demonstration, a hand, a paper, Italian, the end."""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.config.visiting import play_evening
from tests.desks import ROOT

PRIVATE = {"labella_desk"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    place = tmp_path_factory.mktemp("wheel")
    words = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(place), str(ROOT)]
    built = subprocess.run(words, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    return next(place.glob("*.whl"))


@pytest.fixture(scope="module")
def command(wheel, tmp_path_factory):
    """`labella`, installed in a fresh environment that has the dependencies by a path file and nothing of the checkout."""
    place = tmp_path_factory.mktemp("club") / "env"
    venv.create(place, with_pip=False, symlinks=os.name != "nt")
    here = {"base": str(place), "platbase": str(place)}
    packages, scripts = (Path(sysconfig.get_path(name, "venv", here)) for name in ("purelib", "scripts"))
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    python = str(scripts / "python")
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", str(wheel)], check=True
    )
    return scripts / "labella"


def test_it_puts_one_directory_of_its_own_into_an_environment(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = archive.read(next(name for name in names if name.endswith("/METADATA"))).decode()
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == PRIVATE
    needed = ["site/locale/scoring/it/LC_MESSAGES/django.mo", "site/staticfiles/staticfiles.json", "site/templates/base.html"]
    assert [name for name in needed if f"labella_desk/{name}" not in names] == []
    assert [name for name in names if name.endswith((".pyc", ".sqlite3", "secret.key"))] == []
    for line in ("License-Expression: MIT", "Provides-Extra: hosted", "Requires-Dist: waitress", "Author: La Bella contributors"):
        assert line in metadata


def test_an_evening_from_the_wheel(command, tmp_path):
    play_evening(command, tmp_path)
