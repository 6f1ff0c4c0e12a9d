"""A tournament is handed over, goes on at another desk, and comes home; other files that are tried on the way change nothing."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.desks import open_desk
from tests.journeys.director import Director

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.turns(4)]
HERE = "Being played on another computer: the town hall"


def test_a_file_goes_and_comes(page: Page, browser: Browser, prepared_data: Path, tmp_path: Path):
    """Two computers: a browser keeps the logins of one address apart by its contexts only."""
    with open_desk(tmp_path / "home", prepared_data) as first, open_desk(tmp_path / "away") as second:
        director, away = Director(page, first), Director(browser.new_context(locale="en-GB").new_page(), second)
        director.log_in()
        director.open_demonstration()
        hand_over(director)
        old_file = save_file(director, tmp_path / "old.json")
        director.open("results/")
        expect(page.get_by_text(HERE)).to_be_visible()
        table = find_open_table(page)
        type_result(page, table)
        expect(page.locator("[data-log] .is-refused")).to_contain_text("the town hall")
        play_away(away, old_file, table)
        new_file = save_file(away, tmp_path / "new.json")
        try_other_files(director, old_file, tmp_path)
        come_home(director, new_file, table)


def hand_over(director: Director) -> None:
    page = director.page
    director.open("safety/")
    page.get_by_text("Hand it over to another computer").click()
    page.get_by_label("Where it will be played").fill("the town hall")
    director.press("Hand it over")
    expect(page.get_by_role("button", name="Resume it here")).to_be_visible()


def save_file(director: Director, path: Path) -> Path:
    director.open("safety/")
    with director.page.expect_download() as download:
        director.page.get_by_role("button", name="Save the file").click()
    download.value.save_as(path)
    return path


def find_open_table(page: Page) -> str:
    return str(page.locator(".tile.is-open").first.get_attribute("id")).removeprefix("table-")


def type_result(page: Page, table: str) -> None:
    expect(page.locator("#go-table")).to_be_focused()
    page.keyboard.type(f"{table} 2-0\n")


def bring_file(director: Director, path: Path) -> None:
    director.page.goto(f"{director.desk.url}/desk/new/from-file/")
    director.page.locator("input[type=file]").set_input_files(path)
    director.press("Import")


def play_away(away: Director, file: Path, table: str) -> None:
    away.log_in()
    bring_file(away, file)
    expect(away.page.get_by_role("heading", level=1)).to_contain_text("Memorial")
    away.slug = away.page.url.rstrip("/").split("/")[-1]
    away.open("results/")
    type_result(away.page, table)
    expect(away.page.locator(f"#table-{table}")).to_have_class(re.compile("is-(confirmed|submitted)"))


def try_other_files(director: Director, old_file: Path, tmp_path: Path) -> None:
    """A picture, a file of an earlier moment, one in which a letter was changed: a sentence each, and nothing is different."""
    picture, changed = tmp_path / "photo.json", tmp_path / "changed.json"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    changed.write_text(old_file.read_text(encoding="utf-8").replace("Memorial", "Memoriali"), encoding="utf-8")
    for file, sentence in ((picture, "file"), (old_file, "nothing new"), (changed, "changed")):
        bring_file(director, file)
        expect(director.page.locator("main")).to_contain_text(sentence)
        expect(director.page.get_by_role("button", name="Continue from the file")).to_have_count(0)


def come_home(director: Director, file: Path, table: str) -> None:
    page = director.page
    bring_file(director, file)
    expect(page.get_by_text("The file continues what is here")).to_be_visible()
    with page.expect_navigation():  # the page before has the same name above it
        director.press("Continue from the file")
    director.open("results/")
    expect(page.get_by_text(HERE)).to_have_count(0)
    expect(page.locator(f"#table-{table}")).to_have_class(re.compile("is-(confirmed|submitted)"))
    type_result(page, find_open_table(page))
    expect(page.locator("[data-log] .is-refused")).to_have_count(0)
