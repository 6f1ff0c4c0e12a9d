"""A pair's phone from check-in to the next round, measured: letters, boxes, taps, seconds, and old phones without today's calls."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scoring.ledger import verifier
from tests.desks import Desk, open_desk
from tests.journeys.cheap_phones import CheapPhone
from tests.journeys.readable import obstacles, too_wide

pytestmark = [pytest.mark.browser]
PHONE = {"width": 360, "height": 740}
SIZES = [PHONE, {"width": 390, "height": 844}, {"width": 1920, "height": 1080}]
FOUND = """
import json
from django.utils import timezone
from visitors.phones.codes import issue_codes
from tests.scoring.builders import build_match, build_round, build_tournament, build_user
from tests.scoring.corrected import draw_and_publish
from tests.scoring.evenings import play_evening
from tournaments.models import Entry, Tournament
director = build_user("director")
marafon = build_tournament("beccaccino", game_key="marafon", rules={"targets": [31, 31, 41]})
round_ = build_round(marafon, matches=2)
for entry in marafon.entries.all():
    Entry.objects.filter(pk=entry.pk).update(name=f"Annamaria Rossi{entry.number} – Bartolomeo Bianchi{entry.number}")
bracket = play_evening(pairs=8, rounds=1, closed=0, format_key="knockout", name="Tabellone")
later = play_evening(pairs=8, rounds=1, closed=1, format_key="knockout", name="Semifinali")
draw_and_publish(later.stages.get())
Tournament.objects.filter(pk__in=[bracket.pk, later.pk]).update(demonstration=False, public=True)
others = {}
for key, sides in (("marafon", 2), ("mariglia", 2), ("trionfo5", 5), ("mattazza5", 5)):
    tournament = build_tournament(key, game_key=key)
    build_match(build_round(tournament, matches=0), 1, sides=sides)
    others[key] = issue_codes(tournament, tournament.entries.all()[:1], actor=director, at=timezone.now())[0].text
hall = build_tournament("hall", one_person=True)
build_round(hall, matches=20)
hall_codes = [issued.text for issued in issue_codes(hall, hall.entries.order_by("number"), actor=director, at=timezone.now())]
entries = list(marafon.entries.order_by("number")[:2])
codes = [issued.text for issued in issue_codes(marafon, entries, actor=director, at=timezone.now())]
first = round_.matches.order_by("position")[0]
print(json.dumps({"codes": codes, "others": others, "hall": hall_codes, "match": first.code, "bracket": bracket.slug, "later": later.slug}))
"""
CLOSE = """
from tournaments.models import Round
Round.objects.filter(stage__tournament__slug="beccaccino").update(state="closed")
"""
CLOSE_HALL = """
from scoring.confirmation.services import confirm_match
from desk.rounds.services import close_round
from tests.scoring.builders import build_actor, build_user, origin
from tests.scoring.hands import fresh_key, win
from tournaments.models import Round
round_ = Round.objects.get(stage__tournament__slug="hall")
for match in round_.matches.all():
    win(match, actor=build_actor())
    confirm_match(match, origin=origin(fresh_key()), version=None)
