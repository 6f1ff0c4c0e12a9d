"""The director's manual: both languages say the same, its pictures are there, what it quotes stands on the pages."""

import io
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.contrib.staticfiles import finders
from pypdf import PdfReader

from pairing import FORMATS
from tests.house.sources import APPS
from tests.pages import read_page
from visitors.manual.reading import BlockKind, parse_manual, read_manual

LANGUAGES = ("en", "it")
SECTION = re.compile(r"""^    section = "(\w+)"$""", re.MULTILINE)


def marked(manual):
    return {
        piece.text for section in manual.sections for block in section.blocks if block.kind is not BlockKind.HEADING
        for piece in block.pieces if piece.emphasis == "em"
    }  # fmt: skip


def sentences_of_pages(language):
    """Every text of the site in a language, without the marks of quotation."""
    words = set()
    for path in Path(settings.BASE_DIR, "locale").glob("*/it/LC_MESSAGES/django.po"):
        for message in read_po(io.BytesIO(path.read_bytes()), locale="it"):
            texts = message.string if language == "it" else message.id
            words |= {texts} if isinstance(texts, str) else set(texts)
    return words


def test_both_languages_have_the_same_sections_and_blocks():
    english, italian = map(read_manual, LANGUAGES)
    for ours, theirs in zip(english.sections, italian.sections, strict=True):
        assert ours.key == theirs.key
        assert [block.kind for block in ours.blocks] == [block.kind for block in theirs.blocks], ours.key


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_pictures_are_there(language):
    pictures = [block.picture for section in read_manual(language).sections for block in section.blocks if block.picture]
    assert len(pictures) == 14
    assert all(finders.find(path) for path in pictures)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_it_quotes_stands_on_the_pages(language):
    examples = {"12", "12 2-0", "Rossi Mario / Bianchi Anna, Bar Sport", "Mario Rossi / Anna Bianchi, Bar Sport"}
    assert marked(read_manual(language)) - examples - sentences_of_pages(language) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_format_has_its_paragraph(language):
    (section,) = (section for section in read_manual(language).sections if section.key == "stages")
    assert sum(block.kind is BlockKind.HEADING for block in section.blocks) >= len({form.family for form in FORMATS})


def test_the_question_mark_of_every_desk_page_leads_to_a_section():
    keys = {section.key for section in read_manual("en").sections}
    root = Path(settings.BASE_DIR)
    places = {name for package in (*APPS, "backup") for path in (root / package).rglob("views.py")
              for name in SECTION.findall(path.read_text(encoding="utf-8"))}  # fmt: skip
    assert places - keys == {"screen", "bracket", "people", "pools", "public", "ranking"}, "public pages"


@pytest.mark.django_db
def test_it_is_read_and_printed_in_the_language_of_the_page(client):
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "it"
    page = client.get("/manual/").text
    assert read_page(page).texts("h2#when") == ["Che cosa fare quando …"]
    paper = PdfReader(io.BytesIO(client.get("/manual.pdf").content))
    assert "Manuale del direttore" in paper.pages[0].extract_text()
    assert sum(len(one.images.keys()) for one in paper.pages) == 14  # named, not decoded: that takes a minute and a half


SOURCES = {
    *("TULPS", "TAR Piemonte 1693/2009", "omniavis.it", "newsbiella.it", "DPR 430/2001", "fiscosport.it", "DPR 642/1972", "SIAE", "SCF"),
    *("2016/679", "garanteprivacy.it"),
}
"""Who says what, in the chapter of what to ask before an evening."""


@pytest.mark.parametrize(
    ("language", "said", "parts"),
    [
        ("en", ("no legal advice", "November 2026"), ("Licence", "Association", "Music", "Privacy", "Minors")),
        ("it", ("non è un parere legale", "novembre 2026"), ("Licenza", "Associazione", "Musica", "Privacy", "Minori")),
    ],
)
def test_what_to_ask_before_an_evening_names_its_sources_and_their_date_and_is_no_advice(language, said, parts):
    source = (Path(settings.BASE_DIR) / "visitors" / "manual" / f"{language}.md").read_text()
    chapter = source.partition("{#ask}")[2].partition("\n## ")[0]
    assert [word for word in (*said, *SOURCES) if word not in chapter] == []
    assert [part for part in parts if f"\n### {part}\n" not in chapter] == []


def test_a_line_before_the_first_section_is_refused():
    with pytest.raises(ValueError, match="before the first section"):
        parse_manual("en", "# Title\nlost words\n")
