"""A draw in the open: announced, with two who must not meet, explained, and repeated by a stranger with the command line."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pairing import compute_commitment
from tests.desks import Desk
from tests.journeys.director import Director

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.turns(4)]
ROOT = Path(__file__).resolve().parents[2]
SECRET = "quattordici assi e un re"


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "pairing", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)


def download(page: Page, link: str, target: Path) -> Path:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=link).click()
    waiting.value.save_as(target)
    return target


def test_a_stranger_repeats_the_draw(page: Page, desk: Desk, tmp_path: Path):
    director = Director(page, desk)
    director.log_in()
    director.create_tournament("Marafon-Beccaccino", "Tournament: two games to 31, the bella to 41", "Sorteggio aperto")
    director.bring_in("\n".join(f"Rossi{number} / Bianchi{number}" for number in range(1, 10)))
    director.accept("Import 9 entries")
    director.open("apart/?entry=1")
    page.get_by_label("must not play").select_option("5")
    page.get_by_label("Reason").fill("fratelli")
    director.press("Keep them apart")
    expect(page.get_by_text("are kept apart from the next draw on")).to_be_visible()

    director.open("stages/new/")
    director.press("Choose Swiss system")
    page.get_by_label("as the entries are numbered").check(force=True)
    director.press("Add this stage")
    page.get_by_text("Announce the draw beforehand").click()
    page.get_by_label("Secret draw key").fill(SECRET)
    director.press("Announce the draw")
    expect(page.get_by_text("The draw is announced")).to_be_visible()

    stranger = page.context.browser.new_context(locale="en-GB").new_page()
    stranger.goto(f"{desk.url}/tournaments/{director.slug}/")
    expect(stranger.get_by_text(compute_commitment(SECRET))).to_be_visible()
    expect(stranger.get_by_text(SECRET)).to_have_count(0)

    director.open("stages/1/")
    director.press("Draw now")
    director.sees("Change by hand")
    expect(page.locator(".mark", has_text="kept apart").last).to_be_visible()
    expect(page.get_by_text("but the two are to be kept apart")).to_be_visible()
    draft = page.url
    director.press("Why this draw")
    director.sees("What is proven")
    stored = download(page, "The draw as a file (JSON)", tmp_path / "draw.json")
    replayed, checked = command("replay", str(stored)), command("check", str(stored))
    assert (replayed.returncode, checked.returncode) == (0, 0), replayed.stderr + checked.stderr
    assert f"key “{SECRET}/1”" in replayed.stdout
    assert "WRONG" not in checked.stdout
    report = download(page, "For other programs (TRF)", tmp_path / "draw.trf")
    assert command(str(report)).stdout.splitlines()[0] == "5"

    page.goto(draft)
    director.publish()
    stranger.goto(f"{desk.url}/tournaments/{director.slug}/")
    expect(stranger.get_by_text(SECRET).first).to_be_visible()
    stranger.get_by_role("link", name="Why these pairings?").click()
    expect(stranger.get_by_role("heading", name="What is proven")).to_be_visible()
    again = download(stranger, "The draw as a file (JSON)", tmp_path / "public.json")
    assert again.read_bytes() == stored.read_bytes()
