"""If this fails, the first round sends somebody to another table than the slip from the door says, or hides that it did."""

import datetime as dt
import random

import pytest
from django.utils import translation

from exchange.importing import import_tournament
from exchange.writing import build_document
from printing.prints.heads import read_print_context
from printing.prints.minutes_data import read_minutes
from tests.exchange.conftest import forget_everything
from tests.exchange.encoded import encode_document, parse_document
from tests.scoring.builders import build_user
from tests.tournaments.check_in.test_door_tables import arrive, enter_more, entry, open_door, seats_of
from tests.tournaments.conftest import NOON, SEED
from tests.tournaments.doors import draw_round, publish_round
from tournaments.check_in.door_book import DoorSeat
from tournaments.check_in.door_queries import read_door_book, read_door_seat
from tournaments.draws.certificates import build_certificate
from tournaments.draws.door_exchanges import plan_exchanges
from tournaments.draws.door_notes import list_hand_changes, read_door_note
from tournaments.draws.publishing import change_pairing, replay_draw
from tournaments.draws.services import discard_draft, redraw_round
from tournaments.entries.services import withdraw_entry
from tournaments.models import Draw, Entry, Stage


def draw(tournament, director, seed=SEED):
    return draw_round(tournament.stages.get(), actor=director, seed=seed, at=NOON)


def follow(drawn, exchanges):
    """Who sits where after the exchanges, told by hand: two names change wherever they stand."""
    seated = dict(drawn)
    for first, second in exchanges:
        swap = {first: second, second: first}
        seated = {place: swap.get(who, who) for place, who in seated.items()}
    return seated


