"""A correction that comes too late: if this failed, the corrected figures would count once more, as a hand that nobody played."""

import pytest

from scoring.entry.services import correct_entry, void_entry
from scoring.models import LedgerEntry
from tests.pages import read_page
from tests.scoring.builders import origin
from tests.scoring.hands import fresh_key, typed
from tests.scoring.links import issue, phone

pytestmark = pytest.mark.django_db


def send(client, page, action, boxes):
    hidden = read_page(page).find(f"form[action={action}]").hidden
    return client.post(action, {**hidden, "kind": "hand", "turned": "2", **boxes})


@pytest.fixture
def phones(match):
    ours, theirs = map(phone, issue(match))
    assert send(ours, ours.get("/t/match/"), "/t/match/events/", {"total_0": "45"}).status_code == 303
    return ours, theirs


def correct_at_desk(match, assistant):
    assert correct_entry(match, 1, typed(50), origin=origin(fresh_key(), assistant), version=1, reason="typed_wrong").status < 300


def cancel_at_desk(match, assistant):
    assert void_entry(match, 1, origin=origin(fresh_key(), assistant), version=1, reason="typed_wrong").status < 300


def test_it_stands_beside_what_the_desk_wrote_which_can_be_accepted(phones, match, assistant):
    _, theirs = phones
    page = theirs.get("/t/match/correct/1/")
    correct_at_desk(match, assistant)
    answer = send(theirs, page, "/t/match/correct/1/", {"total_0": "44"})
    text = read_page(answer).text
    assert (answer.status_code, "The desk" in text, "the desk corrected the same hand while you were typing" in text) == (409, True, True)
    forms = {form["action"] for form in read_page(answer).find_all("form")}
    assert "/t/match/events/" not in forms
    assert "/t/match/accept/2/" in forms
    assert theirs.post("/t/match/accept/2/", read_page(answer).find("form[action=/t/match/accept/2/]").hidden).status_code == 303
    assert list(LedgerEntry.objects.values_list("kind", flat=True)) == ["submit", "correct"]


def test_it_stands_beside_what_the_other_side_corrected_and_is_chosen_as_a_correction(phones):
    ours, theirs = phones
    page = theirs.get("/t/match/correct/1/")
    assert send(ours, ours.get("/t/match/correct/1/"), "/t/match/correct/1/", {"total_0": "50"}).status_code == 303
    answer = send(theirs, page, "/t/match/correct/1/", {"total_0": "44"})
    text = read_page(answer).text
    assert (answer.status_code, "the same hand was corrected while you were typing" in text, "Ours is right" in text) == (409, True, True)
    hidden = read_page(answer).find("form[action=/t/match/correct/1/]").hidden
    assert theirs.post("/t/match/correct/1/", hidden).status_code == 303
    assert list(LedgerEntry.objects.values_list("kind", flat=True)) == ["submit", "correct", "correct"]


def test_of_a_hand_that_was_cancelled_nothing_is_offered_to_be_sent(phones, match, assistant):
    _, theirs = phones
    page = theirs.get("/t/match/correct/1/")
    cancel_at_desk(match, assistant)
    answer = send(theirs, page, "/t/match/correct/1/", {"total_0": "44"})
    text = read_page(answer).text
    assert (answer.status_code, "no longer the last one, or was cancelled" in text) == (409, True)
    assert "/t/match/events/" not in {form["action"] for form in read_page(answer).find_all("form")}
    assert list(LedgerEntry.objects.values_list("kind", flat=True)) == ["submit", "void"]


def test_nor_once_the_next_hand_was_entered(phones, match):
    ours, theirs = phones
    page = theirs.get("/t/match/correct/1/")
    assert send(ours, ours.get("/t/match/"), "/t/match/events/", {"total_0": "30"}).status_code == 303
    answer = send(theirs, page, "/t/match/correct/1/", {"total_0": "44"})
    assert answer.status_code >= 400
    assert "/t/match/events/" not in {form["action"] for form in read_page(answer).find_all("form.clash")}
    assert LedgerEntry.objects.count() == 2
