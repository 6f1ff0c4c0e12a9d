"""Codes of entries: one for the whole tournament, before, at and after every table, and everything that they do not open."""

import datetime as dt
import re

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from desk.rounds.services import close_round
from rankings.schemes.services import decide_penalty
from scoring.models import EntryCode, LedgerEntry, TableLink, WrongSecret
from tests.pages import read_page
from tests.scoring.builders import NOW, build_match, build_round, build_tournament
from tests.scoring.evenings import origin_of, play_evening
from tests.scoring.hands import win as win_match
from tests.scoring.links import issue, phone
from tournaments.models import Entry, Match, Round, Tournament
from visitors.phones.codes import issue_codes, revoke_codes

pytestmark = pytest.mark.django_db

HAND = {"turned": "2", "total_0": "45"}


def director():
    return User.objects.get(username="director")


def issue_code(entry, at=NOW):
    return issue_codes(entry.tournament, [entry], actor=director(), at=at)[0]


def get_entry(match, side=0):
    return match.seats.get(side=side).entry


def read(client, **query):
    answer = client.get("/t/match/", query)
    return re.sub(r"\s+", " ", answer.content.decode())


def enter_hand(client, boxes=HAND):
    hidden = read_page(read(client)).find("form[data-entry]").hidden
    return client.post("/t/match/events/", {"version": hidden["version"], "key": hidden["key"], "kind": "hand", **boxes})


def test_only_hashes_are_stored(match):
    issued = issue_code(get_entry(match))
    stored = repr(list(EntryCode.objects.values()))
    assert [text in stored for text in (issued.secret, issued.text, issued.text.replace("-", ""))] == [False] * 3


def test_who_goes_back_to_the_page_of_codes_is_led_on_without_typing(match):
    issued = issue_code(get_entry(match))
    client = phone(issued)
    back = read_page(client.get("/t").content.decode()).find("main a[role=button]")
    assert (back.text, back["href"]) == ("Back to your evening", "/t/match/")
    assert "Pair 1" in client.get("/t").content.decode()
    assert "Back to your evening" not in Client().get("/t").content.decode()
    revoke_codes(match.round.stage.tournament, [get_entry(match)], actor=director(), at=NOW)
    assert "Back to your evening" not in client.get("/t").content.decode()


@pytest.mark.parametrize("typed", ["/t/", "/T", "/T/"])
def test_the_address_of_codes_typed_in_another_way_leads_there(typed):
    assert Client().get(typed)["Location"] == "/t"


@pytest.mark.both_databases
def test_a_code_opens_the_table_where_its_entry_sits_and_enters_there(match):
    client = phone(issue_code(get_entry(match)))
    page = read_page(read(client))
    assert ("You are A Pair 1" in page.text, "A" in page.texts("span.letter"), "Pair 1" in page.texts("strong")) == (True, True, True)
    assert TableLink.objects.count() == 0  # looking stores nothing
    assert enter_hand(client).status_code == 303
    assert LedgerEntry.objects.get().actor == f"table-{TableLink.objects.get().pk}-0"
    assert enter_hand(client).status_code == 303
    assert TableLink.objects.count() == 1


def test_a_slip_and_a_code_of_one_side_are_the_same_side(match):
    slip, _other = issue(match)
    by_code, by_slip = phone(issue_code(get_entry(match))), phone(slip)
    assert enter_hand(by_code).status_code == 303
    assert "Your opponents have not confirmed your last hand yet" in read(by_slip)


@pytest.mark.both_databases
def test_a_typed_code_opens_as_often_as_one_likes(match):
    issued = issue_code(get_entry(match))
    for typed in (issued.text, issued.text.lower().replace("-", " ")):
        client = Client()
        assert client.post("/t", {"match": "", "code": typed}).status_code == 303
        assert "Pair 1" in read(client)
    assert EntryCode.objects.get().first_seen_at is not None


@pytest.mark.both_databases
def test_the_code_goes_from_round_to_round(settings):
    tournament = play_evening(pairs=4, rounds=1, closed=0)
    Tournament.objects.filter(pk=tournament.pk).update(public=True)
    match = Match.objects.filter(round__stage__tournament=tournament, kind="played", result__winner__isnull=False).first()
    side = match.result.winner
    client = phone(issue_code(get_entry(match, side)))
    page = read(client)
    assert "You won" in page
    assert re.search(r'href="whatsapp://send\?text=We%20won%20[^"]*"', page)
    assert "http%3A" not in page, "the address of this desk is private: friends could not open it"
    settings.PUBLIC_ADDRESS = "https://cards.example.org"
    told = r'href="whatsapp://send\?text=We%20won%20[^"]*https%3A%2F%2Fcards.example.org%2Ftournaments%2F[\w-]+%2Fmatches%2F'
    assert re.search(told + match.code, read(client))
    assert "Wait for the next round" in page
    assert "See the hands" in page
    assert "data-entry" not in read(client, hands="1")  # the match as it was, to be disputed
    close_round(match.round, actor=director(), origin=origin_of(director()))
    assert "You won" in read(client)
    following = build_match(Round.objects.create(stage=match.round.stage, number=2, state=Round.State.PUBLISHED), 5)
    following.seats.filter(side=1).update(entry=get_entry(match, side))
    page = read(client)
    assert ("data-entry" in page, "5" in read_page(page).texts(".table-number")) == (True, True)


