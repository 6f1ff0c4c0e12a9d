"""Fewer tables than matches, tables that break, matches that move, and when things begin."""

import datetime as dt

import pytest
from django.core.exceptions import PermissionDenied

from desk.hall_pages.services import close_tables, move_match, seat_waiting, set_not_before, start_round
from desk.rounds.services import close_round
from scoring.clocks.queries import read_clocks, read_hall_status
from scoring.clocks.round_starts import LATEST_START
from scoring.matches.rounds import list_matches, read_next_missing
from scoring.models import LedgerEntry, SeatedTable
from scoring.page_versions import read_page_version
from tests.scoring.builders import NOW, build_actor, build_user, origin
from tests.scoring.hands import enter, typed, win
from tests.tournaments.conftest import NOON, draw_first, enter_pairs, found_tournament
from tests.tournaments.doors import draw_round, publish_round
from tournaments.halls.services import set_table_places, set_tables_in_use
from tournaments.models import Match, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.both_databases

LATER = NOON + dt.timedelta(minutes=11)


@pytest.fixture
def hall(db):
    """Four matches, three tables, table 2 out of use: two wait."""
    director = build_user()
    tournament = found_tournament(director, table_count=3, one_person=True)
    enter_pairs(tournament, director, 8)
    drafted = draw_first(tournament, director)
    set_tables_in_use(tournament, actor=director, numbers=[2], in_use=False)
    publish_round(drafted, actor=director, at=NOON)
    tournament.refresh_from_db()
    return tournament


def sits(tournament):
    """Table and sitting by position."""
    matches = Match.objects.filter(round__stage__tournament=tournament).order_by("position")
    return list(matches.values_list("table", "sitting"))


def at(tournament, position):
    return Match.objects.select_related("round__stage__tournament").get(round__stage__tournament=tournament, position=position)


def test_who_finds_no_table_waits_for_the_second_sitting(hall):
    assert sits(hall) == [(1, 1), (3, 1), (None, 2), (None, 2)]
    seen = read_hall_status(hall, at=NOON)
    assert [(one.order, one.table) for one in seen.waiting] == [(1, None), (2, None)]
    assert seen.free == ()
    assert seat_waiting(hall, actor=build_user(), at=NOON) == ()
    rows = list_matches(at(hall, 1).round)
    assert [row.table for row in rows] == [1, 3, None, None]
    assert [read_next_missing(at(hall, 1).round, after).table for after in (0, 1, 3)] == [1, 3, 1]
    with pytest.raises(ChangeRefused, match="Not confirmed: table 1, 3, waiting, waiting"):
        close_round(at(hall, 1).round, actor=build_user(), origin=origin("close"))


def test_the_next_sits_down_where_a_match_has_ended(hall):
    win(at(hall, 2))
    ready = read_hall_status(hall, at=LATER).ready
    assert [(one.place.code, one.table) for one in ready] == [(at(hall, 3).code, 3)]
    seated = seat_waiting(hall, actor=build_user(), at=LATER)
    assert [(match.position, match.table, match.sitting, match.seated_at) for match in seated] == [(3, 3, 2, LATER)]
    assert sits(hall) == [(1, 1), (3, 1), (3, 2), (None, 2)]


def test_who_waits_in_one_venue_gets_no_table_of_another(db):
    """Each bar has one table for its two matches; the table that becomes free first stands in the second bar."""
    director = build_user()
    evening = found_tournament(director, one_person=True)
    enter_pairs(evening, director, 8)
    set_table_places(evening, actor=director, numbers=[1], place="Bar Sport")
    set_table_places(evening, actor=director, numbers=[21], place="Dopolavoro")
    stage = create_stage(evening, actor=director, format_key="heats", options={"heats": 2, "rounds": 2})
    round_ = publish_round(draw_round(stage, actor=director, seed="bars", at=NOON), actor=director, at=NOON)
    there = round_.matches.get(table=21)
    assert [one.table for one in read_hall_status(evening, at=NOON).waiting] == [None, None]
    win(there)
    seated = seat_waiting(evening, actor=director, at=NOON)
    assert [(match.pool, match.table) for match in seated] == [(there.pool, 21)]
    assert [one.table for one in read_hall_status(evening, at=NOON).waiting] == [None]


def test_who_begins_later_lets_the_others_pass(hall):
    set_not_before(at(hall, 3), LATER, actor=build_user())
    win(at(hall, 1))
    seated = seat_waiting(hall, actor=build_user(), at=NOON)
    assert [match.position for match in seated] == [4]
    set_not_before(at(hall, 3), None, actor=build_user())
    win(at(hall, 2))
    assert [match.position for match in seat_waiting(hall, actor=build_user(), at=NOON)] == [3]


def test_a_match_moves_or_two_change_tables(hall):
    director = build_user()
    assert move_match(at(hall, 1), 7, actor=director, at=NOON) is None
    there = move_match(at(hall, 1), 3, actor=director, at=NOON)
    assert there is not None
    assert there.position == 2
    assert sits(hall)[:2] == [(3, 1), (7, 1)]


