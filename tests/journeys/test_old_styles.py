"""What the style sheet does on phones of 2019. If this failed, an iPhone 6 or an Android 7 would read “47” where 4–7 stands, or press
small boxes without air between them: the pages at a table look there as they look on today's phones, to two pixels.
"""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.desks import Desk, open_desk
from tests.journeys.readable import list_cut_in_large_letters, too_wide
from tests.journeys.stripping import list_late, strip_sheet

pytestmark = [pytest.mark.browser, pytest.mark.turns(4)]
WIDTHS = (320, 360, 390)
GAMES = {"briscola": 2, "maranna": 2, "marafon": 2, "mariglia": 2, "mattazza5": 5, "tressette": 2, "trionfo5": 5}
TOLERANCE = 2
"""Pixels."""
FOUND = """
import json
from django.utils import timezone
from visitors.phones.codes import issue_codes
from tests.scoring.builders import build_match, build_round, build_tournament, build_user
from tests.scoring.evenings import play_evening
from tournaments.models import Entry, Tournament
director = build_user("director")
def issue(tournament, count=1):
    names = ["Salvatore Deiana – Salvatore Ricci", "Annamaria Montanari – Bartolomeo Bianchi"]
    for entry in tournament.entries.order_by("number")[:2]:
        Entry.objects.filter(pk=entry.pk).update(name=names[entry.number - 1])
    entries = tournament.entries.order_by("number")[:count]
    return [issued.text for issued in issue_codes(tournament, entries, actor=director, at=timezone.now())]
codes = {}
for key, sides in {games}.items():
    tournament = build_tournament(key, game_key=key, public=True)
    build_match(build_round(tournament, matches=0), 1, sides=sides)
    codes[key] = issue(tournament, 2)
waiting = play_evening(pairs=8, rounds=1, closed=1, name="Waiting")
over = play_evening(pairs=8, rounds=3, closed=3, name="Over")
Tournament.objects.filter(pk__in=[waiting.pk, over.pk]).update(demonstration=False, public=True)
Tournament.objects.filter(pk=over.pk).update(state="finished")
codes |= {"waiting": issue(waiting), "over": issue(over)}
print(json.dumps(codes))
""".replace("{games}", repr(GAMES))
BOXES = """
() => {
  scrollTo(0, 0);
  return [...document.querySelectorAll("body *")].filter((one) => !one.closest("svg *, template")).map((one) => {
    const box = one.getBoundingClientRect();
    const name = `${one.tagName.toLowerCase()}.${one.className} ${one.textContent.trim().replace(/\\s+/g, " ").slice(0, 40)}`;
    return [name, one.checkVisibility() && box.width && box.height ? [box.left, box.top, box.width, box.height] : null];
  });
}
"""
"""Of each element its name, and the box that is seen."""
DRESS = """
(address) => new Promise((done, fail) => {
  const link = document.querySelector('link[rel="stylesheet"]');
  const other = document.createElement("link");
  Object.assign(other, { rel: "stylesheet", href: address, onload: () => { link.remove(); done(); }, onerror: fail });
  link.after(other);
})
"""
APART = """
() => {
  const boxes = [...document.querySelectorAll(".question-score strong")].map((number) => {
    const range = document.createRange();
    range.selectNodeContents(number);
    return range.getBoundingClientRect();
  });
  return boxes[1].left - boxes[0].right;
}
"""
"""Pixels from the last letter of the first number to the first of the second."""


@pytest.fixture(scope="module")
def desk(tmp_path_factory, prepared_data) -> Iterator[Desk]:
    with open_desk(tmp_path_factory.mktemp("styles") / "data", prepared_data) as opened:
        yield opened


