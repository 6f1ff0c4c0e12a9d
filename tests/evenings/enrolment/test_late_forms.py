"""Forms of an enrolment that come late. If this failed, what people typed would be lost, or put back what the desk had changed."""

import re

import pytest
from django.urls import reverse

from evenings.enrolment.services import withdraw
from tests.evenings.conftest import enrol_pair
from tests.evenings.enrolment.test_pages import TYPED, read_code, read_text, send
from tournaments.announcing.services import AnnouncementDetails, announce, open_door
from tournaments.entries.services import edit_entry
from tournaments.fields.details import EntryDetails
from tournaments.models import Enrolment, Entry, Tournament


@pytest.mark.parametrize("public", [True, False])
@pytest.mark.parametrize("opened", [True, False])
@pytest.mark.parametrize("typed", [{}, {"phone": ""}])
def test_who_was_writing_when_the_code_at_the_entrance_ended_keeps_what_was_typed(evening, director, client, public, opened, typed):
    """Closed or made anew, of a public tournament or of another: the form says that nobody was enrolled, also where a box is wrong."""
    announce(evening, AnnouncementDetails(controller="Bar"), actor=director)
    Tournament.objects.update(public=public)
    door = reverse("evenings:door", args=[evening.slug, open_door(evening, actor=director).door_key])
    code = read_code(client.get(door))
    open_door(evening, actor=director, opened=opened)
    answer = client.post(door, {"code": code, **TYPED, **typed})
    assert answer.status_code == 422
    assert "You are not enrolled: enrolment is closed. Ask the desk" in read_text(answer)
    assert f'value="{TYPED["person_0"]}"' in answer.content.decode()
    assert not Enrolment.objects.exists()


def test_who_was_writing_when_enrolment_closed_keeps_what_was_typed(evening, director, client):
    code = read_code(client.get(reverse("evenings:enrol", args=[evening.slug])))
    announce(evening, AnnouncementDetails(controller="Bar"), actor=director)
    answer = send(client, evening, TYPED, code)
    assert (answer.status_code, f'value="{TYPED["person_0"]}"' in answer.content.decode()) == (422, True)
    assert "You are not enrolled: enrolment is closed." in read_text(answer)


def test_a_change_is_said_to_be_saved_and_one_that_comes_too_late_keeps_what_was_typed(evening, client):
    typed = {"change": "", "person_0": "Ada Rossi", "person_1": "Ada Bianchi", "phone": "333 1234567", "note": "We come late"}
    for end, said in (("withdraw", "This enrolment is withdrawn."), ("begin", "The tournament has begun.")):
        page = reverse("evenings:own", args=[enrol_pair(evening, end.title()).code])
        own = {**typed, "person_0": f"{end} Rossi", "person_1": f"{end} Bianchi"}
        assert "Saved." in read_text(client.post(page, {**own, "note": "We come"}, follow=True))
        if end == "withdraw":
            client.post(page, {"withdraw": ""})
        else:
            Tournament.objects.update(state="running")
        answer = client.post(page, own)
        assert answer.status_code == 422
        assert said in read_text(answer)
        assert 'value="We come late"' in answer.content.decode()


def test_ones_own_page_has_what_the_desk_changed_and_saving_a_note_puts_nothing_back(evening, director, client):
    """Partner, club and the name of the team; a form of before is refused, with what was typed in it."""
    enrolment = enrol_pair(evening, "Ada", club="Bar Sport")
    page = reverse("evenings:own", args=[enrolment.code])
    before = client.get(page)
    typed = {"change": "", "person_0": "Ada Rossi", "person_1": "Ada Bianchi", "phone": "333 1234567", "note": "We come late"}
    changed = EntryDetails(["Ada Rossi", "Salvatore Piga"], club="Circolo Tre Re", name="Le volpi")
    edit_entry(Enrolment.objects.get().entry, changed, actor=director)
    refused = client.post(page, {**typed, "seen": read_fingerprint(before)})
    assert (refused.status_code, 'value="We come late"' in refused.content.decode()) == (422, True)
    shown = client.get(page)
    assert "Ada Rossi – Salvatore Piga" in read_text(shown)
    assert "Ada Bianchi" not in shown.content.decode()
    boxes = dict(re.findall(r'name="([a-z_0-9]+)" value="([^"]*)"', shown.content.decode()))
    assert (boxes["person_1"], boxes["club"]) == ("Salvatore Piga", "Circolo Tre Re")
    answer = client.post(page, {**boxes, **typed, "person_1": boxes["person_1"], "seen": read_fingerprint(shown)})
    assert answer.status_code == 302
    entry = Entry.objects.get()
    assert (entry.name, entry.club.name) == ("Le volpi", "Circolo Tre Re")
    assert list(entry.members.values_list("person__name", flat=True)) == ["Ada Rossi", "Salvatore Piga"]
    assert Enrolment.objects.get().note == "We come late"


def read_fingerprint(answer):
    return re.search(r'name="seen" value="([^"]*)"', answer.content.decode())[1]


def test_a_place_that_is_taken_after_the_tournament_has_begun_is_refused(evening, client):
    enrolments = [enrol_pair(evening, name) for name in ("Ada", "Bruno", "Carla", "Dino", "Elsa")]
    withdraw(enrolments[0])
    Tournament.objects.update(state="running")
    answer = client.post(reverse("evenings:own", args=[enrolments[4].code]), {"accept": ""})
    assert (answer.status_code, Entry.objects.count()) == (422, 3)
    assert "You have no place: the tournament has begun. Ask the desk" in read_text(answer)
