"""Were it broken, the folder would open as bare text from a USB stick, ask somebody else's server, or run over the edge of a phone."""

import pytest

from tests.publishing.static_pages.conftest import build_five

pytestmark = [pytest.mark.browser, pytest.mark.django_db, pytest.mark.slow, pytest.mark.turns(4)]
WIDTHS = (360, 1280)


@pytest.fixture
def folder(tmp_path):
    """The static pages of an evening, in a folder whose name needs spelling."""
    root = tmp_path / "Sabato è già" / "serata"
    for file in build_five("round_robin", "it").values():
        (root / file.path).parent.mkdir(parents=True, exist_ok=True)
        (root / file.path).write_bytes(file.content)
    return root


@pytest.fixture
def chosen(folder):
    """One page of every kind, by its path."""
    first = [next(iter(sorted((folder / kind).glob("[!ilcprv]*.html"))), None) for kind in ("matches", "players", "draws")]
    sections = sorted(folder.glob("*/index.html"))
    return [folder / "index.html", *sections, *filter(None, first), folder / "standings" / "1" / "1.html"]


def test_pages_from_a_folder_look_whole_and_ask_nobody(browser, folder, chosen):
    assert len(chosen) >= 11
    trouble = []
    for width in WIDTHS:
        context = browser.new_context(viewport={"width": width, "height": 800}, java_script_enabled=True)
        page = context.new_page()
        page.on("request", lambda asked: None if asked.url.startswith(folder.as_uri()) else trouble.append(("outside", asked.url)))
        page.on("requestfailed", lambda asked: trouble.append(("failed", asked.url)))
        page.on("console", lambda message: trouble.append(("console", message.text)))
        for path in chosen:
            page.goto(path.as_uri())
            page.wait_for_function("document.fonts.ready.then(() => true)")
            facts = page.evaluate(
                """() => ({
                    wide: document.documentElement.scrollWidth - window.innerWidth,
                    font: getComputedStyle(document.body).fontFamily.includes("Source Sans 3"),
                    loaded: [...document.fonts].some((font) => font.status === "loaded"),
                    head: getComputedStyle(document.querySelector(".site-header")).backgroundColor,
                    asOf: getComputedStyle(document.querySelector(".as-of"), "::before").content
                        + document.querySelector(".as-of").textContent,
                })"""
            )
            name = str(path.relative_to(folder))
            assert facts["wide"] <= 0, (name, width)
            assert facts["font"], name
            assert facts["loaded"], name
            assert facts["head"] == "rgb(29, 90, 67)", name
            assert "Aggiornato alle" in facts["asOf"], name
        context.close()
    assert trouble == []


def test_a_reader_goes_from_page_to_page_without_a_server(browser, folder):
    context = browser.new_context(viewport={"width": 360, "height": 800}, java_script_enabled=False)
    page = context.new_page()
    page.goto((folder / "index.html").as_uri())
    for link in ("Risultati", "Classifica"):
        page.locator(".site-nav a", has_text=link).click()
        assert page.locator("h1").inner_text().startswith(link)
    page.locator("table.named tbody th a").first.click()
    assert "/players/" in page.url
    page.locator(".match-list a").first.click()
    assert "/matches/" in page.url
    page.locator("a.brand").click()
    assert page.url == (folder / "index.html").as_uri()
    context.close()


def test_printed_a_page_leaves_out_what_only_a_screen_needs(browser, folder):
    context = browser.new_context(viewport={"width": 794, "height": 1123})
    page = context.new_page()
    page.goto((folder / "standings" / "index.html").as_uri())
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.querySelector('.site-header')).display") == "none"
    assert page.locator("table.named").first.is_visible()
    context.close()
