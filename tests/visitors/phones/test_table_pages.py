"""The table's pages, as a browser without script and one with htmx see them."""

import json
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from rules import GAMES
from scoring.models import DirectorCall, Draft, LedgerEntry, MatchResult, TableDevice, TableLink
from tests.pages import read_page
from tests.scoring.builders import build_match, build_round, build_tournament
from tests.scoring.hands import enter, typed
from tests.scoring.links import issue, phone
from tournaments.models import Round

pytestmark = pytest.mark.django_db

HAND = {"turned": "2", "total_0": "45"}
ALL_TRICKS = {"turned": "2", "total_0": "70", "sure": "1"}


@pytest.fixture
def slips(match):
    return issue(match)


@pytest.fixture
def ours(slips):
    return phone(slips[0])


@pytest.fixture
def theirs(slips):
    return phone(slips[1])


def shown(answer):
    return re.sub(r"\s+", " ", answer.content.decode())


def hidden(page, form="form[data-entry]"):
    boxes = read_page(page).find(form).hidden
    return {name: boxes[name] for name in ("version", "key")}


def send(client, boxes, page=None, **headers):
    return client.post("/t/match/events/", {**hidden(page or client.get("/t/match/")), "kind": "hand", **boxes}, **headers)


def press(client, action, **more):
    version = read_page(client.get("/t/match/")).find("[data-version]")["data-version"]
    return client.post(f"/t/match/{action}/", {"version": version, "key": f"{action}-{version}", **more})


def win(client):
    for _game in range(2):
        assert send(client, ALL_TRICKS).status_code == 303


def test_the_page_names_both_sides_and_takes_a_hand(ours, match):
    page = read_page(ours.get("/t/match/"))
    assert ("You are A Pair 1" in page.text, "A" in page.texts("span.letter"), "Pair 1" in page.texts("strong")) == (True, True, True)
    assert send(ours, HAND).status_code == 303
    entry = LedgerEntry.objects.get()
    assert (entry.via, entry.actor) == ("table", f"table-{TableLink.objects.get(side=0).pk}-0")
    assert "To 35 you need 25, they need 35." in shown(ours.get("/t/match/"))


def test_a_hand_that_cannot_be_comes_back_with_what_was_typed(ours):
    answer = send(ours, {"turned": "2", "total_0": "45", "total_1": "26"})
    assert answer.status_code == 422
    assert "45" in [box.value for box in read_page(answer).find_all("[name=total_0]")]
    assert LedgerEntry.objects.count() == 0


@pytest.mark.parametrize(("kind", "entered"), [("game", "game"), ("match", "match"), ("penalty", "hand"), ("claim", "hand")])
def test_a_phone_enters_a_game_by_its_score_and_no_kind_that_is_not_a_players_or_not_the_games(ours, kind, entered):
    boxes = {"game": {"scores_0": "35", "scores_1": "20"}, "match": {"games_0": "2", "games_1": "1"}}
    send(ours, {**boxes.get(kind, HAND), "kind": kind})
    assert [json.loads(entry.payload)["event"]["kind"] for entry in LedgerEntry.objects.all()] == [entered]


def test_the_same_request_twice_is_one_hand(ours):
    page = ours.get("/t/match/")
    assert [send(ours, HAND, page).status_code for _time in range(2)] == [303, 303]
    assert LedgerEntry.objects.count() == 1


def test_the_other_side_is_asked_and_says_yes(ours, theirs):
    send(ours, HAND)
    page = read_page(theirs.get("/t/match/"))
    assert "Entered by: Pair 1" in page.text
    assert ("from 0–0 to 0–10" in page.text, "0–10" in page.texts("strong")) == (True, True)
    assert "Your opponents have not confirmed your last hand yet" in shown(ours.get("/t/match/"))
    assert theirs.post("/t/match/accept/1/").status_code == 303
    assert "Pair 1 entered" not in shown(theirs.get("/t/match/"))
    assert "Pair 2 confirmed your last hand." in shown(ours.get("/t/match/"))


def test_the_other_side_corrects_and_the_first_is_asked(ours, theirs):
    send(ours, HAND)
    page = theirs.get("/t/match/correct/1/")
    assert "45" in [box.value for box in read_page(page).find_all("[name=total_0]")]
    assert theirs.post("/t/match/correct/1/", {**hidden(page), "kind": "hand", "turned": "2", "total_0": "44"}).status_code == 303
    correction = LedgerEntry.objects.get(kind="correct")
    assert (correction.reason, correction.actor[-1]) == ("disputed", "1")
    page = shown(ours.get("/t/match/"))
    assert "Entered by: Pair 2" in page
    assert "before:" in page


