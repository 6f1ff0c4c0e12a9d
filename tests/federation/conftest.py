"""What tests of results for a union share."""

from tests.scoring.conftest import committed

__all__ = ("committed",)
