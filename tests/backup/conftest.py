"""The matches that these tests copy are those of the tests of scoring."""

from tests.scoring.conftest import assistant, committed, director_actor, match, other_assistant, tournament

__all__ = ("assistant", "committed", "director_actor", "match", "other_assistant", "tournament")
