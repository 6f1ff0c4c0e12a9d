"""What speaks against the changes that a director makes by hand."""

from pairing import EntrantStanding, Pairing, PlayedMatch, draw_round
from pairing.changes import find_objections
from tests.pairing.evenings import people


def test_everything_that_speaks_against_a_change_is_told():
    draw = draw_round(
        "danish", entrants=people(4, clubs=2), round_number=2, seed="s", history=[PlayedMatch(1, (101, 103), 0)], forbidden=[(102, 104)]
    )
    changed = find_objections(draw, [Pairing(1, (101, 103)), Pairing(2, (102, 104))])
    assert [reason.code for reason in changed] == ["would_meet_again", "would_meet_club", "would_meet_forbidden", "would_meet_club"]
    assert find_objections(draw, draw.pairings) == ()


def test_at_a_table_of_five_those_speak_against_it_who_come_to_it():
    """Two change tables: told is whom they have met, or are to be kept apart from, at the other one; who stays there is no news."""
    first = PlayedMatch(1, (101, 102, 103, 104, 105), 0)
    draw = draw_round("tables_of_five", entrants=people(10), round_number=2, seed="s", history=[first], forbidden=[(106, 107)])
    tables = [Pairing(1, (101, 102, 103, 104, 105)), Pairing(2, (106, 107, 108, 109, 110))]
    drawn = [set(pairing.sides) for pairing in draw.pairings]
    told = {(reason.code, *dict(reason.params).values()) for reason in find_objections(draw, tables)}
    new = {(one, other) for one in range(101, 111) for other in range(one + 1, 111) if not any({one, other} <= table for table in drawn)}
    met = {("would_meet_again", one, other) for one, other in new if other <= 105}
    assert told == met | {("would_meet_forbidden", one, other) for one, other in new if (one, other) == (106, 107)}
    assert ("would_meet_forbidden", 106, 107) in told


def test_who_has_won_without_playing_rests_a_second_time_too():
    draw = draw_round(
        "swiss",
        entrants=people(3),
        round_number=2,
        seed="s",
        standings=[EntrantStanding(101, 1, 1, forfeit_wins=1), EntrantStanding(102, 2, 0)],
    )
    changed = find_objections(draw, [Pairing(1, (102, 103)), Pairing(2, (101,), bye=True)])
    assert [reason.code for reason in changed] == ["would_rest_again"]
