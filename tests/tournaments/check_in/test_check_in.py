import pytest
from django.core.exceptions import PermissionDenied

from tests.tournaments.conftest import NOON, SEED, enter_pairs, found_tournament
from tests.tournaments.doors import draw_round
from tournaments.check_in.queries import build_check_in_lines, read_check_in_list, select_missing_entries
from tournaments.check_in.services import check_in_entry, check_in_everybody, resolve_missing, undo_check_in, withdraw_missing
from tournaments.entries.services import withdraw_entry
from tournaments.models import Entry, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stages.services import create_stage

State = Entry.State


@pytest.fixture
def evening(director):
    tournament = found_tournament(director, fee_cents=1000)
    enter_pairs(tournament, director, 5)
    return tournament


def states(tournament):
    return list(Entry.objects.filter(tournament=tournament).values_list("state", flat=True))


def entry(tournament, number):
    return Entry.objects.get(tournament=tournament, number=number)


def test_the_fee_is_paid_with_the_same_gesture_and_never_twice(evening, director, assistant):
    check_in_entry(entry(evening, 1), actor=assistant, paid=True)
    Entry.objects.filter(tournament=evening, number=2).update(fee_paid_cents=500)
    check_in_entry(entry(evening, 2), actor=assistant, paid=True)
    check_in_entry(entry(evening, 3), actor=assistant)
    paid = Entry.objects.filter(tournament=evening).values_list("state", "fee_paid_cents")
    assert list(paid) == [("present", 1000), ("present", 500), ("present", 0), ("entered", 0), ("entered", 0)]
    assert entry(evening, 1).history.count() == 2


def test_back_to_not_here_keeps_what_was_paid(evening, director):
    check_in_entry(entry(evening, 1), actor=director, paid=True)
    undone = undo_check_in(entry(evening, 1), actor=director)
    assert (undone.state, undone.fee_paid_cents) == (State.ENTERED, 1000)
    withdraw_entry(undone, actor=director)
    assert undo_check_in(undone, actor=director).state == State.WITHDRAWN


def test_only_a_director_lets_somebody_in_who_had_withdrawn(evening, director, assistant):
    withdraw_entry(entry(evening, 1), actor=director)
    with pytest.raises(PermissionDenied):
        check_in_entry(entry(evening, 1), actor=assistant)
    assert check_in_entry(entry(evening, 1), actor=director).state == State.PRESENT


def test_all_at_once_and_who_is_missing_out_at_once(evening, director, assistant):
    check_in_entry(entry(evening, 1), actor=director)
    withdraw_entry(entry(evening, 2), actor=director)
    assert withdraw_missing(evening, actor=director) == 3
    assert states(evening) == ["present", "withdrawn", "withdrawn", "withdrawn", "withdrawn"]
    Entry.objects.filter(tournament=evening, number__gte=3).update(state=State.ENTERED)
    assert check_in_everybody(evening, actor=director) == 3
    assert states(evening) == ["present", "withdrawn", "present", "present", "present"]
    with pytest.raises(PermissionDenied):
        withdraw_missing(evening, actor=assistant)


def test_everybody_is_checked_in_with_a_few_statements(evening, director, django_assert_max_num_queries):
    enter_pairs(found_tournament(director, "Another"), director, 60)
    with django_assert_max_num_queries(10):
        assert check_in_everybody(Tournament.objects.get(name="Another"), actor=director) == 60
    histories = Entry.history.filter(tournament__name="Another", history_type="~")
    assert {(line.state, line.history_user) for line in histories} == {("present", director)}
    assert len(histories) == 60


def test_the_door_shows_who_is_missing_first(evening, director):
    check_in_entry(entry(evening, 1), actor=director, paid=True)
    door = read_check_in_list(evening)
    lines = build_check_in_lines(evening, door.entries)
    assert [line.entry.number for line in lines] == [2, 3, 4, 5, 1]
    assert [(line.here, line.paid) for line in lines[-2:]] == [(False, False), (True, True)]
    assert (door.here, door.missing, door.paid_cents) == (1, 4, evening.fee_cents)
    assert [entry.number for entry in select_missing_entries(evening)] == [2, 3, 4, 5]
    for wanted, number in (("3", 3), ("berto004", 4)):
        assert [found.number for found in read_check_in_list(evening, wanted).entries] == [number]


def test_where_nobody_keeps_the_door_nobody_is_missed(evening, director):
    assert not select_missing_entries(evening).exists()
    stage = create_stage(evening, actor=director, format_key="knockout", options={})
    assert resolve_missing(stage, "", actor=director) == 0


def test_the_question_about_those_who_are_not_here_ends_behind_the_last_name(evening, director, client):
    create_stage(evening, actor=director, format_key="knockout", options={})
    for number in (1, 2, 3, 4):
        check_in_entry(entry(evening, number), actor=director)
    client.force_login(director)
    page = client.get(f"/desk/{evening.slug}/stages/1/").content.decode()
    assert f"5 {entry(evening, 5).name}." in page


def test_the_first_draw_asks_about_those_who_are_not_here(evening, director):
    stage = create_stage(evening, actor=director, format_key="knockout", options={})
    for number in (1, 2, 3):
        check_in_entry(entry(evening, number), actor=director)
    with pytest.raises(ChangeRefused, match="Not checked in: 4, 5"):
        resolve_missing(stage, "", actor=director)
    assert resolve_missing(stage, "with", actor=director) == 0
    assert resolve_missing(stage, "leave", actor=director) == 2
    drawn = draw_round(stage, actor=director, seed=SEED, at=NOON)
    assert drawn.seats.count() == 3
    assert resolve_missing(stage, "", actor=director) == 0
