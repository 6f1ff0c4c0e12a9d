"""What docs/style.md asks of every sentence, as far as a program can see it. One msgid has one translation: test_locale.py."""

import re
import string
from collections.abc import Iterator

import pytest
from babel.messages.pofile import read_po

from rules import GAMES
from rules.cards import RANK_LETTERS
from tests.house.sources import ROOT


def _texts(value) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _pairs() -> Iterator[tuple[str, str]]:
    """Every English form with its Italian one."""
    for path in sorted(ROOT.glob("locale/*/it/LC_MESSAGES/django.po")):
        with path.open("rb") as file:
            stored = read_po(file, locale="it")
        for message in stored:
            if message.id:
                yield from zip(_texts(message.id), _texts(message.string), strict=True)


PAIRS = sorted(set(_pairs()))
ENGLISH = {english for english, _italian in PAIRS}
ITALIAN = dict(PAIRS)

TYPOGRAPHY = {
    "straight apostrophe": re.compile(r"\w'|'\w"),
    "exclamation mark": re.compile(r"!"),
    "degree sign for an ordinal": re.compile(r"°"),
    "space before the dots of something that runs": re.compile(r"^\w+ …$"),
}
OWN_TYPOGRAPHY = {"Italian": re.compile(r"[“”]|\b\d{1,3} 000\b"), "English": re.compile(r"[«»]|\b\d{1,3} 000\b")}

FORBIDDEN_ITALIAN = {
    r"\b[Ll]ine[ae]\b": r"\b[Ll]inea (fissa|mobile)\b",
    r"\bsegreteria\b": "",
    r"\bsemi?\b|\bseme\b": "",
    r"testo di partenza|testa del registro|\blavoratore\b|\bguardie\b|\bgiornale\b|\bquadrato\b|apparecchi|base di dati": "",
    r"a pari merito|per assenza|accoppiament|dato per non giocato|accredit|primo giro|ripescat|\bpatta\b": "",
    r"\b[Dd]i’ |daccapo|\bbattut[oi] male|non regge|fa(te|lli) sedere": "",
    r"vin(to|ta|ce|cere) (la|una|l’ultima) presa": "",
    r"Non è stato cambiato|[Nn]ulla è stato|Non è cambiato niente": "",
    r"\b(iscritta|ritirata|ripescata|qualificata)\b": "",
    r"[Pp]renotazion|[Ii]scrizion[ei] online|\b[Aa]ttestat|[Vv]oc[ei] del registro|[Rr]ibattut": "",
}
MEANT = {  # a word that is right where the English sentence says so
    r"\bsegreteria\b": r"\bdesk\b|\bstaff\b",
    r"\bsemi?\b|\bseme\b": r"\bsuits?\b|\bled\b|\blead\b",
    r"\b(iscritta|ritirata|ripescata|qualificata)\b": r"^$",
}
FORBIDDEN_ENGLISH = (
    r"\bstands\b|\banew\b|\bput right\b|\bput away\b|\b[Tt]akes? back\b|\b[Tt]aken back\b|\b[Bb]ring in\b|\bbrought in\b|\ball the same\b"
    r"|\b[Ww]hoever\b|\bso many\b"
    r"|\b[Ss]ettled\b|\bfaults?\b|\bjournal\b|\b[Gg]uards\b|\b[Rr]ehears|\b[Rr]ests\b|\brested\b|filled sheet\b(?!s\))"
)
ENGLISH_ALLOWED = {
    "Game points are settled after each hand, in points or in money; points of cards only say who won.": "money is settled",
    "%(entered)s of %(total)s entered, %(settled)s final": "a placeholder",
    "This is not a saved draw: {fault}.": "a placeholder",
}


def _names(text: str) -> bool:
    """Whether something is put in: then the words are not those of a button."""
    return "%(" in text or any(name for _literal, name, _spec, _conversion in string.Formatter().parse(text))


@pytest.mark.parametrize("what", TYPOGRAPHY)
def test_typography(what):
    assert [text for pair in PAIRS for text in pair if TYPOGRAPHY[what].search(text)] == []


