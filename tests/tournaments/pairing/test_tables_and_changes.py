"""Tables, and what a director changes by hand."""

from tests.tournaments.pairing.evenings import people
from tournaments.pairing import Pairing, Played, draw_round
from tournaments.pairing.changes import compare, exchange
from tournaments.pairing.tables import next_free_table, seat_tables, unmet_wishes, waiting

ROUND = (Pairing(1, (1, 2)), Pairing(2, (3, 4)), Pairing(3, (5, 6)), Pairing(4, (7,), bye=True))


def test_matches_take_tables_in_order_and_the_rest_waits():
    assert seat_tables(ROUND, [1, 2, 3]) == {1: 1, 2: 2, 3: 3}
    seated = seat_tables(ROUND, [1, 2, 3], out_of_use={2})
    assert seated == {1: 1, 2: 3}
    assert waiting(ROUND, seated) == (ROUND[2],)
    assert next_free_table([1, 2, 3], {1}, out_of_use={2}) == 3
    assert next_free_table([1, 2, 3], {1, 3}, out_of_use={2}) is None


def test_who_needs_a_fixed_table_gets_it_before_all_others():
    fixed = {5: 1, 7: 2}
    seated = seat_tables(ROUND, [1, 2, 3], fixed=fixed)
    assert seated == {1: 2, 2: 3, 3: 1}
    assert unmet_wishes(ROUND, seated, fixed) == ()
    seated = seat_tables(ROUND, [1, 2, 3], fixed=fixed, out_of_use={1})
    assert [reason.code for reason in unmet_wishes(ROUND, seated, fixed)] == ["fixed_table_missed"]


def drawn():
    history = [Played(1, (101, 103), 0), Played(1, (102, 104), 0)]
    return draw_round("danish", entrants=people(4, clubs=2), round_number=2, seed="s", history=history)


def test_an_exchange_is_marked_and_compared_with_the_draw():
    draw = drawn()
    (one, _two), (other, _four) = (pairing.sides for pairing in draw.pairings)
    changed = exchange(draw, one, other)
    comparison = compare(draw, changed)
    assert comparison.changed == changed
    assert comparison.dropped == draw.pairings
    assert comparison.refused == ()
    assert {reason.code for pairing in changed for reason in pairing.reasons} == {"by_hand"}


def test_everything_that_speaks_against_a_change_is_told():
    draw = draw_round(
        "danish", entrants=people(4, clubs=2), round_number=2, seed="s", history=[Played(1, (101, 103), 0)], forbidden=[(102, 104)]
    )
    comparison = compare(draw, [Pairing(1, (101, 103)), Pairing(2, (102, 104))])
    assert [reason.code for reason in comparison.objections] == [
        "would_meet_again",
        "would_meet_club",
        "would_meet_forbidden",
        "would_meet_club",
    ]


def test_nobody_is_forgotten_or_seated_twice():
    comparison = compare(drawn(), [Pairing(1, (101, 102)), Pairing(2, (101, 999))])
    assert [(reason.code, dict(reason.params)["entrant"]) for reason in comparison.refused] == [
        ("seated_twice", 101),
        ("not_seated", 103),
        ("not_seated", 104),
        ("not_in_round", 999),
    ]
