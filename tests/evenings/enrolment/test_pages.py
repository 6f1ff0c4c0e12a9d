"""If this fails, people cannot enrol on their phone, or what they typed is lost, or a stranger reads it."""

import datetime as dt
import re
from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from tests.evenings.conftest import enrol_pair, enrol_single, found_evening
from tests.pages import read_page
from tests.scoring.builders import build_user
from tournaments.announcing.queries import read_announcement
from tournaments.announcing.services import AnnouncementDetails, announce, cancel_evening, open_door
from tournaments.models import Announcement, Enrolment, Entry, Tournament

TYPED = {"person_0": "Ada Rossi", "person_1": "Ada Bianchi", "phone": "333 1234567", "notice": "on"}


def read_code(answer):
    return re.search(r'name="code" value="([a-z0-9]{12})"', answer.content.decode())[1]


def send(client, evening, typed, code=None):
    address = reverse("evenings:enrol", args=[evening.slug])
    return client.post(address, {"code": code or read_code(client.get(address)), **typed})


def read_text(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_enrolling_leads_to_a_page_of_ones_own(evening, client):
    answer = send(client, evening, TYPED)
    enrolment = Enrolment.objects.get()
    assert answer.url == reverse("evenings:own", args=[enrolment.code])
    assert "You have a place." in read_text(client.get(answer.url))


def test_a_page_of_ones_own_and_the_desk_say_heat_and_venue(evening, client):
    read = read_announcement(evening)
    announce(evening, replace(AnnouncementDetails.of(read), heats="Thursday at Bar Sport\nFriday at Pro Loco"), actor=build_user())
    answer = send(client, evening, TYPED | {"heat": "Friday at Pro Loco"})
    assert "Heat: Friday at Pro Loco" in read_text(client.get(answer.url))
    client.force_login(build_user())
    assert "Friday at Pro Loco" in read_text(client.get(reverse("evenings:enrolments", args=[evening.slug])))


def test_the_same_form_twice_leads_to_the_same_page(evening, client):
    code = read_code(client.get(reverse("evenings:enrol", args=[evening.slug])))
    assert send(client, evening, TYPED, code).url == send(client, evening, TYPED, code).url
    assert Entry.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"person_1": ""}, "Write your partner’s name, or tick that you look for one."),
        ({"looking": "on"}, "There is a partner’s name above. Remove the name, or this tick."),
        ({"notice": ""}, "Tick this box."),
        ({"phone": ""}, "Fill this in."),
        ({"phone": "abc"}, "This is no telephone number: write all its digits, five or more."),
        ({"phone": "1"}, "This is no telephone number: write all its digits, five or more."),
        ({"website": "http://spam.example"}, "This form was filled in by a program."),
        ({"person_0": "Ada Bianchi"}, "appears twice"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_typed_is_lost(evening, client, change, said):
    answer = send(client, evening, {**TYPED, **change})
    assert answer.status_code == 422
    assert said in read_text(answer)
    assert 'value="333 1234567"' in answer.content.decode() or "phone" in change
    assert not Enrolment.objects.exists()


def test_the_partners_name_is_not_called_optional(evening, client):
    text = read_text(client.get(reverse("evenings:enrol", args=[evening.slug])))
    assert "First name and surname 2 (optional)" not in text
    assert "Empty only if you look for a partner" in text


def test_whoever_comes_alone_writes_one_name(evening, client):
    send(client, evening, {**TYPED, "person_1": "", "looking": "on", "wish": "Carla Neri", "strength": "3"})
    enrolment = Enrolment.objects.get()
    assert (enrolment.names, enrolment.looking, enrolment.wish, enrolment.strength) == (["Ada Rossi"], True, "Carla Neri", 3)


@pytest.mark.parametrize(
    ("close", "said"),
    [
        (lambda t, d: cancel_evening(t, actor=d), "This tournament is called off."),
        (lambda t, d: announce(t, AnnouncementDetails(contact="Gino 0731 1"), actor=d), "only the organisers enrol people"),
        (lambda t, _d: Tournament.objects.filter(pk=t.pk).update(state="running"), "The tournament has begun"),
    ],
)
def test_a_closed_enrolment_says_why(evening, director, client, close, said):
    code = read_code(client.get(reverse("evenings:enrol", args=[evening.slug])))
    close(evening, director)
    assert said in read_text(client.get(reverse("evenings:enrol", args=[evening.slug])))
    assert send(client, evening, TYPED, code).status_code == 422
    assert not Enrolment.objects.exists()


def test_a_page_of_ones_own_answers_changes_and_withdraws(evening, client):
    enrolments = [enrol_pair(evening, name) for name in ("Ada", "Bruno", "Carla", "Dino", "Elsa")]
    first, last = (reverse("evenings:own", args=[enrolments[place].code]) for place in (0, -1))
    assert "You are number 1 on the waiting list." in read_text(client.get(last))
    client.post(first, {"withdraw": ""})
    assert "You are no longer in the list." in read_text(client.get(first))
    assert "A place is free for you." in read_text(client.get(last))
    client.post(last, {"accept": ""})
    assert "You have a place." in read_text(client.get(last))
    client.post(last, {"change": "", "person_0": "Elsa Verdi", "person_1": "Elsa Bianchi", "phone": "333 1234567"})
    assert Entry.objects.filter(name="Elsa Verdi – Elsa Bianchi").exists()
    client.post(first, {"again": ""})
    assert "You are number 1 on the waiting list." in read_text(client.get(first))


def test_an_answer_that_comes_too_late_is_told_so(evening, client):
    enrolments = [enrol_pair(evening, name) for name in ("Ada", "Bruno", "Carla", "Dino", "Elsa")]
    answer = client.post(reverse("evenings:own", args=[enrolments[4].code]), {"accept": ""})
    assert answer.status_code == 422
    assert "This place is no longer offered to you." in read_text(answer)


def test_a_code_that_leads_nowhere_says_why(evening, client):
    answer = client.get(reverse("evenings:own", args=["aaaabbbbcccc"]))
    assert answer.status_code == 404
    assert "There is no enrolment with this code." in read_text(answer)
    assert read_page(answer.content.decode()).find("main a[role=button]").text == "Type the code again"


def test_the_code_alone_finds_the_page_however_it_is_written(evening, client):
    code = enrol_pair(evening, "Ada").code
    written = f" {code[:4]}-{code[4:8].upper()} {code[8:]}"
    assert client.get(reverse("evenings:find"), {"code": written}).url == reverse("evenings:own", args=[code])
    assert "No enrolment has this code." in read_text(client.get(reverse("evenings:find"), {"code": "zzzz"}))


def test_a_page_of_ones_own_is_kept_by_nobody_on_the_way(evening, client):
    answer = client.get(reverse("evenings:own", args=[enrol_pair(evening, "Ada").code]))
    assert "no-store" in answer["Cache-Control"]
    assert '<meta name="robots" content="noindex">' in answer.content.decode()


def test_the_public_page_tells_the_evening_and_leads_to_the_form(evening, client):
    page = client.get(reverse("tournaments:public", args=[evening.slug]))
    assert reverse("evenings:enrol", args=[evening.slug]) in page.content.decode()
    assert "4 places are free." in read_text(page)
    enrol_pair(evening, "Ada")
    assert "3 places are free." in read_text(client.get(reverse("tournaments:public", args=[evening.slug])))


def test_telephone_and_card_are_on_no_public_page(evening, client):
    send(client, evening, {**TYPED, "membership_0": "TESSERA-77", "note": "vengo tardi"})
    for name in ("tournaments:public", "evenings:enrol", "evenings:lots", "evenings:notice"):
        page = client.get(reverse(name, args=[evening.slug])).content.decode()
        assert not any(secret in page for secret in ("333 1234567", "TESSERA-77", "vengo tardi"))


def test_a_deadline_after_midnight_has_the_day_of_its_hour(evening, client):
    """The page said the day before from midnight on for an hour, in summer for two: it read the day of UTC beside the hour of the hall."""
    midnight = dt.datetime(2031, 7, 5, 0, 30, tzinfo=ZoneInfo("Europe/Rome"))
    announce(evening, replace(AnnouncementDetails.of(read_announcement(evening)), closes_at=midnight), actor=build_user())
    for name in ("evenings:enrol", "tournaments:public"):
        assert "Enrolment until 5 July 2031 00:30" in read_text(client.get(reverse(name, args=[evening.slug])))


def test_the_privacy_notice_names_who_keeps_what_how_long(evening, client):
    text = read_text(client.get(reverse("evenings:notice", args=[evening.slug])))
    assert "Circolo Bar Sport, via Roma 12, Jesi" in text
    assert "30 days after the tournament" in text


@pytest.mark.parametrize(("state", "said"), [("running", "The tournament has begun."), ("finished", "The tournament is over.")])
def test_who_comes_back_once_the_tournament_has_begun_is_led_on(evening, client, state, said):
    """The page kept saying “You have a place”, and to who had come alone that the organisers look for a partner."""
    placed, alone = enrol_pair(evening, "Ada"), enrol_single(evening, "Bruno")
    Tournament.objects.filter(pk=evening.pk).update(state=state)
    for enrolment, words in ((placed, "Entry 1: "), (alone, "You are not on the list of those who play.")):
        answer = client.get(reverse("evenings:own", args=[enrolment.code]))
        text = read_text(answer)
        assert said in text
        assert words in text
        assert "You have a place" not in text
        assert "look for a partner" not in text
        leads_on = reverse("scoring:public_player", args=[evening.slug, 1]) in answer.content.decode()
        assert leads_on == (enrolment is placed)


def test_the_form_of_a_tournament_that_is_over_says_so(evening, client):
    Tournament.objects.filter(pk=evening.pk).update(state="finished")
    text = read_text(client.get(reverse("evenings:enrol", args=[evening.slug])))
    assert "The tournament is over." in text
    assert "has begun" not in text


def test_the_page_of_an_evening_that_is_called_off_promises_nothing(evening, director, client):
    cancel_evening(evening, actor=director)
    text = read_text(client.get(reverse("tournaments:public", args=[evening.slug])))
    assert "This tournament is called off." in text
    assert "will appear here" not in text
    assert "into your calendar" not in text


def test_the_first_page_of_an_enrolment_is_small(evening, client):
    assert len(client.get(reverse("evenings:enrol", args=[evening.slug])).content) < 20_000


def test_the_code_at_the_entrance_opens_the_form_and_an_old_one_leads_to_the_other(evening, director, client):
    announce(evening, AnnouncementDetails(controller="Bar"), actor=director)
    key = open_door(evening, actor=director).door_key
    door = reverse("evenings:door", args=[evening.slug, key])
    answer = client.post(door, {"code": read_code(client.get(door)), **TYPED})
    assert Enrolment.objects.get().origin == "door"
    assert answer.status_code == 302
    open_door(evening, actor=director, opened=False)
    assert client.get(door).url == reverse("evenings:enrol", args=[evening.slug])


def test_the_code_at_the_entrance_opens_the_form_of_an_evening_that_is_not_public(evening, director, client):
    """Every link on the pages that one comes to leads somewhere; without the key there is nothing."""
    announce(evening, AnnouncementDetails(controller="Bar"), actor=director)
    Tournament.objects.update(public=False)
    key = open_door(evening, actor=director).door_key
    door = reverse("evenings:door", args=[evening.slug, key])
    answer = client.post(door, {"code": read_code(client.get(door)), **TYPED})
    own = reverse("evenings:own", args=[Enrolment.objects.get().code])
    assert answer.url == own
    pages = [door, own, reverse("evenings:door_notice", args=[evening.slug, key]), f"{own}notice/"]
    links = {link for page in pages for link in list_links(client.get(page)) if link.startswith("/")}
    assert links >= {*pages}
    assert {link: status for link in links if (status := client.get(link).status_code) != 200} == {}
    assert client.get(pages[3]).status_code == 200


def test_an_old_code_at_the_entrance_of_an_evening_that_is_not_public_says_so_and_a_wrong_one_leads_nowhere(evening, director, client):
    Tournament.objects.update(public=False)
    key = open_door(evening, actor=director).door_key
    open_door(evening, actor=director, opened=False)
    door = reverse("evenings:door", args=[evening.slug, key])
    assert "The QR code at the entrance is closed. Ask at the desk" in read_text(client.get(door))
    for wrong in ("0", key[:8], key[:-1], key[::-1], "0" * 16, f"{key}0"):
        assert client.get(reverse("evenings:door", args=[evening.slug, wrong])).status_code == 404
    other = open_door(found_evening(director, name="Another evening"), actor=director).door_key
    assert client.get(reverse("evenings:door", args=[evening.slug, other])).status_code == 404


def test_of_an_evening_that_is_not_public_the_desk_shows_no_link_to_enrol(evening, director_client):
    page = reverse("evenings:enrolments", args=[evening.slug])
    address = reverse("evenings:enrol", args=[evening.slug])
    assert address in director_client.get(page).content.decode()
    Tournament.objects.update(public=False)
    answer = director_client.get(page)
    assert address not in answer.content.decode()
    assert "The tournament is not public, so nobody can open its form." in read_text(answer)


def list_links(answer):
    return re.findall(r'<a[^>]*\shref="([^"#]+)"', answer.content.decode())


def test_the_desk_types_telephone_calls_into_the_same_list(evening, director_client):
    for name in ("Ada", "Bruno", "Carla", "Dino"):
        enrol_pair(evening, name)
    address = reverse("evenings:enrolment_add", args=[evening.slug])
    code = read_code(director_client.get(address))
    director_client.post(address, {"code": code, "person_0": "Elsa Rossi", "person_1": "Elsa Bianchi", "phone": ""})
    text = read_text(director_client.get(reverse("evenings:enrolments", args=[evening.slug])))
    assert "Elsa Rossi – Elsa Bianchi" in text
    assert "4 of 4 places are taken" in text
    assert Enrolment.objects.get(state="waiting").origin == "desk"


def test_the_desk_decides_by_one_button(evening, director_client):
    enrolments = [enrol_pair(evening, name) for name in ("Ada", "Bruno", "Carla", "Dino", "Elsa")]
    address = reverse("evenings:enrolment_decide", args=[evening.slug, enrolments[4].pk])
    assert "has a place" in read_text(director_client.post(address, {"do": "let_in"}, follow=True))
    director_client.post(address, {"do": "withdraw"})
    assert Enrolment.objects.get(pk=enrolments[4].pk).state == "withdrawn"


def test_the_desk_finds_by_any_word_and_by_state(evening, director_client):
    for name in ("Ada", "Bruno", "Carla", "Dino", "Elsa"):
        enrol_pair(evening, name, club="Bar Sport" if name == "Bruno" else "")
    address = reverse("evenings:enrolments", args=[evening.slug])
    found = read_text(director_client.get(address, {"q": "bar sport"}))
    assert "Bruno" in found
    assert "Carla" not in found
    waiting = read_text(director_client.get(address, {"state": "waiting"}))
    assert "Elsa" in waiting
    assert "Carla" not in waiting


def test_an_enrolment_of_another_evening_is_not_touched(evening, director, director_client):
    other = found_evening(director, name="Altro")
    stranger = enrol_pair(other, "Ada")
    address = reverse("evenings:enrolment_decide", args=[evening.slug, stranger.pk])
    assert director_client.post(address, {"do": "withdraw"}).status_code == 404
    assert Enrolment.objects.get(pk=stranger.pk).state == "placed"


def test_singles_page_pairs_and_parts(evening, director_client):
    for name in ("Ivo Solo", "Lia Solo"):
        send(Client(), evening, {**TYPED, "person_0": name, "person_1": "", "looking": "on"})
    page = director_client.get(reverse("evenings:singles", args=[evening.slug]))
    mark = re.search(r'name="seen" value="(\w+)"', page.content.decode())[1]
    address = reverse("evenings:singles_pair", args=[evening.slug])
    assert "1 entry made." in read_text(director_client.post(address, {"method": "lot", "seen": mark}, follow=True))
    assert "Random number" in read_text(Client().get(reverse("evenings:lots", args=[evening.slug])))
    number = Entry.objects.get().number
    director_client.post(reverse("evenings:singles_part", args=[evening.slug, number]))
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"closes_at": dt.datetime(2026, 1, 1, tzinfo=ZoneInfo("Europe/Rome"))}, "Enrolment is closed."),
        ({"enrols": "closed"}, "For this tournament only the organisers enrol people."),
        ({"cancelled_at": dt.datetime(2026, 1, 1, tzinfo=ZoneInfo("Europe/Rome"))}, "This tournament is called off."),
    ],
)
def test_the_page_of_the_tournament_says_why_nobody_can_enrol(evening, client, change, said):
    Announcement.objects.filter(tournament=evening).update(**change)
    text = read_text(client.get(evening.get_absolute_url()))
    assert (text.count(said), " Enrol " in text) == (1, False)


def test_an_evening_that_is_called_off_is_not_in_preparation(evening, client):
    assert "in preparation" in read_text(client.get(evening.get_absolute_url()))
    cancel_evening(evening, actor=build_user())
    text = read_text(client.get(evening.get_absolute_url()))
    assert ("in preparation" in text, "called off" in text) == (False, True)