def test_the_page_before_anything_is_drawn(tournament):
    entry = Entry.objects.create(tournament=tournament, number=9, name="Rossi – Bianchi")
    page = read(phone(issue_code(entry)))
    assert "Your next table will appear here." in page
    assert "Rossi – Bianchi" in page


def test_who_waits_for_a_table_is_told_so(match):
    Match.objects.filter(pk=match.pk).update(table=None)
    page = read(phone(issue_code(get_entry(match))))
    assert "You wait for a table" in page
    assert "Pair 2" in page


def test_who_is_out_reads_the_place_and_the_winner_waits():
    tournament = play_evening(pairs=8, rounds=1, closed=1, format_key="knockout")
    match = Match.objects.filter(round__stage__tournament=tournament, result__winner__isnull=False).first()
    winner = match.result.winner
    pages = [read(phone(issue_code(get_entry(match, side)))) for side in (winner, 1 - winner)]
    assert ["Wait for the next round" in pages[0], "Your matches are played, thank you: place 5=" in pages[1]] == [True, True]


def test_the_end_of_the_tournament_is_the_own_place():
    tournament = play_evening(pairs=4, rounds=2, closed=2)
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    pages = [read(phone(issue_code(entry))) for entry in tournament.entries.all()]
    places = [re.search(r"Your place: (\S+)", read_page(page).text)[1] for page in pages]
    assert all(place in read_page(page).texts("strong") for place, page in zip(places, pages, strict=True))
    assert min(place.rstrip("=") for place in places) == "1"
    assert len(places) == 4


def test_the_own_row_is_marked_once_in_the_standings():
    tournament = play_evening(pairs=24, rounds=2, closed=1)
    page = read_page(read(phone(issue_code(tournament.entries.get(number=13)))))
    assert len(page.find_all(".is-me")) == 1
    assert 2 <= len(page.find_all("th[scope=row]")) <= 6


@pytest.mark.both_databases
def test_a_new_code_ends_the_old_one_and_says_so(match):
    entry = get_entry(match)
    client = phone(issue_code(entry))
    issue_code(entry, at=NOW + dt.timedelta(hours=1))
    page = read(client)
    assert "This code was replaced" in page
    assert "Pair 2" not in page
    assert client.post("/t/match/call/").status_code == 409
    assert TableLink.objects.count() == 0


def test_a_revoked_label_says_so_when_it_is_scanned_and_when_it_is_typed(match):
    issued = issue_code(get_entry(match))
    assert revoke_codes(match.round.stage.tournament, [get_entry(match)], actor=director(), at=NOW) == 1
    clients = [Client(), Client()]
    clients[0].post("/t", {"secret": issued.secret})
    clients[1].post("/t", {"code": issued.text})
    assert ["This code was replaced" in read(client) for client in clients] == [True, True]


def test_a_code_of_another_tournament_opens_that_one_only(match):
    foreign = build_round(build_tournament("other")).matches.get()
    client = phone(issue_code(get_entry(foreign)))
    assert "/tournaments/other/" in read(client)
    assert "/tournaments/evening/" not in read(client)
    enter_hand(client)
    assert set(LedgerEntry.objects.values_list("match", flat=True)) == {foreign.pk}


def test_codes_are_issued_for_entries_of_the_own_tournament_by_its_director(match, tournament, assistant):
    foreign = get_entry(build_round(build_tournament("other")).matches.get())
    with pytest.raises(PermissionDenied):
        issue_codes(tournament, [foreign], actor=director(), at=NOW)
    for act in (issue_codes, revoke_codes):
        with pytest.raises(PermissionDenied):
            act(tournament, [get_entry(match)], actor=User.objects.get(username="assistant"), at=NOW)
    assert EntryCode.objects.count() == 0


def test_forty_open_phones_read_how_it_ended_when_the_round_is_closed():
    """Whatever a phone asks for then, page, part or hand, none is sent to an address that does not exist, and no hand is stored."""
    tournament = build_tournament("forty")
    round_ = build_round(tournament, matches=20)
    codes = issue_codes(tournament, list(tournament.entries.order_by("number")), actor=director(), at=NOW)
    phones = [phone(issued) for issued in codes]
    page = read(phones[0])
    boxes = read_page(page).find("form[data-entry]").hidden
    hidden = {name: boxes[name] for name in ("version", "key")}
    Round.objects.filter(pk=round_.pk).update(state=Round.State.CLOSED)
    parts = [client.get("/t/match/", headers={"HX-Request": "true"}) for client in phones]
    assert {answer.status_code for answer in parts} == {200}
    assert [("data-entry" in answer.content.decode(), "evening" in answer.content.decode()) for answer in parts] == [(False, True)] * 40
    late = phones[0].post("/t/match/events/", {**hidden, "kind": "hand", **HAND})
    assert (late.status_code, "evening" in late.content.decode(), LedgerEntry.objects.count()) == (409, True, 0)


