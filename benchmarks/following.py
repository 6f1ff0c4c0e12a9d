"""A hand saved on one phone, until it stands on the opponents' phone and on a spectator's: real browsers, one desk.

    python -m benchmarks.following [--json] [--hands 12]

Three pages are open: both sides of a table, and the public page of their match. One side taps a hand; each page writes down by itself when
its content changes, on the clock of the machine that they share. The opponents confirm before the next hand is tapped.
"""

import argparse
import json
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, expect, sync_playwright
from rich.console import Console
from rich.table import Table

from tests.browsers import find_browser
from tests.desks import Desk, open_desk

GOALS = {"opponents_seconds": 1.0, "spectator_seconds": 3.0}
"""In the middle of all hands; the slowest is shown beside it."""
PHONE = {"width": 360, "height": 740}
MOST_HANDS = 30
FIELD = """
import json
from django.utils import timezone
from visitors.phones.codes import issue_codes
from tests.scoring.builders import build_round, build_tournament, build_user
from tournaments.models import Tournament
director = build_user("director")
tournament = build_tournament("following", game_key="marafon", rules={"targets": [1001]})
Tournament.objects.filter(pk=tournament.pk).update(public=True)
match = build_round(tournament, matches=1).matches.get()
codes = [issued.text for issued in issue_codes(tournament, list(tournament.entries.order_by("number")), actor=director, at=timezone.now())]
print(json.dumps([match.code, *codes]))
"""
WATCH = """
(selector) => {
  window.seen = [];
  let before = "";
  const look = () => {
    const text = [...document.querySelectorAll(selector)].map((node) => node.textContent.replace(/\\s+/g, " ")).join("|");
    if (text === before) return;
    before = text;
    window.seen.push(Date.now());
  };
  look();
  new MutationObserver(look).observe(document.documentElement, { subtree: true, childList: true, characterData: true });
}
"""


def open_phone(browser: Browser, desk: Desk, code: str) -> Page:
    page = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    page.goto(f"{desk.url}/t")
    page.get_by_label("Your code").fill(code)
    page.get_by_role("button", name="This is us").last.click()
    page.locator("input[data-keys]").first.tap()  # keys are shown with the box that they write
    expect(page.locator(".key").first).to_be_visible()
    return page


def wait_for_change(page: Page, after: int) -> float:
    """Seconds from `after`, in milliseconds of the clock, to the first change that the page has written down since."""
    page.wait_for_function("after => window.seen.some((time) => time >= after)", arg=after)
    return (int(page.evaluate("after => window.seen.find((time) => time >= after)", after)) - after) / 1000


def measure(desk: Desk, hands: int) -> tuple[list[float], list[float]]:
    """Seconds until each hand stands on the opponents' phone, and on the spectator's."""
    match, *codes = json.loads(desk.manage("shell", "--verbosity", "0", "-c", FIELD).strip().splitlines()[-1])
    opponents, spectators, rng = [], [], random.Random(7)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        ours, theirs = (open_phone(browser, desk, code) for code in codes)
        spectator = browser.new_context(viewport=PHONE).new_page()
        spectator.goto(f"{desk.url}/tournaments/following/matches/{match}/")
        spectator.evaluate(WATCH, "#live .points")
        for hand in range(hands):
            theirs.evaluate(WATCH, "[data-question]")
            ours.locator(f".key[data-key='{1 + hand % 9}']").tap()
            ours.wait_for_timeout(rng.uniform(200, 3000))
            saved = int(ours.evaluate("() => { document.querySelector('[data-send-button]').click(); return Date.now(); }"))
            opponents.append(wait_for_change(theirs, saved))
            spectators.append(wait_for_change(spectator, saved))
            theirs.get_by_role("button", name="It is right").tap()
            expect(ours.get_by_text("confirmed your last hand")).to_be_visible()
        browser.close()
    return opponents, spectators


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="one object on the last line")
    parser.add_argument("--hands", type=int, default=12, choices=range(1, MOST_HANDS + 1), metavar=f"1–{MOST_HANDS}")
    arguments = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder, open_desk(Path(folder) / "data") as desk:
        opponents, spectators = measure(desk, arguments.hands)
    table = Table("saved hand until it stands on", "in the middle", "slowest", "goal")
    table.add_row("the opponents’ phone", f"{median(opponents):.2f} s", f"{max(opponents):.2f} s", f"{GOALS['opponents_seconds']} s")
    table.add_row("a spectator’s page", f"{median(spectators):.2f} s", f"{max(spectators):.2f} s", f"{GOALS['spectator_seconds']} s")
    Console().print(table)
    if arguments.json:
        ratios = {"opponents_seconds": median(opponents), "spectator_seconds": median(spectators)}
        print(json.dumps({"benchmark": "following", "ratios": ratios, "goals": GOALS}))


if __name__ == "__main__":
    main()
