"""The sheet that comes back: found by its code, compared with what was entered, marked; and which are still out."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from desk.rounds.closing import read_closing_preview
from printing.prints.heads import read_print_context
from printing.prints.services import issue_sheets
from printing.prints.sheets import build_blank_sheet, read_played_matches
from printing.sheets_back.queries import SheetName, compare_result, count_sheets_out, parse_sheet_name, read_sheet_lines
from printing.sheets_back.services import compare_sheet, return_sheet
from rules import game_by_key
from scoring.confirmation.services import confirm_match
from scoring.entry.outcomes import Created
from scoring.entry.services import correct_entry, submit_event
from scoring.ledger.match_log import Forfeit
from scoring.matches.queries import load_match
from scoring.models import LedgerEntry, MatchResult, SheetIssue
from tests.pages import read_page
from tests.scoring.builders import NOW, build_actor, build_round, build_tournament, build_user, origin
from tests.scoring.hands import SURE, fresh_key, typed, win
from tournaments.models import Round, StaffRole
from tournaments.refusals import ChangeRefused

RIGHT = {"won-0": "2", "won-1": "0"}
pytestmark = pytest.mark.both_databases


@pytest.fixture
def round_(db: None) -> Round:
    return build_round(build_tournament(), matches=3)


@pytest.fixture
def match(round_: Round):
    first = round_.matches.order_by("table").first()
    win(first)
    return first


@pytest.fixture
def desk(round_: Round) -> Client:
    client = Client()
    client.force_login(build_user())
    return client


def print_sheets(round_, *matches, what=SheetIssue.What.SHEET):
    return issue_sheets(
        round_.stage.tournament, matches or list(round_.matches.order_by("table")), actor=build_user(), what=what, at=timezone.now()
    )


def page(name: str, *arguments: str) -> str:
    return reverse(f"scoring:{name}", args=["evening", *arguments])


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("K3QX7A2B", SheetName("K3QX7A2B")),
        (" k3qx7a2b\n", SheetName("K3QX7A2B")),
        ("K3QX7A2B-12", SheetName("K3QX7A2B", 12)),
        ("http://192.168.1.5:8000/s/K3QX7A2B", SheetName("K3QX7A2B")),
        (
            "httpÇ--192.168.1.5Ç8000-s-K3QX7A2B'2",
            SheetName("K3QX7A2B", 2),
        ),  # a scanner on an Italian keyboard
        ("k3qx 7a2b", SheetName("K3QX7A2B")),
        ("K3QX7A2B–2", SheetName("K3QX7A2B", 2)),
        ("", None),
        ("12", None),
        ("K3QX7A2B-", None),
        ("xK3QX7A2B", None),
        ("K3QX7A2B-9999999", None),
        ("’; DROP TABLE", None),
    ],
)
def test_the_code_is_read_however_it_was_typed_or_scanned(text: str, name: SheetName | None):
    assert parse_sheet_name(text) == name


def test_sheets_are_out_until_they_come_back(round_: Round, match):
    assert count_sheets_out(round_) == 0
    print_sheets(round_)
    assert count_sheets_out(round_) == 3
    issue = return_sheet(match, SheetName(match.code), actor=build_user(), at=NOW)
    assert (issue.returned_at, issue.returned_by, issue.agrees) == (NOW, f"staff-{build_user().pk}", None)
    assert count_sheets_out(round_) == 2


def test_a_sheet_printed_again_is_the_one_that_is_out(round_: Round, match):
    print_sheets(round_, match)
    return_sheet(match, SheetName(match.code, 1), actor=build_user(), at=NOW)
    print_sheets(round_, match)
    assert count_sheets_out(round_) == 1
    assert [(line.serial, line.out) for line in read_sheet_lines(round_.stage.tournament)] == [(2, True)]
    assert return_sheet(match, SheetName(match.code), actor=build_user(), at=NOW).serial == 2


def test_the_qr_code_on_a_sheet_says_which_printing_it_is(round_: Round, match, desk: Client):
    (first,) = print_sheets(round_, match)
    (second,) = print_sheets(round_, match)
    around = read_print_context(round_.stage.tournament, lambda path: f"http://desk.example{path}")
    (printed,) = [one for one in read_played_matches(round_) if one.pk == match.pk]
    links = [build_blank_sheet(printed, issue, around).link for issue in (first, second)]
    assert links == [f"HTTP://DESK.EXAMPLE/S/{match.code}-{serial}" for serial in (1, 2)]
    for link, strike in zip(links, (True, False), strict=True):
        scanned = desk.get(page("sheets"), {"code": link}, follow=True)
        phone = desk.get(link.removeprefix("HTTP://DESK.EXAMPLE"), follow=True)
        assert scanned.redirect_chain[-1] == phone.redirect_chain[-1]
        assert ("replaced by print 2" in phone.content.decode()) is strike


def test_a_qr_code_from_before_serials_still_opens_the_sheet_that_is_out(round_: Round, match, desk: Client):
    print_sheets(round_, match)
    answer = desk.get(reverse("scoring:short_code", args=[match.code]))
    assert answer["Location"] == page("sheet", match.code)
    spectator = Client().get(reverse("scoring:short_code", args=[f"{match.code.lower()}-1"]))
    assert spectator["Location"] == page_of_match(match)


def page_of_match(match) -> str:
    return reverse("scoring:public_match", args=["evening", match.code])


def test_a_filled_sheet_that_is_scanned_need_not_come_back(round_: Round, match, desk: Client):
    print_sheets(round_, match)
    print_sheets(round_, match, what=SheetIssue.What.FILLED)
    scanned = desk.get(reverse("scoring:short_code", args=[f"{match.code}-2"]), follow=True).content.decode()
    assert "It does not have to come back" in scanned
    assert "No such sheet was printed here" in desk.get(page("sheet", match.code), {"serial": 3}).content.decode()


def test_the_official_record_is_never_out(round_: Round, match):
    print_sheets(round_, match, what=SheetIssue.What.FILLED)
    assert count_sheets_out(round_) == 0
    with pytest.raises(ChangeRefused):
        return_sheet(match, SheetName(match.code), actor=build_user(), at=NOW)


def test_who_brought_it_first_stays(round_: Round, match):
    print_sheets(round_, match)
    assistant = build_actor("assistant", round_.stage.tournament)
    return_sheet(match, SheetName(match.code), actor=build_user("assistant"), at=NOW)
    again = return_sheet(match, SheetName(match.code), actor=build_user(), at=timezone.now())
    assert (again.returned_at, again.returned_by) == (NOW, assistant.id)


def test_the_same_result_agrees_and_another_does_not(round_: Round, match):
    print_sheets(round_, match)
    name, who = SheetName(match.code), build_user()
    issue, told = compare_sheet(match, name, {"won-0": "1", "won-1": "2"}, actor=who, at=NOW)
    assert (issue.agrees, told.agrees, [row.differs for row in told.rows]) == (False, False, [False, False, True])
    issue, told = compare_sheet(match, name, {**RIGHT, "game-1-0": "99"}, actor=who, at=NOW)
    assert (issue.agrees, [row.differs for row in told.rows], told.doubtful) == (False, [True, False, False], (1,))
    issue, told = compare_sheet(match, name, {"won-0": " 02 ", "won-1": "0"}, actor=who, at=NOW)
    assert (issue.agrees, told.agrees) == (True, True)
    assert LedgerEntry.objects.count() == 2  # the hands: comparing enters nothing


@pytest.mark.parametrize("written", [{}, {"won-0": "2"}, {"game-1-0": "41", "game-1-1": "0"}])
def test_half_a_result_marks_nothing(round_: Round, match, written: dict[str, str]):
    print_sheets(round_, match)
    issue, told = compare_sheet(match, SheetName(match.code), written, actor=build_user(), at=NOW)
    assert (told.complete, issue.returned_at, issue.agrees) == (False, None, None)


def test_a_game_of_its_own_is_compared_by_its_points(db: None):
    game = game_by_key("marjolet")
    tournament = build_tournament(game_key="marjolet", rules=game.options_to_json(game.options_from({})))
    match = build_round(tournament).matches.get()
    rows = compare_result(load_match(match), {}).rows
    assert [len(row.boxes) for row in rows] == [2]


def test_a_correction_says_that_the_paper_says_otherwise(round_: Round, match, desk: Client):
    print_sheets(round_, match)
    line = load_match(match).games[0].lines[0]
    answer = desk.post(page("sheet", match.code), {"compare": "", "won-0": "2", "won-1": "1"})
    assert answer.status_code == 422
    link = f"{page('match', match.code)}?correct={line.seq}&amp;sheet=1#correction"
    assert link in answer.content.decode()
    form = read_page(desk.get(f"{page('match', match.code)}?correct={line.seq}&sheet=1"))
    assert form.find_all("option[value=paper][selected]") != []
    assert form.find_all(f"[value={match.code}-1]") != []
    done = correct_entry(
        match, line.seq, typed(69), origin=origin(fresh_key()), version=None, reason="paper", words=f"{match.code}-1", override=SURE
    )
    assert isinstance(done, Created)
    assert (done.entry.kind, done.entry.reason) == ("correct", "paper")


def test_only_the_lines_of_the_game_that_differs_are_offered(round_: Round, match, desk: Client):
    print_sheets(round_, match)
    games = load_match(match).games
    said = desk.post(page("sheet", match.code), {"compare": "", **RIGHT, "game-2-0": "99"}).content.decode()
    offered = {line.seq for game in games for line in game.lines if f"correct={line.seq}&amp;sheet=1" in said}
    assert offered == {line.seq for line in games[1].lines}


def test_closing_a_round_tells_what_paper_says_otherwise(round_: Round, match):
    print_sheets(round_, match)
    told = read_closing_preview(round_)
    assert (told.out, told.differing) == (1, ())
    compare_sheet(match, SheetName(match.code), {"won-0": "1", "won-1": "2"}, actor=build_user(), at=NOW)
    told = read_closing_preview(round_)
    assert (told.out, [line.table for line in told.differing]) == (0, [match.table])


def test_a_change_after_the_comparison_asks_for_another(round_: Round, match, desk: Client):
    print_sheets(round_, match)
    compare_sheet(match, SheetName(match.code), RIGHT, actor=build_user(), at=NOW)
    confirm_match(match, origin=origin(fresh_key(), build_actor("second", round_.stage.tournament)), version=None)
    assert [(line.agrees, line.stale) for line in read_sheet_lines(round_.stage.tournament)] == [(True, False)]

    first = load_match(match).games[0].lines[0]
    correct_entry(match, first.seq, typed(69), origin=origin(fresh_key()), version=None, reason="typed_wrong", override=SURE)
    assert [(line.agrees, line.stale, line.differs) for line in read_sheet_lines(round_.stage.tournament)] == [(True, True, False)]
    text = desk.get(page("sheets")).content.decode()
    assert "Changed since they came back: compare again" in text
    assert "agrees" not in text
    assert "changed after this sheet was compared" in desk.get(page("sheet", match.code)).content.decode()

    compare_sheet(match, SheetName(match.code), RIGHT, actor=build_user(), at=NOW)
    assert [(line.differs, line.stale) for line in read_sheet_lines(round_.stage.tournament)] == [(True, False)]


def test_a_pile_is_worked_through_by_scanning(round_: Round, match, desk: Client):
    print_sheets(round_)
    found = desk.get(page("sheets"), {"code": f"http://desk.example/s/{match.code}"})
    assert found["Location"] == page("sheet", match.code)
    assert desk.get(page("sheets"), {"code": f"{match.code.lower()}-1"})["Location"] == page("sheet", match.code) + "?serial=1"
    assert "What does the sheet say?" in desk.get(found["Location"]).content.decode()
    answer = desk.post(found["Location"], {"compare": "", **RIGHT})
    assert answer["Location"] == page("sheets")
    text = desk.get(answer["Location"]).content.decode()
    assert "2 sheets not back yet" in text
    assert "1 agrees" in text


def test_a_code_of_nobody_stays_in_the_box(round_: Round, desk: Client):
    answer = desk.get(page("sheets"), {"code": "NOSUCH22"})
    assert answer.status_code == 404
    assert 'value="NOSUCH22"' in answer.content.decode()


def test_a_sheet_that_is_to_be_entered_leads_to_its_match(round_: Round, desk: Client):
    other = round_.matches.order_by("table").last()
    print_sheets(round_, other)
    assert "first enter what the sheet says" in desk.get(page("sheet", other.code)).content.decode()
    assert desk.post(page("sheet", other.code), {"enter": ""})["Location"] == page("match", other.code)
    assert SheetIssue.objects.get().returned_at is not None


def test_an_older_printing_is_told_from_the_one_that_counts(round_: Round, match, desk: Client):
    print_sheets(round_, match)
    print_sheets(round_, match)
    assert "replaced by print 2" in desk.get(page("sheet", match.code) + "?serial=1").content.decode()
    assert "Strike it through and look for the other one" not in desk.get(page("sheet", match.code)).content.decode()


@pytest.mark.parametrize("serial", ["7", "x", "²", "-1", "99999999"])
def test_a_printing_that_never_was_breaks_nothing(round_: Round, match, desk: Client, serial: str):
    print_sheets(round_, match)
    assert desk.get(page("sheet", match.code), {"serial": serial}).status_code == 200
    desk.post(page("sheet", match.code) + f"?serial={serial}", {"compare": "", **RIGHT})
    assert MatchResult.objects.get(match=match).version == 2


def test_the_number_out_stands_where_the_evening_is_run(round_: Round, match, desk: Client):
    print_sheets(round_)
    assert "3 sheets not back yet" in desk.get(page("results")).content.decode()
    assert "3 sheets not back yet" in desk.get(page("print")).content.decode()
    assert "3 of 3, 3 not back" in desk.get(f"/desk/{round_.stage.tournament.slug}/").content.decode()


@pytest.mark.parametrize("matches", [1, 4])
def test_the_list_asks_the_same_number_of_questions_for_any_round(db: None, django_assert_num_queries, matches: int):
    round_ = build_round(build_tournament(), matches=matches)
    print_sheets(round_)
    with django_assert_num_queries(4):
        assert len(read_sheet_lines(round_.stage.tournament)) == matches


def test_strangers_find_no_sheet_and_take_none_back(round_: Round, match):
    print_sheets(round_, match)
    stranger = Client()
    assert stranger.get(page("sheets")).status_code == 302
    stranger.force_login(build_user("stranger"))
    for answer in (stranger.get(page("sheets")), stranger.post(page("sheet", match.code), {"compare": "", **RIGHT})):
        assert answer.status_code == 404
    with pytest.raises(PermissionDenied):
        return_sheet(match, SheetName(match.code), actor=build_user("stranger"), at=NOW)
    StaffRole.objects.all().delete()
    with pytest.raises(PermissionDenied):
        compare_sheet(match, SheetName(match.code), RIGHT, actor=build_user(), at=NOW)


def test_a_draft_has_no_sheet_that_could_come_back(round_: Round, match, desk: Client):
    print_sheets(round_, match)
    Round.objects.update(state=Round.State.DRAFT)
    assert desk.get(page("sheet", match.code)).status_code == 404


def test_a_walk_over_is_compared_by_its_games(round_: Round):
    from_nobody = round_.matches.order_by("table").last()
    submit_event(from_nobody, Forfeit(1), origin=origin(fresh_key()), version=None)
    told = compare_result(load_match(from_nobody), {"won-0": "0", "won-1": "2"})
    assert (len(told.rows), told.agrees) == (1, True)


def test_a_sheet_of_another_evening_at_the_same_desk_is_led_there(round_: Round, match, desk: Client):
    other = build_round(build_tournament("other"), matches=1).matches.get()
    answer = desk.get(page("sheets"), {"code": other.code})
    assert answer.status_code == 404
    assert f'href="{reverse("scoring:sheet", args=["other", other.code])}"' in answer.content.decode()
    StaffRole.objects.filter(tournament__slug="other").delete()
    assert "another tournament" not in desk.get(page("sheets"), {"code": other.code}).content.decode()


def test_a_pile_is_back_in_one_step(round_, desk):
    """Only what the page listed: a sheet that was printed meanwhile stays out."""
    first, second, *others = round_.matches.order_by("table")
    print_sheets(round_, first)
    print_sheets(round_, first)
    print_sheets(round_, second)
    assert "All 2 are back" in desk.get(page("sheets")).content.decode()
    print_sheets(round_, *others)
    answer = desk.post(page("sheets"), {"code": [first.code, second.code, "NOSUCHCD"]}, follow=True)
    assert "2 sheets are back." in answer.content.decode()
    assert set(SheetIssue.objects.filter(returned_at=None).values_list("match", "serial")) == {
        (first.pk, 1), *((match.pk, 1) for match in others)
    }  # fmt: skip
    assert "0 sheets are back." in desk.post(page("sheets"), {"code": [first.code]}, follow=True).content.decode()
