"""Proofs of docs/reliability.md: short here, long by `make proofs`."""

import logging
import os

import pytest

from tests.scoring.conftest import committed  # noqa: F401 - a fixture for tests here
from tests.services import open_hosting_place

SEED = int(os.environ.get("SEED", "20261121"))


@pytest.fixture
def place():
    with open_hosting_place() as place:
        yield place


@pytest.fixture
def refusals_unlogged():
    """Of thousands of refused requests pytest would keep every word; what breaks is logged as ever."""
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)