@pytest.mark.parametrize("seed", range(40))
def test_in_a_random_hall_every_slip_is_kept_as_far_as_there_are_matches(seed):
    chance = random.Random(seed)
    count = chance.randint(2, 17)
    people = chance.sample(range(100, 200), count)
    drawn = {(place // 2, place % 2): who for place, who in enumerate(people)}
    spots = chance.sample([DoorSeat(table, side) for table in range(1, 12) for side in (0, 1)], chance.randint(0, count))
    wanted = dict(zip(chance.sample(people, len(spots)), spots, strict=True))
    plan = plan_exchanges(drawn, wanted, lambda _first, _second: False)
    seated = follow(drawn, plan.exchanges)
    assert sorted(seated.values()) == sorted(people)
    where = {who: (plan.tables.get(position), side) for (position, side), who in seated.items()}
    kept = {who: (seat.table, seat.side) for who, seat in wanted.items() if who not in plan.moved}
    assert {who: where[who] for who in kept} == kept
    tables = [seat.table for seat in spots]
    full = sorted((tables.count(table) for table in set(tables)), reverse=True)
    assert len(plan.moved) == sum(full[count // 2 :])
    assert len(plan.exchanges) < max(1, count)


def test_nothing_is_exchanged_where_nobody_was_given_a_table():
    drawn = {(1, 0): 1, (1, 1): 2, (2, 0): 3}
    plan = plan_exchanges(drawn, {}, lambda _first, _second: False)
    assert (plan.exchanges, plan.moved, plan.tables) == ((), (), {})


def test_who_came_without_a_slip_is_kept_apart_from_whom_they_should_not_meet():
    drawn = {(1, 0): 1, (1, 1): 2, (2, 0): 3, (2, 1): 4}
    plan = plan_exchanges(drawn, {1: DoorSeat(1, 0), 2: DoorSeat(2, 0)}, lambda first, second: {first, second} in ({1, 4}, {2, 3}))
    assert {
        frozenset((who, follow(drawn, plan.exchanges)[position, 1 - side]))
        for (position, side), who in follow(drawn, plan.exchanges).items()
    } == {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }


@pytest.mark.parametrize(
    ("format_key", "count"),
    [("swiss", 12), ("swiss", 11), ("danish", 10), ("repechage", 12), ("repechage", 9), ("knockout", 8), ("double_elimination", 16)],
)
def test_the_published_round_keeps_every_table_and_the_draw_can_be_repeated(director, format_key, count):
    tournament = open_door(director, "Serata", count, format_key=format_key)
    given = dict(enumerate(arrive(tournament, director, *range(1, count + 1)), start=1))
    drafted = draw(tournament, director)
    assert replay_draw(drafted.draw).proven
    seated = seats_of(publish_round(drafted, actor=director, at=NOON))
    moved = set(read_door_note(Draw.objects.get(round=drafted)).moved)
    assert len(moved) == count % 2
    assert {number: seated[number] for number in given if number not in moved} == {
        number: (seat.table, seat.side) for number, seat in given.items() if number not in moved
    }


def test_who_has_no_slip_fills_the_tables_and_the_checker_has_nothing_to_say(director):
    tournament = open_door(director, "Serata", 16, clubs=4)
    given = dict(enumerate(arrive(tournament, director, *range(1, 10)), start=1))
    drafted = draw(tournament, director)
    seated = seats_of(publish_round(drafted, actor=director, at=NOON))
    assert {number: seated[number] for number in given} == {number: (seat.table, seat.side) for number, seat in given.items()}
    assert sorted(table for table, _side in seated.values()) == sorted([*range(1, 9)] * 2)
    certificate = build_certificate(drafted)
    assert (certificate.wrong, certificate.proof.replay.proven) == (0, True)


def test_the_certificate_says_in_both_languages_who_was_given_a_table_and_when(director):
    tournament = open_door(director, "Serata", 12)
    arrive(tournament, director, *range(1, 13))
    drafted = draw(tournament, director)
    key = read_door_book(tournament).key
    assert build_certificate(drafted).notes == (
        "12 entries were given their table at the door between 13:00 and 13:11; the draw kept it.",
        f"Each drew its seat by lot from those that were free. Drawn again with the key {key}: the same seats.",
    )
    with translation.override("it"):
        assert build_certificate(drafted).notes[0] == (
            "12 iscrizioni hanno avuto il tavolo all’ingresso tra le 13:00 e le 13:11; il sorteggio l’ha mantenuto."
        )


def test_who_is_left_without_an_opponent_is_named_in_the_certificate(director):
    tournament = open_door(director, "Serata", 12)
    seats = dict(enumerate(arrive(tournament, director, *range(1, 13)), start=1))
    first = seats[1].table
    gone = [number for number, seat in seats.items() if seat == DoorSeat(first, 1 - seats[1].side)]
    other = next(number for number, seat in seats.items() if seat.table != first)
    for number in (*gone, other):
        withdraw_entry(entry(tournament, number), actor=director)
    drafted = draw(tournament, director)
    note = read_door_note(drafted.draw)
    assert (note.kept, len(note.moved)) == (9, 1)
    assert build_certificate(drafted).notes[1:3] == (
        "The draw kept 9 of them.",
        f"Moved, because too few came to sit opposite: {note.moved[0]}.",
    )
    assert replay_draw(drafted.draw).proven


def test_lots_that_somebody_changed_afterwards_are_told(director):
    tournament = open_door(director, "Serata", 4)
    arrive(tournament, director, 1, 2, 3, 4)
    stored = draw(tournament, director).draw
    given = stored.changes[0]["door_tables"]["given"]
    given[0]["table"], given[0]["side"] = next(seat for seat in given[0]["free"] if seat != [given[0]["table"], given[0]["side"]])
    stored.save()
    assert "the lots give other seats" in build_certificate(stored.round).notes[-1]


def test_a_draft_that_is_discarded_and_drawn_again_keeps_the_tables(director):
    tournament = open_door(director, "Serata", 8)
    given = arrive(tournament, director, *range(1, 9))
    discard_draft(draw(tournament, director), actor=director)
    enter_more(tournament, director, 1)
    arrive(tournament, director, 9)
    drafted = publish_round(draw(tournament, director, "another key"), actor=director, at=NOON)
    seated = seats_of(drafted)
    kept = [number for number, seat in enumerate(given, start=1) if seated[number] == (seat.table, seat.side)]
    assert len(kept) + len(read_door_note(drafted.draw).moved) >= 8


def test_a_draft_that_is_drawn_again_on_purpose_forgets_the_slips_and_says_how_many(director):
    tournament = open_door(director, "Serata", 8)
    arrive(tournament, director, *range(1, 7))
    again = redraw_round(draw(tournament, director), actor=director, seed="a new key", at=NOON)
    assert read_door_note(again.draw) is None
    assert build_certificate(again).redraws[0].slips == 6
    assert read_door_seat(entry(tournament, 1)) is None
    discard_draft(again, actor=director)
    assert read_door_note(draw(tournament, director).draw) is None


def test_changes_by_hand_are_told_apart_from_the_tables_of_the_door(director):
    tournament = open_door(director, "Serata", 8)
    arrive(tournament, director, *range(1, 9))
    drafted = draw(tournament, director)
    first, second = (seat.entry for seat in drafted.seats.filter(side=0).order_by("match__position")[:2])
    change_pairing(drafted, actor=director, first=first, second=second, reason="amici", at=NOON)
    stored = Draw.objects.get(round=drafted)
    assert [change["reason"] for change in list_hand_changes(stored.changes)] == ["amici"]
    assert replay_draw(stored).proven


def test_a_table_out_of_use_since_it_was_given_is_replaced_at_publication(director):
    tournament = open_door(director, "Serata", 4)
    arrive(tournament, director, 1, 2, 3, 4)
    tournament.hall_tables.create(number=1, in_use=False)
    seated = seats_of(publish_round(draw(tournament, director), actor=director, at=NOON))
    assert {table for table, _side in seated.values()} == {2, 3}


def test_a_stage_that_became_another_format_says_that_no_table_was_kept(director):
    tournament = open_door(director, "Serata", 8)
    arrive(tournament, director, *range(1, 9))
    Stage.objects.filter(tournament=tournament).update(format_key="mitchell", options={})
    drafted = draw(tournament, director)
    assert len(read_door_note(drafted.draw).moved) == 8
    assert replay_draw(drafted.draw).proven


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(25))
def test_over_many_random_evenings_no_slip_is_lost_without_being_named(director, seed):
    chance = random.Random(seed)
    tournament = open_door(director, "Serata", chance.randint(4, 30), clubs=chance.choice([0, 3]))
    here = set()
    for _step in range(60):
        number = chance.choice(list(Entry.objects.filter(tournament=tournament).values_list("number", flat=True)))
        what = chance.random()
        if what < 0.7:
            arrive(tournament, director, number)
            here.add(number)
        elif what < 0.85:
            withdraw_entry(entry(tournament, number), actor=director)
        else:
            enter_more(tournament, director, 1)
        held = [seat for number in here if (seat := read_door_seat(entry(tournament, number)))]
        assert len(held) == len(set(held))
    given = {number: seat for number in here if (seat := read_door_seat(entry(tournament, number)))}
    drafted = publish_round(draw(tournament, director), actor=director, at=NOON + dt.timedelta(hours=1))
    note, seated = read_door_note(drafted.draw), seats_of(drafted)
    moved = set(note.moved) if note else set()
    assert {number: seated[number] for number in given if number not in moved} == {
        number: (seat.table, seat.side) for number, seat in given.items() if number not in moved
    }
    assert replay_draw(drafted.draw).proven


def test_the_tables_stand_in_the_minutes_and_come_back_from_the_file_of_the_tournament(director):
    tournament = open_door(director, "Serata", 8)
    arrive(tournament, director, *range(1, 9))
    drafted = publish_round(draw(tournament, director), actor=director, at=NOON)
    note = read_door_note(drafted.draw)
    [section] = [part for part in read_minutes(read_print_context(tournament, str)) if part.title == "Draws changed by hand"]
    assert [row[:3] for row in section.rows] == [("1.1", "tables given at the door: 8", "")]
    document = parse_document(encode_document(build_document(tournament)))
    forget_everything()
    copy = import_tournament(document, actor=build_user("other")).tournament
    copied = Draw.objects.get(round__stage__tournament=copy)
    assert read_door_note(copied) == note
    assert list_hand_changes(copied.changes) == []
    assert replay_draw(copied).proven
