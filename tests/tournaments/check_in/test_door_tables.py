"""If this fails, two entries are sent to one seat at the door, or a slip names a table that the first round then gives to somebody else."""

import datetime as dt
import re
from collections import Counter
from io import BytesIO

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from pypdf import PdfReader

from tests.tournaments.conftest import NOON, SEED, enter_pairs, found_tournament
from tests.tournaments.doors import draw_round, publish_round
from tournaments.check_in.door_book import WALK_UP_SEATS, DoorBook, DoorSeat, book_from_json, book_to_json, draw_seat, has_true_lots
from tournaments.check_in.door_queries import find_door_refusal, read_door_book, read_door_seat, read_door_tables
from tournaments.check_in.door_tables import set_door_tables
from tournaments.check_in.services import check_in_entry, undo_check_in
from tournaments.entries.services import withdraw_entry
from tournaments.forbidden.services import forbid_pair
from tournaments.halls.services import set_tables_in_use
from tournaments.importing.services import import_entries
from tournaments.models import Entry, Seat, Stage, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stages.services import create_stage


@pytest.fixture
def evening(director):
    return open_door(director, "Serata alla porta", 12)


def open_door(director, name, count, *, clubs=0, format_key="swiss", options=None, **details):
    tournament = found_tournament(director, name, **details)
    enter_pairs(tournament, director, count, clubs=clubs)
    create_stage(tournament, actor=director, format_key=format_key, options=options or {})
    set_door_tables(tournament, actor=director, on=True)
    return tournament


def enter_more(tournament, director, count):
    first = Entry.objects.filter(tournament=tournament).count()
    import_entries(tournament, "\n".join(f"Carlo{first + one:03d} / Dino{first + one:03d}" for one in range(count)), actor=director)


def entry(tournament, number):
    return Entry.objects.select_related("tournament").get(tournament=tournament, number=number)


def arrive(tournament, director, *numbers, paid=True):
    """The seats of these entries, who come one after the other."""
    for minute, number in enumerate(numbers):
        check_in_entry(entry(tournament, number), actor=director, paid=paid, at=NOON + dt.timedelta(minutes=minute))
    return [read_door_seat(entry(tournament, number)) for number in numbers]


def seats_of(round_):
    """The table and the side of every entry of a published round, by number."""
    rows = Seat.objects.filter(round=round_).values_list("entry__number", "match__table", "side")
    return {number: (table, side) for number, table, side in rows}


def test_who_has_paid_draws_a_seat_at_once_and_each_seat_is_drawn_once(evening, director):
    seats = arrive(evening, director, *range(1, 13))
    assert sorted(seats) == [DoorSeat(table, side) for table in range(1, 7) for side in (0, 1)]
    assert has_true_lots(read_door_book(evening).key, read_door_book(evening).lines)


def test_who_is_here_without_having_paid_gets_no_table(director):
    evening = open_door(director, "Serata a pagamento", 4, fee_cents=1000)
    assert arrive(evening, director, 1, paid=False) == [None]
    assert arrive(evening, director, 1) != [None]


def test_who_is_checked_in_twice_keeps_the_seat(evening, director):
    assert arrive(evening, director, 5) == arrive(evening, director, 5)
    assert len(read_door_book(evening).lines) == 1


def test_who_was_not_expected_cannot_know_whom_they_meet(evening, director):
    arrive(evening, director, *range(1, 13))
    enter_more(evening, director, 3)
    arrive(evening, director, 13, 14, 15)
    choices = [len(given.free) for given in read_door_book(evening).lines]
    assert choices[:12] == list(range(12, 0, -1))
    assert min(choices[12:]) >= WALK_UP_SEATS - 1


def test_a_seat_is_free_again_when_its_entry_leaves_and_comes_back_if_nobody_has_taken_it(evening, director):
    (first,) = arrive(evening, director, 1)
    undo_check_in(entry(evening, 1), actor=director)
    assert read_door_seat(entry(evening, 1)) is None
    assert arrive(evening, director, 1) == [first]
    withdraw_entry(entry(evening, 1), actor=director)
    (second,) = arrive(evening, director, 2)
    assert second == first
    (again,) = arrive(evening, director, 1)
    assert again not in (None, first)


