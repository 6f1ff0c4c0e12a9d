"""Proofs of docs/reliability.md: short here, long by `make proofs`."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.scoring.conftest import committed  # noqa: F401 - a fixture for tests here
from tests.services import MissingProgramError, program

SEED = int(os.environ.get("SEED", "20261121"))


@pytest.fixture
def place():
    """A directory for a hosted site, where PostgreSQL's own account may enter."""
    try:
        program("initdb"), program("redis-server")
    except MissingProgramError as error:
        if os.environ.get("CI") == "true":
            pytest.fail(str(error))
        pytest.skip(str(error))
    place = Path(subprocess.run(["mktemp", "-d"], capture_output=True, text=True, check=True).stdout.strip())
    place.chmod(0o755)
    yield place
    shutil.rmtree(place, ignore_errors=True)
