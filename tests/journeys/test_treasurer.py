"""The treasurer's evening in Italian: prizes, receipts, members and the papers at the end, with what is typed wrongly on the way."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.desks import open_desk
from tests.journeys.director import Director
from tests.journeys.readable import too_wide

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.turns(4)]


@pytest.fixture(scope="module")
def desk(tmp_path_factory, prepared_data):
    with open_desk(tmp_path_factory.mktemp("treasurer") / "data", prepared_data) as opened:
        yield opened


@pytest.fixture(scope="module")
def page(browser: Browser, desk):
    page = browser.new_context(locale="it-IT").new_page()
    director = Director(page, desk)
    director.log_in()
    director.open_demonstration()
    page.on("dialog", lambda dialog: dialog.accept())
    yield page
    page.context.close()


def go_to(page: Page, name: str) -> None:
    page.goto(re.sub(r"(/desk/[^/]+/).*", rf"\g<1>{name}/", page.url))


def test_the_evening_of_a_treasurer(page):
    go_to(page, "prizes")
    page.get_by_label("Che cosa").fill("prosciutto")
    page.get_by_label("Valore d’acquisto (€)").fill("-5")
    page.get_by_role("button", name="Salva il premio").click()
    expect(page.locator("main").get_by_text("Scrivi un importo in euro, per esempio 10 o 7,50.").first).to_be_visible()
    expect(page.get_by_label("Che cosa")).to_have_value("prosciutto")
    page.get_by_label("Valore d’acquisto (€)").fill("1.000")
    page.get_by_label("Offerto da").fill("Salumeria Rossi")
    page.get_by_role("button", name="Salva il premio").click()
    expect(page.get_by_role("row", name="prosciutto")).to_contain_text("1.000,00 €")

    go_to(page, "cash")
    page.locator("form[action$='/take/'] [name=what]").select_option("entry")
    page.locator("form[action$='/take/'] [name=entry]").select_option(index=1)
    page.locator("form[action$='/take/'] [name=amount]").fill("7,5")
    page.get_by_role("button", name="Incassa").click()
    expect(page.get_by_text("Incassati: 7,50 €").or_(page.get_by_text("7,50 €")).first).to_be_visible()

    go_to(page, "receipts")
    page.locator("a[href='?receipt=1#hand']").click()
    expect(page.get_by_label("Ricevuto da")).not_to_have_value("")
    expect(page.get_by_role("button", name="Stampa la ricevuta")).to_be_visible()

    go_to(page, "members")
    page.get_by_label("Elenco con intestazioni").fill("Tessera;Nome;Scadenza\nT1;Anna Rossi;domani")
    page.get_by_role("button", name="Importa l’elenco").click()
    expect(page.get_by_text("Riga 2: «domani» non è una data: scrivila come 31/12/2026")).to_be_visible()
    expect(page.get_by_label("Elenco con intestazioni")).to_have_value("Tessera;Nome;Scadenza\nT1;Anna Rossi;domani")

    go_to(page, "closing")
    expect(page.get_by_role("button", name="Stampa i documenti")).to_be_visible()


def test_the_pages_of_the_treasurer_fit_a_phone(page):
    page.set_viewport_size({"width": 360, "height": 740})
    for name in ("prizes", "receipts", "members", "check-in", "closing"):
        go_to(page, name)
        assert too_wide(page) == 0, name
