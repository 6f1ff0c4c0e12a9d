"""Two phones at one table: hands entered, answered and disputed, a dead Wi-Fi, two versions at once; and one phone without script."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.desks import Desk
from tests.journeys.loading import tell_loading
from tests.journeys.readable import obstacles, too_wide

pytestmark = [pytest.mark.browser, pytest.mark.turns(4)]
SMALLEST = {"width": 360, "height": 640}
TOO_SMALL = """
() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const typed = (one) => !["radio", "checkbox", "hidden"].includes(one.type);
  const tall = (one) => one.getBoundingClientRect().height >= 44;
  const low = shown("main :is(button, [role=button], summary, input)").filter((one) => typed(one) && !tall(one));
  const fine = shown("main :is(p, button, label, input, dd, legend)").filter((one) => parseFloat(getComputedStyle(one).fontSize) < 18);
  return [...low, ...fine].map((one) => one.outerHTML.slice(0, 80));
}
"""
BANNER = """
() => {
  const banner = document.getElementById("network-banner");
  const at = (one) => one.getBoundingClientRect();
  const inMain = [...document.querySelectorAll("main :is(button, a[href], input:not([type=hidden]))")];
  const pressed = inMain.filter((one) => one.checkVisibility());
  const covered = pressed.filter((one) => at(one).top < at(banner).bottom && at(one).bottom > at(banner).top);
  return [getComputedStyle(banner).position, at(banner).height > 20 && at(banner).height < 60, covered.length];
}
"""
"""How the line about the network lies, whether it is one or two lines high, and how much that can be pressed it covers."""
ISSUE = """
import json
from django.contrib.auth.models import User
from django.utils import timezone
from visitors.phones.services import issue_links
from tournaments.models import Match, Round
matches = Match.objects.filter(round__state=Round.State.PUBLISHED, kind="played").select_related("round__stage__tournament")
match = matches.get(table=12)
tournament = match.round.stage.tournament
director = User.objects.get(desk_roles__tournament=tournament, desk_roles__role="director")
slips = issue_links(tournament, [(match, 0), (match, 1)], actor=director, at=timezone.now())
print(json.dumps([[match.code, slip.secret, slip.code] for slip in slips]))
"""


@dataclass(frozen=True)
class Slip:
    match: str
    secret: str
    code: str


@pytest.fixture
def slips(desk: Desk) -> list[Slip]:
    """What stands on the two slips of table 12, where nobody has played yet."""
    return [Slip(*one) for one in json.loads(desk.manage("shell", "--verbosity", "0", "-c", ISSUE).strip().splitlines()[-1])]


@pytest.fixture
def phones(browser: Browser, desk: Desk, slips: list[Slip]) -> Iterator[list[Page]]:
    contexts = [browser.new_context(viewport=SMALLEST, has_touch=True) for _slip in slips]
    pages = [come_in(context, desk, slip) for context, slip in zip(contexts, slips, strict=True)]
    yield pages
    for context in contexts:
        context.close()


def come_in(context: BrowserContext, desk: Desk, slip: Slip) -> Page:
    """Scan the slip and say: this is us."""
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with tell_loading(page):
        page.goto(f"{desk.url}/t#{slip.secret}")
        expect(page).to_have_url(f"{desk.url}/t")
        page.get_by_role("button", name="This is us").first.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Table 12")
    assert [url for url in asked if slip.secret in url] == []
    return page


def test_a_phone_that_changes_its_network_while_it_opens_its_page_comes_in(browser: Browser, desk: Desk, slips: list[Slip]):
    """Then a browser gives up what is on the way: the page came, its scripts and style sheet did not."""
    context = browser.new_context(viewport=SMALLEST)
    given_up: list[str] = []

    def answer(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[-1]
        given_up.append(name)
        if given_up.count(name) <= 2:
            route.abort("internetdisconnected")
        else:
            route.continue_()

    context.route(re.compile(r"\.(js|css)$"), answer)
    come_in(context, desk, slips[0]).close()
    assert {name.rsplit(".", 1)[-1] for name in given_up if given_up.count(name) > 2} == {"css", "js"}
    context.close()


def write(page: Page, points: str, turned: str = "2") -> None:
    page.locator("[name=turned]").first.fill(turned)
    page.locator("[name=total_0]").first.fill(points)


def enter(page: Page, points: str) -> None:
    write(page, points)
    page.locator("[data-send-button]").first.click()


def win_two_games(ours: Page) -> None:
    """After a first hand that is saved; the second game is asked about at once after the first."""
    for _game in range(2):
        ours.reload()
        enter(ours, "70")
        ours.get_by_role("button", name="Yes, enter it").click()
        expect(ours.get_by_role("button", name="Yes, enter it")).to_be_hidden()
    expect(ours.get_by_text("Result entered")).to_be_visible()


def open_results(page: Page, desk: Desk) -> None:
    """The director’s page of results."""
    page.goto(f"{desk.url}/login/")
    page.get_by_label("User").fill(desk.username)
    page.get_by_label("Password").fill(desk.password)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="Memorial Tziu Mundicu").click()
    page.get_by_role("link", name="Results").first.click()


def sits(page: Page) -> None:
    """Nothing is wider than the phone, nothing smaller than a thumb or the eye needs, and everybody can read it."""
    assert too_wide(page) == 0
    assert obstacles(page) == []
    assert page.evaluate(TOO_SMALL) == []


def test_one_enters_and_the_other_answers(phones: list[Page]):
    ours, theirs = phones
    sits(ours)
    enter(ours, "45")
    expect(ours.get_by_text("Your opponents have not confirmed your last hand yet")).to_be_visible()
    expect(ours.locator("[data-saving-state] time").first).to_be_visible()
    expect(theirs.get_by_text("from 0–0 to 0–10")).to_be_visible()
    sits(theirs)
    theirs.get_by_role("button", name="It is right", exact=True).click()
    expect(theirs.get_by_text("This hand:")).to_be_hidden()
    expect(ours.get_by_text("confirmed your last hand")).to_be_visible()
    win_two_games(ours)
    theirs.reload()
    expect(theirs.get_by_role("heading", name="Is this the result?")).to_be_visible()
    sits(theirs)
    theirs.get_by_role("button", name="Yes, we confirm").click()
    expect(theirs.get_by_text("The result is confirmed.")).to_be_visible()


def test_a_dispute_and_a_call_reach_the_desk(phones: list[Page], page: Page, desk: Desk):
    ours, theirs = phones
    enter(ours, "45")
    expect(ours.get_by_role("button", name="Undo our last hand")).to_be_visible()
    theirs.get_by_role("button", name="Call the director").click()
    expect(theirs.get_by_text("The director has been called.")).to_be_visible()
    theirs.reload()
    theirs.get_by_text("More", exact=True).click()
    theirs.get_by_role("button", name="The result is wrong: ask the director").click()
    expect(theirs.get_by_role("heading", name="You said: it is not right")).to_be_visible()
    open_results(page, desk)
    expect(page.get_by_text("Table 12 calls the director")).to_be_visible()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("Table 12 calls the director")).to_be_hidden()


def test_enter_alone_confirms_no_result_that_somebody_disputes(phones: list[Page], page: Page, desk: Desk):
    ours, theirs = phones
    enter(ours, "45")
    expect(ours.locator("[data-saving-state] time").first).to_be_visible()
    win_two_games(ours)
    theirs.reload()
    theirs.get_by_role("button", name="No, it is not right").click()
    expect(theirs.get_by_role("heading", name="You said: it is not right")).to_be_visible()
    open_results(page, desk)
    page.locator("#go-table").fill("12")
    page.locator("#go-table").press("Enter")
    expect(page.locator("#match [data-confirm]")).to_be_visible()
    expect(page.locator("#match [data-confirm]")).not_to_be_focused()


def test_a_dead_network_loses_nothing_and_sends_once(phones: list[Page], desk: Desk):
    ours = phones[0]
    ours.context.set_offline(True)
    enter(ours, "45")
    expect(ours.get_by_text("not sent: what you typed is kept on this device").first).to_be_visible()
    expect(ours.get_by_text("Not sent yet: no connection.")).to_be_visible()
    assert ours.evaluate(BANNER) == ["static", True, 0]
    ours.context.set_offline(False)
    expect(ours.get_by_text("Your opponents have not confirmed your last hand yet")).to_be_visible()
    assert hands_of_table_12(desk) == 1


def test_without_network_an_answer_is_not_called_something_typed(phones: list[Page], desk: Desk):
    ours, theirs = phones
    enter(ours, "45")
    theirs.get_by_role("button", name="It is right").wait_for()
    theirs.context.set_offline(True)
    expect(theirs.get_by_text("No connection. You see the latest state.")).to_be_visible()
    theirs.get_by_role("button", name="It is right").click()
    expect(theirs.get_by_text("Not sent yet: no connection.")).to_be_visible()
    expect(theirs.get_by_text("what you typed").first).to_be_hidden()
    assert theirs.evaluate(BANNER) == ["static", True, 0]
    theirs.context.set_offline(False)
    expect(ours.get_by_text("confirmed your last hand")).to_be_visible()


def test_an_answer_that_was_lost_is_asked_for_again_after_a_reload(phones: list[Page], desk: Desk):
    """The request arrives, the answer does not, and the phone is locked: loaded again it sends the same request, which counts once."""
    ours = phones[0]
    ours.route("**/t/match/events/", lambda route: (route.fetch(), route.abort()))
    enter(ours, "45")
    expect(ours.get_by_text("not sent: what you typed is kept on this device").first).to_be_visible()
    ours.unroute("**/t/match/events/")
    ours.reload()
    expect(ours.get_by_text("Your opponents have not confirmed your last hand yet")).to_be_visible()
    expect(ours.get_by_role("heading", name="Hand 2")).to_be_visible()
    ours.reload()
    assert hands_of_table_12(desk) == 1


def test_what_was_pressed_without_network_is_sent_after_a_reload(phones: list[Page], desk: Desk):
    ours = phones[0]
    ours.route("**/t/match/events/", lambda route: route.abort())
    enter(ours, "45")
    expect(ours.get_by_text("not sent: what you typed is kept on this device").first).to_be_visible()
    ours.unroute("**/t/match/events/")
    ours.reload()
    expect(ours.get_by_text("Your opponents have not confirmed your last hand yet")).to_be_visible()
    assert hands_of_table_12(desk) == 1


def test_what_was_typed_is_back_after_a_reload(phones: list[Page]):
    ours = phones[0]
    write(ours, "45")
    ours.reload()
    expect(ours.locator("[name=total_0]")).to_have_value("45")
    expect(ours.get_by_text("what you typed before is back; it is not sent yet")).to_be_visible()


def test_two_versions_at_once(phones: list[Page], desk: Desk):
    ours, theirs = phones
    write(theirs, "44")
    enter(ours, "45")
    expect(ours.get_by_text("Your opponents have not confirmed your last hand yet")).to_be_visible()
    theirs.locator("[data-send-button]").first.click()
    expect(theirs.get_by_role("heading", name="Not saved: two versions")).to_be_visible()
    sits(theirs)
    theirs.get_by_role("button", name="Ours is right").click()
    expect(ours.get_by_text("from 0–0 to 9–0")).to_be_visible()
    ours.get_by_role("button", name="It is right", exact=True).click()
    expect(theirs.get_by_text("confirmed your last hand")).to_be_visible()


def test_without_script_by_the_codes(browser: Browser, desk: Desk, slips: list[Slip]):
    context = browser.new_context(java_script_enabled=False, viewport=SMALLEST)
    page = context.new_page()
    page.goto(f"{desk.url}/t")
    page.get_by_text("My slip has two codes").click()
    page.get_by_label("Code of the match").fill(slips[1].match)
    page.get_by_label("Your code").fill("AAAA-AAAA")
    page.get_by_role("button", name="This is us").last.click()
    expect(page.get_by_role("alert")).to_contain_text("No slip has these two codes")
    page.get_by_label("Your code").fill(slips[1].code.lower())
    page.get_by_role("button", name="This is us").last.click()
    enter(page, "45")
    expect(page.get_by_text("Your opponents have not confirmed your last hand yet")).to_be_visible()
    page.get_by_role("button", name="Undo our last hand").click()
    expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()
    context.close()


def hands_of_table_12(desk: Desk) -> int:
    count = (
        "from scoring.models import LedgerEntry\n"
        "print(LedgerEntry.objects.filter(match__table=12, match__round__state='published', kind='submit').count())"
    )
    return int(desk.manage("shell", "--verbosity", "0", "-c", count).strip().splitlines()[-1])
