"""Two enrol on a phone without script, over a slow network: if this failed, they would telephone, and the bar would write it down."""

import re
import time

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.desks import Desk
from tests.journeys.director import Director

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.turns(4)]
MOST_SECONDS, MOST_BYTES = 30, 45_000
KEY_SECONDS, REACH_SECONDS, READ_SECONDS = 0.33, 1.1, 1.2
"""A key with two thumbs (36 words a minute: Palin and others, 2019); a reach and a thought of the keystroke-level model."""
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 25_000}
TYPED = {"person_0": "Ada Rossi", "person_1": "Bruno Bianchi", "phone": "3331234567"}


def announce(director: Director) -> None:
    director.log_in()
    director.create_tournament("Marafon-Beccaccino", "Tournament: best of three to 41", "Giovedì al Bar Sport")
    director.open("announcement/")
    director.page.locator("[name=enrols][value=open]").check()
    for name, text in {"controller": "Bar Sport, via Roma 12, Jesi", "contact": "Gino 333 1", "prizes": "Due prosciutti\nVino"}.items():
        director.page.locator(f"[name={name}]").fill(text)
    director.press("Save")
    expect(director.page.locator("main")).to_contain_text("Saved.")


def test_two_enrol_in_thirty_seconds_without_script(browser: Browser, page: Page, desk: Desk, figures):
    director = Director(page, desk)
    announce(director)
    context = browser.new_context(locale="it-IT", viewport={"width": 360, "height": 740}, java_script_enabled=False)
    phone, loaded = context.new_page(), []
    network = context.new_cdp_session(phone)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", SLOW)
    network.on("Network.loadingFinished", lambda sent: loaded.append(sent["encodedDataLength"]))

    began = time.monotonic()
    phone.goto(f"{desk.url}/tournaments/{director.slug}/enrol/")
    expect(phone.locator("main")).to_contain_text("Iscriviti")
    first_page, first_bytes = time.monotonic() - began, sum(loaded)
    for name, text in TYPED.items():
        phone.locator(f"[name={name}]").fill(text)
    phone.locator("[name=notice]").check()
    began = time.monotonic()
    phone.locator("form.enrol button[type=submit]").click()
    phone.wait_for_url(re.compile("/enrolments/"))
    answer = time.monotonic() - began
    expect(phone.locator("main")).to_contain_text("Hai un posto.")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360

    boxes, keys = len(TYPED) + 1, sum(map(len, TYPED.values()))
    typing = keys * KEY_SECONDS + boxes * (REACH_SECONDS + READ_SECONDS / 2) + REACH_SECONDS + READ_SECONDS
    figures(bytes=first_bytes, load=round(first_page, 1), typing_by_model=round(typing, 1), answer=round(answer, 1))
    assert first_bytes <= MOST_BYTES
    assert first_page + typing + answer <= MOST_SECONDS


def test_what_was_typed_is_there_again_when_the_network_fails_and_one_goes_back(browser: Browser, page: Page, desk: Desk):
    director = Director(page, desk)
    announce(director)
    context = browser.new_context(viewport={"width": 360, "height": 740}, java_script_enabled=False)
    phone = context.new_page()
    phone.goto(f"{desk.url}/tournaments/{director.slug}/")
    phone.goto(f"{desk.url}/tournaments/{director.slug}/enrol/")

    def lose_the_network(typed: dict[str, str], button: str) -> None:
        for name, text in typed.items():
            phone.locator(f"[name={name}]").fill(text)
        context.set_offline(True)
        phone.locator(button).click()
        phone.wait_for_url("chrome-error://**")
        context.set_offline(False)
        phone.go_back()
        for name, text in typed.items():
            expect(phone.locator(f"[name={name}]")).to_have_value(text)

    enrol = "form.enrol button[type=submit]"
    lose_the_network(TYPED, enrol)
    phone.locator("[name=notice]").check()
    phone.locator(enrol).click()
    phone.wait_for_url(re.compile("/enrolments/"))
    phone.locator("#change > summary").click()
    lose_the_network({"person_1": "Carla Verdi"}, "button[name=change]")
