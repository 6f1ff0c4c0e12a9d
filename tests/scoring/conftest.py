from collections.abc import Iterator

import pytest
from django.db import connection

from scoring.ledger.appending import Actor
from scoring.triggers import GUARDS
from tests.scoring.builders import build_actor, build_round, build_tournament
from tournaments.models import Match, Tournament
from tournaments.triggers import install_triggers, remove_triggers


@pytest.fixture
def match(db: None) -> Match:
    return build_round(build_tournament()).matches.get()


@pytest.fixture
def tournament(match: Match) -> Tournament:
    return match.round.stage.tournament


@pytest.fixture
def director_actor(tournament: Tournament) -> Actor:
    return build_actor("director")


@pytest.fixture
def assistant(tournament: Tournament) -> Actor:
    return build_actor("assistant", tournament)


@pytest.fixture
def other_assistant(tournament: Tournament) -> Actor:
    return build_actor("other", tournament)


@pytest.fixture
def committed(transactional_db: None) -> Iterator[None]:
    """Real commits, as threads need them. The ledger refuses to be emptied afterwards, so its triggers step aside for that."""
    yield
    remove_triggers(connection, GUARDS)
    for table in {guard.table for guard in GUARDS.values()}:
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {table}")
    install_triggers(connection, GUARDS)
