"""If this failed, the engine could not be used without the site: its wheel, the examples of its page, its types, its commands."""

import os
import re
import subprocess
import sys
import zipfile

import pytest

from deploy.engine.build import IMPORT, PACKAGES, PLACE
from tests.desks import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.turns(4)]
PAGE = ROOT / "docs" / "engine.md"
USE = """
import doctest, sys
outcome = doctest.testfile(sys.argv[1], module_relative=False)
foreign = sorted({name.partition(".")[0] for name in sys.modules} & {"django", "rules", "pairing", "tournaments", "numpy"})
print(outcome.failed, outcome.attempted, foreign)
"""
TYPED = """
from labella_pairing import draw_round
from labella_rules import describe
reveal_type(draw_round)
describe(7, str)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The directory into which the wheel was unpacked, as an installer does with a wheel of plain Python."""
    subprocess.run([sys.executable, "-m", "deploy.engine.build"], cwd=ROOT, check=True, capture_output=True)
    (wheel,) = PLACE.glob("*.whl")
    place = tmp_path_factory.mktemp("engine")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(place)
    return place


def run(installed, *words):
    """A Python that finds this distribution and none of the tree."""
    variables = {"PATH": os.environ["PATH"], "PYTHONPATH": str(installed), "LANG": "C.UTF-8", "MYPYPATH": str(installed)}
    return subprocess.run([sys.executable, *words], cwd=installed, env=variables, capture_output=True, text=True, check=False)


def test_ten_examples_run_without_the_site(installed):
    assert len(re.findall(r"^## \d+\.", PAGE.read_text(encoding="utf-8"), re.MULTILINE)) == 10
    answer = run(installed, "-c", USE, str(PAGE))
    failed, attempted, foreign = answer.stdout.strip().splitlines()[-1].split(maxsplit=2)
    assert (answer.stderr, failed, foreign) == ("", "0", "[]"), answer.stdout
    assert int(attempted) > 25


def test_no_module_asks_for_a_package_by_its_name_in_the_tree(installed):
    strays = [path.relative_to(installed) for path in installed.rglob("*.py") if IMPORT.search(path.read_text(encoding="utf-8"))]
    assert (strays, {path.name for path in installed.glob("labella_*") if path.suffix != ".dist-info"}) == (
        [],
        {f"labella_{package}" for package in PACKAGES},
    )


def test_whoever_imports_it_is_told_of_wrong_types(installed, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(TYPED)
    answer = run(installed, "-m", "mypy", "--config-file", os.devnull, "--cache-dir", str(tmp_path / "cache"), str(program))
    assert 'Argument 1 to "describe" has incompatible type "int"; expected "Problem"' in answer.stdout
    assert "-> labella_pairing.values.DrawnRound" in answer.stdout


def test_both_commands_speak_italian(installed):
    scored = run(installed, "-m", "labella_rules", "score", "mariglia", "dealer=A1", "turned=K", "total_0=45", "--language", "it")
    assert (scored.returncode, scored.stderr) == (0, "")
    assert "punteggio 13–0" in scored.stdout
    drawn = run(installed, "-m", "labella_pairing", "--language", "it", "--help")
    assert (drawn.returncode, "python -m labella_pairing" in drawn.stdout) == (0, True)
