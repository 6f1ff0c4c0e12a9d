"""The smallest phones: what stands in view before anything is tapped, and numbers with thirds."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.desks import Desk
from tests.journeys.readable import too_wide
from tests.journeys.test_my_evening import OVERFLOWING

pytestmark = [pytest.mark.browser, pytest.mark.turns(4)]
PREPARE = """
import json
from django.utils import timezone
from scoring.entry.services import FilledBoxes
from tests.scoring.builders import build_actor, build_match, build_round, build_tournament, build_user
from tests.scoring.corrected import close, draw_and_publish, found_stage, play_round
from tests.scoring.hands import enter
from visitors.phones.codes import issue_codes
codes = {}
for key, sides in (("trionfo5", 5), ("mattazza", 4), ("sancagna", 2)):
    tournament = build_tournament(key, game_key=key)
    match = build_match(build_round(tournament, matches=0), 1, sides=sides)
    entry = match.seats.get(side=0).entry
    for number in range(1, sides + 1):
        tournament.entries.filter(number=number).update(name=f"Costantino Bas{number}")
    codes[key] = issue_codes(tournament, [entry], actor=build_user(), at=timezone.now())[0].text
stage = found_stage(4, format_key="swiss")
close(play_round(draw_and_publish(stage)))
stage.tournament.entries.update(name="Costantino Bassu – Francesca Casula")
codes["waiting"] = issue_codes(stage.tournament, stage.tournament.entries.all()[:1], actor=build_user(), at=timezone.now())[0].text
named = build_tournament("named", game_key="pointsonly1", rules={"targets": [500]})
match = build_match(build_round(named, matches=0), 1)
for number, name in enumerate(("Annamaria Montanari", "Bartolomeo Castellammare"), 1):
    named.entries.filter(number=number).update(name=name)
enter(match, FilledBoxes("hand", {"points_0": "140", "points_1": "160"}), build_actor("director", named))
asked = build_tournament("asked", game_key="trionfo5")
match = build_match(build_round(asked, matches=0), 1, sides=5)
for number, name in enumerate(("Angela Casadei", "Salvatore Montanari", "Ugo Melis", "Gavino Deiana", "Efisio Rossi"), 1):
    asked.entries.filter(number=number).update(name=name)
two_issued = issue_codes(asked, asked.entries.order_by("number")[:2], actor=build_user(), at=timezone.now())
codes["asked"], codes["enters"] = (issued.text for issued in two_issued)
codes["named"] = issue_codes(named, named.entries.all()[:1], actor=build_user(), at=timezone.now())[0].text
print(json.dumps(codes))
"""
KEYS_WITHOUT_A_BOX = """
() => {
  const [pad, box, send] = ["[data-keypad]", "input.is-active", "[data-send-button]"].map((one) => document.querySelector(one));
  if (!pad || !send) return ["being replaced"];
  const isCovered = !box || box.getBoundingClientRect().top + 24 > pad.getBoundingClientRect().top;
  return [pad.checkVisibility() && isCovered, send.getBoundingClientRect().bottom > innerHeight];
}
"""

BROKEN_WORDS = """
() => [
  ...document.querySelectorAll(".score-row .score-name, .score-side .score-name, .game-list strong, .evening-standings th[scope=row]"),
  ...document.querySelectorAll(".is-crowded > .side-boxes legend, .is-crowded > .side-boxes label"),
].flatMap((box) => {
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT), broken = [];
  while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/[^\\s-]+/g)) {
    const range = document.createRange();
    range.setStart(texts.currentNode, word.index);
    range.setEnd(texts.currentNode, word.index + word[0].length);
    if (new Set([...range.getClientRects()].map((line) => line.top)).size > 1) broken.push(word[0]);
  }
  return broken;
})
"""

ANSWERS = """
() => {
  const [right, wrong] = [...document.querySelectorAll(".question .two .wide")].map((one) => one.getBoundingClientRect());
  const lines = [...document.querySelectorAll(".question > p")].map((line) => line.getBoundingClientRect().bottom);
  return { askew: right.top - wrong.top || right.height - wrong.height, hidden: Math.max(...lines) > right.top };
}
"""

CUT_NAMES = """
() => [...document.querySelectorAll(".score-name")]
  .filter((name) => getComputedStyle(name).overflow !== "visible" && name.scrollHeight > name.clientHeight + 1)
  .map((name) => name.textContent.trim())
