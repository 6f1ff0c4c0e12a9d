"""Desks that several tests of the program start from."""

from pathlib import Path

import pytest

from tests.desks import find_shared_place, make_once, prepare


@pytest.fixture(scope="session")
def empty_data(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data directory of a desk without any tournament, to be copied or read; made once for all workers."""
    return make_once(find_shared_place(request.config, tmp_path_factory) / "empty", lambda place: prepare(place, "--no-demonstration"))
