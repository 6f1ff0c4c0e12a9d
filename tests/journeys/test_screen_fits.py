"""Every face of the hall's screen ends above its foot. If this failed, a hall would read half of a bracket."""

import json

import pytest
from playwright.sync_api import Browser, expect

from tests.desks import Desk

pytestmark = [pytest.mark.browser]

SIZES = ((1280, 720), (1366, 768), (1920, 1080), (3840, 2160))
LONG = "Massimiliano Bartolomeo Castelfranchi-Montebello"
FOUND = """
import json
from tests.scoring.corrected import close, draw_and_publish, found_stage, play_round
stage = found_stage({pairs}, public=True)
tournament = stage.tournament
for entry in tournament.entries.all():
    entry.name = "{name} {{0}} – {name} {{0}}".format(entry.number)[:180]
    entry.save(update_fields=["name"])
for _round in range({rounds}):
    close(play_round(draw_and_publish(stage)))
draw_and_publish(stage)
print(json.dumps(tournament.slug))
"""
FACE = "[data-face]:not([hidden])"
CUT = """
() => {
  const face = document.querySelector("[data-face]:not([hidden])");
  const ends = [...face.querySelectorAll("li, p, h2, h3")].map((one) => one.getBoundingClientRect().bottom);
  return { below: document.documentElement.scrollHeight - window.innerHeight, cut: Math.max(0, ...ends) - window.innerHeight };
}
"""


@pytest.mark.parametrize(
    ("pairs", "rounds", "name"), [(8, 0, "Ada"), (8, 1, LONG), (8, 2, LONG), (32, 2, LONG), (40, 0, "Salvatore Deiana")]
)
def test_no_face_reaches_below_the_screen(browser: Browser, desk: Desk, pairs: int, rounds: int, name: str):
    program = FOUND.format(pairs=pairs, rounds=rounds, name=name)
    slug = json.loads(desk.manage("shell", "--verbosity", "0", "-c", program).strip().splitlines()[-1])
    page = browser.new_context(reduced_motion="reduce").new_page()
    page.goto(f"{desk.url}/tournaments/{slug}/screen/")
    page.keyboard.press("Space")
    faces = page.locator("[data-face]").evaluate_all("all => all.map((one) => one.dataset.face)")
    too_low = []
    for face in faces:
        expect(page.locator(FACE)).to_have_attribute("data-face", face)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            measured = page.evaluate(CUT)
            if measured["below"] > 0 or measured["cut"] > 0:
                too_low.append((face, width, height, measured))
        page.keyboard.press("ArrowRight")
    page.context.close()
    assert too_low == []
