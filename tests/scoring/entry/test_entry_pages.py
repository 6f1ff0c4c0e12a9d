"""The page where hands are entered, as a browser without script and one with htmx see it."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from printing.prints.services import issue_sheets
from printing.sheets_back.queries import SheetName
from printing.sheets_back.services import return_sheet
from rules import game_by_key
from scoring.confirmation.services import confirm_match, dispute_match
from scoring.entry import outcomes
from scoring.entry.outcomes import Rejected
from scoring.entry.requests import KEY, generate_key
from scoring.entry.services import submit_event
from scoring.ledger.match_log import Forfeit, State
from scoring.models import Draft, LedgerEntry, MatchResult, SheetIssue
from tests.desks import ROOT
from tests.pages import read_page
from tests.scoring.builders import NOW, build_match, build_round, build_tournament, build_user, origin
from tests.scoring.hands import enter, fresh_key, typed, win
from tournaments.models import Match, Round, StaffRole

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(match):
    """The director's browser."""
    client = Client()
    client.force_login(User.objects.get(username="director"))
    return client


@pytest.fixture
def helper(match, tournament):
    user = User.objects.create_user("helper")
    StaffRole.objects.create(tournament=tournament, user=user, role=StaffRole.Role.ASSISTANT)
    client = Client()
    client.force_login(user)
    return client


def address(name, match, *more):
    return reverse(f"scoring:{name}", args=[match.round.stage.tournament.slug, match.code, *more])


def fields(page):
    """Hidden fields of the entry form."""
    hidden = read_page(page).find("form[data-entry]").hidden
    return {name: hidden[name] for name in ("version", "key")}


def read_typed(answer, name):
    """What stands in the boxes of this name, buttons among them."""
    return [box["value"] for box in read_page(answer).find_all(f"[name={name}][value]")]


def post(client, match, boxes, name="enter_hand", *more, **headers):
    page = client.get(address("match", match))
    return client.post(address(name, match, *more), {**fields(page), **boxes}, **headers)


def shown(answer):
    """The page on one line, without the marks that keep scores on one."""
    return re.sub(r'<span class="unbroken">(.*?)</span>', r"\1", re.sub(r"\s+", " ", answer.content.decode()))


HAND = {"turned": "2", "total_0": "45"}
WRONG = {"turned": "2", "total_0": "54", "total_1": "25"}


def test_a_hand_goes_in_and_the_page_comes_back_with_the_score(desk, match):
    answer = post(desk, match, HAND)
    assert (answer.status_code, answer["Location"]) == (303, address("match", match))
    page = shown(desk.get(address("match", match)))
    assert "Pair 1 leads by 10." in page
    assert "Missing to 35: 25–35." in page
    assert "Hand 2" in read_page(page).texts("h2")


def test_pressing_reload_after_sending_enters_nothing_twice(desk, match):
    page = fields(desk.get(address("match", match)))
    for _time in range(2):
        assert desk.post(address("enter_hand", match), {**page, **HAND}).status_code == 303
    assert LedgerEntry.objects.count() == 1


def test_htmx_gets_the_match_alone_with_its_status(desk, match):
    answer = post(desk, match, HAND, HTTP_HX_REQUEST="true")
    assert (answer.status_code, "<html" in shown(answer)) == (201, False)
    assert (read_page(answer).first.tag, read_page(answer).first["id"]) == ("div", "match")


def test_rounds_of_two_stages_are_each_listed(desk, match):
    """A final and a consolation are played at the same time; from either the other is one step away."""
    consolation = build_round(match.round.stage.tournament, format_key="knockout")
    pages = [desk.get("/desk/evening/results/", {"stage": number}).content.decode() for number in (1, 2)]
    assert [(match.code in page, consolation.matches.get().code in page) for page in pages] == [(True, False), (False, True)]
    assert all("?stage=1&amp;round=1" in page and "?stage=2&amp;round=1" in page for page in pages)
    assert "?stage=1&amp;round=1&amp;show=open" in pages[0]


def test_an_empty_hand_is_not_called_impossible(desk):
    """There is nothing to insist upon before the boxes are filled."""
    marafon = game_by_key("marafon")
    rules = marafon.options_to_json(marafon.preset_options("tournament-31"))
    empty = build_round(build_tournament("marafone", rules, "marafon")).matches.get()
    page = post(desk, empty, {}).content.decode()
    assert ("Something is missing" in page, "Save anyway (director)" in page) == (True, False)


