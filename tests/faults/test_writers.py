"""Two who answer the same question at once, one who asks twice, and fifty who never pause."""

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import IntegrityError, connection

from desk.verification.queries import verify_tournament
from scoring.entry.outcomes import Created
from scoring.entry.services import submit_event
from scoring.models import Draft, LedgerEntry, MatchResult
from tests.desks import open_desk
from tests.faults.hall import HAND, SLUG, percentile, prepare_hall, verify, writers_of
from tests.scoring.builders import build_actor, build_match, build_round, build_tournament, origin
from tests.scoring.hands import SURE, typed

pytestmark = [pytest.mark.slow]
HANDS_BEFORE_ANOTHER_MATCH = 2


@pytest.fixture
def round_(committed):
    return build_round(build_tournament())


def duel(round_, times):
    """Two assistants submit to the same version of a match, again and again; the statuses of each meeting."""
    pool, actors = ThreadPoolExecutor(2), [build_actor(name, round_.stage.tournament) for name in ("one", "two")]
    meetings, match = [], round_.matches.get()
    for meeting in range(times):
        version = meeting % HANDS_BEFORE_ANOTHER_MATCH
        if meeting and not version:
            match = build_match(round_, 1 + meeting // HANDS_BEFORE_ANOTHER_MATCH, table=None)
        start = threading.Barrier(2)
        meetings.append(sorted(pool.map(lambda number: meet(start, match, actors[number], f"{meeting}", version, number), range(2))))  # noqa: B023 - run before it changes
    last = threading.Barrier(2)
    list(pool.map(lambda _number: (last.wait(), connection.close()), range(2)))  # each thread has its own
    pool.shutdown()
    return meetings


def meet(start, match, actor, key, version, number):
    start.wait()
    statement = typed(45 + number)
    return submit_event(match, statement, origin=origin(key, actor, statement.boxes), version=version, override=SURE).status


def judged(round_, meetings, figures):
    times = len(meetings)
    wrong = [meeting for meeting in meetings if meeting != [201, 409]]
    figures(meetings=times, wrong=len(wrong), database=connection.vendor, drafts=Draft.objects.count())
    assert wrong == []
    assert (LedgerEntry.objects.count(), Draft.objects.count()) == (times, times)
    assert verify_tournament(round_.stage.tournament) == ()


@pytest.mark.both_databases
def test_of_two_exactly_one_is_saved(round_, figures):
    judged(round_, duel(round_, 30), figures)


@pytest.mark.proof
@pytest.mark.both_databases
def test_of_two_exactly_one_is_saved_a_thousand_times(round_, figures):
    judged(round_, duel(round_, 1000), figures)


def test_without_the_version_both_are(round_):
    """The positive control: who does not say what was seen is not held back."""
    actors = [build_actor(name, round_.stage.tournament) for name in ("one", "two")]
    match = round_.matches.get()
    answers = [submit_event(match, typed(45), origin=origin("k", actor), version=None, override=SURE) for actor in actors]
    assert [type(answer) for answer in answers] == [Created, Created]
    assert MatchResult.objects.get().version == 2


@pytest.mark.both_databases
def test_the_same_request_at_once_is_one_entry_and_another_body_is_refused(round_, figures):
    match, actor, count = round_.matches.get(), build_actor("one", round_.stage.tournament), 12
    with ThreadPoolExecutor(count) as pool:
        start = threading.Barrier(count)
        statuses = sorted(pool.map(lambda _number: (meet(start, match, actor, "same", 0, 0), connection.close())[0], range(count)))
    other = submit_event(match, typed(50), origin=origin("same", actor, {"total_0": "50"}), version=1, override=SURE)
    figures(at_once=count, statuses=statuses, other_body=other.status, database=connection.vendor)
    assert statuses == [200] * (count - 1) + [201]
    assert other.status == 422
    assert LedgerEntry.objects.count() == 1


@pytest.mark.both_databases
def test_who_does_not_look_for_the_key_cannot_answer_twice(round_, monkeypatch):
    """The positive control: only the database's own constraint is left, and there is no answer like the first one."""
    monkeypatch.setattr("scoring.entry.services.find_replayed_answer", lambda _case: None)
    match, actor = round_.matches.get(), build_actor("one", round_.stage.tournament)
    ask = partial(submit_event, match, typed(45), origin=origin("same", actor), version=None, override=SURE)
    assert isinstance(ask(), Created)
    with pytest.raises(IntegrityError):
        ask()
    assert LedgerEntry.objects.count() == 1


# ------------------------------------------------------------------------------------------------------------ the desk itself


def crowd(data, *, writers, readers, seconds):
    """Everybody at once on a real desk; what the writers met, and how long things took."""
    hall = prepare_hall(data) if writers <= 40 else prepare_hall(data, tables=writers, people=writers)
    with open_desk(data) as desk:
        port = int(desk.url.rpartition(":")[2])
        people = writers_of(hall, port, writers)
        burst = at_once(people)
        end = time.monotonic() + seconds
        statuses = []
        threads = [threading.Thread(target=one.work, args=(lambda: time.monotonic() > end,)) for one in people]
        pages = (f"/tournaments/{SLUG}/results/", f"/tournaments/{SLUG}/standings/", f"/desk/{SLUG}/results/")
        threads += [threading.Thread(target=read, args=(people[0], pages, end, statuses)) for _reader in range(readers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return people, burst, statuses


def at_once(people):
    """Every table sends its first hand at the same instant; the slowest answer, in seconds."""
    start = threading.Barrier(len(people))
    with ThreadPoolExecutor(len(people)) as pool:
        saved = list(pool.map(lambda one: (start.wait(), one.try_once(*one.next_request()))[1], people))
    assert saved == [True] * len(people)
    return max(one.latency[0] for one in people)


def read(writer, pages, end, statuses):
    while time.monotonic() < end:
        for page in pages:
            statuses.append(writer.look(page))


def judge_crowd(data, people, burst, statuses, figures):
    latency = [seconds for one in people for seconds in one.latency[1:]]
    strange = [one for writer in people for one in writer.strange]
    figures(
        writers=len(people),
        saved=len(latency),
        pages=len(statuses),
        strange=len(strange),
        p50=round(percentile(latency, 0.5), 3),
        p99=round(percentile(latency, 0.99), 3),
        worst=round(max(latency), 3),
        burst_slowest=round(burst, 3),
    )
    assert [status for status, _body in strange] == []
    assert set(statuses) <= {200}
    assert verify(data) == []


def test_a_crowd_at_the_desk(tmp_path, figures):
    """Nobody is refused, and the ledger holds; how fast it is stands in the figures."""
    people, burst, statuses = crowd(tmp_path / "data", writers=12, readers=2, seconds=3)
    judge_crowd(tmp_path / "data", people, burst, statuses, figures)


@pytest.mark.proof
def test_fifty_writers_and_ten_readers_for_a_minute(tmp_path, figures):
    people, burst, statuses = crowd(tmp_path / "data", writers=50, readers=10, seconds=60)
    judge_crowd(tmp_path / "data", people, burst, statuses, figures)


def test_over_http_the_loser_sees_both_and_loses_nothing(tmp_path):
    hall = prepare_hall(tmp_path / "data")
    with open_desk(tmp_path / "data") as desk:
        port = int(desk.url.rpartition(":")[2])
        one, two = writers_of(hall, port, 1) + writers_of(hall, port, 1)
        two.session = hall.sessions[1]
        assert one.post("hands", "first", 0)[0] == 303
        status, page = two.post("hands", "second", 0, {**HAND, "total_0": "51"})
        again, _page = one.post("hands", "first", 0)
    assert (status, again) == (409, 303)
    assert "51" in page
    assert json.dumps(verify(tmp_path / "data")) == "[]"
