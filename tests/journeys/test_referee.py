"""A disputed hand of Marafon: the referee finds the illegal card by keyboard, sees what it costs, enters it and keeps the cards."""

import random
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from rules import game_by_key, notation, record
from rules.deals import Action
from tests.desks import Desk, open_desk
from tests.journeys.director import Director
from tests.journeys.readable import list_troubles_in_large_letters, obstacles, too_wide

pytestmark = [pytest.mark.browser, pytest.mark.turns(4)]
MARAFON = game_by_key("marafon")
OPTIONS = MARAFON.preset_options("eleven-zero")
PART, WHOLE_HAND = 4096, 150_000
"""Bytes over the wire: of what comes after a movement, and of all together."""
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
    expect(page.locator(".hand-steps")).to_be_visible()
    assert list_troubles_in_large_letters(page) == []
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
    """Thirty taps deal Marafon, the last ten cards follow and nothing is asked meanwhile; a dealt card is taken back by a tap on it."""
    page = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True).new_page()
    page.goto(f"{desk.url}/referee/marafon/")
    page.get_by_role("button", name="Begin with the deal").click()
    expect(page.get_by_role("heading", name="Cards of A1")).to_be_visible()
    page.evaluate("window.staysHere = true")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.resource_type))
    for _card in range(29):
        page.locator(".card-choice").first.tap()
    page.get_by_role("button", name="Undo the last step").tap()
    expect(page.locator("[data-deal-to='A2'] [data-count]")).to_have_text("8")
    page.locator(".card-choice").first.tap()
    page.locator("[data-holder='A1']").first.tap()
    expect(page.get_by_role("heading", name="Cards of A1")).to_be_visible()
    page.locator(".card-choice").first.tap()
    expect(page.get_by_role("heading", name="Cards of A2")).to_be_visible()
    assert asked == []
    page.locator(".card-choice").first.tap()
    expect(page.locator("#next-title")).to_have_text("What happens before the next card")
    page.locator("#next a[role=button]").first.tap()
    expect(page.locator("#next-title")).to_have_text("B1 plays")
    clean(page)
    page.locator("#next .card-choice").first.tap()
    expect(page.locator(".trick-board .is-chosen").first).to_be_visible()
    with page.expect_response(lambda answer: "plays=" in answer.url):
        for place in range(2, 5):
            page.locator(f".key-column:nth-child({place}) .card-key:not(.is-barred)").first.tap()
    expect(page.locator("#next-title")).to_be_visible()
    page.get_by_role("button", name="Card before").click()
    expect(page.get_by_role("heading", name="The cards as they were dealt")).to_be_hidden()
    assert (page.evaluate("window.staysHere"), "document" in asked) == (True, False)
    page.go_back()
    expect(page.locator("#next-title")).to_be_visible()
    page.context.close()


FINGERS = {
    "mouse": "",
    "touch": "",
    "touch of 2019": "delete window.PointerEvent; delete window.onpointerdown;",
}


class Finger:
    """A finger, or a mouse with its button down, that passes through the lanes beside the cards; it counts the movements and taps."""

    def __init__(self, page: Page, *, mouse: bool) -> None:
        self.page, self.mouse, self.touches = page, mouse, 0
        self.devtools = page.context.new_cdp_session(page)

    def touch(self, kind: str, points: list[dict[str, float]]) -> None:
        self.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def move(self, x: float, y: float, *, begin: bool = False) -> None:
        if not self.mouse:
            self.touch("touchStart" if begin else "touchMove", [{"x": x, "y": y}])
            return
        self.page.mouse.move(x, y)
        if begin:
            self.page.mouse.down()

    def slide(self, cards: list[Locator]) -> None:
        """One movement that enters each card from the lane at its left; from lane to lane above the first row."""
        boxes = [box for box in (card.bounding_box() for card in cards) if box]
        first_row = self.page.locator("[data-slide] .card-key").first.bounding_box()
        assert first_row
        assert len(boxes) == len(cards)
        over_the_keys = first_row["y"] - 4
        for number, box in enumerate(boxes):
            lane, middle = box["x"] - 6, box["y"] + box["height"] / 2
            if number and boxes[number - 1]["x"] != box["x"]:
                self.move(boxes[number - 1]["x"] - 6, over_the_keys)
                self.move(lane, over_the_keys)
            self.move(lane, middle, begin=not number)
            self.move(box["x"] + box["width"] / 2, middle)
            self.move(lane, middle)
        if self.mouse:
            self.page.mouse.up()
        else:
            self.touch("touchEnd", [])
        self.touches += 1

    def tap(self, link: Locator) -> None:
        link.click()
        self.touches += 1


