"""A match in the words of the side that holds the phone: seats by who sits there, sides as we and they, the own number first."""

import pytest

from scoring.ledger.appending import build_table_actor
from scoring.matches.queries import load_match
from scoring.matches.sides import SideView
from tests.scoring.builders import build_match, build_round, build_tournament
from tests.scoring.hands import enter, typed
from tests.scoring.links import issue
from tournaments.models import Entry
from visitors.phones.queries import read_table_view
from visitors.phones.viewpoint import call_side, list_phone_boxes, word_hands

pytestmark = pytest.mark.django_db

NAMES = ("Anna Rossi – Ugo Verdi", "Ivo Neri – Ida Gallo")


def seat_people(match):
    for seat in match.seats.all():
        Entry.objects.filter(pk=seat.entry_id).update(name=NAMES[seat.side])
    return match


def test_a_hand_reads_from_both_phones_with_the_own_number_first_and_the_dealer_by_name(match):
    seat_people(match)
    enter(match, typed(45, dealer="B2"))
    view = load_match(match)
    (event,) = view.log.events
    for own, total in ((0, "45–25"), (1, "25–45")):
        said = {box.label: box.text for box in list_phone_boxes(view, event, own)}
        assert (said["Dealer"], said["Total"]) == ("Ida Gallo", total)


def test_a_seat_of_which_nobody_is_named_stays_a_seat(match):
    enter(match, typed(45, dealer="B2"))
    view = load_match(match)
    (event,) = view.log.events
    assert {box.label: box.text for box in list_phone_boxes(view, event, 0)}["Dealer"] == "B2"


def test_who_won_a_game_is_counted_from_the_own_side(match):
    enter(match, typed(70))
    enter(match, typed(0))
    enter(match, typed(45))
    view = load_match(match)
    assert [[game.winner for game in word_hands(view, own).games] for own in (0, 1)] == [[0, 1, None], [1, 0, None]]
    assert [next(game.score for game in word_hands(view, own).games) for own in (0, 1)] == [(35, 0), (0, 35)]


def test_the_last_hand_tells_each_phone_its_own_points_first_and_the_score_before_and_after(match):
    slips = issue(match)
    for total in (45, 20):
        enter(match, typed(total), build_table_actor(slips[0].link))
    ours, theirs = (read_table_view(load_match(match), slip.link) for slip in slips)
    assert (ours.last_points, theirs.last_points) == (((True, 0), (False, 15)), ((True, 15), (False, 0)))
    assert [(at.last.before_text, at.last.gained_text, at.last.after_text) for at in (ours, theirs)] == [
        ("10–0", "0–15", "10–15"), ("0–10", "15–0", "15–10"),
    ]  # fmt: skip
    assert [(at.own_last, at.answers_line, at.can_take_back, at.can_correct) for at in (ours, theirs)] == [
        (True, False, True, True), (False, True, False, True),
    ]  # fmt: skip


def test_at_a_table_of_three_the_own_side_is_you_and_the_others_have_their_names():
    three = [SideView(side, "ABC"[side], (), str(side + 1), f"Pair {side + 1}", "") for side in range(3)]
    assert [call_side(three, side, 1) for side in range(3)] == ["Pair 1", "You", "Pair 3"]
    assert [call_side(three[:2], side, 1) for side in range(2)] == ["they", "we"]


def test_a_side_that_is_named_in_a_box_is_we_or_they():
    match = seat_people(build_match(build_round(build_tournament("other", game_key="marafon"), matches=0), 1))
    enter(match, typed("").__class__("hand", {"points_0": "7", "last": "0", "maker": "A2"}))
    view = load_match(match)
    (event,) = view.log.events
    said = [{box.label: box.text for box in list_phone_boxes(view, event, own)} for own in (0, 1)]
    assert ["we" in boxes.values() and "they" not in boxes.values() for boxes in said] == [True, False]
    assert ["they" in boxes.values() for boxes in said] == [False, True]
    assert all("Ugo Verdi" in boxes.values() for boxes in said)
