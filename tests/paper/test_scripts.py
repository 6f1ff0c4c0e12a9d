"""Names of other scripts: every character is drawn by an embedded font, Arabic is joined and runs from right to left."""

import io
import subprocess
import sys
import unicodedata

import pytest
from pypdf import PdfReader

from paper.layout import A4, Document, Rect
from paper.layout.canvas_pen import split_runs
from paper.layout.fonts import BOLD, REGULAR, UNKNOWN
from paper.layout.text import clean_text

NAMES = (
    "王伟 – 張麗華",
    "佐藤 さくら – タナカ ケン",
    "김민수 – 박서연",
    "Nguyễn Văn Ánh",
    "Χρήστος Παπαδόπουλος",
    "Шевченко",
    "გიორგი",
    "לוי כהן",
    "محمد علي",
)


def draw(name: str) -> PdfReader:
    document = Document("Names", language="it")
    document.add_page(A4).draw_text(Rect(20, 20, 120, 10), name, 12)
    return PdfReader(io.BytesIO(document.to_bytes()))


def list_forms(joined: str) -> list[tuple[str, str]]:
    """Letter and form of each character, in the order in which they are read."""
    names = [unicodedata.name(character).split() for character in reversed(joined)]
    return [(words[2], words[3]) for words in names if words[-1] == "FORM"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("face", [REGULAR, BOLD])
def test_every_character_has_a_glyph(name: str, face):
    assert [character for character in clean_text(name) if face.find_glyph(character)[1] == UNKNOWN] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_name_is_drawn_with_embedded_fonts_and_can_be_copied(name: str):
    reader = draw(name)
    fonts = [font.get_object() for font in reader.pages[0]["/Resources"]["/Font"].values()]
    used = [font for font in fonts if "/FontDescriptor" in font]
    assert all("/FontFile2" in font["/FontDescriptor"] for font in used)
    copied = unicodedata.normalize("NFKC", reader.pages[0].extract_text()).replace(" ", "")
    assert sorted(copied.strip()) == sorted(name.replace(" ", ""))


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        # Written down from the Unicode chart of Arabic joining: D, R and alif join to the right only.
        ("محمد", [("MEEM", "INITIAL"), ("HAH", "MEDIAL"), ("MEEM", "MEDIAL"), ("DAL", "FINAL")]),
        ("علي", [("AIN", "INITIAL"), ("LAM", "MEDIAL"), ("YEH", "FINAL")]),
        ("داود", [("DAL", "ISOLATED"), ("ALEF", "ISOLATED"), ("WAW", "ISOLATED"), ("DAL", "ISOLATED")]),
        ("كريم", [("KAF", "INITIAL"), ("REH", "FINAL"), ("YEH", "INITIAL"), ("MEEM", "FINAL")]),
    ],
)
def test_arabic_letters_join_their_neighbours(name: str, forms: list[tuple[str, str]]):
    assert list_forms(clean_text(name)) == forms


def test_a_font_of_five_megabytes_is_loaded_only_when_a_name_needs_it():
    program = (
        "from paper.layout.fonts import REGULAR, _load_font; REGULAR.measure_width('Łukasz Ștefan – Rosanna Manca');"
        "before = _load_font.cache_info().currsize; REGULAR.measure_width('王'); print(before, _load_font.cache_info().currsize)"
    )
    answer = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert answer.stdout.split() == ["1", "3"]


def test_an_accent_of_the_typeface_stands_around_the_middle_of_the_letter_before_it():
    text = "mg\u0303a"
    runs = split_runs(REGULAR, text)
    assert "".join(run.text for run in runs) == text
    (accent,) = (run for run in runs if run.text == "\u0303")
    before, after = REGULAR.measure_width("mg"), REGULAR.measure_width("m")
    assert accent.is_placed
    assert after < accent.offset < before
    assert accent.offset == pytest.approx((before + after) / 2)
