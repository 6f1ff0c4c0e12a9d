"""Paper and pages that outlive their draw: what was made for one that was taken back is recognised for ever, and stores nothing."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from printing.prints.services import issue_sheets
from scoring.matches.former_matches import format_sheet_label, read_sheet_letters
from scoring.models import FormerMatch, LedgerEntry, SheetIssue
from tests.pages import read_page
from tests.scoring.builders import NOW, build_user
from tests.scoring.corrected import close, draw_and_publish, enter_result, found_stage, play_round, turn_result
from tests.tournaments.doors import publish_round
from tournaments.draws.services import discard_draft
from tournaments.models import Match, Round

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def text_of(answer):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def print_sheets(round_):
    matches = list(round_.matches.order_by("position"))
    return issue_sheets(round_.stage.tournament, matches, actor=build_user(), what=SheetIssue.What.SHEET, at=NOW)


def names_at(match):
    return [seat.entry.name for seat in match.seats.order_by("side", "place").select_related("entry")]


@pytest.fixture
def stage(db):
    return found_stage(8, public=True)


@pytest.fixture
def desk(stage):
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user("director"))
    return client


def address(stage, name, *arguments):
    return reverse(f"scoring:{name}", args=[stage.tournament.slug, *arguments])


def take_back(stage, desk, number=1):
    assert desk.post(address(stage, "unpublish", 1, number), {"words": "wrong list"}).status_code == 302
    discard_draft(Round.objects.get(stage=stage, number=number), actor=build_user())


@pytest.fixture
def redrawn(stage, desk):
    """Code and names of table 1 of a printed draw that was taken back; the round is drawn and published again."""
    first = draw_and_publish(stage)
    print_sheets(first)
    match = Match.objects.get(round=first, position=1)
    code, names = match.code, names_at(match)
    take_back(stage, desk)
    draw_and_publish(stage, seed="again")
    return code, names


def assert_recognised(answer, names):
    text = text_of(answer)
    assert re.search(r"Printed at \d\d:\d\d for round 1, table 1: ", text)
    assert "this round was unpublished" in text
    for name in names:
        assert re.search(rf"{re.escape(name)}: now round 1, table \d", text)


def test_an_old_sheet_is_recognised_where_sheets_come_back(stage, desk, redrawn):
    code, names = redrawn
    assert_recognised(desk.get(address(stage, "sheets"), {"code": f"{code}-1"}), names)
    assert_recognised(desk.get(address(stage, "sheets"), {"code": code}), names)


def test_an_old_sheet_is_recognised_at_the_one_input_and_stores_nothing(stage, desk, redrawn):
    code, names = redrawn
    answer = desk.post(address(stage, "command"), {"command": f"{code} 2-0"}, headers={"accept": "application/json"})
    assert answer.status_code == 422
    said = answer.json()
    assert "Nothing was saved: this is an old sheet." in said["said"]
    assert [name in said["said"] for name in names] == [True, True]
    assert {link["url"] for link in said["links"]} == {
        address(stage, "match", Match.objects.get(round__stage=stage, seats__entry__name=name).code) for name in names
    }
    assert not LedgerEntry.objects.filter(match__isnull=False).exists()


def test_an_old_sheet_is_recognised_in_a_pile(stage, desk, redrawn):
    code, names = redrawn
    answer = desk.post(address(stage, "scan"), {"code": f"{code}-1"})
    assert answer.status_code == 422
    assert_recognised(answer, names)
    assert not SheetIssue.objects.filter(returned_at__isnull=False).exists()


def test_the_address_in_its_code_leads_the_desk_to_the_same_words(stage, desk, redrawn):
    code, names = redrawn
    assert_recognised(desk.get(f"/S/{code}-1", follow=True), names)
    assert Client().get(f"/S/{code}-1").status_code == 404


def test_a_sheet_of_a_draw_twice_taken_back_says_where_its_pair_plays_now(stage, desk, redrawn):
    code, names = redrawn
    take_back(stage, desk)
    text = text_of(desk.get(address(stage, "sheets"), {"code": code}))
    assert [f"{name}: no match now." in text for name in names] == [True, True]
    draw_and_publish(stage, seed="third")
    assert_recognised(desk.get(address(stage, "sheets"), {"code": code}), names)


def test_a_code_that_never_existed_is_still_unknown(stage, desk, redrawn):
    assert desk.get(address(stage, "sheets"), {"code": "NOSUCH22"}).status_code == 404
    assert desk.get(address(stage, "match", "NOSUCH22")).status_code == 404


def test_another_tournament_does_not_tell_about_it(stage, desk, redrawn):
    code, _names = redrawn
    other = found_stage(4, name="Altra")
    assert desk.get(address(other, "sheets"), {"code": code}).status_code == 404
    assert desk.get(address(other, "match", code)).status_code == 404


def test_an_open_page_of_a_match_taken_back_says_where_its_people_play_and_keeps_what_was_typed(stage, desk, redrawn):
    code, names = redrawn
    page = desk.get(address(stage, "match", code))
    assert page.status_code == 200
    assert [name in text_of(page) for name in names] == [True, True]
    sent = {"version": "0", "key": "late", "kind": "hand", "turned": "2", "total_0": "45"}
    answer = desk.post(address(stage, "enter_event", code), sent)
    assert (answer.status_code, "Nothing was saved" in text_of(answer), "45" in text_of(answer)) == (409, True, True)
    assert not LedgerEntry.objects.filter(match__isnull=False).exists()


def test_rows_that_a_script_sends_stay_on_the_screen(stage, desk, redrawn):
    code, _names = redrawn
    sent = {"version": "3", "key": "late", "kind": "hand", "turned": "2", "total_0": "45"}
    answer = desk.post(address(stage, "enter_event", code), sent, headers={"accept": "application/json", "hx-request": "true"})
    said = answer.json()
    assert (answer.status_code, said["saved"], said["rows"], said["version"]) == (409, False, [], "3")
    assert "What is typed stays here" in said["message"]


@pytest.fixture
def reseated(stage, desk):
    """A semi-final whose sheet was printed; then a corrected quarter-final seats others there. The match keeps its place in the bracket."""
    first = draw_and_publish(stage)
    close(play_round(first))
    second = draw_and_publish(stage)
    print_sheets(second)
    semifinal = Match.objects.get(round=second, position=1)
    before = (semifinal.code, names_at(semifinal))
    turn_result(Match.objects.get(round=first, position=1))
    assert desk.post(address(stage, "let_seats_follow", 1, 2), {"words": "corrected"}).status_code == 302
    return semifinal, *before


def test_a_sheet_whose_seats_others_took_names_those_that_it_was_printed_for(stage, desk, reseated):
    semifinal, code, names = reseated
    now = names_at(Match.objects.get(pk=semifinal.pk))
    assert now != names
    text = text_of(desk.get(address(stage, "sheets"), {"code": f"{code}-1"}))
    assert f"for round 2, table {semifinal.table}: {names[0]} : {names[1]}." in text
    gone = next(name for name in names if name not in now)
    assert f"{gone}: no match now." in text


def test_a_match_that_keeps_its_code_never_prints_the_same_serial_for_others(stage, desk):
    first = draw_and_publish(stage)
    print_sheets(first)
    match = Match.objects.get(round=first, position=1)
    enter_result(match, 0)
    entered = {"words": "wrong list", "annul": [match.code]}
    assert desk.post(address(stage, "unpublish", 1, 1), entered).status_code == 302
    match.refresh_from_db()
    assert FormerMatch.objects.filter(code=match.code).exists()
    kept = print_sheets(Round.objects.get(pk=first.pk))[0]
    assert (kept.match_id, kept.serial) == (match.pk, 2)
    text = text_of(desk.get(address(stage, "sheets"), {"code": f"{match.code}-1"}))
    assert "Printed at" in text


def test_a_round_without_sheets_is_remembered_for_its_pages(stage, desk):
    first = draw_and_publish(stage)
    code = Match.objects.get(round=first, position=1).code
    take_back(stage, desk)
    text = text_of(desk.get(address(stage, "match", code)))
    assert "This was round 1, table 1: " in text
    assert "Printed at" not in text


def type_result(stage, desk, text):
    return desk.post(address(stage, "command"), {"command": text, "key": "typed"}, headers={"accept": "application/json"}).json()


def test_a_result_typed_by_table_asks_once_on_which_sheet_it_stands(stage, desk, redrawn):
    said = type_result(stage, desk, "1 2-0")
    assert (said["saved"], "Which one is it?" in said["said"]) == (False, True)
    page = desk.get(said["links"][0]["url"])
    assert "It says 1b" in text_of(page)
    stored = desk.post(said["links"][0]["url"], {"sheet": "new", "first": "2", "second": "0", "key": "kept"}, follow=True)
    assert "Table 1: 2–0 saved" in text_of(stored)
    match = Match.objects.get(round__stage=stage, table=1)
    assert LedgerEntry.objects.filter(match=match).count() == 1
    assert "Which one is it?" not in type_result(stage, desk, "1 2-0")["said"]


def test_a_result_of_the_old_sheet_is_not_stored(stage, desk, redrawn):
    said = type_result(stage, desk, "1 2-0")
    answer = desk.post(said["links"][0]["url"], {"sheet": "old"}, follow=True)
    assert "Nothing was saved. Strike the old sheet through" in text_of(answer)
    assert not LedgerEntry.objects.filter(match__isnull=False).exists()
    assert type_result(stage, desk, "1 2-0")["saved"]


def test_the_panel_of_a_table_with_an_old_sheet_says_so(stage, desk, redrawn):
    match = Match.objects.get(round__stage=stage, table=1)
    assert "There may be an older sheet of table 1" in text_of(desk.get(address(stage, "match", match.code)))
    desk.post(address(stage, "which_sheet", match.code), {"sheet": "new"})
    assert "There may be an older sheet" not in text_of(desk.get(address(stage, "match", match.code)))


def test_a_round_drawn_again_without_sheets_asks_nothing(stage, desk):
    draw_and_publish(stage)
    take_back(stage, desk)
    draw_and_publish(stage, seed="again")
    assert type_result(stage, desk, "1 2-0")["saved"]


def test_the_sheets_of_every_further_draw_carry_another_letter(stage, desk, redrawn):
    tournament = stage.tournament
    again = Round.objects.get(stage=stage)
    match = Match.objects.select_related("round__stage").get(round=again, table=1)
    assert format_sheet_label(match, read_sheet_letters(tournament)) == "1b"
    print_sheets(again)
    take_back(stage, desk)
    third = draw_and_publish(stage, seed="third")
    match = Match.objects.select_related("round__stage").get(round=third, table=1)
    assert format_sheet_label(match, read_sheet_letters(tournament)) == "1c"


WAYS = ("match", "sheet", "which_sheet", "referee", "place", "check", "undo", "confirm", "void_match", "possible_hand")


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("name", WAYS)
def test_no_address_of_a_match_that_is_gone_is_bare(stage, desk, redrawn, name, method):
    """Wherever the match is looked up: 405 where an address takes no such method, never 404."""
    code, names = redrawn
    answer = getattr(desk, method)(address(stage, name, code), {"version": "0", "key": "late", "sheet": "new"} if method == "post" else {})
    assert answer.status_code in (200, 405, 409)
    if answer.status_code != 405:
        assert [name in text_of(answer) for name in names] == [True, True]


def test_a_result_that_waited_for_its_sheet_is_kept_when_the_round_is_drawn_once_more(stage, desk, redrawn):
    said = type_result(stage, desk, "1 2-0")
    take_back(stage, desk)
    draw_and_publish(stage, seed="third")
    answer = desk.post(said["links"][0]["url"], {"sheet": "new", "first": "2", "second": "0", "key": "late"})
    assert (answer.status_code, "2–0" in text_of(answer)) == (409, True)
    assert not LedgerEntry.objects.filter(match__isnull=False).exists()


def test_a_stranger_learns_nothing_of_a_match_that_is_gone(stage, redrawn):
    code, names = redrawn
    stranger = Client()
    assert names[0] not in text_of(stranger.get(address(stage, "match", code), follow=True))
    stranger.force_login(build_user("stranger"))
    assert stranger.get(address(stage, "match", code)).status_code == 404


def test_a_sheet_that_was_back_before_is_not_asked_about(stage, desk):
    first = draw_and_publish(stage)
    print_sheets(first)
    SheetIssue.objects.update(returned_at=NOW)
    take_back(stage, desk)
    draw_and_publish(stage, seed="again")
    assert type_result(stage, desk, "1 2-0")["saved"]


def test_a_printed_record_is_no_sheet_that_is_out(stage, desk):
    first = draw_and_publish(stage)
    issue_sheets(stage.tournament, list(first.matches.all()), actor=build_user(), what=SheetIssue.What.FILLED, at=NOW)
    take_back(stage, desk)
    again = draw_and_publish(stage, seed="again")
    assert read_sheet_letters(stage.tournament) == {}
    assert type_result(stage, desk, "1 2-0")["saved"]
    assert again.number == 1


def test_an_open_sheet_page_of_an_old_printing_is_not_compared_with_others(stage, desk):
    """The match keeps its code, because the ledger names it; the page that was open is of the printing before."""
    first = draw_and_publish(stage)
    print_sheets(first)
    match = Match.objects.get(round=first, position=1)
    enter_result(match, 0)
    desk.post(address(stage, "unpublish", 1, 1), {"words": "wrong list", "annul": [match.code]})
    publish_round(Round.objects.get(pk=first.pk), actor=build_user("director"), at=NOW)
    answer = desk.get(f"{address(stage, 'sheet', match.code)}?serial=1")
    assert "Printed at" in text_of(answer)


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("name", ["draft", "change", "publish", "close_round", "unpublish", "start_round"])
def test_no_page_of_a_round_that_is_gone_is_bare(stage, desk, name, method):
    """405 where an address takes no such method, never 404."""
    draw_and_publish(stage)
    take_back(stage, desk)
    app = "tournaments" if name in ("draft", "change") else "scoring"
    answer = getattr(desk, method)(reverse(f"{app}:{name}", args=[stage.tournament.slug, 1, 1]))
    assert answer.status_code in (200, 405, 409)
    if answer.status_code != 405:
        notice = read_page(answer).find("section.notice").text
        assert "this round was unpublished" in notice
        assert ("Nothing was changed." in notice) == (method == "post")


def test_a_round_of_no_stage_and_a_strangers_round_are_no_page(stage, desk):
    assert desk.get(reverse("tournaments:draft", args=[stage.tournament.slug, 7, 1])).status_code == 404
    stranger = Client()
    stranger.force_login(build_user("stranger"))
    assert stranger.get(reverse("tournaments:draft", args=[stage.tournament.slug, 1, 1])).status_code == 404


def test_the_public_page_of_a_match_that_is_gone_leads_to_what_counts(stage, redrawn):
    code, names = redrawn
    answer = Client(headers={"accept-language": "en"}).get(address(stage, "public_match", code))
    assert (answer.status_code, "This match was unpublished" in text_of(answer)) == (404, True)
    assert "Type your code" not in text_of(answer)
    assert address(stage, "public_match", code).split("matches/")[0] in answer.content.decode()
    assert names[0] not in text_of(answer)
    assert "unpublished" not in text_of(Client().get(address(stage, "public_match", "NOSUCH22")))
