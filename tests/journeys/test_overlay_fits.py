"""The overlay of a stream fits its picture and lets the video be seen, by measure."""

import io
from collections.abc import Iterator

import pytest
from django.test import Client
from PIL import Image
from playwright.sync_api import Browser

from scoring.models import MatchResult, PaperStyle
from tests.journeys.hall_screens import HallBrowser, begin_tables, found_hall, rename_entries

pytestmark = [pytest.mark.browser, pytest.mark.django_db, pytest.mark.turns(4)]

SCENES = ("match", "standings", "bracket", "caption")
MEASURE = """() => [...document.querySelectorAll("#live *")].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width && (box.left < 0 || box.top < 0 || box.right > 1920 || box.bottom > 1080);
}).map((one) => one.className)"""
CUT = """() => [...document.querySelectorAll(".side-person")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""


@pytest.fixture(autouse=True)
def _database_beside_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


@pytest.fixture
def hall_browser(browser: Browser) -> Iterator[HallBrowser]:
    hall_browser = HallBrowser(browser)
    hall_browser.page.set_viewport_size({"width": 1920, "height": 1080})
    yield hall_browser
    hall_browser.close()


def test_every_scene_fits_and_has_no_ground_of_its_own(hall_browser: HallBrowser) -> None:
    tournament = found_hall(8).tournament
    begin_tables(tournament.stages.get().rounds.get(), 0.75)
    PaperStyle.objects.update_or_create(tournament=tournament, defaults={"overlay_title": "W" * 60, "overlay_text": "Cassa rurale " * 9})
    for kind in ("usual", "long"):
        rename_entries(tournament, kind)
        for scene in SCENES:
            PaperStyle.objects.update(overlay_scene=scene)
            answer = Client().get(f"/tournaments/{tournament.slug}/overlay/", headers={"accept-language": "it"})
            hall_browser.open_page(answer.content.decode())
            assert hall_browser.page.evaluate(MEASURE) == [], (kind, scene)
            assert kind == "long" or hall_browser.page.evaluate(CUT) == [], scene
            assert read_alpha(hall_browser)[0] == 0, "the video is seen beside it"
            assert read_alpha(hall_browser)[1] > 200, "and not through the plate"
    assert MatchResult.objects.exists()


def read_alpha(hall_browser: HallBrowser) -> tuple[int, int]:
    """How opaque the picture is in its corner, and in the middle of what is shown."""
    picture = Image.open(io.BytesIO(hall_browser.page.screenshot(omit_background=True))).convert("RGBA")
    box = hall_browser.page.locator("#live > section").bounding_box()
    assert box is not None
    inside = (int(box["x"] + box["width"] / 2), int(box["y"] + box["height"] / 2))
    return int(picture.getpixel((3, 3))[3]), int(picture.getpixel(inside)[3])