def test_a_refused_hand_keeps_what_was_typed_and_offers_the_slip(desk, match):
    answer = post(desk, match, WRONG)
    page = shown(answer)
    assert answer.status_code == 422
    assert "The two totals must make 70, not 79." in page
    assert "54" in read_typed(answer, "total_0")
    assert "Total 45–25" in page
    assert LedgerEntry.objects.count() == 0


def test_the_offered_slip_is_one_button(desk, match):
    hidden = read_page(post(desk, match, WRONG)).find("form.slip").hidden
    hidden.pop("csrfmiddlewaretoken", None)
    assert desk.post(address("enter_hand", match), hidden).status_code == 303
    assert MatchResult.objects.get().hands == 1


def test_what_is_remarkable_is_asked_once_and_then_taken(desk, match):
    boxes = {"turned": "2", "total_0": "70"}
    answer = post(desk, match, boxes)
    assert answer.status_code == 422
    assert "Yes, enter it" in shown(answer)
    assert "1" in read_typed(answer, "sure")
    assert post(desk, match, {**boxes, "sure": "1"}).status_code == 303


def test_the_director_is_offered_to_overrule_and_the_assistant_is_not(desk, helper, match):
    assert "Override the rules" in shown(post(desk, match, WRONG))
    assert "Override the rules" not in shown(post(helper, match, WRONG))


def test_columns_are_swapped_without_script(desk, match):
    answer = post(desk, match, {"turned": "2", "total_0": "45", "swap": "1"})
    assert (answer.status_code, LedgerEntry.objects.count()) == (200, 0)
    assert "45" in read_typed(answer, "total_1")


def test_the_loser_of_a_conflict_sees_both(desk, helper, match):
    late = fields(helper.get(address("match", match)))
    post(desk, match, HAND)
    answer = helper.post(address("enter_hand", match), {**late, "turned": "2", "total_0": "50"})
    page = shown(answer)
    assert answer.status_code == 409
    assert "while somebody else changed the match." in page
    assert "50–20" in read_page(answer).texts("strong")
    assert "Pair 1 leads by 10." in page
    assert Draft.objects.get().typed["total_0"] == "50"


def test_a_correction_shows_old_and_new(desk, match):
    post(desk, match, HAND)
    page = desk.get(address("match", match) + "?correct=1")
    assert "Correct hand 1" in shown(page)
    answer = desk.post(address("correct", match, 1), {**fields(page), "turned": "2", "total_0": "54", "reason": "typed_wrong"})
    assert answer.status_code == 303
    after = shown(desk.get(address("match", match)))
    assert "45" in read_page(after).texts("s")
    assert "corrected: typing mistake at the desk" in after
    assert "Pair 1 leads by 19." in after


def test_a_correction_without_reason_is_refused_and_keeps_the_boxes(desk, match):
    post(desk, match, HAND)
    page = desk.get(address("match", match) + "?correct=1")
    answer = desk.post(address("correct", match, 1), {**fields(page), "turned": "2", "total_0": "54", "reason": "whatever"})
    assert (answer.status_code, "54" in read_typed(answer, "total_0")) == (422, True)


def test_undo_and_cancel_are_buttons(desk, match):
    post(desk, match, HAND)
    post(desk, match, HAND)
    post(desk, match, {"reason": "wrong_table"}, "cancel_line", 1)
    assert MatchResult.objects.get().hands == 1
    post(desk, match, {}, "undo")
    assert MatchResult.objects.get().hands == 0
    assert "belongs to another table" in shown(desk.get(address("match", match)))


def test_a_decided_match_is_confirmed_by_another_person(desk, helper, match, assistant):
    win(match, actor=assistant)
    page = shown(desk.get(address("match", match)))
    assert "Match decided: Pair 1 wins 2–0." in page
    version = MatchResult.objects.get().version
    assert desk.post(address("confirm", match), {"version": version, "key": "k"}).status_code == 303
    assert MatchResult.objects.get().state == State.CONFIRMED
    answer = helper.post(address("undo", match), {"version": version + 1, "key": "u"})
    assert (answer.status_code, "only the director can change it now" in shown(answer)) == (423, True)


@pytest.mark.parametrize(("winner", "outcome"), [("0", "walkover"), ("1", "walkover"), ("none", "absent")])
def test_a_match_is_given_with_one_button(desk, match, winner, outcome):
    assert desk.post(address("give_match", match), {"version": 0, "key": "k", "winner": winner}).status_code == 303
    assert MatchResult.objects.get().outcome == outcome


@pytest.mark.parametrize("kind", ["hand", "game", "match", "penalty", "void", "nonsense"])
def test_everything_that_can_be_entered_has_its_form(desk, match, kind):
    answer = desk.get(address("match", match) + f"?kind={kind}")
    assert (answer.status_code, "data-entry" in shown(answer)) == (200, True)