def test_quotes_and_thousands_are_those_of_the_language():
    assert [italian for _english, italian in PAIRS if OWN_TYPOGRAPHY["Italian"].search(italian)] == []
    assert [english for english, _italian in PAIRS if OWN_TYPOGRAPHY["English"].search(english)] == []


@pytest.mark.parametrize("word", FORBIDDEN_ITALIAN)
def test_italian_has_no(word):
    allowed, meant = FORBIDDEN_ITALIAN[word], MEANT.get(word, "")
    found = [
        (english, italian)
        for english, italian in PAIRS
        if re.search(word, italian)
        and not (allowed and re.search(allowed, italian))
        and not (meant and re.search(meant, english, re.IGNORECASE))
    ]
    assert found == []


def test_the_manual_speaks_as_the_pages_do():
    """A director reads both in one evening: no other name for a thing, no paper that is called a card, nobody who is called a door."""
    manual = (ROOT / "visitors" / "manual" / "it.md").read_text(encoding="utf-8")
    other = r"[Pp]renotazion|[Ii]scrizion[ei] online|[Aa]ttestat|\b(su|dalla|con la) carta\b|\b[Ll]a porta (dice|inc)|\b[Dd]i’ |due parti\b"
    assert [line for line in manual.splitlines() if re.search(other, line)] == []


def test_paper_is_no_card():
    """*Carta* is a playing card: a sheet is a *foglio*, a print a *stampa*."""
    of_cards = [(english, italian) for english, italian in PAIRS if re.search(r"\bcart[ae]\b", italian) and "card" not in english]
    assert [pair for pair in of_cards if re.search(r"paper|\bsheets?\b", pair[0])] == []


def test_english_has_no_riddles():
    assert [english for english in ENGLISH if re.search(FORBIDDEN_ENGLISH, english) and english not in ENGLISH_ALLOWED] == []


def test_a_quoted_button_bears_the_same_words():
    """Where an English sentence quotes a message, the Italian one quotes its translation."""
    quotes = [(english, italian, quoted) for english, italian in PAIRS for quoted in re.findall(r"“([^”]+)”", english)]
    buttons = [(english, italian, quoted) for english, italian, quoted in quotes if quoted in ENGLISH and not _names(quoted)]
    assert [(english, italian) for english, italian, quoted in buttons if f"«{ITALIAN[quoted]}»" not in italian] == []


def test_what_is_to_be_pressed_or_chosen_exists():
    asked = re.compile(r"(?:\b[Pp]ress|\b[Cc]hoose|\bits page|\bits pages|\bnote it under|\bset in|\bin) “([^”]+)”")
    said = [(english, name) for english, _italian in PAIRS for name in asked.findall(english) if not _names(name)]
    assert [pair for pair in said if pair[1] not in ENGLISH and not re.search(r"“13 points|original text", pair[0])] == []
    chosen = re.compile(r"(?:\b[Pp]rem(?:i|ete)|\b[Ss]cegli|\bdalla pagina|\bnella pagina) «([^»]+)»")
    known = {italian for _english, italian in PAIRS}
    spoken = [(italian, name) for _english, italian in PAIRS for name in chosen.findall(italian) if not _names(name)]
    assert [pair for pair in spoken if pair[1] not in known] == []


def test_cards_are_written_with_italian_letters():
    """No K, Q, J among Italian cards; every letter that a pack uses has its Italian one."""
    assert [italian for english, italian in PAIRS if re.search(r"(?<![\w.])[KQJ](?![\w.])", italian)] == []
    letters = {rank for game in GAMES for rank in game.pack.ranks if rank in {"K", "Q", "J", "H"}}
    assert letters <= set(RANK_LETTERS)
    assert {ITALIAN[letter] for letter in RANK_LETTERS} == {"R", "D", "F", "C"}


def test_what_was_saved_is_said_before_what_to_do():
    """A refusal names first what happened and what was saved: at the latest its second sentence."""
    late = []
    for english in ENGLISH:
        sentences = re.split(r"(?<=[.:?]) ", english)
        places = [place for place, text in enumerate(sentences) if re.match(r"Nothing was|Not saved", text)]
        if places and places[0] > 1:
            late.append(english)
    assert late == []
