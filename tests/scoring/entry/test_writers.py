"""Several people at once, on real connections."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest
from django.db import connection

from desk.rounds.services import draw_next_round
from desk.verification.queries import verify_tournament
from jobs.databases import write_tx
from scoring.entry.locked_match import lock_match, write_entry
from scoring.entry.services import submit_event
from scoring.ledger.appending import EntryContent
from scoring.ledger.queries import find_chain_faults
from scoring.models import Draft, LedgerEntry, MatchResult
from scoring.standings.stored import read_handover
from tests.scoring.builders import NOW, build_actor, build_match, build_round, build_tournament, build_user, origin
from tests.scoring.evenings import play_evening
from tests.scoring.hands import SURE, typed
from tests.tournaments.doors import draw_round
from tournaments.models import Match

pytestmark = [pytest.mark.usefixtures("committed"), pytest.mark.slow, pytest.mark.both_databases, pytest.mark.turns(4)]

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
    return submit_event(match, typed(total), origin=origin(key, actor, {"total": total}), version=version, override=SURE)


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


@pytest.fixture
def swiss():
    """A Swiss of six whose first round is closed."""
    return play_evening(pairs=6, rounds=1, closed=1).stages.get()


def drawn_while_a_result_is_cancelled(stage, draw):
    """What the second round was drawn from when `draw(ready)` runs while somebody else's cancelling holds the ledger.

    `ready` is called before anything waits.
    """
    director, ready = build_actor(), Event()
    match = Match.objects.filter(round__stage=stage, kind="played").order_by("table").first()

    def run():
        try:
            return draw(ready.set)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with write_tx():
            case = lock_match(match, origin("cancel", director), None)
            drawing = pool.submit(run)
            assert ready.wait(10)
            time.sleep(0.3)
            write_entry(case, EntryContent(LedgerEntry.Kind.VOID, case.engine_version, {"match": True}, reason="referee"))
        drafted = drawing.result(30)
    cancelled = sorted(match.seats.values_list("entry_id", flat=True))
    return cancelled, [sorted(played["sides"]) for played in drafted.draw.inputs["history"]]


def test_a_draw_does_not_miss_what_is_decided_while_it_waits_for_its_turn(swiss):
    director = build_user()

    def draw(ready):
        ready()
        return draw_next_round(swiss, actor=director, seed="two", at=NOW)

    cancelled, known = drawn_while_a_result_is_cancelled(swiss, draw)
    assert (len(known), cancelled in known) == (2, False)


def test_read_before_the_lock_it_would_be_missed(swiss):
    """The positive control."""
    director = build_user()

    def draw(ready):
        told = read_handover(swiss)
        ready()
        return draw_round(swiss, actor=director, seed="two", at=NOW, standings=told.standings, history=told.history)

    cancelled, known = drawn_while_a_result_is_cancelled(swiss, draw)
    assert (len(known), cancelled in known) == (3, True)


def test_writers_at_different_tables_all_succeed_in_one_chain(match, writers):
    round_ = match.round
    matches = [match, *(build_match(round_, position) for position in range(2, WRITERS + 1))]
    answers = at_once(WRITERS, lambda number: [submit(matches[number], writers[number], f"k{hand}", hand) for hand in range(3)])
    assert [answer.status for many in answers for answer in many] == [201] * (3 * WRITERS)
    assert LedgerEntry.objects.count() == 3 * WRITERS
    assert find_chain_faults(round_.stage.tournament) == ()