def test_a_correction_that_changes_nothing_is_an_acceptance(ours, theirs):
    send(ours, HAND)
    page = theirs.get("/t/match/correct/1/")
    assert theirs.post("/t/match/correct/1/", {**hidden(page), "kind": "hand", **HAND}).status_code == 303
    assert not LedgerEntry.objects.filter(kind="correct").exists()
    assert "You changed nothing: the hand stays as it was." in theirs.get("/t/match/").text
    assert "confirmed your last hand" in ours.get("/t/match/").text


def test_a_browser_that_opens_the_address_of_an_action_again_gets_the_phones_page(ours, theirs):
    send(ours, HAND)
    assert theirs.get("/t/match/correct/1/").status_code == 200
    press(ours, "undo")
    for action in ("correct/1", "correct/99", "accept/1", "undo", "events", "confirm", "dispute", "call", "seated", "leave", "kept/x/drop"):
        answer = theirs.get(f"/t/match/{action}/")
        assert (action, answer.status_code, answer.headers.get("Location")) == (action, 302, "/t/match/")


def test_the_other_side_confirms_the_match_and_the_own_does_not(ours, theirs, match):
    win(ours)
    assert "Is this the result?" not in shown(ours.get("/t/match/"))
    assert press(ours, "confirm").status_code == 422
    page = shown(theirs.get("/t/match/"))
    assert "Is this the result?" in page
    assert "Match decided: Pair 1 wins 2–0." in page
    assert press(theirs, "confirm").status_code == 303
    result = MatchResult.objects.get(match=match)
    assert (result.state, result.one_person) == ("confirmed", False)


def test_the_other_side_disputes_the_match(ours, theirs, match):
    win(ours)
    assert press(theirs, "dispute").status_code == 303
    assert MatchResult.objects.get(match=match).state == "disputed"
    assert "the director decides" in shown(ours.get("/t/match/"))
    assert press(ours, "undo").status_code == 423


def test_a_no_by_mistake_is_undone_and_the_other_side_is_told(ours, theirs, match):
    win(ours)
    press(theirs, "dispute")
    assert "Pair 2 said: it is not right." in shown(ours.get("/t/match/"))
    assert "Undo: it is right" not in shown(ours.get("/t/match/"))
    page = shown(theirs.get("/t/match/"))
    assert ("You said: it is not right" in page, "Undo: it is right" in page) == (True, True)
    assert press(ours, "withdraw").status_code == 423
    assert press(theirs, "withdraw").status_code == 303
    assert MatchResult.objects.get(match=match).state == "submitted"
    assert "Pair 2 withdrew: the match is no longer disputed." in shown(ours.get("/t/match/"))
    page = shown(theirs.get("/t/match/"))
    assert ("no longer disputed" in page, "Is this the result?" in page) == (True, True)
    assert press(theirs, "confirm").status_code == 303


def test_a_side_takes_back_its_own_line_only(ours, theirs):
    send(ours, HAND)
    assert press(theirs, "undo").status_code == 423
    assert press(ours, "undo").status_code == 303
    assert LedgerEntry.objects.filter(kind="void").count() == 1


def test_two_versions_side_by_side(ours, theirs, match):
    page = theirs.get("/t/match/")
    send(ours, HAND)
    answer = send(theirs, {"turned": "2", "total_0": "44"}, page)
    assert answer.status_code == 409
    text = shown(answer)
    assert "Not saved: two versions" in text
    assert "Theirs is right" in text
    assert "Ours is right" in text
    assert "Neither: enter it again" in text
    assert Draft.objects.get().typed["total_0"] == "44"
    taken = theirs.post(
        "/t/match/correct/1/", {**hidden(answer, "form[action$=/correct/1/]"), "kind": "hand", "turned": "2", "total_0": "44"}
    )
    assert taken.status_code == 303
    assert LedgerEntry.objects.filter(kind="correct").count() == 1


def test_two_phones_of_one_side_are_told_apart(match):
    (slip,) = issue(match, sides=[0])
    one, other = phone(slip), phone(slip)
    page = other.get("/t/match/")
    send(one, HAND)
    text = shown(send(other, {"turned": "2", "total_0": "44"}, page))
    wanted = ["Your other phone", "That one is right", "This phone", "This one is right"]
    assert [text.count(word) for word in (*wanted, "Theirs", "Ours")] == [1, 1, 1, 1, 0, 0]


def test_theirs_is_taken_and_the_draft_is_settled(ours, theirs):
    page = theirs.get("/t/match/")
    send(ours, HAND)
    send(theirs, {"turned": "2", "total_0": "44"}, page)
    assert theirs.post("/t/match/accept/1/").status_code == 303
    assert Draft.objects.get().settled_at is not None
    assert LedgerEntry.objects.count() == 1


