"""The program without Python: built on this platform, weighed, and walked through like the wheel."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.config.visiting import open_desk, play_evening, run
from tests.desks import ROOT

MEGABYTE = 1024 * 1024
PROGRAM = ROOT / "build" / "app" / "labella" / "labella"
MOST_PACKED, MOST_PROCESSOR, MOST_MEMORY = 70 * MEGABYTE, 2.0, 135 * MEGABYTE
"""It takes 125 MB once it serves: numpy and Django 15 each, our modules 45, the rest sentences, addresses and what Python itself takes."""
COUNTING = "import time; sum(i * i for i in range(10_000_000)); print(time.process_time())"
USUAL_COUNTING = 0.4
"""Seconds of processor that it takes here while nothing else runs. Whatever else does slows it down as much as a start."""

pytestmark = [pytest.mark.proof, pytest.mark.timeout(3600)]


@pytest.fixture(scope="module")
def program():
    subprocess.run([sys.executable, "deploy/app/build.py"], cwd=ROOT, check=True)
    return PROGRAM


def read_use(process):
    """Processor seconds and resident bytes of a process so far."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds, int(fields[21]) * os.sysconf("SC_PAGE_SIZE")


def measure_slowness():
    """By how much other programs slow this computer down at the moment; at least 1."""
    seconds = [float(subprocess.run([sys.executable, "-c", COUNTING], capture_output=True, check=True).stdout) for _time in range(3)]
    return max(1.0, sum(seconds) / len(seconds) / USUAL_COUNTING)


def test_its_size(program, figures):
    packed = program.parent.with_suffix(".tar.xz").stat().st_size
    figures(packed=round(packed / MEGABYTE, 1))
    assert packed <= MOST_PACKED


def test_an_evening_and_a_second_start(program, tmp_path, figures):
    place = shutil.copytree(program.parent, tmp_path / "La Bella")
    command = place / program.name
    before = {path: path.stat().st_mtime_ns for path in place.rglob("*")}
    play_evening(command, tmp_path)
    checked = run(command, tmp_path, "check", "memorial-tziu-mundicu-2026").stdout
    assert "le stesse classifiche" in checked, checked
    slowness = measure_slowness()
    with open_desk(command, tmp_path) as visitor:
        visitor.wait()
        processor, memory = read_use(visitor.process)
    slowness = (slowness + measure_slowness()) / 2
    figures(processor=processor, slowness=round(slowness, 2), memory=round(memory / MEGABYTE))
    assert (processor / slowness <= MOST_PROCESSOR, memory <= MOST_MEMORY) == (True, True)
    assert {path: path.stat().st_mtime_ns for path in place.rglob("*")} == before
