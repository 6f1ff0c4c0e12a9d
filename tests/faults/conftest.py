"""Proofs of docs/reliability.md: short here, long by `make proofs`."""

import os

from tests.scoring.conftest import committed  # noqa: F401 - a fixture for tests here

SEED = int(os.environ.get("SEED", "20261121"))
