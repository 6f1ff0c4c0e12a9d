"""The hands of games with long scores, and of five players, on a phone: no score is covered by another one or by a word."""

import json
from itertools import product

import pytest
from playwright.sync_api import Browser, expect

from tests.desks import Desk

pytestmark = [pytest.mark.browser, pytest.mark.turns(4)]
PLAY = """
import json, random
from scoring.entry.services import submit_event
from scoring.matches.queries import load_match
from tests.scoring.builders import build_match, build_round, build_tournament, origin
from tests.scoring.hands import SURE, fresh_key
addresses = []
for key, sides in (("maranna", 2), ("trionfo5", 5)):
    tournament = build_tournament(key, game_key=key, public=True)
    match = build_match(build_round(tournament, matches=0), 1, sides=sides)
    rng = random.Random(4)
    while not (view := load_match(match)).is_decided:
        submit_event(match, view.game.random_hand(view.log.state, rng), origin=origin(fresh_key()), version=None, override=SURE)
    addresses.append(f"/tournaments/{tournament.slug}/matches/{match.code}/")
print(json.dumps(addresses))
"""
COVERED = """
() => [...document.querySelectorAll(".game tr")].flatMap((row) => {
  const cells = [...row.querySelectorAll("th, td.numeric")].filter((cell) => cell.checkVisibility());
  const read = cells.filter((cell) => cell.matches(".numeric, tfoot th")).map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return [cell.textContent.trim(), range.getBoundingClientRect(), cell.getBoundingClientRect()];
  });
  const isCovered = (letters, place) => read.slice(place + 1).some(([, , box]) => letters.right > box.left + 1);
  return read.filter(([, letters], place) => isCovered(letters, place)).map(([text]) => text);
})
"""
"""What the next cell of the same row covers."""

CLOSE = """
() => [...document.querySelectorAll(".game.is-crowded tbody tr")].flatMap((row) => {
  const boxes = [...row.querySelectorAll("td.numeric")].map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getBoundingClientRect();
  });
  return boxes.slice(1).map((box, place) => box.left - boxes[place].right).filter((gap) => gap < 9);
})
"""
SMALLEST_LABEL = """
() => Math.min(99, ...[...document.querySelectorAll(".chart-label")].map((text) => (
  parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a
)))
"""


def test_no_score_of_a_hand_is_covered_by_the_one_beside_it(browser: Browser, desk: Desk):
    addresses = json.loads(desk.manage("shell", "--verbosity", "0", "-c", PLAY).strip().splitlines()[-1])
    page = browser.new_page()
    for width, address in product((320, 390), addresses):
        page.set_viewport_size({"width": width, "height": 700})
        page.goto(desk.url + address)
        expect(page.locator(".game").first).to_be_visible()
        assert page.evaluate(COVERED) == []
        assert page.evaluate(CLOSE) == [], "−3 −1 2 2 reads as another number where nothing stands between"
        assert page.evaluate(SMALLEST_LABEL) >= 11
    page.close()
