"""A club and its federation, each in its own browser: if this failed, results would be sent by e-mail and typed into a spreadsheet."""

import datetime as dt
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.desks import Desk
from tests.federation.unions.files import write_file
from tests.journeys.director import Director
from tests.journeys.readable import too_wide

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.turns(4)]
CLUBS = "Numero;Nome;Provincia\nMO-1;Burraco Modena;MO\n"
MEMBERS = "Tessera;Nome e cognome;Circolo;Categoria;Provincia\n100;Anna Rossi;MO-1;A;MO\n101;Ugo Villa;MO-1;B;MO\n"
LINES = [(1, "Anna Rossi", "100"), (2, "Ugo Villa", "101"), (3, "Gino Nuovo", "")]
SWAPPED = [(1, "Ugo Villa", "101"), (2, "Anna Rossi", "100"), (3, "Gino Nuovo", "")]


def choose_file(page: Page, box: str, name: str, content: bytes) -> None:
    page.locator(box).set_input_files({"name": name, "mimeType": "application/octet-stream", "buffer": content})


def press(page: Page, name: str | re.Pattern[str], within: str = "main") -> None:
    with page.expect_navigation():
        page.locator(within).get_by_role("button", name=name).first.click()


def begin_federation(director: Director) -> str:
    """Rankings are kept, clubs and members are in; the address of the club's page."""
    page = director.page
    director.log_in()
    page.goto(f"{director.desk.url}/organizers/house/union/")
    press(page, "Keep rankings here")
    for roll, text in (("clubs", CLUBS), ("members", MEMBERS)):
        choose_file(page, f"#roll-{roll}", f"{roll}.csv", text.encode())
        press(page, "Take in", f"form:has(#roll-{roll})")
        expect(page.locator("main")).to_contain_text(re.compile(r"Taken in: \d new"))
    page.goto(f"{director.desk.url}/organizers/house/union/points/")
    page.locator("[name=public]").check()
    press(page, "Save")
    page.goto(f"{director.desk.url}/organizers/house/union/")
    return str(page.get_by_role("link", name="Burraco Modena").get_attribute("href"))


def ask_for_event(club: Page, date: str) -> None:
    club.locator("[name=name]").fill("Torneo d’autunno")
    club.locator("[name=date]").fill(date)
    club.locator("[name=event_class]").select_option("regional")
    press(club, "Ask for it")
    expect(club.locator("main")).to_contain_text("The federation decides.")


def hand_in(club: Page, content: bytes) -> None:
    choose_file(club, "input[type=file]", "torneo.result.json", content)
    press(club, "Hand it in")
    expect(club.locator("main")).to_contain_text("Handed in: the federation looks at it.")


def take_in(official: Page, address: str) -> str:
    """What was asked about the file that waits, and answered with yes."""
    official.goto(address)
    official.locator("main a[href*='/waiting/']").click()
    asked = official.locator("main").inner_text()
    press(official, "Take in")
    expect(official.locator("main")).to_contain_text("Taken in: it counts.")
    return asked


def test_a_result_goes_from_the_club_to_the_public_ranking_and_is_corrected(browser: Browser, page: Page, desk: Desk):
    director = Director(page, desk)
    union = f"{desk.url}/organizers/house/union/"
    address = begin_federation(director)
    club = browser.new_context(locale="en-GB", viewport={"width": 360, "height": 740}).new_page()
    club.goto(f"{desk.url}{address}")
    date = (dt.datetime.now(dt.UTC).date() - dt.timedelta(days=2)).isoformat()
    ask_for_event(club, date)
    page.goto(union)
    press(page, "Approve")
    club.reload()
    expect(club.locator("main")).to_contain_text("approved")
    assert too_wide(club) == 0

    hand_in(club, write_file(None, LINES, date=date))
    assert "Gino Nuovo" in take_in(page, union)
    public = browser.new_context(locale="it-IT").new_page()
    public.goto(f"{desk.url}/unions/house/")
    expect(public.locator("main tbody tr").first).to_contain_text("Anna Rossi")

    hand_in(club, write_file(None, SWAPPED, date=date, made_at=f"{date}T23:30:00Z"))
    assert "place 1 becomes 2" in take_in(page, union)
    public.reload()
    expect(public.locator("main tbody tr").first).to_contain_text("Ugo Villa")
    club.reload()
    expect(club.locator("main")).to_contain_text("counts")
