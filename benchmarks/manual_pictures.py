"""Draw the pictures of the director's manual, and the README's picture of the desk, from a running desk: `make pictures`.

A desk of its own is opened on an empty directory, and a director goes through the first evening in a browser. Each page is taken in both
languages, 1000 × 625 pixels in 64 colours, into `static/manual/<language>/`. `python -m benchmarks.manual_pictures before` draws those of
the days before an evening alone.
"""

import datetime as dt
import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from tests.browsers import find_browser
from tests.desks import Desk, open_desk, prepare
from tests.journeys.director import Director

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "static" / "manual"
SIZE = {"width": 1000, "height": 625}
README_PICTURE = ROOT / "docs" / "pictures" / "desk.png"
README_SIZE = {"width": 1180, "height": 860}
LANGUAGES = ("it", "en")
COLOURS = 64
PAIRS = "\n".join(
    f"{first} / {second}, {club}"
    for first, second, club in (
        ("Mario Rossi", "Anna Bianchi", "Bar Sport"), ("Lucia Carta", "Pietro Loi", "Bar Sport"),
        ("Gino Zoli", "Teresa Fabbri", "Circolo ARCI"), ("Ugo Neri", "Pina Gallo", "Circolo ARCI"),
        ("Elsa Conti", "Dino Ferri", "Pro Loco"), ("Carla Ricci", "Aldo Serra", "Pro Loco"),
        ("Ivo Monti", "Nella Sanna", "Bar Centrale"), ("Rita Piras", "Luca Melis", "Bar Centrale"),
    )
)  # fmt: skip
ANNOUNCED = {
    "meets_at": "20:00", "starts_at": "20:30", "ends_by": "23:59", "address": "via Roma 12", "town": "Jesi", "contact": "Gino 333 1234567",
    "fee_includes": "un panino e un bicchiere", "prizes": "Due prosciutti\nDue salami\nVino", "places": "32",
    "controller": "Bar Sport, via Roma 12, Jesi",
}  # fmt: skip
IN_EUROPE = """() => {
  for (const box of document.querySelectorAll("input[type=time], input[type=date]")) {
    const { value } = box;
    box.type = "text";
    box.value = value.replace(/^(\\d+)-(\\d+)-(\\d+)$/, "$3/$2/$1");
  }
}"""
"""Boxes for days and hours as a European browser draws them: the shell without windows speaks American alone (08:30 PM)."""
LAST_DAY = dt.datetime.now(tz=dt.UTC).date() + dt.timedelta(weeks=6)
BEFORE = "before"


def main() -> None:
    expect.set_options(timeout=60_000)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        data = prepare(Path(place) / "data")
        with open_desk(data, HOST="127.0.0.1") as desk:
            browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox", "--disable-gpu"])
            page = browser.new_page(viewport=SIZE, locale="en-GB")
            page.set_default_timeout(180_000)
            if BEFORE in sys.argv:
                director = Director(page, desk)
                director.log_in()
                draw_days_before(director)
            else:
                draw_evening(page, desk)
            browser.close()


def draw_evening(page: Page, desk: Desk) -> None:
    director = Director(page, desk)
    director.log_in()
    take(page, desk, "01-home", "/")
    take(page, desk, "02-new", "/desk/new/")
    director.create_tournament("Marafon-Beccaccino", "Tournament: two games to 31, the bella to 41", "Serata di marafon")
    slug = director.slug
    take(page, desk, "03-import", f"/desk/{slug}/entries/import/", typed=PAIRS)
    director.bring_in(PAIRS)
    director.accept("Import 8 entries")
    take(page, desk, "04-format", f"/desk/{slug}/stages/new/")
    director.add_stage("Swiss")
    director.draw_first_round()
    take(page, desk, "05-draft", f"/desk/{slug}/stages/1/rounds/1/draft/")
    director.open("stages/1/rounds/1/draft/")
    director.publish()
    take(page, desk, "06-print", f"/desk/{slug}/print/")
    director.open_demonstration()
    take(page, desk, "07-results", f"/desk/{director.slug}/results/")
    director.go_to_table(7)
    take(page, desk, "08-match", director.table_address())
    take(page, desk, "09-standings", f"/desk/{director.slug}/standings/")
    take(page, desk, "10-public", f"/tournaments/{director.slug}/results/")
    draw_readme(director)
    page.set_viewport_size(SIZE)
    draw_days_before(director)


def draw_days_before(director: Director) -> None:
    """What is done before an evening: it is announced, planned, put on a poster, given prizes, and repeated."""
    page, desk = director.page, director.desk
    director.create_tournament("Marafon-Beccaccino", "Tournament: two games to 31, the bella to 41", "Serata al Bar Sport")
    slug = director.slug
    director.open("announcement/")
    for name, text in ANNOUNCED.items():
        page.locator(f"[name={name}]").fill(text)
    page.locator("[name=enrols][value=open]").check()
    director.press("Save")
    expect(page.locator("main")).to_contain_text("Saved.")
    director.bring_in(PAIRS)
    director.accept("Import 8 entries")
    take(page, desk, "11-announcement", f"/desk/{slug}/announcement/")
    take(page, desk, "12-plan", f"/desk/{slug}/plan/", part=".plan-card")
    take(page, desk, "13-poster", f"/desk/{slug}/poster/", part="section:has(.poster-looks)")
    take(page, desk, "14-repeat", f"/desk/{slug}/repeat/?recurrence=weekly&until={LAST_DAY}", part="#dates")


def draw_readme(director: Director) -> None:
    """The console with a sheet that is being typed, with the rows of the printed sheet that are still empty."""
    page = director.page
    page.set_viewport_size(README_SIZE)
    director.go_to_table(3)
    expect(page.locator(".is-blank").first).to_be_visible()
    store_picture(page.screenshot(), README_PICTURE, colours=256)


def take(page: Page, desk: Desk, name: str, path: str, *, typed: str = "", part: str = "") -> None:
    """Take a page in each language; `typed` is written into its first box, `part` is scrolled to. Leaves the page in English."""
    for language in LANGUAGES:
        page.context.add_cookies([{"name": "django_language", "value": language, "url": desk.url}])
        page.goto(desk.url + path)
        if typed:
            page.get_by_role("textbox").first.fill(typed)
        page.wait_for_load_state("networkidle")
        page.evaluate(IN_EUROPE)
        if part:
            page.locator(part).first.evaluate("element => element.scrollIntoView()")
        store_picture(page.screenshot(), TARGET / language / f"{name}.png")


def store_picture(data: bytes, path: Path, colours: int = COLOURS) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.open(io.BytesIO(data)).convert("RGB").quantize(colours, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    main()
