"""A phone that comes back late: without network over the end of a round, or with a tapped key over a new draw. If this failed, a hand would
stand in a match that was never played with those people, or a phone would show a table that no longer exists.
"""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.desks import Desk
from tests.journeys.readable import obstacles, too_wide
from tests.journeys.test_my_evening import OF_2019

pytestmark = [pytest.mark.browser, pytest.mark.turns(4)]
SMALL = {"width": 360, "height": 740}
FOUND = """
import json
from tests.scoring.corrected import draw_and_publish, found_stage
from visitors.phones.codes import issue_codes
from tests.scoring.builders import NOW, build_user
stage = found_stage(4, public=True)
round_ = draw_and_publish(stage)
entry = round_.matches.get(position=1).seats.get(side=0).entry
(issued,) = issue_codes(stage.tournament, [entry], actor=build_user(), at=NOW)
print(json.dumps([stage.tournament.slug, issued.secret]))
"""
PLAY_ON = """
from tests.scoring.corrected import close, draw_and_publish, play_round
from tournaments.models import Round
round_ = Round.objects.select_related("stage__tournament").get(stage__tournament__slug="{slug}")
close(play_round(round_))
draw_and_publish(round_.stage)
"""
DRAW_AGAIN = """
from django.utils import timezone
from visitors.phones.codes import issue_codes
from scoring.ledger.appending import build_staff_actor, build_submission
from desk.seats.unpublishing import unpublish_round
from tests.scoring.builders import build_user
from tests.scoring.corrected import draw_and_publish
from tournaments.draws.services import discard_draft
from tournaments.models import Round
round_ = Round.objects.select_related("stage__tournament").get(stage__tournament__slug="{slug}")
origin = build_submission(build_staff_actor(build_user()), "again", {{}}, timezone.now())
unpublish_round(round_, actor=build_user(), origin=origin, words="sbagliato")
discard_draft(Round.objects.get(pk=round_.pk), actor=build_user())
draw_and_publish(round_.stage, seed="another")
"""
OPEN_OTHERS = """
from visitors.phones.codes import issue_codes
from tests.scoring.builders import NOW, build_user
from tournaments.models import Match
match = Match.objects.get(round__stage__tournament__slug="{slug}", position=2)
entry = match.seats.get(side=0).entry
(issued,) = issue_codes(entry.tournament, [entry], actor=build_user(), at=NOW)
print(issued.secret)
"""
COUNT = """
from scoring.models import LedgerEntry
print(LedgerEntry.objects.filter(via="table").count())
"""


MOVE = """
from tournaments.models import Match
Match.objects.filter(round__stage__tournament__slug="{slug}", position=1).update(table=77)
"""

ENTER = """
from tests.scoring.hands import enter, typed
from tests.scoring.corrected import origin_of
from tournaments.models import Match
enter(Match.objects.get(round__stage__tournament__slug="{slug}", position=1), typed(44))
"""


def run(desk: Desk, program: str) -> str:
    """What the program prints last."""
    return [*desk.manage("shell", "--verbosity", "0", "-c", program).strip().splitlines(), ""][0 if "print(" not in program else -2]


@pytest.fixture
def evening(desk: Desk) -> tuple[str, str]:
    slug, secret = json.loads(run(desk, FOUND))
    return slug, secret


@pytest.fixture
def phone(browser: Browser, desk: Desk, evening: tuple[str, str]) -> Iterator[Page]:
    context = browser.new_context(viewport=SMALL, has_touch=True)
    yield open_slip(context.new_page(), desk, evening[1])
    context.close()


def open_slip(page: Page, desk: Desk, secret: str) -> Page:
    page.goto(f"{desk.url}/t#{secret}")
    page.get_by_role("button", name="This is us").first.click()
    expect(page.locator("form[data-entry]")).to_be_visible()
    return page


def write(page: Page, points: str) -> None:
    page.locator("[name=turned]").first.fill("2")
    page.locator("[name=total_0]").first.fill(points)


def sits(page: Page) -> None:
    assert (too_wide(page), obstacles(page)) == (0, [])


def test_a_hand_sent_without_network_stays_out_of_the_next_round(phone: Page, desk: Desk, evening: tuple[str, str]):
    phone.context.set_offline(True)
    write(phone, "45")
    phone.locator("[data-send-button]").first.click()
    expect(phone.get_by_text("not sent: what you typed is kept on this device").first).to_be_visible()
    run(desk, PLAY_ON.format(slug=evening[0]))
    phone.context.set_offline(False)
    expect(phone.get_by_role("heading", name="Not saved: this was for another match")).to_be_visible(timeout=20_000)
    expect(phone.locator(".stray dd").filter(has_text="45").first).to_be_visible()
    assert run(desk, COUNT) == "0"
    sits(phone)
    phone.get_by_role("button", name="Give it to the director").click()
    expect(phone.get_by_text("The director has it")).to_be_visible()
    expect(phone.locator(".stray")).to_have_count(0)


