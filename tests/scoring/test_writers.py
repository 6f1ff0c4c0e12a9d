"""Several people at once, on real connections."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from scoring.models import Draft, LedgerEntry, MatchResult
from scoring.queries.ledger import find_chain_faults
from scoring.queries.verification import verify_tournament
from scoring.services.entry import submit_event
from tests.scoring.builders import build_actor, build_match, build_round, build_tournament, origin
from tests.scoring.hands import SURE, typed

pytestmark = [pytest.mark.usefixtures("committed"), pytest.mark.slow, pytest.mark.both_databases]

WRITERS = 6


def at_once(count, act):
    barrier = Barrier(count)

    def run(number):
        barrier.wait()
        try:
            return act(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


@pytest.fixture
def match():
    return build_round(build_tournament()).matches.get()


@pytest.fixture
def writers(match):
    return [build_actor(f"writer{number}", match.round.stage.tournament) for number in range(WRITERS)]


def submit(match, actor, key, version, total=45):
    return submit_event(match, typed(total), origin=origin(key, actor, {"total": total}), version=version, insistence=SURE)


def test_of_writers_on_the_same_version_exactly_one_wins_and_nobody_loses_what_was_typed(match, writers):
    for version in range(5):
        answers = at_once(WRITERS, lambda number: submit(match, writers[number], f"v{version}", version, 40 + number))  # noqa: B023 - run before it changes
        assert sorted(answer.status for answer in answers) == [201] + [409] * (WRITERS - 1)
    assert Draft.objects.count() == 5 * (WRITERS - 1)
    assert MatchResult.objects.get().version == 5
    assert verify_tournament(match.round.stage.tournament) == ()


def test_the_same_request_many_times_at_once_is_one_entry(match, writers):
    answers = at_once(WRITERS, lambda _number: submit(match, writers[0], "same", 0))
    assert sorted(answer.status for answer in answers) == [200] * (WRITERS - 1) + [201]
    assert {answer.entry.pk for answer in answers} == {LedgerEntry.objects.get().pk}


def test_writers_at_different_tables_all_succeed_in_one_chain(match, writers):
    round_ = match.round
    matches = [match, *(build_match(round_, position) for position in range(2, WRITERS + 1))]
    answers = at_once(WRITERS, lambda number: [submit(matches[number], writers[number], f"k{hand}", hand) for hand in range(3)])
    assert [answer.status for many in answers for answer in many] == [201] * (3 * WRITERS)
    assert LedgerEntry.objects.count() == 3 * WRITERS
    assert find_chain_faults(round_.stage.tournament) == ()
