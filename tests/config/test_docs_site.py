"""If this failed, the site of the documents would have dead links, miss a language, or ask other machines."""

import re
import subprocess
import sys

import pytest

from tests.desks import ROOT

pytestmark = pytest.mark.proof
ASKED = re.compile(r"<(?:script|link|img|iframe)[^>]+?(?:src|href)=[\"']?((?:https?:)?//[^\"' >]+)")


@pytest.fixture(scope="module")
def site():
    """Built in strict mode: a link that leads nowhere ends it."""
    subprocess.run([sys.executable, "deploy/docs/build.py"], cwd=ROOT, check=True, capture_output=True)
    return ROOT / "build" / "docs" / "site"


def test_every_document_has_its_page(site):
    pages = {path.relative_to(site).as_posix() for path in site.rglob("*.html")}
    own = {path.relative_to(ROOT / "docs").with_suffix(".html").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    wanted = {name for name in own if not name.startswith("handbook/")} - {"README.html"}
    games = {path.stem for path in (ROOT / "docs" / "handbook" / "en").glob("*.md")}
    wanted |= {f"{language}handbook/{game}.html" for game in games for language in ("", "it/")}
    assert wanted - pages == set()
    assert pages >= {
        "index.html",
        "it/index.html",
        "manual.html",
        "it/manual.html",
        "api/rules.html",
        "api/pairing.html",
        "api/standings.html",
    }


def test_no_page_asks_another_machine(site):
    assert {path.name: asked for path in site.rglob("*.html") if (asked := ASKED.findall(path.read_text(encoding="utf-8")))} == {}


def test_the_reference_tells_what_the_docstrings_tell(site):
    text = re.sub(r"<[^>]+>", "", (site / "api" / "rules.html").read_text(encoding="utf-8"))
    assert "A whole legal hand for a sheet" in text
    assert "game_by_key" in text
