"""Enrolments between a site and its desk. If these failed, somebody who enrolled at home would have no chair, or a chair twice."""

import json
import zlib

import pytest
from django.urls import reverse
from django.utils import timezone

from evenings.enrolment.details import EnrolmentDetails
from evenings.enrolment.heeding import heed_wish, list_stands
from evenings.enrolment.services import change_enrolment, withdraw
from publishing.models import Delivery, PairedDesk
from publishing.pairing_codes.services import revoke_desk
from publishing.pieces.questions import encode_question
from tests.publishing.conftest import Drive
from tests.publishing.receiving.desks import found_club, pair_new_desk, read_document, take_away
from tests.scoring.builders import build_user
from tests.tournaments.conftest import found_tournament
from tournaments.models import Announcement, Enrolment, EnrolmentInbox, EnrolmentWish, Entry, Tournament

pytestmark = [pytest.mark.django_db]
WRITTEN = {"names": ["Anna Bo", "Carlo Di"], "memberships": ["", ""], "phone": "333 12", "club": "", "heat": "", "looking": False}
WRITTEN |= {"wish": "", "strength": 2, "note": ""}
SITE = "https://cards.example.org"


def announce(tournament, **columns):
    Tournament.objects.filter(pk=tournament.pk).update(public=True, demonstration=False, date=timezone.localdate())
    Announcement.objects.update_or_create(tournament=tournament, defaults={"enrols": "open", **columns})
    return Tournament.objects.get(pk=tournament.pk)


def build_wish(number, what="enrol", code="abcdefgh2345", details=WRITTEN, base=None):
    made_at = timezone.now().isoformat()
    return {"number": number, "code": code, "what": what, "details": details, "base": base or {}, "made_at": made_at}


def read_steps(code="abcdefgh2345"):
    return [step["what"] for step in Enrolment.objects.get(code=code).steps]


def test_a_wish_that_comes_twice_changes_nothing_the_second_time():
    tournament = announce(found_tournament(build_user("direttrice")))
    for wish in (build_wish(1), build_wish(1), build_wish(2, "withdraw"), build_wish(1), build_wish(2, "withdraw")):
        heed_wish(tournament, wish, site=SITE)
    row = Enrolment.objects.get()
    assert (row.state, row.origin, row.site, row.wish_number) == ("withdrawn", "phone", SITE, 2)
    assert read_steps() == ["enrolled", "placed", "withdrawn"]


def test_the_desk_wins_where_both_ends_changed_and_both_are_told():
    tournament = announce(found_tournament(build_user("direttrice")))
    heed_wish(tournament, build_wish(1), site=SITE)
    at_desk = Enrolment.objects.get()
    change_enrolment(at_desk, EnrolmentDetails.from_values(WRITTEN | {"phone": "347 99"}))
    heed_wish(tournament, build_wish(2, "change", details=WRITTEN | {"phone": "320 11"}, base=WRITTEN), site=SITE)
    (stand,) = list_stands(tournament, SITE)
    assert (stand["details"]["phone"], stand["steps"][-1]["what"], stand["entry"]) == ("347 99", "change_kept", 1)
    heed_wish(tournament, build_wish(3, "change", details=WRITTEN, base=stand["details"]), site=SITE)
    assert Enrolment.objects.get().phone == "333 12"


def test_who_cannot_be_taken_stands_in_the_list_for_the_director():
    tournament = announce(found_tournament(build_user("direttrice")))
    heed_wish(tournament, build_wish(1), site=SITE)
    heed_wish(tournament, build_wish(2, code="zzzzzzzz2345"), site=SITE)
    Tournament.objects.filter(pk=tournament.pk).update(state="running")
    heed_wish(tournament, build_wish(3, code="yyyyyyyy2345", details=WRITTEN | {"names": ["Eva Fo", "Ugo Ga"]}), site=SITE)
    heed_wish(tournament, build_wish(4, "withdraw"), site=SITE)
    assert list(Enrolment.objects.values_list("state", flat=True)) == ["placed", "refused", "refused"]
    assert (read_steps("zzzzzzzz2345")[-1], read_steps("yyyyyyyy2345")[-1], read_steps()[-1]) == ("known", "closed", "too_late")
    assert Entry.objects.filter(tournament=tournament).count() == 1


def ask(desk, key, counter, *, heeded=0, inbox="", stands=(), private_key=None):
    question = {"tournament": key, "counter": counter, "inbox": inbox, "heeded": heeded, "stands": list(stands)}
    body, signature = encode_question(question, private_key or desk.private_key)
    headers = {"X-Signature": signature}
    return desk.client.post(f"/bridge/{desk.key}/enrolments/", body, content_type="application/octet-stream", headers=headers)


@pytest.fixture
def shown():
    """A tournament that a desk shows on this site, and the desk."""
    tournament = announce(found_tournament(build_user("direttrice")))
    document = read_document(tournament)
    take_away(tournament)
    club, director = found_club()
    desk = pair_new_desk(club, director)
    assert desk.send(document).status_code == 200
    return desk, document["tournament"]["created_at"], director


def enrol_at_home(client, slug):
    address = f"/tournaments/{slug}/enrol/"
    code = client.get(address).context["form"]["code"].value()
    typed = {"person_0": "Anna Bo", "person_1": "Carlo Di", "phone": "333 12", "code": code, "notice": "on", "strength": "2"}
    return code, client.post(address, typed)