def shown_record(page: Page, game) -> record.HandRecord:
    return notation.parse_text(game, page.locator("#hand-typed").input_value(), headed=False)[0]


def deal_hand(page: Page, finger: Finger, game, hand: record.HandRecord) -> None:
    """Every player's cards in a movement; those of the last one follow. Where the order counts, the dealer is the first. Then the stock."""
    first = hand.dealer or 0 if game.deal_note else 0
    for place in range(game.seat_count - (not hand.stock)):
        seat = (first + place) % game.seat_count
        name = game.sitting.seat_name(seat)
        expect(page.locator("#next-title")).to_have_text(f"Cards of {name}")
        page.locator("#next").evaluate("section => section.scrollIntoView()")
        finger.slide([page.locator(f".pack-sheet [data-card='{card}']") for card in hand.holdings[seat]])
        expect(
            page.locator(f"[data-dealt='{name}']:not(.acts)").or_(page.locator("#next-title:not(:has-text('Cards'))")).first
        ).to_be_visible()
    if hand.stock:
        page.locator("#next").evaluate("section => section.scrollIntoView()")
        finger.slide([page.locator(f".pack-sheet [data-card='{card}']") for card in hand.stock])


def play_hand(page: Page, finger: Finger, game, hand: record.HandRecord) -> None:
    """Every trick in a movement; what is said in a tap, a draw not at all."""
    implied = {verb.name for verb in game.verbs if verb.implied}
    place = 0
    while place < len(hand.actions):
        before = page.locator("#hand-typed").input_value()
        place += hand.actions[place].verb in implied
        action = hand.actions[place]
        if action.verb == "play":
            columns = page.locator(".trick-board .key-column")
            cards = [
                columns.nth(index).locator(f"[data-card='{play.what}']")
                for index, play in enumerate(hand.actions[place:][: columns.count()])
            ]
            finger.slide(cards)
        else:
            finger.tap(page.locator(f"#next a[href*='{action.verb}+{action.what}%0A']").first)
        expect(page.locator("#hand-typed")).not_to_have_value(before)
        kept = shown_record(page, game)
        assert kept.actions == hand.actions[: len(kept.actions)]
        place = len(kept.actions)


@pytest.mark.parametrize(
    ("key", "finger_name"),
    [
        ("marafon", "touch"),
        ("marjolet", "mouse"),
        pytest.param("mariglia", "mouse", marks=pytest.mark.proof),
        pytest.param("mattazza", "touch of 2019", marks=pytest.mark.proof),
    ],
)
def test_a_whole_hand_takes_few_movements(browser: Browser, desk: Desk, key: str, finger_name: str):
    """Dealt and played to its end with a finger on 360×740: at most 25 touches and 150 KB, and the record is the hand."""
    game, rng = game_by_key(key), random.Random("movements")
    state = game.start(game.preset_options(game.presets[0].key))
    hand = record.build_record(game, game.random_play(game.random_deal(state, rng), rng))
    dealer = "" if hand.dealer is None else game.sitting.seat_name(hand.dealer)
    page = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=finger_name != "mouse").new_page()
    page.add_init_script(FINGERS[finger_name])
    page.goto(f"{desk.url}/referee/{key}/?preset={game.presets[0].key}&dealer={dealer}")
    parts: list[int] = []
    page.on("response", lambda answer: parts.append(int(answer.header_value("content-length") or 0)))
    finger = Finger(page, mouse=finger_name == "mouse")
    deal_hand(page, finger, game, hand)
    expect(page.locator("[data-slide='deal']")).to_have_count(0)
    dealt = shown_record(page, game)
    assert [sorted(cards) for cards in dealt.holdings] == [sorted(cards) for cards in hand.holdings]
    play_hand(page, finger, game, replace(hand, holdings=dealt.holdings))
    expect(page.get_by_role("heading", name="Every card was legal")).to_be_visible()
    assert finger.touches <= 25
    assert 0 < min(parts) <= max(parts) <= PART
    assert sum(parts) <= WHOLE_HAND
    page.reload()  # the address holds the hand
    expect(page.get_by_role("heading", name="Every card was legal")).to_be_visible()
    page.context.close()


