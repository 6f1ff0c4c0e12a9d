"""The README's worked example is true, and what it points at exists."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"


def test_the_worked_example_runs():
    outcome = doctest.testfile(str(README), module_relative=False)
    assert (outcome.failed, outcome.attempted) == (0, 7)


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#:]+)\)", README.read_text()))
def test_every_link_leads_somewhere(target: str):
    assert (ROOT / target).exists()


@pytest.mark.parametrize("command", re.findall(r"^ +(make \w+)", README.read_text(), re.MULTILINE))
def test_every_make_command_exists(command: str):
    assert re.search(rf"^{command.split()[1]}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
