"""A hall and a site, two programs that share nothing: what is entered in the hall is seen at home, and is gone when the director wants so.
If this failed, nobody outside could follow, or could not be kept out.
"""

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.desks import Desk, open_desk
from tests.journeys.director import Director

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.turns(4)]
PATIENCE_MS = 120_000
"""For what happens by itself, on a machine that has other work."""
SEEN = re.compile("seen outside as of .*nothing to go", re.IGNORECASE)
PAIRS = "\n".join(f"Rossi{number} / Bianchi{number}" for number in range(1, 5))
CLUB = "from tournaments.models import Organizer; print(Organizer.objects.first().slug)"


@pytest.fixture
def site(tmp_path, prepared_data) -> Iterator[Desk]:
    with open_desk(tmp_path / "site", prepared_data) as opened:
        yield opened


def make_code(page: Page, site: Desk) -> str:
    """The link that a director of the club sees on the site."""
    Director(page, site).log_in()
    slug = site.manage("shell", "--no-imports", "-c", CLUB).strip()
    page.goto(f"{site.url}/organizers/{slug}/desks/")
    page.get_by_role("button", name="Make a code").click()
    return page.get_by_label("Both in one link").input_value()


def begin_evening(director: Director) -> None:
    """Four pairs sit at two tables, and everybody may look."""
    director.log_in()
    director.create_tournament("Marafon-Beccaccino", "Tournament: best of three to 41", "Seguita da casa")
    director.bring_in(PAIRS)
    director.accept("Import 4 entries")
    director.add_stage("Knockout")
    director.draw_first_round()
    director.publish()


def enter_first_table(director: Director) -> None:
    director.go_to_table(1)
    director.page.goto(f"{director.page.url}?kind=match")
    director.type_hand({"games_0": "2", "games_1": "1"})
    director.confirm()


def connect(director: Director, button: str, **boxes: str) -> None:
    """Connect the tournament, and wait until all of it is outside."""
    director.open("outside/")
    director.press(button)
    for name, text in boxes.items():
        box = director.page.locator(f"[name={name}]")
        box.select_option(text) if box.evaluate("box => box.tagName") == "SELECT" else box.fill(text)
    director.press("Connect")
    wait_until_seen(director)


def wait_until_seen(director: Director) -> None:
    director.open("outside/")
    expect(director.page.get_by_text(SEEN).first).to_be_visible(timeout=PATIENCE_MS)


def test_a_hall_without_an_address_is_followed_at_home(browser: Browser, page: Page, desk: Desk, site: Desk):
    link = make_code(browser.new_context(locale="en-GB").new_page(), site)
    director = Director(page, desk)
    begin_evening(director)
    connect(director, "Connect a site", address=link.replace("localhost", "127.0.0.1"), name="Portatile del bar")

    home = browser.new_context(locale="en-GB", viewport={"width": 360, "height": 740}).new_page()
    home.goto(f"{site.url}/tournaments/{director.slug}/")
    expect(home.get_by_role("heading", level=1)).to_contain_text("Seguita da casa")
    expect(home.get_by_text("Portatile del bar").first).to_be_visible()
    home.goto(f"{site.url}/tournaments/{director.slug}/results/")
    expect(home.locator("main")).to_contain_text("Rossi1")

    enter_first_table(director)
    expect(home.locator("main")).to_contain_text(re.compile(r"2\s*[–:-]\s*1"), timeout=PATIENCE_MS)

    director.open("settings/")
    page.locator("input[name=public]").uncheck()
    director.press("Save")
    director.open("outside/")
    expect(page.get_by_text(re.compile("removed outside", re.IGNORECASE)).first).to_be_visible(timeout=PATIENCE_MS)
    assert home.goto(f"{site.url}/tournaments/{director.slug}/").status == 404


def enrol_at_home(home: Page, site: Desk, slug: str) -> None:
    """Two people of a phone at home; what is written waits for the desk."""
    home.goto(f"{site.url}/tournaments/{slug}/enrol/")
    expect(home.get_by_role("button", name="Enrol")).to_be_visible()
    for name, text in {"person_0": "Anna Bo", "person_1": "Carlo Di", "phone": "333 1234567"}.items():
        home.locator(f"[name={name}]").fill(text)
    home.locator("[name=notice]").check()
    home.get_by_role("button", name="Enrol").click()
    home.wait_for_url(re.compile("/enrolments/"))


def look_again_until(page: Page, words: str) -> None:
    """As people do: the page says that it is to be looked at again."""
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while words not in page.locator("main").inner_text() and time.monotonic() < deadline:
        page.wait_for_timeout(1_000)
        page.reload()
    expect(page.locator("main")).to_contain_text(words)


@pytest.mark.proof
def test_who_enrols_at_home_is_in_the_list_of_the_hall_and_reads_the_answer(browser: Browser, page: Page, desk: Desk, site: Desk):
    """Minutes, because a desk asks a quiet site every half minute; `tests/publishing/sending/test_enrolments.py` holds what is said."""
    link = make_code(browser.new_context(locale="en-GB").new_page(), site)
    director = Director(page, desk)
    director.log_in()
    director.create_tournament("Marafon-Beccaccino", "Tournament: best of three to 41", "Annunciata")
    director.open("announcement/")
    page.locator("[name=enrols][value=open]").check()
    page.locator("[name=controller]").fill("Bar Sport, via Roma 12, Jesi")
    director.press("Save")
    expect(page.locator("main")).to_contain_text("Saved.")
    connect(director, "Connect a site", address=link.replace("localhost", "127.0.0.1"), name="Portatile del bar")

    home = browser.new_context(locale="en-GB", viewport={"width": 360, "height": 740}).new_page()
    enrol_at_home(home, site, director.slug)
    expect(home.locator("main")).to_contain_text("Sent to the desk")
    look_again_until(home, "You have a place.")
    expect(home.get_by_text("The organisers look for a partner")).to_have_count(0)
    director.open("enrolments/")
    expect(page.locator("main")).to_contain_text("Anna Bo")
    home.locator("summary", has_text="Withdraw").click()
    home.get_by_role("button", name="Withdraw").click()
    look_again_until(home, "You are no longer in the list.")
    look_again_until(page, "withdrawn by themselves")


def test_a_folder_of_a_web_space_is_read_without_a_server(browser: Browser, page: Page, desk: Desk, tmp_path):
    """As files in a browser without script: the hand that was entered last is there, and nothing is asked of anybody."""
    (tmp_path / "web").mkdir()
    director = Director(page, desk)
    begin_evening(director)
    connect(director, "Connect a web space", way="file", folder=str(tmp_path / "web"), public_address="https://example.org/carte")
    enter_first_table(director)
    wait_until_seen(director)

    asked: list[str] = []
    home = browser.new_context(java_script_enabled=False).new_page()
    home.on("request", lambda request: asked.append(request.url))
    home.goto((tmp_path / "web" / "index.html").as_uri())
    expect(home.get_by_role("heading", level=1)).to_contain_text("Seguita da casa")
    home.goto((tmp_path / "web" / "results" / "index.html").as_uri())
    expect(home.locator("main")).to_contain_text(re.compile(r"2\s*[–:-]\s*1"))
    assert [address for address in asked if not address.startswith("file:")] == []