def test_two_phones_that_wrote_the_same_are_told_so(ours, theirs):
    page = theirs.get("/t/match/")
    send(ours, HAND)
    assert send(theirs, HAND, page).status_code == 303
    assert "Both sides entered the same: saved once." in shown(theirs.get("/t/match/"))
    assert LedgerEntry.objects.count() == 1
    assert TableLink.objects.get(side=1).accepted_seq == 1


def test_htmx_is_told_that_nothing_new_was_written_where_both_sides_say_the_same(ours, theirs):
    page = theirs.get("/t/match/")
    send(ours, HAND)
    answer = send(theirs, HAND, page, HTTP_HX_REQUEST="true")
    assert (answer.status_code, "Both sides entered the same: saved once." in shown(answer)) == (200, True)
    assert "/t/match/accept/" not in shown(answer), "what both entered is accepted"
    for action in ("accept/1", "call", "seated"):
        assert theirs.post(f"/t/match/{action}/", HTTP_HX_REQUEST="true").status_code == 200, action


def test_htmx_shows_the_match_as_it_is_after_what_was_sent(ours, theirs):
    answer = send(ours, HAND, HTTP_HX_REQUEST="true")
    assert "To 35 you need 25, they need 35." in shown(answer)
    page = theirs.get("/t/match/correct/1/")
    assert "/t/match/accept/1/" in shown(theirs.get("/t/match/"))
    answer = theirs.post("/t/match/correct/1/", {**hidden(page), "kind": "hand", **HAND}, HTTP_HX_REQUEST="true")
    assert (answer.status_code, "You changed nothing" in shown(answer)) == (200, True)
    assert "/t/match/accept/" not in shown(answer), "a hand that stays as it was is accepted"


def test_htmx_gets_the_match_alone_with_its_status(ours):
    answer = send(ours, HAND, HTTP_HX_REQUEST="true")
    assert (answer.status_code, "<html" in shown(answer)) == (201, False)
    assert (read_page(answer).first.tag, read_page(answer).first["id"]) == ("div", "match")


def test_what_the_desk_entered_is_answered_but_not_confirmed_here(ours, match, assistant):
    enter(match, typed(70), assistant)
    assert "Entered by the desk" in shown(ours.get("/t/match/"))
    enter(match, typed(70), assistant)
    assert press(ours, "confirm").status_code == 423


def test_the_director_is_called_once_and_comes(ours, match):
    for _time in range(2):
        assert press(ours, "call").status_code == 303
    assert DirectorCall.objects.filter(match=match, settled_at=None).count() == 1
    assert "The director has been called." in shown(ours.get("/t/match/"))


def test_the_table_says_that_the_director_came_and_the_call_is_over(ours, match):
    press(ours, "call")
    assert "The director came" in shown(ours.get("/t/match/"))
    assert press(ours, "end-call").status_code == 303
    assert "The director has been called" not in shown(ours.get("/t/match/"))
    assert DirectorCall.objects.get().settled_at


def test_leaving_closes_the_session(ours):
    assert press(ours, "leave").status_code == 303
    assert ours.get("/t/match/").status_code == 404


def test_a_phone_is_seen(ours):
    device = TableDevice.objects.get()
    ours.get("/t/match/")
    assert TableDevice.objects.get().seen_at > device.seen_at
    assert TableLink.objects.get(side=0).first_seen_at is not None


def test_after_the_round_the_phone_shows_how_it_ended(ours, theirs, match):
    win(ours)
    press(theirs, "confirm")
    Round.objects.filter(pk=match.round_id).update(state=Round.State.CLOSED)
    pages = [shown(client.get("/t/match/")) for client in (ours, theirs)]
    assert ["You won 2–0" in pages[0], "You lost 0–2" in pages[1]] == [True, True]
    assert ["Wait for the next round" in page and "data-entry" not in page for page in pages] == [True, True]


def test_what_is_sent_after_the_round_is_refused_with_the_reason(ours, match):
    page = ours.get("/t/match/")
    Round.objects.filter(pk=match.round_id).update(state=Round.State.CLOSED)
    answer = send(ours, HAND, page)
    assert (answer.status_code, LedgerEntry.objects.count()) == (409, 0)
    assert "Not saved: this was for another match" in shown(answer)