@pytest.mark.both_databases
def test_two_hundred_wrong_codes_from_one_hall_lock_nobody_out(match):
    WrongSecret.objects.all().delete()
    issued = issue_code(get_entry(match))
    stranger = Client()
    for _time in range(200):
        assert stranger.post("/t", {"code": "AAAA-AAAA"}).status_code == 422
    for typed in ({"secret": issued.secret}, {"code": issued.text}):
        assert Client().post("/t", typed).status_code == 303


@pytest.mark.both_databases
def test_two_living_codes_for_one_entry_cannot_be_stored(match):
    code = issue_code(get_entry(match)).code
    with pytest.raises(IntegrityError):
        EntryCode.objects.create(
            entry=code.entry, secret_hash="0" * 64, code_hash="0" * 64, issued_at=timezone.now(), issued_by=code.issued_by
        )


@pytest.mark.both_databases
def test_a_phone_is_not_sent_the_page_again_while_nothing_changed(match):
    client = phone(issue_code(get_entry(match)))
    win_match(match, 0)
    Match.objects.filter(pk=match.pk).update(table=None)
    first = client.get("/t/match/", headers={"hx-request": "true"})
    again = client.get("/t/match/", headers={"hx-request": "true", "if-none-match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")


def test_a_phone_follows_what_is_decided_at_the_desk_and_in_no_match():
    tournament = play_evening(pairs=4, rounds=2, closed=2)
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    stage, client = tournament.stages.get(), phone(issue_code(tournament.entries.get(number=1)))
    first = client.get("/t/match/", headers={"hx-request": "true"})
    others = tournament.entries.exclude(number=1)
    for entry in others:
        decide_penalty(stage, entry, actor=director(), origin=origin_of(director()), points=9, words="ritardo")
    again = client.get("/t/match/", headers={"hx-request": "true", "if-none-match": first["ETag"]})
    assert (again.status_code, read_page(again.content.decode()).find(".place-ring strong").text) == (200, "1")
    Entry.objects.filter(number=1).update(name="Anna – Carla")
    renamed = client.get("/t/match/", headers={"hx-request": "true", "if-none-match": again["ETag"]})
    assert (renamed.status_code, "Anna – Carla" in renamed.content.decode()) == (200, True)


# -------------------------------------------------------------------------------------------------------------------- the desk


@pytest.fixture
def desk(match):
    client = Client()
    client.force_login(director())
    return client


def test_labels_are_printed_for_those_without_one_and_all_again(desk, tournament):
    for which, codes, living in (("1", 1, 1), ("missing", 2, 2), ("all", 4, 2)):
        answer = desk.post("/desk/evening/codes/print/", {"which": which})
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
        assert (EntryCode.objects.count(), EntryCode.objects.filter(revoked_at=None).count()) == (codes, living)


def test_a_code_is_shown_once_and_opens(desk):
    page = read_page(desk.post("/desk/evening/codes/show/", {"which": "2"}))
    text = next(word for word in page.texts("strong") if re.fullmatch(r"\w{4}-\w{4}", word))
    client = Client()
    assert client.post("/t", {"code": text}).status_code == 303
    assert "Pair 2" in read_page(read(client)).texts("strong")
    assert text not in desk.get("/desk/evening/codes/").content.decode()


def test_the_page_the_card_and_the_door_say_what_was_given_out(desk, match):
    Entry.objects.filter(pk=get_entry(match).pk).update(state=Entry.State.PRESENT)
    pages = ["/desk/evening/codes/", "/desk/evening/entries/1/"]
    assert ["no code yet" in desk.get(page).content.decode() for page in pages] == [True, True]
    client = phone(issue_code(get_entry(match)))
    assert client.session["entry_code"] == EntryCode.objects.get().secret_hash
    assert [", opened " in read_page(desk.get(page)).text for page in pages] == [True, True]
    assert "/desk/evening/codes/show/" in desk.get("/desk/evening/check-in/").content.decode()


def test_a_code_is_cancelled_with_one_button(desk, match):
    client = phone(issue_code(get_entry(match)))
    assert desk.post("/desk/evening/codes/revoke/", {"which": "1"}).status_code == 303
    assert "This code was replaced" in read(client)


@pytest.mark.parametrize("which", ["", "99", "none"])
def test_a_number_that_nobody_has_changes_nothing(desk, which):
    answers = [desk.post(f"/desk/evening/codes/{action}/", {"which": which}).status_code for action in ("print", "show", "revoke")]
    assert answers == [404, 404, 404]
    assert EntryCode.objects.count() == 0