def test_moves_that_cannot_be(hall):
    director = build_user()
    with pytest.raises(ChangeRefused, match="out of use"):
        move_match(at(hall, 1), 2, actor=director, at=NOON)
    with pytest.raises(ChangeRefused, match="Table 1 is in use"):
        move_match(at(hall, 3), 1, actor=director, at=NOON)
    win(at(hall, 1))
    with pytest.raises(ChangeRefused, match="not in progress"):
        move_match(at(hall, 1), 9, actor=director, at=NOON)
    with pytest.raises(PermissionDenied):
        move_match(at(hall, 2), 9, actor=build_user("nobody"), at=NOON)


def test_a_broken_table_sends_its_match_to_a_free_one_or_to_the_head_of_the_queue(hall):
    director = build_user()
    enter(at(hall, 2), typed(40, turned="2"))
    moved = close_tables(hall, [3], actor=director, at=NOON)
    assert [(match.position, match.table) for match in moved] == [(2, None)]
    win(at(hall, 1))
    assert [one.place.code for one in read_hall_status(hall, at=NOON).ready] == [at(hall, 2).code]
    assert [match.position for match in seat_waiting(hall, actor=director, at=NOON)] == [2]
    set_tables_in_use(hall, actor=director, numbers=[2], in_use=True)
    moved = close_tables(hall, [1], actor=director, at=NOON)
    assert [(match.position, match.table) for match in moved] == [(2, 2)]


def test_without_a_number_of_tables_a_broken_one_gives_way_to_a_new_one(db):
    director = build_user()
    tournament = found_tournament(director, one_person=True)
    enter_pairs(tournament, director, 4)
    publish_round(draw_first(tournament, director), actor=director, at=NOON)
    moved = close_tables(tournament, [1], actor=director, at=NOON)
    assert [(match.table, match.sitting) for match in moved] == [(3, 1)]


def test_silence_counts_only_where_others_were_heard(hall):
    assert read_hall_status(hall, at=LATER).silent == ()
    enter(at(hall, 1), typed(40))
    assert [place.table for place in read_hall_status(hall, at=LATER).silent] == [3]
    assert read_hall_status(hall, at=NOON + dt.timedelta(minutes=9)).silent == ()
    set_not_before(at(hall, 2), LATER, actor=build_user())
    assert read_hall_status(hall, at=LATER).silent == ()


def test_the_clock_runs_from_the_time_when_half_of_the_tables_sit_or_from_the_start_that_was_said(hall):
    Tournament.objects.filter(pk=hall.pk).update(round_minutes=30)
    hall.refresh_from_db()
    waiting = read_clocks(hall, at=NOON)[0]
    assert (waiting.state, waiting.waits, waiting.starts) == ("ahead", True, NOON + LATEST_START)
    SeatedTable.objects.create(match=at(hall, 1), at=NOON + dt.timedelta(minutes=3))  # one of two; the other matches wait
    clock = read_clocks(hall, at=NOON + dt.timedelta(minutes=4))[0]
    assert (clock.state, clock.waits, clock.starts) == ("running", False, NOON + dt.timedelta(minutes=3))
    assert [read_clocks(hall, at=NOON + dt.timedelta(minutes=minutes))[0].state for minutes in (27, 28, 33)] == [
        "running",
        "warning",
        "over",
    ]
    round_ = at(hall, 1).round
    start_round(round_, actor=build_user(), at=LATER)
    clock = read_clocks(hall, at=NOON)[0]
    assert (clock.state, clock.starts, clock.minutes_left) == ("ahead", LATER, 41)
    Tournament.objects.filter(pk=hall.pk).update(round_minutes=None)
    hall.refresh_from_db()
    assert read_clocks(hall, at=LATER)[0].state == "open"


def test_every_change_in_the_hall_is_news_for_the_pages_that_wait(hall):
    director = build_user()
    win(at(hall, 2), actor=build_actor())
    changes = [
        lambda: seat_waiting(hall, actor=director, at=NOW),
        lambda: set_not_before(at(hall, 3), LATER, actor=director),
        lambda: start_round(at(hall, 3).round, actor=director, at=LATER),
    ]
    marks = [read_page_version(hall.slug).text, *((change(), read_page_version(hall.slug).text)[1] for change in changes)]
    assert len(set(marks)) == 4


def test_a_first_line_says_that_a_table_sits_and_a_silent_hall_begins_after_ten_minutes(hall):
    Tournament.objects.filter(pk=hall.pk).update(round_minutes=30)
    hall.refresh_from_db()
    late = NOON + dt.timedelta(minutes=12)
    assert (read_clocks(hall, at=late)[0].starts, read_clocks(hall, at=late)[0].state) == (NOON + LATEST_START, "running")
    enter(at(hall, 1), typed(40))
    entered = LedgerEntry.objects.get(match=at(hall, 1)).recorded_at
    assert read_clocks(hall, at=late)[0].starts == min(max(NOON, entered), NOON + LATEST_START)
