"""Proofs of docs/reliability.md: short here, long by `make proofs`."""

import os

import pytest

from tests.scoring.conftest import committed  # noqa: F401 - a fixture for tests here
from tests.services import open_hosting_place

SEED = int(os.environ.get("SEED", "20261121"))


@pytest.fixture
def place():
    with open_hosting_place() as place:
        yield place
