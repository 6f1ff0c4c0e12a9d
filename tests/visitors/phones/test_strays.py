"""A hand belongs to its match: what comes back after its match, side or people have changed is stored nowhere, kept, and handed on."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from exchange.handing_over import hand_over, take_back
from scoring.matches.seen_places import SeenPlace, read_seen_place, read_signed_place
from scoring.models import DirectorCall, LedgerEntry, StrayHand, TableLink
from tests.pages import read_page
from tests.scoring.builders import NOW, build_match, build_round, build_tournament, build_user
from tests.scoring.corrected import close, draw_and_publish, found_stage, play_round
from tests.scoring.links import issue, phone, place_on
from tournaments.draws.services import discard_draft
from tournaments.models import Entry, Match, Round
from visitors.phones.codes import issue_codes

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

HAND = {"turned": "2", "total_0": "45"}
EVENTS, PAGE = "/t/match/events/", "/t/match/"
HTMX = {"HX-Request": "true"}


def read(answer):
    return re.sub(r"\s+", " ", answer.content.decode())


def open_code(entry):
    (issued,) = issue_codes(entry.tournament, [entry], actor=build_user(), at=NOW)
    return phone(issued)


def send(client, page, key="late", **boxes):
    return client.post(EVENTS, {"place": place_on(page), "version": "0", "key": key, "kind": "hand", **(boxes or HAND)})


@pytest.fixture
def evening(db):
    """A knockout of eight after its first round, and the phone of a pair that plays on, with the page of the first round still open."""
    stage = found_stage(8, public=True)
    first = draw_and_publish(stage)
    entry = Match.objects.get(round=first, position=1).seats.get(side=0).entry
    client = open_code(entry)
    page = client.get(PAGE)
    return stage, first, client, page


@pytest.fixture
def desk(evening):
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user("director"))
    return client


def play_on(evening):
    stage, first, _client, _page = evening
    close(play_round(first))
    return draw_and_publish(stage)


def test_a_hand_of_the_last_round_is_stored_in_no_match(evening):
    _stage, _first, client, page = evening
    second = play_on(evening)
    answer = send(client, page)
    assert (answer.status_code, LedgerEntry.objects.filter(match__round=second).count()) == (409, 0)
    assert not LedgerEntry.objects.filter(via="table").exists()


def test_the_phone_says_of_which_table_it_was_and_keeps_the_numbers(evening):
    _stage, _first, client, page = evening
    play_on(evening)
    answer = read_page(send(client, page))
    assert "Not saved: this was for another match" in answer.text
    assert re.search(r"A hand · Table 1, round “Quarter-final” · against \w", answer.text)
    assert "A hand" in answer.texts("strong")
    assert "45" in answer.texts("dd")
    assert "45" in read_page(client.get(PAGE)).texts("dd")  # and after a reload


def test_a_hand_that_was_stored_before_its_answer_was_lost_is_not_called_lost(evening):
    _stage, first, client, page = evening
    assert send(client, page).status_code == 303
    Round.objects.filter(pk=first.pk).update(state=Round.State.CLOSED)
    answer = client.post(
        EVENTS,
        {"place": place_on(page), "version": "0", "key": "late", "kind": "hand", **HAND},
        headers={"HX-Request": "true"},
    )
    assert (answer.status_code, "That was saved already" in read(answer)) == (200, True)
    assert "Not saved" not in read(answer)


@pytest.mark.parametrize("action", ["events/", "undo/", "confirm/", "dispute/", "withdraw/", "accept/1/", "call/", "correct/1/"])
def test_no_button_of_the_last_round_presses_anything_now(evening, action):
    _stage, _first, client, page = evening
    play_on(evening)
    before = LedgerEntry.objects.count()
    answer = client.post(f"/t/match/{action}", {"place": place_on(page), "version": "0", "key": "late", "kind": "hand", **HAND})
    assert answer.status_code == 409
    assert (LedgerEntry.objects.count(), DirectorCall.objects.count(), TableLink.objects.count()) == (before, 0, 0)


def test_the_director_gets_it_with_both_matches(evening, desk):
    stage, _first, client, page = evening
    second = play_on(evening)
    send(client, page)
    for _twice in range(2):
        client.post("/t/match/kept/late/hand-over/")
    stray = StrayHand.objects.get()
    listed = read(desk.get(reverse("scoring:to_decide", args=[stage.tournament.slug])))
    assert "table 1, round “Quarter-final”" in listed
    assert re.search(r"They play now at table \d, round “Semi-final”", listed)
    both = (Match.objects.get(code=stray.place["match"]), find_match(stray.entry, second))
    assert [f"/matches/{match.code}/" in listed for match in both] == [True, True]
    assert "Not saved: this was for another match" not in read(client.get(PAGE))
    desk.post(reverse("scoring:settle_stray", args=[stage.tournament.slug, stray.pk]))
    assert "Not saved, written by" not in read(desk.get(reverse("scoring:to_decide", args=[stage.tournament.slug])))


@pytest.fixture
def handed_on(evening):
    """The phone after its pair handed it on to a pair of table 2, and the page of its first pair: nobody of them plays elsewhere yet."""
    _stage, first, client, page = evening
    other = Match.objects.get(round=first, position=2).seats.get(side=0).entry
    (issued,) = issue_codes(other.tournament, [other], actor=build_user(), at=NOW)
    client.post("/t", {"secret": issued.secret})
    return client, page, other


def test_a_hand_from_a_phone_that_was_handed_on_is_of_the_pair_that_wrote_it(evening, desk, handed_on):
    stage, first, *_rest = evening
    client, page, other = handed_on
    send(client, page)
    client.post("/t/match/kept/late/hand-over/")
    match = Match.objects.get(round=first, position=1)
    listed = read_page(desk.get(reverse("scoring:to_decide", args=[stage.tournament.slug])))
    (card,) = listed.find_all("[id^=stray-]")
    writer, opponent = (seat.entry.name for seat in match.seats.order_by("side"))
    assert f"Not saved, written by {writer}" in card.text
    assert f"They play now at table 1, round “Quarter-final” against {opponent}." in card.text
    assert re.search(rf"handed over at [\d:]+ from the phone of {other.name}", card.text)
    assert [link["href"].rstrip("/").split("/")[-1] for link in card.find_all("a")] == [match.code]


def test_a_hand_goes_to_the_tournament_that_it_was_written_in(evening, desk):
    """The phone has opened the code of another tournament, of another game, since."""
    stage, first, client, page = evening
    elsewhere = build_match(build_round(build_tournament("other", game_key="marafon"), matches=0), 1)
    (slip,) = issue(elsewhere, sides=[0])
    client.post("/t", {"secret": slip.secret})
    answer = read_page(send(client, page))
    assert "45" in answer.texts("dd")
    client.post("/t/match/kept/late/hand-over/")
    stray = StrayHand.objects.get()
    assert (stray.tournament, stray.entry.tournament, stray.typed["total_0"]) == (stage.tournament, stage.tournament, "45")
    listed = read(desk.get(reverse("scoring:to_decide", args=[stage.tournament.slug])))
    writer = Match.objects.get(round=first, position=1).seats.get(side=0).entry.name
    assert (f"Not saved, written by {writer}" in listed, "They play now at table 1" in listed, "from the phone of" in listed) == (
        True,
        True,
        False,
    )


def set_aside(client, page, **boxes):
    """What `static/table.js` does with a form that was typed and not sent, once another tab has opened another code."""
    key = f"typed-{find_seen_match(page).code}-0-0-hand"
    about = {"place": place_on(page), "version": "0", "key": key, "kind": "hand"}
    return client.post("/t/match/set-aside/", {**(boxes or HAND), **about})


def find_seen_match(page):
    return Match.objects.get(code=read_signed_place(place_on(page)).match)


def test_a_hand_set_aside_by_another_tab_and_then_sent_is_kept_once(handed_on):
    client, page, _other = handed_on
    set_aside(client, page)
    answer = read_page(send(client, page))
    assert len(answer.find_all(".stray")) == 1
    send(client, page, key="changed", **{**HAND, "total_0": "46"})
    assert [card.texts("dd") for card in read_page(client.get(PAGE)).find_all(".stray")] == [["2", "45"], ["2", "46"]]


def test_a_hand_that_the_director_has_already_is_not_offered_again(handed_on):
    client, page, _other = handed_on
    set_aside(client, page)
    client.post(f"/t/match/kept/typed-{find_seen_match(page).code}-0-0-hand/hand-over/")
    answer = read_page(client.post(EVENTS, {"place": place_on(page), "version": "0", "key": "late", "kind": "hand", **HAND}, headers=HTMX))
    assert ("The director has it, with what you typed." in answer.text, answer.find_all(".stray")) == (True, [])
    assert StrayHand.objects.count() == 1


def test_what_was_changed_after_the_director_got_it_reaches_the_director_too(handed_on):
    client, page, _other = handed_on
    for points in ("45", "46"):
        set_aside(client, page, **{**HAND, "total_0": points})
        client.post(f"/t/match/kept/typed-{find_seen_match(page).code}-0-0-hand/hand-over/")
    assert [stray.typed["total_0"] for stray in StrayHand.objects.all()] == ["45", "46"]


def test_two_equal_hands_sent_while_the_tournament_is_elsewhere_are_two(evening):
    stage, _first, client, page = evening
    hand_over(stage.tournament, "Bar Centrale", actor=build_user("director"), at=NOW)
    for key in ("one", "two"):
        answer = send(client, page, key=key)
    assert len(read_page(answer).find_all(".stray")) == 2


def test_a_phone_that_was_handed_on_calls_nobody_we_who_did_not_write(evening, handed_on):
    client, page, _other = handed_on
    (card,) = read_page(send(client, page)).find_all(".stray")
    writer, opponent = (seat.entry.name for seat in find_seen_match(page).seats.order_by("side"))
    assert f"A hand · Table 1, round “Quarter-final” · {writer} against {opponent}" in card.text
    assert card.texts("dt") == ["Turned card", f"Total · {writer}"]


def find_match(entry, round_):
    return Match.objects.get(round=round_, seats__entry=entry)


def test_the_desk_is_told_on_every_page_that_something_waits(evening, desk):
    stage, _first, client, page = evening
    play_on(evening)
    send(client, page)
    client.post("/t/match/kept/late/hand-over/")
    assert "1 hand from a phone counts nowhere yet." in read(desk.get(reverse("tournaments:desk", args=[stage.tournament.slug])))


def test_what_is_thrown_away_is_gone(evening):
    _stage, _first, client, page = evening
    play_on(evening)
    send(client, page)
    client.post("/t/match/kept/late/drop/")
    assert ("this was for another match" in read(client.get(PAGE)), StrayHand.objects.count()) == (False, 0)


def test_a_draw_that_was_taken_back_takes_no_hand_with_it(evening, desk):
    stage, first, client, page = evening
    desk.post(reverse("scoring:unpublish", args=[stage.tournament.slug, 1, 1]), {"words": "sbagliato"})
    discard_draft(Round.objects.get(pk=first.pk), actor=build_user())
    again = draw_and_publish(stage)
    answer = send(client, page)
    assert (answer.status_code, LedgerEntry.objects.filter(match__round=again).count()) == (409, 0)
    assert "Table 1, round “Quarter-final”" in read(answer)


def test_a_slip_whose_draw_was_taken_back_keeps_what_was_typed(evening, desk):
    stage, first, _client, _page = evening
    slip, _other = issue(Match.objects.get(round=first, position=2))
    side = phone(slip)
    page = side.get(PAGE)
    desk.post(reverse("scoring:unpublish", args=[stage.tournament.slug, 1, 1]), {"words": "sbagliato"})
    discard_draft(Round.objects.get(pk=first.pk), actor=build_user())
    draw_and_publish(stage)
    assert not TableLink.objects.filter(pk=slip.link.pk).exists()
    answer = read_page(send(side, page))
    assert ("45" in answer.texts("dd"), "This code was replaced" in answer.text) == (True, True)
    side.post("/t/match/kept/late/hand-over/")
    assert StrayHand.objects.get().typed["total_0"] == "45"


def test_the_other_side_of_the_same_match_is_another_place(match):
    ours, theirs = (phone(slip) for slip in issue(match))
    page = ours.get(PAGE)
    answer = theirs.post(EVENTS, {"place": place_on(page), "version": "0", "key": "late", "kind": "hand", **HAND})
    assert (answer.status_code, LedgerEntry.objects.count()) == (409, 0)


def test_others_at_the_same_match_are_another_place(match):
    ours = phone(issue(match)[0])
    page = ours.get(PAGE)
    spare = Entry.objects.create(tournament=match.round.stage.tournament, number=99, name="Spare – Pair")
    match.seats.filter(side=1).update(entry=spare)
    answer = send(ours, page)
    assert (answer.status_code, LedgerEntry.objects.count()) == (409, 0)
    assert "Not saved: who plays here changed while you were typing" in read_page(answer).text
    assert "another match" not in read_page(answer).text
    assert send(ours, ours.get(PAGE), key="now").status_code == 303


def test_who_has_withdrawn_since_is_another_place(match):
    ours = phone(issue(match)[0])
    page = ours.get(PAGE)
    match.seats.get(side=0).entry.tournament.entries.filter(seats__match=match, seats__side=0).update(state=Entry.State.WITHDRAWN)
    assert (send(ours, page).status_code, LedgerEntry.objects.count()) == (409, 0)


def test_the_same_match_at_another_table_takes_its_hand(match):
    ours = phone(issue(match)[0])
    page = ours.get(PAGE)
    Match.objects.filter(pk=match.pk).update(table=40)
    assert (send(ours, page).status_code, LedgerEntry.objects.get().match) == (303, match)


def test_a_form_without_a_place_is_kept_like_any_other(match):
    ours = phone(issue(match)[0])
    answer = Client.post(ours, EVENTS, {"version": "0", "key": "old", "kind": "hand", **HAND})
    assert (answer.status_code, LedgerEntry.objects.count()) == (409, 0)
    assert ("too old to say for which match" in read(answer), "45" in read_page(answer).texts("dd")) == (True, True)


@pytest.mark.parametrize("forged", ["", "x", "W10:abc", '{"match":"ABC"}'])
def test_a_place_that_the_desk_did_not_sign_is_none(forged):
    assert read_signed_place(forged) is None


def test_a_signed_place_comes_back_whole(match):
    match = Match.objects.select_related("round__stage").get(pk=match.pk)
    place = read_seen_place(match.seats.get(side=0).entry, match, 0)
    assert (read_signed_place(place.sign()), place.sign() == place.sign()) == (place, True)
    assert SeenPlace.from_json(place.to_json()) == place


def test_leaving_does_not_close_what_was_opened_since():
    round_ = build_round(build_tournament("two"), matches=2)
    first, second = (build_match(round_, table) for table in (11, 12))
    slips = [issue(match)[0] for match in (first, second)]
    browser = phone(slips[0])
    old = browser.get(PAGE)
    browser.post("/t", {"secret": slips[1].secret})
    browser.post("/t/match/leave/", {"place": place_on(old)})
    assert browser.get(PAGE).status_code == 200


def test_what_was_typed_but_never_sent_is_set_aside(evening):
    _stage, _first, client, page = evening
    play_on(evening)
    answer = client.post("/t/match/set-aside/", {"place": place_on(page), "key": "typed-1", "kind": "hand", "total_0": "9"})
    assert (answer.status_code, "9" in read_page(answer).texts("dd"), LedgerEntry.objects.filter(via="table").exists()) == (
        409,
        True,
        False,
    )


def test_a_hand_for_a_tournament_that_is_played_elsewhere_is_kept_until_it_comes_home(evening):
    """Handed over to another laptop: nothing is stored here, the phone says so in its own page and keeps the numbers."""
    stage, _first, client, page = evening
    director = build_user("director")
    hand_over(stage.tournament, "Bar Centrale", actor=director, at=NOW)
    answer = send(client, page)
    assert (answer.status_code, LedgerEntry.objects.filter(via="table").exists()) == (423, False)
    assert "Bar Centrale" in read(answer)
    assert "45" in read_page(answer).texts("dd")
    assert "this was for another match" not in read(answer)
    take_back(stage.tournament, actor=director)
    at_home = read_page(client.get(PAGE, headers={"accept-language": "it"}))
    assert "45" in at_home.texts("dd")
    assert at_home.find(".stray h2").text == "Questo non è stato salvato"


def test_what_is_kept_is_said_in_words_and_not_in_codes():
    match = build_match(build_round(build_tournament("other", game_key="marafon"), matches=0), 1)
    ours = phone(issue(match, sides=[1])[0])
    for seat in match.seats.select_related("entry"):
        Entry.objects.filter(pk=seat.entry_id).update(name=("Anna Rossi – Ugo Verdi", "Ivo Neri – Ida Gallo")[seat.side])
    page = ours.get(PAGE)
    Entry.objects.filter(seats__match=match, seats__side=1).update(state=Entry.State.WITHDRAWN)
    answer = send(ours, page, maker="B2", trump="S", points_1="4 1/3", points_0="7 1/3", last="0", tricks_1="x")
    assert answer.status_code == 409
    assert sorted(read_page(answer).texts("dd")) == sorted(["Ida Gallo", "swords", "4⅓", "7⅓", "They", "x"])