"""


def come_in(browser: Browser, desk: Desk, code: str) -> Page:
    page = browser.new_context(viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True).new_page()
    page.goto(f"{desk.url}/t")
    page.get_by_label("Your code").fill(code)
    page.get_by_role("button", name="This is us").last.click()
    expect(page.locator("#match")).to_be_visible()
    return page


def wait_until_in_view(page: Page) -> None:
    for _try in range(50):
        if page.evaluate(KEYS_WITHOUT_A_BOX) == [False, False]:
            return
        page.wait_for_timeout(100)
    raise AssertionError("keys without the box that they write")


def test_a_small_phone_shows_the_box_with_its_keys_and_takes_a_third_after_a_number(browser: Browser, desk: Desk):
    codes = json.loads(desk.manage("shell", "--verbosity", "0", "-c", PREPARE).strip().splitlines()[-1])
    page = come_in(browser, desk, codes["sancagna"])
    expect(page.get_by_text("Go to table")).to_be_visible()
    assert page.evaluate(KEYS_WITHOUT_A_BOX) == [False, False]
    page.get_by_role("button", name="We are seated").tap()
    expect(page.locator("[data-key='7']")).to_be_visible()
    wait_until_in_view(page)
    page.context.close()
    page = come_in(browser, desk, codes["trionfo5"])
    points = page.get_by_role("textbox", name="Points of the caller’s side")
    points.tap()
    page.locator("[data-key='3']").tap()
    page.locator("[data-key='third1']").tap()
    expect(points).to_have_value("3 1/3")
    page.evaluate("document.documentElement.style.fontSize = '32px'")
    assert too_wide(page) == 0
    page.context.close()
    check_tabs_in_french(browser, desk, codes["trionfo5"])
    for code in (codes["trionfo5"], codes["mattazza"], codes["waiting"]):
        page = come_in(browser, desk, code)
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
        page.reload()
        for seated in page.get_by_role("button", name="We are seated").all():
            seated.tap()
            expect(page.locator(".score-row").first).to_be_visible()
        assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") >= 32
        assert (page.evaluate(BROKEN_WORDS), too_wide(page)) == ([], 0), code
        page.context.close()


def test_a_name_breaks_between_its_words_and_is_shown_whole(browser: Browser, desk: Desk):
    """Beside points of three digits there is no room for the longest: they stand below it."""
    codes = json.loads(desk.manage("shell", "--verbosity", "0", "-c", PREPARE).strip().splitlines()[-1])
    page = come_in(browser, desk, codes["named"])
    expect(page.locator(".score-side", has_text="Castellammare")).to_be_visible()
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 568})
        assert (page.evaluate(BROKEN_WORDS), page.evaluate(CUT_NAMES), too_wide(page)) == ([], [], 0), width
    page.context.close()


def test_the_two_answers_stand_in_one_line_below_all_that_is_asked(browser: Browser, desk: Desk):
    """At a table of five the link “Not right” stood higher than the button beside it, over what the hand is worth."""
    codes = json.loads(desk.manage("shell", "--verbosity", "0", "-c", PREPARE).strip().splitlines()[-1])
    other = come_in(browser, desk, codes["enters"])
    for box, choice in (("declarer", "0"), ("bid", "chiamo"), ("amico", "1"), ("won", "yes")):
        other.locator(f"[name={box}][value='{choice}']").evaluate("box => box.click()")
    other.locator("[name=points]").fill("7")
    other.locator("[data-send-button]").click()
    expect(other.get_by_text("Your opponents have not confirmed your last hand yet.")).to_be_visible()
    other.context.close()
    page = come_in(browser, desk, codes["asked"])
    expect(page.locator(".question")).to_be_visible()
    for width, height in ((320, 780), (360, 720)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(ANSWERS) == {"askew": 0, "hidden": False}, width
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    page.set_viewport_size({"width": 320, "height": 568})
    page.reload()
    assert too_wide(page) == 0
    page.context.close()


def test_the_games_of_the_referee_are_read_in_large_letters(browser: Browser, desk: Desk):
    """The place beside a long name left it a column of one letter."""
    page = browser.new_context(viewport={"width": 320, "height": 568}, locale="it-IT").new_page()
    page.goto(f"{desk.url}/referee/")
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    page.reload()
    assert (page.locator(".game-list strong").count() > 10, page.evaluate(BROKEN_WORDS), too_wide(page)) == (True, [], 0)
    page.context.close()


def check_tabs_in_french(browser: Browser, desk: Desk, code: str) -> None:
    """Its words are the longest: “Maintenant” beside “Classement”."""
    page = browser.new_context(viewport={"width": 320, "height": 568}, is_mobile=True, locale="fr-FR").new_page()
    page.goto(f"{desk.url}/t")
    page.get_by_label("Votre code").fill(code)
    page.get_by_role("button", name="C’est nous").last.click()
    expect(page.get_by_role("link", name="Maintenant")).to_be_visible()
    expect(page.get_by_role("link", name="Moi")).to_be_visible()
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 740})
        assert (page.evaluate(OVERFLOWING), too_wide(page)) == ([], 0), width
    page.context.close()