def test_one_club_and_forbidden_pairs_sit_apart_while_there_is_another_seat(director):
    evening = open_door(director, "Serata di due bar", 12, clubs=2)
    forbid_pair(evening, actor=director, first=entry(evening, 1), second=entry(evening, 2))
    arrive(evening, director, *range(1, 13))
    tables = {}
    for number in range(1, 13):
        tables.setdefault(read_door_seat(entry(evening, number)).table, []).append(number)
    assert all((first + second) % 2 for first, second in tables.values())
    assert [1, 2] not in tables.values()


def test_who_always_sits_at_a_table_draws_a_side_of_it_though_others_came_first(evening, director):
    Entry.objects.filter(tournament=evening, number=12).update(fixed_table=3)
    others = arrive(evening, director, *range(1, 8))
    assert 3 not in {seat.table for seat in others}
    assert arrive(evening, director, 12)[0].table == 3


def test_tables_out_of_use_are_left_out_and_who_finds_none_left_waits_for_the_draw(director):
    evening = open_door(director, "Serata stretta", 6, table_count=3)
    set_tables_in_use(evening, actor=director, numbers=[2], in_use=False)
    seats = arrive(evening, director, *range(1, 7))
    assert {seat.table for seat in seats[:4]} == {1, 3}
    assert seats[4:] == [None, None]
    round_ = publish_round(draw_round(evening.stages.get(), actor=director, seed=SEED, at=NOON), actor=director, at=NOON)
    assert [seats_of(round_)[number][0] for number in (5, 6)] == [None, None]


@pytest.mark.parametrize(
    ("format_key", "options", "count", "begins"),
    [
        ("swiss", {}, 7, ""),
        ("swiss", {"numbers": "given"}, 8, "In this stage the order"),
        ("swiss", {"acceleration": "baku"}, 8, "In this stage the order"),
        ("danish", {}, 8, ""),
        ("danish", {"first_round": "given"}, 8, "In this stage the order"),
        ("repechage", {}, 7, ""),
        ("knockout", {}, 8, ""),
        ("knockout", {}, 7, "With 7 entries some have a bye"),
        ("double_elimination", {}, 8, ""),
        ("double_elimination", {}, 6, "With 6 entries some have a bye"),
        ("round_robin", {}, 8, "Pools (round robin): the draw makes groups first"),
        ("heats", {}, 8, "Heats in several venues: the draw makes groups first"),
        ("mitchell", {}, 8, "Mitchell movement: all rounds are planned together"),
        ("howell", {}, 8, "Howell movement: all rounds are planned together"),
    ],
)
def test_every_format_says_whether_a_table_can_be_given_before_its_draw(director, format_key, options, count, begins):
    tournament = found_tournament(director, "Serata")
    enter_pairs(tournament, director, count)
    create_stage(tournament, actor=director, format_key=format_key, options=options)
    refusal = find_door_refusal(tournament)
    assert refusal.startswith(begins) if begins else not refusal
    if begins:
        with pytest.raises(ChangeRefused, match=re.escape(begins)):
            set_door_tables(tournament, actor=director, on=True)


def test_without_a_stage_with_seeds_and_with_an_announced_draw_no_table_is_given(director):
    tournament = found_tournament(director, "Serata")
    assert find_door_refusal(tournament).startswith("Choose a format first")
    enter_pairs(tournament, director, 4)
    stage = create_stage(tournament, actor=director, format_key="swiss", options={})
    Entry.objects.filter(tournament=tournament, number=2).update(seed=1)
    assert find_door_refusal(tournament).startswith("Seeds decide")
    Stage.objects.filter(pk=stage.pk).update(seeded=False)
    assert find_door_refusal(tournament) == ""
    Stage.objects.filter(pk=stage.pk).update(seed="a secret of the evening", seed_committed_at=NOON)
    assert find_door_refusal(tournament).startswith("The draw of this stage is announced")


def test_only_a_director_opens_the_door_and_an_assistant_gives_the_tables(evening, director, assistant):
    with pytest.raises(PermissionDenied):
        set_door_tables(evening, actor=assistant, on=False)