def test_what_is_typed_while_the_draw_changes_stands_apart_and_the_head_is_true(phone: Page, desk: Desk, evening: tuple[str, str]):
    write(phone, "45")
    run(desk, DRAW_AGAIN.format(slug=evening[0]))
    expect(phone.get_by_role("heading", name="Not saved: this was for another match")).to_be_visible(timeout=20_000)
    expect(phone.locator(".stray dd").filter(has_text="45").first).to_be_visible()
    expect(phone.locator(".stray dt").filter(has_text="Trump")).to_have_count(0)  # a choice that nobody made
    expect(phone.locator("form[data-entry] [name=total_0]").first).to_have_value("")
    sits(phone)
    phone.get_by_role("button", name="Throw it away").click()
    expect(phone.locator(".stray")).to_have_count(0)


def test_a_hand_that_two_tabs_hold_is_kept_once(phone: Page, desk: Desk, evening: tuple[str, str]):
    write(phone, "45")
    tab = open_slip(phone.context.new_page(), desk, run(desk, OPEN_OTHERS.format(slug=evening[0])))
    expect(tab.locator(".stray dd").filter(has_text="45").first).to_be_visible()
    phone.locator("[data-send-button]").first.click()
    expect(phone.locator(".phone-bar .table-number")).to_have_text("2")
    expect(phone.locator(".stray")).to_have_count(1)
    sits(phone)


def test_a_phone_of_2019_keeps_what_is_typed_while_the_draw_changes(browser: Browser, desk: Desk, evening: tuple[str, str]):
    context = browser.new_context(viewport=SMALL, has_touch=True)
    context.add_init_script(OF_2019)
    context.route("**/htmx*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page = open_slip(context.new_page(), desk, evening[1])
    write(page, "45")
    run(desk, DRAW_AGAIN.format(slug=evening[0]))
    expect(page.get_by_role("heading", name="Not saved: this was for another match")).to_be_visible(timeout=20_000)
    expect(page.locator(".stray dd").filter(has_text="45").first).to_be_visible()
    expect(page.locator("form[data-entry] [name=total_0]").first).to_have_value("")
    context.close()


def test_the_score_follows_while_something_is_typed(phone: Page, desk: Desk, evening: tuple[str, str]):
    write(phone, "45")
    table = phone.locator(".phone-bar .table-number")
    expect(table).to_have_text("1")
    run(desk, MOVE.format(slug=evening[0]))
    expect(table).to_have_text("77", timeout=20_000)
    expect(phone.locator("form[data-entry] [name=total_0]").first).to_have_value("45")


def test_who_sits_is_told_of_another_table_as_large_as_before(phone: Page, desk: Desk, evening: tuple[str, str]):
    phone.get_by_role("button", name="We are seated").click()
    expect(phone.locator("[data-go]")).to_be_hidden()
    run(desk, MOVE.format(slug=evening[0]))
    expect(phone.locator("[data-go] .moment-table")).to_have_text("Go to table 77", timeout=20_000)
    phone.reload()
    expect(phone.locator("[data-go] .moment-table")).to_be_visible()
    write(phone, "45")
    expect(phone.locator("[data-go]")).to_be_hidden()


@pytest.mark.parametrize("is_refused", [False, True], ids=["typed", "refused"])
def test_the_list_of_hands_follows_while_the_boxes_are_kept(phone: Page, desk: Desk, evening: tuple[str, str], is_refused: bool):
    """It said “no hand yet” below the score of the hand. What is written stays a version of the hand for which it was written."""
    write(phone, "99")
    if is_refused:
        phone.locator("[data-send-button]").first.click()
        expect(phone.locator("#answer")).to_be_visible()
    expect(phone.locator(".games")).to_contain_text("no hand yet")
    run(desk, ENTER.format(slug=evening[0]))
    expect(phone.locator(".phone-score .points").first).to_have_text("9", timeout=20_000)
    expect(phone.locator(".games")).to_contain_text("44–26", timeout=1000)
    expect(phone.locator("form[data-entry] h2")).to_have_text("Hand 1")
    expect(phone.locator("form[data-entry] [name=total_0]").first).to_have_value("99")