@pytest.fixture(scope="module")
def codes(desk: Desk) -> dict[str, list[str]]:
    issued: dict[str, list[str]] = json.loads(desk.manage("shell", "--verbosity", "0", "-c", FOUND).strip().splitlines()[-1])
    return issued


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """The animations of a page that has just changed would move what is measured."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, reduced_motion="reduce")
    yield context
    context.close()


def come_in(context: BrowserContext, desk: Desk, code: str) -> Page:
    page = context.new_page()
    page.goto(f"{desk.url}/t")
    page.get_by_label("Your code").fill(code)
    page.get_by_role("button", name="This is us").last.click()
    expect(page.locator("#match")).to_be_visible()
    return page


def measure_boxes(page: Page) -> dict[int, list[tuple[str, list[float] | None]]]:
    """The boxes of all that is visible, for each width of a phone."""
    boxes = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 740})
        assert too_wide(page) == 0, width
        boxes[width] = page.evaluate(BOXES)
    return boxes


def age_phone(page: Page) -> None:
    """From now on the page wears what a phone of 2019 takes of its style sheet."""
    address = page.evaluate("document.querySelector('link[rel=stylesheet]').href")
    sheet = page.request.get(address).text()
    page.route("**/old-phone.css", lambda route: route.fulfill(body=strip_sheet(sheet), content_type="text/css"))
    page.evaluate(DRESS, address.rpartition("/")[0] + "/old-phone.css")


def list_moved(page: Page) -> list[str]:
    """What stands elsewhere, or is larger or smaller, on a phone of 2019; all that folds is unfolded."""
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
    # where today's browsers break a line most beautifully is ornament
    page.evaluate("document.querySelectorAll('*').forEach((element) => { element.style.textWrap = 'wrap'; })")
    today = measure_boxes(page)
    age_phone(page)
    old = measure_boxes(page)
    moved = []
    for width in WIDTHS:
        assert sum(box is not None for _name, box in today[width]) > 15
        for (name, box), (_name, aged) in zip(today[width], old[width], strict=True):
            if box is None or aged is None:
                moved += [f"{width} {name}: seen on one of them"] if box != aged else []
            elif max(abs(before - after) for before, after in zip(box, aged, strict=True)) > TOLERANCE:
                moved.append(f"{width} {name}: {[round(edge) for edge in box]} is {[round(edge) for edge in aged]}")
    return moved


@pytest.mark.parametrize("game", GAMES)
def test_a_fresh_match(context: BrowserContext, desk: Desk, codes, game):
    page = come_in(context, desk, codes[game][0])
    expect(page.locator("form[data-entry]")).to_be_visible()
    if page.locator("form[data-entry]").get_attribute("data-said") is None:
        if not page.locator("[data-key]").nth(2).is_visible():
            page.locator("input[data-keys]").first.tap()  # keys come with their box
        page.locator("[data-key]").nth(2).tap()
    assert list_moved(page) == []


@pytest.mark.parametrize("moment", ["waiting", "over"])
def test_an_evening_away_from_the_table(context: BrowserContext, desk: Desk, codes, moment):
    page = come_in(context, desk, codes[moment][0])
    expect(page.locator(".evening")).to_be_visible()
    assert list_moved(page) == []


def test_the_page_of_the_code(context: BrowserContext, desk: Desk):
    page = context.new_page()
    page.goto(f"{desk.url}/t")
    page.get_by_label("Your code").fill("AAAA-AAAA")
    page.get_by_role("button", name="This is us").last.click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert list_moved(page) == []


def test_a_question_and_two_versions(browser: Browser, context: BrowserContext, desk: Desk, codes):
    """A hand is asked about, corrected by nobody, and then entered twice at once: 4 – 7 never reads 47."""
    ours, theirs = (come_in(each, desk, code) for each, code in zip((context, browser.new_context()), codes["marafon"], strict=True))
    theirs.locator("input[data-keys]").first.click()  # keys come with their box
    theirs.locator(".key[data-key='7']").click()
    theirs.locator("[data-send-button]").click()
    expect(ours.locator(".question-score")).to_have_text(re.compile(r"We\s*4\s*They\s*7"))
    assert list_cut_in_large_letters(ours) == []
    ours.set_viewport_size({"width": 360, "height": 740})
    apart = ours.evaluate(APART)
    assert list_moved(ours) == []
    assert abs(ours.evaluate(APART) - apart) <= TOLERANCE
    assert ours.evaluate(APART) >= 16
    ours.get_by_role("button", name="It is right").click()
    expect(ours.locator(".question-score")).to_have_count(0)
    ours.reload()
    ours.locator("input[data-keys]").first.tap()
    ours.locator(".key[data-key='3']").tap()
    theirs.locator(".key[data-key='5']").click()
    theirs.locator("[data-send-button]").click()
    expect(theirs.get_by_text("Your opponents have not confirmed your last hand yet")).to_be_visible()
    ours.locator("[data-send-button]").click()
    expect(ours.get_by_role("heading", name="Not saved: two versions")).to_be_visible()
    assert list_moved(ours) == []
    theirs.context.close()


def test_the_stripper_finds_what_is_late_and_leaves_the_rest():
    """The positive control."""
    sheet = """
    a, b:is(p, i) { color: red } a:not(b, i), c { color: red } p { margin: 0; padding-inline: clamp(1px, 2vw, 3px); width: min(1px, 2px) }
    .row { display: flex; gap: 1rem; top: 0 } .net { display: grid; gap: 1rem } i:not([type=a]) { position: sticky }
    @media (width > 3px) { a { top: 0 } } @media (min-width: 3px) { a { inset: 0; left: 0 } } u { color: red; background: url("a;b{}") }
    """
    stripped = re.sub(r"\s+", "", strip_sheet(sheet)).replace("fieldset:not([hidden]){display:block!important}", "")
    assert stripped == (
        "p{margin:0}.row{display:flex;top:0}.net{display:grid;gap:1rem}i:not([type=a]){}@media(min-width:3px){a{left:0}}"
        'u{color:red;background:url("a;b{}")}'
    )
    assert {":is()", "a list or a compound in :not()", "clamp()", "min() and max()", "position: sticky"} <= list_late(sheet)
    assert {"gap between flex boxes", "inset", "a range in @media"} <= list_late(sheet)
