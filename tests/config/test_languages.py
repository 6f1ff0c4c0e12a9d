"""A language is its catalogues and nothing else: no list in the code, no migration."""

import re
import shutil

import pytest
from django.core.management import call_command

from config import messages
from config.languages import get_language_name, list_languages
from printing.prints.forms import StyleForm
from rules.command import language as command_line
from tests.desks import ROOT
from tests.pages import read_page

SENTENCES = {
    "Language": "Idioma",
    "Log in": "Entrar",
    "Skip to the content": "Ir al contenido",
}


def fill_in(path, sentences):
    """Type translations into a catalogue, as a translator does."""
    text = path.read_text()
    for source, translation in sentences.items():
        assert f'msgid "{source}"\nmsgstr ""\n' in text
        text = text.replace(f'msgid "{source}"\nmsgstr ""\n', f'msgid "{source}"\nmsgstr "{translation}"\n')
    path.write_text(text)


@pytest.fixture
def locale(tmp_path, monkeypatch):
    """A copy of our catalogues."""
    folder = tmp_path / "locale"
    shutil.copytree(ROOT / "locale", folder)
    monkeypatch.setattr(messages, "LOCALE", folder)
    return folder


@pytest.fixture
def site(locale, settings):
    """The site with the languages of that folder."""

    def offer():
        settings.LANGUAGES = list_languages(locale)
        settings.LOCALE_PATHS = sorted(locale.iterdir())

    return offer


@pytest.mark.django_db
def test_a_further_language_is_files_only(locale, site, client):
    before = {path: path.read_bytes() for path in locale.rglob("*.po")}
    assert messages.main(["--begin", "es", "site", "rules"]) == 0
    fill_in(locale / "site" / "es" / "LC_MESSAGES" / "django.po", SENTENCES)
    assert messages.main(["site"]) == 0
    site()
    page = client.get("/login/", headers={"Accept-Language": "es-ES,es;q=0.9"}).text
    assert read_page(page).find("html")["lang"] == "es"
    assert [text in page for text in SENTENCES.values()] == [True] * len(SENTENCES)
    assert "Password forgotten?" in page, "what nobody has translated stays English"
    assert ("es", "Español") in StyleForm().fields["language"].choices
    assert StyleForm({"suits": "italian", "language": "es"}).is_valid()
    assert not StyleForm({"suits": "italian", "language": "eo"}).is_valid()
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
    assert {path: path.read_bytes() for path in before} == before
    assert "es" in command_line.list_languages(locale)
    assert command_line.list_languages(locale, partial=False) == ("en", "it")


def test_a_partial_language_may_lack_sentences_but_none_may_be_wrong(locale, capsys):
    messages.main(["--begin", "es", "jobs"])
    path = locale / "jobs" / "es" / "LC_MESSAGES" / "django.po"
    (source,) = re.findall(r'^msgid "([^"\n]*%\(\w+\)s[^"\n]*)"$', path.read_text(), re.MULTILINE)[:1]
    fill_in(path, {source: "sin nombre"})
    assert messages.main(["--check", "jobs"]) == 1
    assert capsys.readouterr().out == f"jobs/es: placeholders differ: {source!r}\n"


def test_a_language_that_calls_itself_whole_must_be(locale, capsys):
    messages.main(["--begin", "es", "jobs"])
    path = locale / "jobs" / "es" / "LC_MESSAGES" / "django.po"
    path.write_text(path.read_text().replace(messages.PARTIAL, ""))
    assert messages.main(["--check", "jobs"]) == 1
    assert "jobs/es: not translated: " in capsys.readouterr().out


def test_a_language_begins_once(locale):
    with pytest.raises(SystemExit):
        messages.main(["--begin", "it"])


def test_a_language_that_django_does_not_know_goes_by_its_code(locale):
    messages.main(["--begin", "rgn", "jobs"])
    assert [list_languages(locale)[-1], get_language_name("it")] == [("rgn", "Rgn"), "Italiano"]


@pytest.mark.django_db
def test_french_speaks_to_players_and_says_that_it_is_partial(client):
    page = client.get("/t", headers={"Accept-Language": "fr"}).text
    assert ("Votre table" in page, "C’est nous" in page, "Traduction partielle" in page) == (True, True, True)
    assert [client.get("/t", headers={"Accept-Language": code}).text.count("partial language") for code in ("it", "en")] == [0, 0]
    assert "Français (partielle)" in page


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/handbook/", "/handbook/mariglia/", "/login/", "/manual/"])
def test_pages_that_french_does_not_translate_whole_are_shown_in_english_and_not_offered_in_it(client, address):
    page = client.get(address, headers={"Accept-Language": "fr"}).text
    assert ("Traduction partielle" in page, 'value="fr"' in page) == (False, False)
    assert read_page(page).find("html")["lang"] == "en"
    assert read_page(client.get(address, headers={"Accept-Language": "it"})).find("html")["lang"] == "it"
