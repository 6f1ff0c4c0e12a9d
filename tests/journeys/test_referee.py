"""A disputed hand of Marafon: the referee finds the illegal card by keyboard, sees what it costs, enters it and keeps the cards."""

import gzip
import random
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from rules import game_by_key, notation, record
from rules.deals import Action
from tests.desks import Desk, open_desk
from tests.journeys.director import Director
from tests.journeys.readable import obstacles

pytestmark = [pytest.mark.browser]
MARAFON = game_by_key("marafon")
OPTIONS = MARAFON.preset_options("eleven-zero")
PART = 4000
"""Bytes of what comes after a tap: 37 of them and the page stay below 150 KB."""
SIZES = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1280, "height": 800}}


@pytest.fixture(scope="module")
def desk(tmp_path_factory, prepared_data):
    with open_desk(tmp_path_factory.mktemp("referee") / "data", prepared_data) as opened:
        yield opened


def disputed_hand() -> tuple[str, str, str]:
    """A hand as text in which somebody did not follow suit; who that was, and the side that loses by it."""
    rng = random.Random("disputed")
    kept = record.build_record(MARAFON, MARAFON.random_play(MARAFON.random_deal(MARAFON.start(OPTIONS), rng), rng))
    deal = record.open_record(MARAFON, kept)
    for place, action in enumerate(kept.actions):
        legal = {one.what for one in MARAFON.legal_actions(deal) if one.verb == "play"}
        held = [deal.pack.names[card] for card in deal.cards_in(action.seat)]
        barred = [name for name in held if name not in legal]
        if action.verb == "play" and place > 9 and barred and legal:
            wrong = Action(action.seat, "play", barred[0])
            actions = (*kept.actions[:place], wrong, *kept.actions[place + 1 :])
            return notation.to_text(MARAFON, replace(kept, actions=actions)), MARAFON.sitting.seat_name(action.seat), "AB"[action.seat % 2]
        deal = MARAFON.apply_action(deal, action)
    raise AssertionError("every card could be played")


def clean(page: Page) -> None:
    assert obstacles(page) == []


def step_of(page: Page) -> int:
    return int(page.locator(".step-count").inner_text().split("/")[0])


def step_after(page: Page, key: str) -> int:
    """Where a key leads; the next page has its script when this returns."""
    before = page.url
    page.keyboard.press(key)
    page.wait_for_url(lambda url: url != before)
    page.wait_for_load_state()
    return step_of(page)


@pytest.fixture
def director(page: Page, desk: Desk) -> Director:
    director = Director(page, desk)
    director.log_in()
    director.create_tournament("Marafon-Beccaccino", "Eleven to nothing: a wrong card loses the hand 11–0", "Maraffa contestata")
    director.bring_in("Rossi / Bianchi\nVerdi / Neri")
    director.accept("Import 2 entries")
    director.add_stage("Knockout")
    director.draw_first_round()
    director.publish()
    return director


def test_a_referee_rules_on_a_disputed_hand(director: Director):
    page, (text, seat, side) = director.page, disputed_hand()
    director.go_to_table(1)
    page.locator("summary").get_by_text("More", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Card by card").focus()
    page.keyboard.press("Enter")

    page.get_by_label("Type or paste it").focus()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="First illegal action")).to_contain_text(f"{seat} plays")
    verdict = page.locator(".answer.is-refused")
    expect(verdict).to_contain_text(f"penalised {side}: the hand is lost with the highest score, 11 points to the others")
    expect(page.locator(".hand-seat.acts .playing-card.is-legal").first).to_be_visible()
    clean(page)

    last = step_of(page)
    assert step_after(page, "ArrowLeft") == last - 1
    lead = step_after(page, "Shift+ArrowLeft")
    assert lead < last - 1
    assert step_after(page, "ArrowRight") == lead + 1

    page.get_by_role("button", name="Enter the penalty and keep the cards").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#evidence")).to_contain_text(f"{seat} plays")
    expect(page.locator(".scoreboard .points").nth("BA".index(side))).to_have_text("11")
    clean(page)

    address = page.url.split("/desk/")[1].split("#")[0]
    page.goto(f"{director.desk.url}/tournaments/{address}")
    page.locator("#evidence a").click()
    expect(page.get_by_role("heading", name="First illegal action")).to_contain_text(f"{seat} plays")


@pytest.mark.parametrize(
    ("size", "scheme", "language"),
    [
        ("phone", "dark", "it-IT"),
        ("desk", "light", "en-US"),
        pytest.param("phone", "light", "en-US", marks=pytest.mark.proof),
        pytest.param("desk", "dark", "it-IT", marks=pytest.mark.proof),
    ],
)
def test_the_tool_is_read_by_everybody(browser: Browser, desk: Desk, size: str, scheme: str, language: str):
    """Nothing runs over, and nothing that a machine finds is in the way; without script every step is a link."""
    context = browser.new_context(viewport=SIZES[size], color_scheme=scheme, locale=language)
    page = context.new_page()
    page.goto(f"{desk.url}/referee/marafon/")
    clean(page)
    page.locator("textarea").fill(disputed_hand()[0])
    page.locator(".hand-text button[type=submit]").click()
    expect(page.locator(".answer.is-refused")).to_be_visible()
    clean(page)
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    context.close()


def test_a_hand_is_chosen_card_by_card_without_script(browser: Browser, desk: Desk):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{desk.url}/referee/marjolet/")
    page.get_by_role("button", name="Begin with the deal").click()
    for _card in range(12):
        page.locator(".card-choice").first.click()
    page.get_by_role("button", name="the rest in this order").click()
    expect(page.get_by_role("heading", name="B plays")).to_be_visible()
    page.locator(".card-choice").first.click()
    page.get_by_role("button", name="Card before").click()
    expect(page.get_by_role("heading", name="The cards as they were dealt")).to_be_visible()
    context.close()


def test_a_hand_is_tapped_on_a_phone_without_loading_a_page(browser: Browser, desk: Desk):
    """Thirty taps deal Marafon, the last ten cards follow and nothing is asked meanwhile; a played card asks for a part of the page."""
    page = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True).new_page()
    page.goto(f"{desk.url}/referee/marafon/")
    page.get_by_role("button", name="Begin with the deal").click()
    expect(page.get_by_role("heading", name="Card dealt to A1")).to_be_visible()
    page.evaluate("window.staysHere = true")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.resource_type))
    for _card in range(29):
        page.locator(".card-choice:visible").first.tap()
    page.get_by_role("button", name="Undo the last step").tap()
    expect(page.locator("[data-dealt='A2'] [data-count]")).to_have_text("8")
    page.locator(".card-choice:visible").first.tap()
    assert asked == []
    page.locator(".card-choice:visible").first.tap()
    expect(page.locator("#next-title")).to_have_text("What happens before the next card")
    expect(page.locator(".hand-seat[aria-label='B2'] .playing-card")).to_have_count(10)
    page.locator("#next a[role=button]").first.tap()
    expect(page.locator("#next-title")).to_have_text("B1 plays")
    with page.expect_response(lambda answer: "hand=" in answer.url) as answer:
        page.locator("#next .card-choice").first.tap()
    assert len(gzip.compress(answer.value.body())) <= PART
    expect(page.locator("#next-title")).not_to_have_text("B1 plays")
    clean(page)
    page.get_by_role("button", name="Card before").click()
    expect(page.get_by_role("heading", name="The cards as they were dealt")).to_be_hidden()
    assert (page.evaluate("window.staysHere"), "document" in asked) == (True, False)
    page.go_back()
    expect(page.locator("#next-title")).to_be_visible()
    page.context.close()
