"""If these failed, a stranger could publish for a club, or the club could not see and end who does."""

import datetime as dt
import json

import pytest
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from publishing.models import PairedDesk, PairingCode, ReceivedTournament
from publishing.pairing_codes.services import LETTERS, VALID, make_code, pair_desk
from publishing.pieces.signatures import derive_public_key, make_private_key
from tests.pages import read_page
from tests.publishing.receiving.desks import Desk, found_club, pair_new_desk, read_document, take_away
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tournaments.models import Entry, OrganizerMember, Tournament
from tournaments.permissions import Role
from tournaments.refusals import ChangeRefused

pytestmark = pytest.mark.django_db
PAGE = "/organizers/circolo/desks/"


@pytest.fixture(autouse=True)
def _no_earlier_tries():
    cache.clear()


@pytest.fixture
def club():
    return found_club()


@pytest.fixture
def president(club):
    client = Client()
    client.force_login(club[1])
    return client


def test_a_code_makes_one_desk_and_no_second(club):
    code = make_code(club[0], actor=club[1], at=timezone.now())
    assert (len(code), set(code) <= set(LETTERS), set("01IO") & set(LETTERS)) == (8, True, set())
    first = Desk()
    answer = first.pair(f"{code[:4].lower()}-{code[4:]} ")
    assert (answer.status_code, answer.json()["club"], answer.json()["address"]) == (200, "Circolo", "http://testserver")
    assert answer.json().keys() == {"desk", "club", "site", "address"}
    second = Desk().pair(code)
    assert (second.status_code, second.json()["problem"]) == (403, "code_unknown")
    assert PairedDesk.objects.count() == 1


def test_a_code_is_in_the_database_by_its_hash_alone(club):
    code = make_code(club[0], actor=club[1], at=timezone.now())
    assert code not in str(PairingCode.objects.values().get())


def test_a_code_ends_after_a_quarter_of_an_hour(club):
    at = timezone.now()
    code, key = make_code(club[0], actor=club[1], at=at), derive_public_key(make_private_key())
    with pytest.raises(ChangeRefused):
        pair_desk(code, name="x", key=key, at=at + VALID)
    assert pair_desk(code, name="x", key=key, at=at + VALID - dt.timedelta(seconds=1)).organizer == club[0]


def test_wrong_codes_from_one_address_are_stopped_and_a_right_one_waits(club):
    code = make_code(club[0], actor=club[1], at=timezone.now())
    assert [Desk().pair("AAAA2222").status_code for _try in range(11)] == [403] * 10 + [429]
    answer = Desk().pair(code)
    assert (answer.status_code, "quarter of an hour" in answer.json()["sentence"]) == (429, True)
    elsewhere = Desk(client=Client(REMOTE_ADDR="192.0.2.7"))
    assert elsewhere.pair(code).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"{", b"[]", b"null", b'{"code": 1}', b'{"code": "A", "desk": "x", "key": "short"}', b"[" * 3000, b"x" * 5000),
        json.dumps({"code": "A", "desk": "x\0", "key": "A" * 44}).encode(),
        json.dumps({"code": "A", "desk": "x" * 500, "key": ""}).encode(),
    ],
)
def test_a_question_that_is_none_is_answered_in_words(club, body):
    answer = Client().post("/bridge/pair/", body, content_type="application/json", headers={"Accept-Language": "it"})
    assert answer.status_code in {400, 413}
    assert answer.json()["sentence"].startswith(("Non collegato", "Il sito non"))
    assert not PairedDesk.objects.exists()


def test_who_does_not_direct_the_club_makes_no_code(club):
    other = build_user("altro")
    OrganizerMember.objects.create(organizer=club[0], user=other, role=Role.ASSISTANT)
    with pytest.raises(PermissionDenied):
        make_code(club[0], actor=other, at=timezone.now())
    client = Client()
    client.force_login(other)
    assert [client.get(PAGE).status_code, client.post(f"{PAGE}code/").status_code] == [403, 403]


def test_a_desk_that_pairs_again_stays_one_desk(club):
    desk = pair_new_desk(*club)
    key = desk.key
    assert desk.pair(make_code(club[0], actor=club[1], at=timezone.now())).json()["desk"] == key
    assert PairedDesk.objects.count() == 1


def test_the_page_of_a_code_shows_it_large_and_as_a_square(president):
    answer = president.post(f"{PAGE}code/")
    text = " ".join(read_page(answer).text.split())
    code = PairingCode.objects.get()
    assert (answer.status_code, code.one_tournament, b"qr-code-ink" in answer.content) == (200, False, True)
    assert "It works once, for 15 minutes" in text
    president.post(f"{PAGE}code/", {"one_tournament": "on"})
    assert PairingCode.objects.filter(one_tournament=True).count() == 1


def test_the_link_of_a_code_tells_a_person_what_to_do():
    answer = Client().get("/bridge/pair/?code=abcd2345%3Cscript%3E")
    assert answer.status_code == 200
    assert "ABCD2345" in read_page(answer).text


def test_the_page_tells_what_every_desk_shows_and_ends_it(president, club):
    tournament = play_evening(pairs=4, rounds=1)
    document = read_document(tournament)
    take_away(tournament)
    desk, other = pair_new_desk(*club), pair_new_desk(*club, name="secondo")
    assert desk.send(document).status_code == 200
    assert other.send(document).json()["problem"] == "two_desks"
    text = read_page(president.get(PAGE)).text
    assert "Two desks tell of “Serata”" in text
    assert "portatile" in text
    assert "as of" in text
    waiting = ReceivedTournament.objects.get(desk=other.key)
    assert president.post(f"{PAGE}tournaments/{waiting.pk}/choose/", follow=True).status_code == 200
    assert other.send(document).status_code == 200
    assert "Two desks" not in read_page(president.get(PAGE)).text
    president.post(f"{PAGE}{other.key}/revoke/")
    assert other.send(document | {"desk": []}).json()["problem"] == "not_paired"
    assert "revoked" in read_page(president.get(PAGE)).text
    president.post(f"{PAGE}tournaments/{waiting.pk}/remove/")
    assert not Tournament.objects.exists()


def test_public_pages_say_how_old_they_are_and_from_where(club):
    tournament = play_evening(pairs=4, rounds=1)
    document = read_document(tournament)
    path = f"/tournaments/{tournament.slug}/standings/"
    assert "portatile" not in Client().get(path).content.decode()
    take_away(tournament)
    assert pair_new_desk(*club).send(document).status_code == 200
    for page in (path, f"/tournaments/{tournament.slug}/draws/1/1/", f"/tournaments/{tournament.slug}/ledger/"):
        text = " ".join(read_page(Client().get(page)).text.split())
        assert "As of " in text, page
        assert ", from portatile" in text, page


def test_nothing_is_written_on_the_site_in_what_a_desk_keeps(president, club):
    tournament = play_evening(pairs=4, rounds=1)
    document = read_document(tournament)
    take_away(tournament)
    assert pair_new_desk(*club).send(document).status_code == 200
    slug = Tournament.objects.get().slug
    president.post(f"/desk/{slug}/entries/1/withdraw/")
    assert not Entry.objects.filter(state="withdrawn").exists()
    answer = president.post(f"/desk/{slug}/safety/take-back/", {"sure": "yes"}, follow=True)
    assert "is shown from “portatile”, which keeps it" in read_page(answer).text
    assert Tournament.objects.get().handed_over_at is not None
