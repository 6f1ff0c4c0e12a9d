"""The match and the people that tests of results begin with."""

from tests.scoring.conftest import assistant, committed, director_actor, match, other_assistant, tournament

__all__ = ["assistant", "committed", "director_actor", "match", "other_assistant", "tournament"]