close_round(round_, actor=build_user(), origin=origin("close"))
print(Round.objects.get(pk=round_.pk).state)
"""
LETTERS = """
() => Math.min(...[...document.querySelectorAll(".bracket svg text")].map((text) => {
  const matrix = text.getScreenCTM();
  return parseFloat(getComputedStyle(text).fontSize) * matrix.d;
}))
"""
CUT = """
() => [...document.querySelectorAll("td.numeric, .points, .game-score, .match-result strong")].filter((cell) => {
  if (!cell.checkVisibility()) return false;
  const box = cell.getBoundingClientRect();
  const frame = (cell.closest(".game, .card, .match-list") || document.body).getBoundingClientRect();
  return box.left < frame.left - 1 || box.right > Math.min(frame.right, innerWidth) + 1 || cell.scrollWidth > cell.clientWidth + 1;
}).map((cell) => cell.outerHTML.slice(0, 80))
"""
TILES_CUT = """
() => [...document.querySelectorAll(".glance-side strong, .glance-points, .glance-head strong")].filter((cell) => {
  const box = cell.getBoundingClientRect();
  const frame = cell.closest("li").getBoundingClientRect();
  return box.left < frame.left || box.right > frame.right || cell.scrollWidth > cell.clientWidth + 1 && cell.clientWidth > 0;
}).map((cell) => cell.outerHTML)
"""
COVERED = """
() => {
  const at = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [send, tabs, box] = [at("[data-send-button]"), at(".tabs"), at("input.is-active")];
  const keys = [...document.querySelectorAll("[data-key]")].map((key) => [key.textContent, key.getBoundingClientRect()]);
  const bad = keys.filter(([, key]) => key.top < box.bottom || key.bottom > send.top || key.height < 44 || key.right > innerWidth);
  return [...bad.map(([text]) => text), ...(send.bottom > tabs.top ? ["send"] : []), ...(box.top < 0 ? ["box"] : [])];
}
"""
"""The keys of which a part is not in view, or that are too low for a thumb; the box that they write and the button that sends, too."""
OVERFLOWING = """
() => [...document.querySelectorAll(".keypad .key, .tabs a")].filter((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  const [text, box] = [range, one].map((part) => part.getBoundingClientRect());
  return text.left < box.left || text.right > box.right || text.top < box.top - 1 || text.bottom > box.bottom + 1;
}).map((one) => one.textContent.trim())
"""
"""The keys and tabs whose letters run into the next."""
OF_2019 = """
for (const [owner, names] of [
  [HTMLFormElement.prototype, ["requestSubmit"]], [Array.prototype, ["at"]], [String.prototype, ["replaceAll", "at"]],
  [Object, ["hasOwn"]], [window, ["structuredClone"]], [Element.prototype, ["replaceChildren"]],
  [AbortSignal, ["timeout"]], [Promise, ["any"]],
]) for (const name of names) delete owner[name];
Object.defineProperty(SubmitEvent.prototype, "submitter", { get: () => undefined });
const late = /:is[(]|:where[(]|:has[(]|:not[(][^)]*[ ,]/;
for (const [owner, names] of [[Document.prototype, ["querySelector", "querySelectorAll"]], [Element.prototype, ["matches", "closest"]]])
  for (const name of names) {
    const usual = owner[name];
    owner[name] = function (selector) {
      if (late.test(selector)) throw new SyntaxError(selector);
      return usual.call(this, selector);
    };
  }
"""
"""What Safari 12.2 and Chrome 74 do not have is taken away before any script runs; htmx itself, which they cannot read, is not served."""


@pytest.fixture(scope="module")
def desk(tmp_path_factory, prepared_data) -> Iterator[Desk]:
    with open_desk(tmp_path_factory.mktemp("evening") / "data", prepared_data) as opened:
        yield opened


@pytest.fixture(scope="module")
def evening(desk: Desk) -> dict[str, object]:
    found: dict[str, object] = json.loads(desk.manage("shell", "--verbosity", "0", "-c", FOUND).strip().splitlines()[-1])
    return found


def come_in(context: BrowserContext, desk: Desk, code: str) -> Page:
    page = context.new_page()
    page.goto(f"{desk.url}/t")
    page.get_by_label("Your code").fill(code)
    page.get_by_role("button", name="This is us").last.click()
    expect(page).to_have_url(f"{desk.url}/t/match/")
    expect(page.locator("#match")).to_be_visible()
    return page


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_letters_of_a_bracket_and_points_of_a_hand_are_read_on_every_screen(browser: Browser, desk: Desk, evening, size):
    page = browser.new_context(viewport=size).new_page()
    page.goto(f"{desk.url}/tournaments/{evening['bracket']}/bracket/")
    expect(page.locator(".bracket svg text").first).to_be_visible()
    assert page.evaluate(LETTERS) >= 12
    page.get_by_role("button", name="List").click()
    expect(page.locator(".bracket-list li").nth(6)).to_be_visible()  # seven matches of a bracket of eight
    assert (too_wide(page), obstacles(page)) == (0, [])
    page.goto(f"{desk.url}/tournaments/{evening['bracket']}/results/")
    page.locator(".match-list a").first.click()
    expect(page.locator(".game").first).to_be_visible()
    assert (page.evaluate(CUT), page.locator(".game").first.evaluate("box => box.scrollWidth - box.clientWidth")) == ([], 0)
    assert (too_wide(page), obstacles(page)) == (0, [])
    page.context.close()


def test_a_bracket_opens_at_the_round_that_is_being_played(browser: Browser, desk: Desk, evening):
    page = browser.new_context(viewport=PHONE).new_page()
    for slug, is_moved in ((evening["bracket"], False), (evening["later"], True)):
        page.goto(f"{desk.url}/tournaments/{slug}/bracket/")
        expect(page.locator(".bracket .is-to-play, .bracket a .box").last).to_be_in_viewport(ratio=1)
        assert (page.locator(".bracket").evaluate("box => box.scrollLeft") > 0, page.evaluate("scrollY")) == (is_moved, 0)
    page.context.close()


def test_a_spectator_has_all_tables_at_a_glance_and_follows_some(browser: Browser, desk: Desk, evening):
    page = browser.new_context(viewport=PHONE).new_page()
    home = f"{desk.url}/tournaments/{evening['bracket']}"
    page.goto(f"{home}/results/?view=grid")
    expect(page.locator(".glance li")).to_have_count(4)
    assert page.evaluate(TILES_CUT) == []
    assert page.locator(".glance").bounding_box()["height"] <= PHONE["height"] / 3
    assert (too_wide(page), obstacles(page)) == (0, [])
    page.context.set_offline(True)
    expect(page.get_by_text("You see the latest state that arrived.")).to_be_visible()
    expect(page.get_by_text("not sent yet")).to_be_hidden()
    page.context.set_offline(False)
    expect(page.get_by_text("You see the latest state that arrived.")).to_be_hidden()
    page.get_by_role("button", name="Follow this table 2").click()
    page.get_by_role("button", name="Only followed 1").click()
    expect(page.locator(".glance li:visible")).to_have_count(1)
    page.get_by_role("button", name="List").click()
    expect(page.locator(".match-list li.is-followed")).to_have_count(1)
    page.goto(f"{home}/players/")
    page.get_by_label("Find by name").fill("1")
    page.get_by_role("button", name="Find").click()
    page.locator(".people-list a").first.click()
    expect(page.get_by_role("heading", name="All rounds")).to_be_visible()
    assert (too_wide(page), obstacles(page)) == (0, [])
    page.context.close()


def test_two_hundred_wrong_codes_from_the_hall_lock_out_no_honest_phone(browser: Browser, desk: Desk, evening):
    """And a phone that types the code of another tournament has that one, and nothing of the former."""
    stranger = CheapPhone(desk)
    assert {stranger.ask("/t", code="AAAA-AAAA")[0] for _time in range(200)} == {422}
    context = browser.new_context(viewport=PHONE, has_touch=True)
    page = come_in(context, desk, evening["codes"][0])
    expect(page.locator("#match")).to_have_attribute("data-slug", "beccaccino")
    page = come_in(context, desk, evening["others"]["mariglia"])
    expect(page.locator("#match")).to_have_attribute("data-slug", "mariglia")
    expect(page.locator("a[href*='/tournaments/beccaccino/']")).to_have_count(0)
    page.goto(f"{desk.url}/t")
    page.get_by_label("Your code").fill("AAAA-AAAA")
    page.get_by_role("button", name="This is us").last.click()
    expect(page.get_by_role("alert")).to_contain_text("No entry has this code.")
    page.goto(f"{desk.url}/t/match/")
    expect(page.locator("#match")).to_have_attribute("data-slug", "mariglia")
    context.close()


def test_forty_open_phones_read_how_it_ended_when_the_round_is_closed(browser: Browser, desk: Desk, evening):
    """One of them in a browser that is left alone: it tells by itself that the match is won, and what comes next."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = come_in(context, desk, evening["hall"][0])
    expect(page.locator("[data-key]").first).to_be_visible()
    others = [CheapPhone(desk) for _code in evening["hall"][1:]]
    for one, code in zip(others, evening["hall"][1:], strict=True):
        assert "data-send-button" in one.ask("/t", code=code)[1]
    assert desk.manage("shell", "--verbosity", "0", "-c", CLOSE_HALL).strip().splitlines()[-1] == "closed"
    expect(page.get_by_role("heading", name="You won 2–0")).to_be_visible()
    expect(page).to_have_url(f"{desk.url}/t/match/")
    answers = [one.ask("/t/match/") for one in others]
    assert {status for status, _text in answers} == {200}
    assert [("data-send-button" in text, "evening-last" in text) for _status, text in answers] == [(False, True)] * 39
    assert (too_wide(page), obstacles(page)) == (0, [])
    context.close()


def change_an_entry(text: str) -> str:
    """The ledger as somebody would write it again who changed its second entry: every digest computed anew."""
    entries, prev = [json.loads(line) for line in text.splitlines()], "0" * 64
    entries[1]["reason"] = "wrong_side"
    for entry in entries:
        entry["prev"] = prev
        entry["digest"] = prev = verifier.compute_digest(prev, entry)
    return "\n".join(map(json.dumps, entries))


def test_a_phone_keeps_the_fingerprint_and_computes_whether_it_still_fits(browser: Browser, desk: Desk, evening):
    page = browser.new_context(viewport=PHONE, timezone_id="Pacific/Auckland").new_page()
    home = f"{desk.url}/tournaments/{evening['bracket']}"
    page.goto(f"{home}/ledger/")
    expect(page.get_by_text("Nothing yet. A phone on which")).to_be_visible()
    page.goto(f"{home}/results/")
    page.get_by_role("link", name="Was anything changed?").click()
    expect(page.get_by_text("Everything fits.")).to_be_visible()
    here = page.evaluate("new Date().toLocaleTimeString('en-GB', { timeZone: document.body.dataset.zone }).slice(0, 2)")
    assert page.locator("[data-value='since']").first.inner_text()[:2] in {here, f"{(int(here) - 1) % 24:02}"}
    page.get_by_label("Letters or words, and the number").fill(page.locator(".ledger-words").inner_text())
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_text("It fits: it is that of entry")).to_be_visible()
    assert (too_wide(page), obstacles(page)) == (0, [])
    page.route("**/ledger.jsonl", lambda route: route.fulfill(body=change_an_entry(route.fetch().text())))
    page.reload()
    expect(page.get_by_text("Something does not fit: 1 of 1 fingerprints")).to_be_visible()
    page.context.close()


def test_standings_of_128_pairs_are_eight_screens_of_a_phone_at_most(browser: Browser, desk: Desk, evening):
    """Computed from what eight rows measure: place, name and points, with the rest one tap away."""
    page = browser.new_context(viewport=PHONE).new_page()
    page.goto(f"{desk.url}/tournaments/{evening['bracket']}/standings/")
    rows = page.locator(".standings tbody tr")
    expect(rows).to_have_count(8)
    first, last = (rows.nth(place).bounding_box() for place in (0, 7))
    assert first["y"] + 128 * (last["y"] + last["height"] - first["y"]) / 8 <= 8 * PHONE["height"]
    box = page.locator(".standings .table-wrap")
    assert box.evaluate("box => box.scrollWidth - box.clientWidth") == 0
    page.get_by_role("link", name="All columns").click()
    expect(page.get_by_role("link", name="Place, name and points only")).to_be_visible()
    assert (too_wide(page), obstacles(page)) == (0, [])
    page.context.close()


COUNT_NEWS = """
window.news = [];
new MutationObserver((changes) => {
  for (const change of changes) if (change.target.id === "live-news") window.news.push(change.target.textContent);
}).observe(document.body, { childList: true, characterData: true, subtree: true });
"""
LOOK_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"


def listen_to_results(spectator: Page, desk: Desk) -> tuple[Page, str]:
    """Somebody who cannot see the results page: its first match has the keyboard focus, and what is read out is counted."""
    page = spectator.context.new_page()
    page.goto(f"{desk.url}/tournaments/beccaccino/results/")
    page.evaluate(COUNT_NEWS)
    link = page.locator("#live tbody a[href], #live li a[href]").first
    link.focus()
    return page, str(link.get_attribute("href"))


def assert_read_out_once(page: Page, focused: str) -> None:
    """The new score is read out, later polls say nothing more, and the focus is where it was."""
    expect(page.locator("#live-news")).to_contain_text("7")
    expect(page.locator(f"#live a[href='{focused}']").first).to_be_focused()
    for _look in range(2):
        with page.expect_response(lambda answer: answer.url == page.url):
            page.evaluate(LOOK_AGAIN)
    assert page.evaluate("window.news.length") == 1
    expect(page.locator(f"#live a[href='{focused}']").first).to_be_focused()


def test_a_hand_in_two_taps_is_asked_on_the_other_phone_and_the_evening_goes_on(browser: Browser, desk: Desk, evening):
    contexts = [browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True) for _code in evening["codes"]]
    ours, theirs = (come_in(context, desk, code) for context, code in zip(contexts, evening["codes"], strict=True))
    ours.locator("input[data-keys]").first.tap()  # keys come with their box
    expect(ours.locator(".key").first).to_be_visible()
    first_key = ours.locator(".key").first.bounding_box()
    assert first_key["y"] + first_key["height"] <= PHONE["height"]
    assert [ours.locator(f"[name=points_{side}]").get_attribute("inputmode") for side in (0, 1)] == ["none", "none"]
    assert (too_wide(ours), obstacles(ours)) == (0, [])
    spectator = browser.new_context(viewport=PHONE).new_page()
    spectator.goto(f"{desk.url}/tournaments/beccaccino/matches/{evening['match']}/")
    listener, focused = listen_to_results(spectator, desk)
    ours.locator(".key[data-key='7']").tap()
    expect(ours.locator("[data-send-button]")).to_have_text("We 7 – they 4 · Send")
    ours.locator("[data-send-button]").tap()
    expect(theirs.locator("[data-question]")).to_be_visible()
    expect(theirs.locator(".question-score")).to_have_text(re.compile(r"We\s*4\s*They\s*7"))
    expect(theirs).to_have_title(re.compile("^● Entered by"))
    yes = theirs.get_by_role("button", name="It is right").bounding_box()
    assert yes["y"] + yes["height"] <= PHONE["height"]
    assert (too_wide(theirs), obstacles(theirs)) == (0, [])
    expect(spectator.locator("#live .points").first).to_have_text("7")
    assert_read_out_once(listener, focused)
    theirs.get_by_role("button", name="It is right").tap()
    expect(ours.get_by_text("confirmed your last hand")).to_be_visible()
    for tab, address in (("Pools", "/pools/"), ("Results", "/results/"), ("Us", "/players/")):
        ours.get_by_role("link", name=tab, exact=True).last.click()
        expect(ours).to_have_url(re.compile(address))
        expect(ours.get_by_role("navigation", name="Your evening")).to_be_visible()
        if tab != "Us":
            expect(ours.locator("main .is-me")).to_have_count(1)
        assert (too_wide(ours), obstacles(ours)) == (0, [])
    ours.get_by_role("link", name="Now").click()
    expect(ours.locator(".key").first).to_be_visible()
    desk.manage("shell", "--verbosity", "0", "-c", CLOSE)
    for phone in (ours, theirs):
        expect(phone.locator(".evening")).to_be_visible()
        expect(phone).to_have_url(f"{desk.url}/t/match/")
        assert (too_wide(phone), obstacles(phone)) == (0, [])
    desk.manage("shell", "--verbosity", "0", "-c", CLOSE.replace('"closed"', '"published"'))
    expect(ours.locator(".key").first).to_be_visible()
    for context in (*contexts, spectator.context):
        context.close()


@pytest.mark.parametrize("game", ["marafon", "mariglia", "trionfo5", "mattazza5"])
def test_every_key_stays_in_view_on_small_phones_and_with_large_letters(browser: Browser, desk: Desk, evening, game):
    """Before a key was tapped and after it: all keys, the box that they write, and the button that sends, none over another."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = come_in(context, desk, evening["others"][game])
    page.get_by_role("button", name="We are seated").tap()
    expect(page.get_by_text("Go to table")).to_be_hidden()
    if game == "trionfo5":  # it begins with who called: the keys come with the first number
        page.get_by_label("Points of the caller’s side").tap()
    for size, letters in ((PHONE, 16), ({"width": 320, "height": 568}, 16), (PHONE, 20), ({"width": 390, "height": 844}, 16)):
        page.set_viewport_size(size)
        page.evaluate("size => { document.documentElement.style.fontSize = `${size}px`; }", letters)
        page.locator("[data-key]").nth(5).tap()
        assert (page.evaluate(COVERED), too_wide(page), page.evaluate(OVERFLOWING)) == ([], 0, []), (size, letters)
    for width in (320, 360):
        page.set_viewport_size({"width": width, "height": 740})
        page.evaluate("document.documentElement.style.fontSize = '32px'")
        assert (too_wide(page), page.evaluate(OVERFLOWING)) == (0, []), width
    context.close()


def test_a_phone_of_2019_enters_and_is_asked(browser: Browser, desk: Desk, evening):
    contexts = [browser.new_context(viewport=PHONE, has_touch=True) for _code in evening["codes"]]
    troubles: list[str] = []
    for context in contexts:
        context.add_init_script(OF_2019)
        context.route("**/htmx*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
        context.on("weberror", lambda error: troubles.append(str(error.error)))
    ours, theirs = (come_in(context, desk, code) for context, code in zip(contexts, evening["codes"], strict=True))
    ours.locator(".key[data-key='3']").tap()
    ours.locator("[data-send-button]").tap()
    expect(ours.get_by_text("Your opponents have not confirmed your last hand yet")).to_be_visible()
    expect(theirs.locator(".question-score")).to_have_text(re.compile(r"We\s*8\s*They\s*3"))
    theirs.get_by_role("button", name="It is right").click()
    expect(ours.get_by_text("confirmed your last hand")).to_be_visible()
    assert troubles == []
    for context in contexts:
        context.close()
