"""What tests of the API share."""

import pytest

from tests.scoring.conftest import committed, match, tournament
from tests.tournaments.conftest import english, stranger

__all__ = ("committed", "english", "match", "stranger", "tournament")


@pytest.fixture(autouse=True)
def _no_limit(settings: object) -> None:
    """Nothing here counts requests."""