def test_an_enrolment_on_the_site_waits_for_the_desk_and_says_what_it_decided(shown, client):
    desk, key, _director = shown
    slug = Tournament.objects.get().slug
    assert "Enrolment is closed" in client.get(f"/tournaments/{slug}/enrol/").text
    first = ask(desk, key, 1).json()
    code, answer = enrol_at_home(client, slug)
    assert answer.status_code == 302
    assert "Where your data lie" in client.get(reverse("evenings:notice", args=[slug])).text
    assert "Sent to the desk" in client.get(f"/enrolments/{code}/").text
    assert "333 12" not in client.get(f"/tournaments/{slug}/").text
    (wish,) = ask(desk, key, 2, inbox=first["inbox"]).json()["wishes"]
    assert (wish["what"], wish["details"]["names"], wish["details"]["phone"]) == ("enrol", ["Anna Bo", "Carlo Di"], "333 12")
    stand = {"code": code, "number": 7, "state": "waiting", "offered_until": None, "entry": None, "details": wish["details"]}
    stand |= {"steps": [{"at": timezone.now().isoformat(), "what": "waiting"}]}
    told = {"heeded": wish["number"], "inbox": first["inbox"], "stands": [stand]}
    assert ask(desk, key, 3, **told).json()["wishes"] == []
    assert "on the waiting list" in client.get(f"/enrolments/{code}/").text
    renamed = desk.document | {"tournament": desk.document["tournament"] | {"name": "Torneo di maggio"}}
    assert desk.send(renamed).status_code == 200
    assert "Torneo di maggio" in client.get(f"/tournaments/{slug}/").text
    assert "on the waiting list" in client.get(f"/enrolments/{code}/").text  # what is shown was replaced, the enrolment stays
    placed = told | {"stands": [stand | {"state": "placed", "entry": 1}]}  # the entry itself comes with the next picture
    ask(desk, key, 4, **placed)
    own = client.get(f"/enrolments/{code}/").text
    assert ("You have a place." in own, "The organisers look for a partner" in own) == (True, False)
    client.post(f"/enrolments/{code}/", {"withdraw": ""})
    assert "not at the desk yet" in client.get(f"/enrolments/{code}/").text
    assert [wish["what"] for wish in ask(desk, key, 5, **placed).json()["wishes"]] == ["withdraw"]
    old_copy = ask(desk, key, 6, inbox=first["inbox"]).json()["wishes"]
    assert [wish["what"] for wish in old_copy] == ["enrol", "withdraw"]
    assert Enrolment.objects.count() == 1
    ask(desk, key, 7, **told | {"heeded": 2, "stands": []})
    assert (Enrolment.objects.count(), EnrolmentWish.objects.count()) == (0, 0)


def test_nobody_but_the_desk_hears_names_and_no_question_is_answered_twice(shown, client):
    desk, key, director = shown
    assert ask(desk, key, 1).status_code == 200
    enrol_at_home(client, Tournament.objects.get().slug)
    assert ask(desk, key, 1).json()["problem"] == "counter"
    other = pair_new_desk(*found_club("Altro", "altra"), name="altro")
    assert ask(other, key, 1).status_code == 404
    assert ask(desk, key, 2, private_key=other.private_key).status_code == 403
    assert ask(desk, key, 2, stands=[{"code": "x"}]).status_code == 200
    revoke_desk(PairedDesk.objects.get(pk=desk.key), actor=director, at=timezone.now())
    assert ask(desk, key, 3).json()["problem"] == "not_paired"
    assert EnrolmentInbox.objects.get().open is False
    assert "Enrolment is closed" in client.get(f"/tournaments/{Tournament.objects.get().slug}/enrol/").text


def test_the_sender_brings_enrolments_down_and_their_stand_up(target, evening, site):
    announce(found_tournament(build_user("direttrice"), "Attesa"))
    asked, wishes = [], [build_wish(1)]

    def answer(request):
        path, body = request
        if not path.endswith("/enrolments/"):
            return None
        asked.append(json.loads(zlib.decompress(body)))
        return 200, {"inbox": "i", "wishes": [wish for wish in wishes if wish["number"] > asked[-1]["heeded"]]}

    site.enrolments = answer
    drive = Drive(target).until_quiet()
    assert Enrolment.objects.get().state == "placed"
    last = [question for question in asked if question["stands"]][-1]
    assert (last["heeded"], last["stands"][0]["state"], last["stands"][0]["entry"]) == (1, "placed", 1)
    assert "333 12" not in json.dumps(read_document(Tournament.objects.get(name="Attesa")))
    told = len(asked)
    withdraw(Enrolment.objects.get())
    drive.until_quiet()
    assert asked[told]["stands"][0]["state"] == "withdrawn"
    assert Delivery.objects.get(tournament=last["tournament"]).wishes_heeded == 1
    wishes.append(build_wish(2, code="zzzzzzzz2345"))
    Tournament.objects.filter(name="Attesa").update(public=False)
    drive.until_quiet()
    assert (Enrolment.objects.get(code="zzzzzzzz2345").state, len(site.withdrawn)) == ("refused", 1)  # and not lost
