"""What tests of what is told afterwards share."""

from tests.scoring.conftest import committed

__all__ = ("committed",)