def test_a_slip_of_an_earlier_round_says_where_to_sit_now(ours, match):
    Round.objects.filter(pk=match.round_id).update(state=Round.State.CLOSED)
    later = Round.objects.create(stage=match.round.stage, number=2, state=Round.State.PUBLISHED)
    match_now = build_match(later, 7)
    match_now.seats.filter(side=0).update(entry=match.seats.get(side=0).entry)
    page = shown(ours.get("/t/match/"))
    assert "7" in read_page(page).texts(".table-number")
    assert "Your slip was for another round." in page
    assert "data-entry" not in page


def test_a_slip_that_was_replaced_says_so(ours, match):
    issue(match)
    assert "This code was replaced" in shown(ours.get("/t/match/"))
    assert press_nothing(ours).status_code == 409


def press_nothing(client):
    return client.post("/t/match/undo/", {"version": "0", "key": "late"})


@pytest.fixture
def desk(slips):
    client = Client()
    client.force_login(User.objects.get(username="director"))
    return client


def test_the_results_page_shows_who_called_and_what_tables_entered(ours, desk, match):
    press(ours, "call")
    page = shown(desk.get("/desk/evening/results/"))
    assert "Table 1 calls the director" in page
    assert "called 1" in page
    assert "submitted by table" not in page
    assert desk.post(f"/desk/evening/calls/{match.code}/settle/").status_code == 303
    assert "calls the director" not in shown(desk.get("/desk/evening/results/"))
    win(ours)
    page = shown(desk.get("/desk/evening/results/?show=table"))
    assert "from the table" in page
    assert "submitted by table 1" in page


def test_the_history_names_the_side_to_the_staff_only(ours, desk, match, client):
    send(ours, HAND)
    assert "Pair 1, at the table" in shown(desk.get(f"/desk/evening/matches/{match.code}/"))
    assert "at the table" not in shown(client.get(f"/tournaments/evening/matches/{match.code}/"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_has_its_page_at_the_table(db, game):
    round_ = build_round(build_tournament("other", game_key=game.key), matches=0)
    seated = game.side_count
    slips = issue(build_match(round_, 1, sides=seated), sides=range(seated))
    pages = [read_page(phone(slip).get("/t/match/")) for slip in slips]
    assert [page.find_all("[data-entry]") != [] and f"Pair {side + 1}" in page.texts("strong") for side, page in enumerate(pages)] == [
        True
    ] * seated


def test_a_phone_does_not_become_the_side_that_its_number_is_given_to(match):
    """An older state was restored: the numbers of links begin again where they were then."""
    slip, other = issue(match)
    opened = phone(slip)
    key, kept = slip.link.pk, other.link
    TableLink.objects.all().delete()
    kept.pk = key
    kept.save(force_insert=True)
    assert "This code was replaced" in shown(opened.get("/t/match/"))
    assert phone(other).get("/t/match/").status_code == 200


def test_the_list_of_hands_has_the_own_column_first_on_both_phones(ours, theirs):
    send(ours, HAND)
    lists = [read_page(client.get("/t/match/")).find("section.games") for client in (ours, theirs)]
    assert [games.texts("td.numeric")[:2] for games in lists] == [["10", "0"], ["0", "10"]]
    assert [games.texts("abbr[title]")[:2] for games in lists] == [["We", "They"]] * 2


def test_in_the_list_of_hands_a_narrow_phone_leaves_out_the_name_of_the_dealer(ours):
    send(ours, {**HAND, "dealer": "A1"})
    headings = read_page(ours.get("/t/match/")).find(".game").find_all("thead th")
    assert [heading.text for heading in headings if "is-aside" in heading.classes] == ["Dealer"]


def test_a_refused_hand_is_not_called_saved(ours):
    send(ours, HAND)
    page = read_page(send(ours, {"turned": "2", "total_0": "99"}))
    states = page.find("[data-saving-state]").find_all("span[data-state]")
    shown_states = [state.text.strip() for state in states if "hidden" not in state.attributes]
    assert shown_states == ["not saved"]


def test_what_a_refusal_proposes_reads_in_the_direction_of_the_phone(ours, theirs):
    wrong = {"turned": "2", "total_0": "40", "total_1": "31"}
    proposed = [shown(send(client, wrong)) for client in (ours, theirs)]
    assert ["Total 39–31" in page for page in proposed] == [True, False]
    assert ["Total 31–39" in page for page in proposed] == [False, True]


def test_the_sentence_on_a_game_says_the_points_of_its_winner_first(ours, theirs):
    assert send(theirs, {"turned": "2", "total_1": "70", "sure": "1"}).status_code == 303
    pages = [shown(client.get("/t/match/")) for client in (ours, theirs)]
    assert ["Game 1 decided: Pair 2, 35–0." in page for page in pages] == [True, True]
