"""A match that others play again keeps its code: a sheet with that code alone may be theirs who played it before."""

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from printing.prints.services import issue_sheets
from scoring.models import LedgerEntry, SheetIssue, SheetPhotograph
from tests.pages import read_page
from tests.scoring.builders import NOW, build_user
from tests.scoring.corrected import close, draw_and_publish, enter_result, found_stage, play_round, turn_result
from tournaments.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
OLD = "This is from an earlier draw"


@pytest.fixture
def stage(db):
    return found_stage(8, public=True)


@pytest.fixture
def desk(stage):
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user("director"))
    return client


@pytest.fixture
def semifinal(stage, desk):
    """Printed and played by two of whom one had lost his quarter-final, as a correction shows: others play it again, with the same code."""
    first = draw_and_publish(stage)
    close(play_round(first))
    second = draw_and_publish(stage)
    match = Match.objects.get(round=second, position=1)
    print_sheet(match)
    before = name_sides(match)
    enter_result(match, 0)
    turn_result(Match.objects.get(round=first, position=1))
    assert desk.post(address(match, "play_again"), {"words": "corrected"}).status_code == 302
    again = Match.objects.get(pk=match.pk)
    assert (again.code, name_sides(again) == before) == (match.code, False)
    again.printed_for = before
    return again


def address(match, name, *arguments):
    return reverse(f"scoring:{name}", args=[match.round.stage.tournament.slug, *(arguments or [match.code])])


def print_sheet(match):
    issues = issue_sheets(match.round.stage.tournament, [match], actor=build_user(), what=SheetIssue.What.SHEET, at=NOW)
    return issues[0].serial


def name_sides(match):
    return " : ".join(seat.entry.name for seat in match.seats.order_by("side", "place").select_related("entry"))


def type_code(desk, match, text):
    return desk.get(reverse("scoring:sheets", args=[match.round.stage.tournament.slug]), {"code": text}, follow=True)


def read_words(answer):
    return " ".join(unescape(read_page(answer).find("main").text).split())


def assert_old(answer, match):
    words = read_words(answer)
    assert OLD in words
    assert match.printed_for in words
    assert "first enter what the sheet says" not in words


@pytest.mark.parametrize("name", ["{code}", "{code}-1"])
def test_the_sheet_printed_for_others_is_told_by_its_code_while_there_is_no_newer(semifinal, desk, name):
    text = name.format(code=semifinal.code)
    assert_old(type_code(desk, semifinal, text), semifinal)
    assert_old(desk.get(f"/s/{text}", follow=True), semifinal)


def test_its_page_opened_without_a_serial_says_so_too(semifinal, desk):
    assert_old(desk.get(address(semifinal, "sheet"), follow=True), semifinal)


def test_in_a_pile_it_stores_nothing(semifinal, desk):
    answer = desk.post(reverse("scoring:scan", args=[semifinal.round.stage.tournament.slug]), {"code": semifinal.code})
    assert answer.status_code == 422
    assert f"“{semifinal.code}” is an old sheet." in read_words(answer)
    assert semifinal.printed_for in read_words(answer)


def test_where_a_newer_one_was_printed_the_page_warns_until_the_serial_is_known(semifinal, desk):
    assert print_sheet(semifinal) == 2
    words = read_words(type_code(desk, semifinal, semifinal.code))
    assert OLD not in words
    assert f"A sheet {semifinal.code} was printed for {semifinal.printed_for} too, and counts no longer." in words
    assert "counts no longer" not in read_words(type_code(desk, semifinal, f"{semifinal.code}-2"))
    assert_old(type_code(desk, semifinal, f"{semifinal.code}-1"), semifinal)


def test_where_a_newer_one_was_printed_a_pile_asks_for_the_serial(semifinal, desk):
    print_sheet(semifinal)
    pile = reverse("scoring:scan", args=[semifinal.round.stage.tournament.slug])
    answer = desk.post(pile, {"code": semifinal.code})
    assert answer.status_code == 422
    assert f"Nothing was changed: a sheet {semifinal.code} was printed for {semifinal.printed_for} too." in read_words(answer)
    assert not SheetIssue.objects.filter(match=semifinal, returned_at__isnull=False).exists()
    assert not SheetPhotograph.objects.exists()
    assert desk.post(pile, {"code": f"{semifinal.code}-2"}).status_code == 200
    assert SheetIssue.objects.get(match=semifinal).returned_at is not None


def test_a_result_typed_behind_the_code_asks_which_sheet_it_is(semifinal, desk):
    entered = LedgerEntry.objects.filter(match=semifinal).count()
    console = reverse("scoring:command", args=[semifinal.round.stage.tournament.slug])
    typed = {"command": f"{semifinal.code} 1-2", "key": "typed"}
    said = desk.post(console, typed, headers={"accept": "application/json"}).json()
    assert (said["saved"], f"for {semifinal.printed_for}. Which one is it?" in said["said"]) == (False, True)
    assert LedgerEntry.objects.filter(match=semifinal).count() == entered
    desk.post(said["links"][0]["url"], {"sheet": "new", "first": "1", "second": "2", "key": "kept"})
    assert LedgerEntry.objects.filter(match=semifinal).count() == entered + 1


def test_a_code_that_is_no_sheets_is_still_unknown(semifinal, desk):
    assert type_code(desk, semifinal, "NOSUCH22").status_code == 404


def test_the_filter_of_late_sheets_is_not_called_like_the_count_of_all_that_are_out(semifinal, desk):
    enter_result(semifinal, 0)
    print_sheet(semifinal)
    page = read_page(desk.get(reverse("scoring:results", args=[semifinal.round.stage.tournament.slug])))
    assert page.find("a.is-late").text.split() == ["entered,", "sheet", "not", "back", "1"]
    assert page.find("a.sheets-out").text.split() == ["1", "sheet", "not", "back", "yet"]