def test_a_result_alone_can_be_entered(desk, match):
    assert post(desk, match, {"kind": "match", "games_0": "2", "games_1": "1"}, "enter_event").status_code == 303
    assert MatchResult.objects.get().summary["games_won"] == [2, 1]


def test_typing_the_sheet_again_shows_what_differs_and_changes_nothing(desk, match):
    post(desk, match, HAND)
    same = desk.post(address("check", match), {"line-1-total_0": "45"})
    assert "No difference." in shown(same)
    other = desk.post(address("check", match), {"line-1-total_0": "54"})
    assert "1 line differs." in shown(other)
    assert "written: 45" in read_page(other).texts("span.differs")
    assert LedgerEntry.objects.count() == 1


def test_history_names_who_did_what(desk, match):
    post(desk, match, HAND)
    page = read_page(desk.get(address("match", match)))
    assert "director entered: Turned card 2, Total 45–25" in page.text
    assert "director" in page.texts("strong")


@pytest.mark.parametrize(("table", "target"), [("1", "match"), ("99", "results"), ("", "results"), ("x", "results"), ("9" * 40, "results")])
def test_a_table_number_leads_to_its_match(desk, match, table, target):
    answer = desk.get(reverse("scoring:go", args=["evening"]), {"table": table})
    expected = address("match", match) if target == "match" else reverse("scoring:results", args=["evening"])
    assert answer["Location"] == expected


def test_a_code_leads_to_its_match_too(desk, match):
    assert desk.get(reverse("scoring:go", args=["evening"]), {"table": match.code.lower()})["Location"] == address("match", match)


POSTS = ["enter_hand", "enter_event", "give_match", "undo", "confirm", "dispute", "void_match", "reopen", "check"]


@pytest.mark.parametrize("name", ["match", *POSTS])
def test_strangers_find_no_match(match, name):
    stranger = Client()
    stranger.force_login(User.objects.create_user("stranger"))
    call = stranger.get if name == "match" else stranger.post
    assert call(address(name, match)).status_code == 404


@pytest.mark.parametrize("name", ["match", *POSTS])
def test_a_match_of_another_tournament_is_not_found(desk, match, name):
    foreign = build_round(build_tournament(slug="other")).matches.get()
    call = desk.get if name == "match" else desk.post
    assert call(reverse(f"scoring:{name}", args=["evening", foreign.code])).status_code == 404


@pytest.mark.parametrize("name", [one for one in POSTS if one != "check"])
def test_buttons_take_no_get(desk, match, name):
    assert desk.get(address(name, match)).status_code == 405


@pytest.mark.parametrize("body", [{}, {"version": "x"}, {"version": "9" * 30, "key": "k" * 999}, {"turned": "²", "total_0": "١٢"}])
def test_a_strange_body_is_answered_in_kind(desk, match, body):
    assert desk.post(address("enter_hand", match), body).status_code in (400, 409, 422)
    assert LedgerEntry.objects.count() == 0


@pytest.mark.parametrize("key", ["è una chiave", "a\nb", "w0.1", "k" * 41])
def test_a_key_that_cannot_be_kept_is_refused(desk, match, key):
    """The file could not be read again with it; replaced without a word, the same request twice would be two entries."""
    answer = desk.post(address("enter_hand", match), {"version": "0", "key": key, "turned": "2", "total_0": "45", "sure": "1"})
    assert (answer.status_code, LedgerEntry.objects.count()) == (400, 0)


def test_closing_a_round_names_what_is_missing(desk, match):
    url = reverse("scoring:close_round", args=["evening", 1, 1])
    assert "table 1" in shown(desk.get(url))
    answer = desk.post(url, {"key": "k"})
    assert (answer.status_code, "Not confirmed: table 1." in shown(answer)) == (422, True)


def test_closing_a_round_is_the_directors(helper, match):
    assert helper.get(reverse("scoring:close_round", args=["evening", 1, 1])).status_code == 403


def test_a_round_is_closed_by_its_button(desk, match, assistant):
    win(match, actor=assistant)
    desk.post(address("confirm", match), {"version": MatchResult.objects.get().version, "key": "k"})
    answer = desk.post(reverse("scoring:close_round", args=["evening", 1, 1]), {"key": "c"})
    assert (answer.status_code, Round.objects.get().state) == (302, "closed")