def test_after_the_first_draw_no_more_tables_are_given(evening, director):
    arrive(evening, director, 1, 2)
    draw_round(evening.stages.get(), actor=director, seed=SEED, at=NOON)
    assert arrive(evening, director, 3) == [None]
    assert read_door_tables(evening).refusal.startswith("The first round is drawn")


def test_the_desk_gives_the_table_with_the_button_that_takes_the_fee(director, client_of):
    evening = open_door(director, "Serata a pagamento", 4, fee_cents=1000)
    page = reverse("tournaments:check_in", args=[evening.slug])
    client = client_of(director)
    answer = client.post(reverse("tournaments:check_in_one", args=[evening.slug, 2]), {"what": "here"})
    assert answer.url == page
    answer = client.post(reverse("tournaments:check_in_one", args=[evening.slug, 2]), {"what": "paid"})
    assert answer.url == f"{page}?given=2"
    seat = read_door_seat(entry(evening, 2))
    shown = client.get(answer.url)
    assert shown.context["answer"].seat == seat
    assert f"table {seat.table}, {seat.letter}" in shown.content.decode()
    slip = client.get(reverse("scoring:door_slip", args=[evening.slug, 2]))
    words = " ".join(PdfReader(BytesIO(slip.content)).pages[0].extract_text().split())
    assert f"{seat.table} Side {seat.letter}" in words
    assert client.get(reverse("scoring:door_slip", args=[evening.slug, 1])).status_code == 404


@pytest.mark.parametrize("number", ["", "x", "999", "99999999999999999999", "-1"])
def test_an_address_with_a_wrong_number_shows_the_page_without_an_answer(evening, director, client_of, number):
    shown = client_of(director).get(reverse("tournaments:check_in", args=[evening.slug]), {"given": number})
    assert (shown.status_code, shown.context["answer"]) == (200, None)


def test_who_finds_no_free_table_is_told_that_the_draw_gives_one(director, client_of):
    evening = open_door(director, "Serata piccola", 3, table_count=1)
    arrive(evening, director, 1, 2, 3)
    shown = client_of(director).get(reverse("tournaments:check_in", args=[evening.slug]), {"given": "3"})
    assert shown.context["answer"].why == "No table is free: the draw will give one."


def test_the_door_is_opened_and_closed_by_a_button_and_what_was_given_stays(director, client_of):
    evening = open_door(director, "Serata", 4)
    switch, client = reverse("tournaments:door_tables", args=[evening.slug]), client_of(director)
    arrive(evening, director, 1)
    client.post(switch, {"what": "stop"})
    assert (read_door_book(evening).on, arrive(evening, director, 2)) == (False, [None])
    assert read_door_seat(entry(evening, 1)) is not None
    Stage.objects.filter(tournament=evening).update(format_key="mitchell", options={})
    refused = client.post(switch, {"what": "give"}, follow=True)
    assert "all rounds are planned together" in refused.content.decode()
    assert not read_door_book(evening).on


def test_the_public_page_of_an_entry_shows_its_own_table_and_nobody_else(evening, director, client_of):
    Tournament.objects.filter(pk=evening.pk).update(public=True)
    arrive(evening, director, *range(1, 13))
    seat = read_door_seat(entry(evening, 4))
    words = client_of().get(reverse("scoring:public_player", args=[evening.slug, 4])).content.decode()
    assert "Your first table" in words
    assert f'<strong class="table-number">{seat.table}</strong>' in words
    others = [number for number in range(1, 13) if number != 4 and f"Anna{number:03d}" in words]
    assert others == []


def test_what_is_kept_comes_back_as_it_was():
    book = DoorBook(on=True, key="key", expected=3).give(1, [DoorSeat(1, 0), DoorSeat(2, 1)], NOON).give(2, [DoorSeat(3, 0)], NOON)
    assert book_from_json(book_to_json(book)) == book
    assert book_from_json({}) == DoorBook()


def test_every_seat_of_a_hall_is_drawn_about_as_often_by_many_keys():
    free = [DoorSeat(table, side) for table in range(1, 4) for side in (0, 1)]
    drawn = Counter(draw_seat(f"key {number}", free) for number in range(1200))
    assert set(drawn) == set(free)
    assert min(drawn.values()) > 140
