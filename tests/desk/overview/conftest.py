"""The evening and the people that tests of an empty desk begin with."""

from tests.tournaments.conftest import assistant, client_of, english, evening, stranger

__all__ = ["assistant", "client_of", "english", "evening", "stranger"]