@pytest.mark.parametrize(
    ("wanted", "tables"),
    [("all", "12345"), ("open", "1"), ("waiting", "2"), ("disputed", "3"), ("confirmed", "45"), ("late", "25"), ("nonsense", "12345")],
)
def test_the_list_filters_by_state(desk, match, round_of_three, assistant, wanted, tables):
    """Open, submitted, disputed, confirmed; and sheets that are late: out although the result is in."""
    for position in (4, 5):
        build_match(match.round, position)
    _open, submitted, disputed, back, out = match.round.matches.order_by("table")
    for one in (submitted, disputed, back, out):
        win(one, actor=assistant)
    for one in (back, out):
        confirm_match(one, origin=origin(fresh_key()), version=None)
    dispute_match(disputed, origin=origin(fresh_key()), version=None)
    papers = {"actor": build_user(), "what": SheetIssue.What.SHEET, "at": NOW}
    issue_sheets(match.round.stage.tournament, [_open, submitted, back, out], **papers)
    return_sheet(back, SheetName(back.code), actor=build_user(), at=NOW)
    page = read_page(desk.get(reverse("scoring:results", args=["evening"]), {"show": wanted}))
    assert [tile["id"] for tile in page.find_all("li[id^=table-]")] == [f"table-{table}" for table in tables]


@pytest.fixture
def round_of_three(match):
    for position in (2, 3):
        build_match(match.round, position)
    return match.round


def test_the_list_costs_the_same_with_three_matches(desk, match, django_assert_max_num_queries):
    url = reverse("scoring:results", args=["evening"])
    counts = []
    for more in (None, 2, 3):
        if more:
            build_match(match.round, more)
        with django_assert_max_num_queries(42) as counted:
            desk.get(url)
        counts.append(len(counted))
    assert counts == counts[:1] * 3


def test_a_match_costs_the_same_with_three_hands(desk, match, django_assert_max_num_queries):
    counts = []
    for _hand in range(3):
        enter(match, typed(40))
        with django_assert_max_num_queries(42) as counted:
            desk.get(address("match", match))
        counts.append(len(counted))
    assert counts == counts[:1] * 3


def test_an_unpublished_match_takes_nothing(desk, match):
    Round.objects.update(state=Round.State.DRAFT)
    assert post(desk, Match.objects.get(), HAND).status_code == 423


def test_a_table_of_five_is_not_given_to_anybody(client, db):
    """Where each plays for himself there is no walk-over: the table is played with a substitute, or not at all."""
    tournament = build_tournament(game_key="trionfo5", one_person=True)
    match = build_match(build_round(tournament, matches=0, format_key="tables_of_five"), 1, sides=5)
    client.force_login(build_user())
    page = reverse("scoring:match", args=[tournament.slug, match.code])
    assert read_typed(client.get(page, headers={"accept-language": "en"}), "winner") == ["none"]
    assert submit_event(match, Forfeit(2), origin=origin(fresh_key()), version=None) == Rejected(refusal=outcomes.TABLE_LACKS_SOMEBODY)
    submit_event(match, Forfeit(None), origin=origin(fresh_key()), version=None)
    assert "The table was not played: nobody scores." in client.get(page, headers={"accept-language": "en"}).content.decode()


def test_a_penalty_that_the_referee_chose_stands_in_the_form(client, match):
    client.force_login(build_user())
    page = reverse("scoring:match", args=[match.round.stage.tournament.slug, match.code])
    chosen = [
        read_page(client.get(page, {"kind": "penalty", "what": what})).find_all("[name=what][checked]") for what in ("game", "nonsense")
    ]
    assert [[box["value"] for box in boxes] for boxes in chosen] == [["game"], []]


def test_nobody_is_offered_what_only_the_director_may(desk, helper, match, assistant, other_assistant):
    win(match, actor=assistant)
    offered = [b"data-undo", b"?correct="]
    assert [offer in helper.get(address("match", match)).content for offer in offered] == [True, True]
    confirm_match(match, origin=origin(fresh_key(), other_assistant), version=None)
    assert [offer in helper.get(address("match", match)).content for offer in offered] == [False, False]
    assert [offer in desk.get(address("match", match)).content for offer in offered] == [True, True]


def test_the_longest_key_of_a_form_can_be_kept():
    templates = "".join(template.read_text() for template in ROOT.glob("templates/**/*.html"))
    parts = [f"-{part}" for part in re.findall(r'hidden\.html"\s+with\s+part="([^"]+)"', templates)]
    endings = re.findall(r'name="key"\s+value="[^"]*\}\}(-[a-z]+)"', templates)
    longest = max([*parts, *endings, "-100-100", "-1000000"], key=len)
    assert len(longest) > len("-command")
    assert KEY.fullmatch(generate_key() + longest)
