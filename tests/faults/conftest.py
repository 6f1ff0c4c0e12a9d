"""Proofs of docs/reliability.md: short here, long by `make proofs`. Figures go to build/figures.jsonl, from where they are copied."""

import json
import os
import sys
import time

import pytest

from tests.desks import ROOT
from tests.scoring.conftest import committed  # noqa: F401 - a fixture for tests here

SEED = int(os.environ.get("SEED", "20261121"))


@pytest.fixture
def figures(request):
    """Call it with what was measured; it is printed and kept."""
    begun = time.monotonic()

    def note(**measured):
        line = {"proof": request.node.name, "seed": SEED, "seconds": round(time.monotonic() - begun, 1), **measured}
        path = ROOT / "build" / "figures.jsonl"
        path.parent.mkdir(exist_ok=True)
        with path.open("a") as file:
            file.write(json.dumps(line) + "\n")
        sys.stdout.write("\n" + json.dumps(line) + "\n")

    return note
