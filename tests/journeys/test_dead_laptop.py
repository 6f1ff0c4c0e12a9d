"""The laptop dies: another one, its copy on a stick, and somebody who does it for the first time."""

import re
import signal

import pytest
from playwright.sync_api import Page, expect

from tests.desks import open_desk
from tests.journeys.director import Director

pytestmark = [pytest.mark.browser, pytest.mark.turns(4)]


def test_from_a_stick_to_another_laptop(page: Page, prepared_data, tmp_path):
    stick = tmp_path / "stick"
    stick.mkdir()
    with open_desk(tmp_path / "old", prepared_data) as old:
        director = Director(page, old)
        director.log_in()
        director.open_demonstration()
        director.open("safety/")
        page.get_by_label("Another directory").fill(str(stick))
        page.get_by_label("Every further copy goes there too").check()
        director.press("Back up now")
        expect(page.get_by_role("button", name="Go on")).to_be_visible()
        director.open("safety/")
        head = page.get_by_text("Ledger fingerprint:").inner_text().partition(": ")[2]
        old.close(signal.SIGKILL)
    [copy] = stick.glob("labella-*.sqlite3")
    with open_desk(tmp_path / "new") as new:
        director = Director(page, new)
        page.context.clear_cookies()
        director.log_in()
        page.get_by_role("link", name="Bring back from a copy").click()
        page.get_by_label("The copy").set_input_files(copy)
        director.press("Bring back")
        expect(page.get_by_text(head).first).to_be_visible()
        page.context.clear_cookies()
        director.log_in()  # with the password of this computer
        director.open_demonstration()
        page.goto(f"{new.url}/desk/{director.slug}/safety/dead-laptop/")
        expect(page.get_by_role("heading", level=1)).to_have_text("If this computer dies")
        expect(page.locator("main")).to_contain_text(re.compile(r"labella-\S+\.sqlite3"))