def test_one_movement_deals_to_all_players_over_their_names_and_is_undone_player_by_player(browser: Browser, desk: Desk):
    game = game_by_key("briscola5")
    state = game.start(game.preset_options(game.presets[0].key))
    hand = record.build_record(game, game.random_deal(state, random.Random("names")))
    page = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True).new_page()
    page.goto(f"{desk.url}/referee/briscola5/?dealer=A")
    page.locator("#next").evaluate("section => section.scrollIntoView()")
    places = []
    for seat in range(3):
        name = page.locator(f"[data-deal-to='{game.sitting.seat_name(seat)}']")
        places += [name] * (seat > 0) + [page.locator(f".pack-sheet [data-card='{card}']") for card in hand.holdings[seat]]
    finger = Finger(page, mouse=False)
    finger.slide(places)
    assert finger.touches == 1
    expect(page.locator("#next-title")).to_have_text("Cards of D")
    for seat in range(3):
        cards = page.locator(f"[data-dealt='{game.sitting.seat_name(seat)}']").get_attribute("data-cards") or ""
        assert sorted(cards.split()) == sorted(hand.holdings[seat])
    page.get_by_role("button", name="Undo the last step").click()
    expect(page.locator("#next-title")).to_have_text("Cards of C")
    expect(page.locator("[data-deal-to='B']")).to_have_text("B 8/8")
    expect(page.locator("[data-deal-to='C']")).to_have_text("C 0/8")
    page.locator("[data-deal-to='E']").click()
    expect(page.locator("#next-title")).to_have_text("Cards of E")
    page.context.close()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_what_faults_cost_follows_the_rules_that_are_chosen(browser: Browser, desk: Desk, scripts: bool):
    page = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, java_script_enabled=scripts).new_page()
    page.goto(f"{desk.url}/referee/marafon/")
    card = page.locator(".hand-prices")
    expect(card).to_contain_text(MARAFON.presets[0].title)
    page.locator("#hand-typed").fill("A1 D4 D5")
    page.get_by_label("Dealer", exact=True).select_option("B1")
    page.get_by_label("Rules", exact=True).select_option(label="Eleven to nothing: a wrong card loses the hand 11–0")
    show = page.get_by_role("button", name="Show the penalties")
    if scripts:
        expect(show).to_have_count(0)
    else:
        show.click()
    expect(card).to_contain_text("Eleven to nothing")
    expect(card).to_contain_text("the hand is lost with the highest score, 11 points to the others")
    expect(page.get_by_label("Dealer", exact=True)).to_have_value("B1")
    if scripts:
        expect(page.locator("#hand-typed")).to_have_value("A1 D4 D5")
        clean(page)
    page.context.close()


PREPARE_PENALTY = """
from tests.scoring.builders import build_match, build_round, build_tournament
print(build_match(build_round(build_tournament("penalty", game_key="maranna"), matches=0), 1).code)
"""


def test_the_form_of_a_penalty_fits_a_phone(browser: Browser, desk: Desk):
    """The longest offence made its page 430 pixels wide; the name of the referee is longer than the box of a number."""
    code = desk.manage("shell", "--verbosity", "0", "-c", PREPARE_PENALTY).strip().splitlines()[-1]
    page = browser.new_context(viewport={"width": 360, "height": 740}, locale="it-IT").new_page()
    Director(page, desk).log_in()
    page.goto(f"{desk.url}/desk/penalty/matches/{code}/?kind=penalty")
    referee = page.get_by_label("Arbitro")
    referee.fill("giovanni.montanari")
    for width in (320, 360):
        page.set_viewport_size({"width": width, "height": 740})
        assert (too_wide(page), referee.evaluate("box => box.scrollWidth - box.clientWidth")) == (0, 0), width
    page.context.close()
