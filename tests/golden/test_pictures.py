"""What is seen on the pictures for messages and chats, as it was last approved; `REWRITE_GOLDEN=1` writes them anew, a quarter as wide.
If this failed, a name would be gone, stand elsewhere, or have another colour on the pictures that a club sends around.
"""

import io
import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from paper.layout import BOLD, REGULAR, PageSize, PrintPicture, Rect, build_qr_codes
from paper.poster_art import PosterLook, PosterShape, draw_poster, draw_result, write_picture
from paper.poster_art.drawing import Drawing, Fill, PictureItem, QrItem, Stroke, Words, build_box, build_circle, build_line
from paper.share_cards import ShareCard, ShareRow, render_share_card
from tests.paper.poster_art.samples import build_bare, build_winners

FOLDER = Path(__file__).parent / "pictures"
SMALLER, LIKE = 4, 20
"""How many pixels make one that is kept, and how far from it its colour may be, of 255: letters a pixel off are farther."""
LONG = "Massimiliano Alessandro della Bartolomea – Giovanfrancesco Ermenegildo Castelnuovo"


def compare(name: str, png: bytes, size: tuple[int, int]) -> None:
    seen = Image.open(io.BytesIO(png))
    assert seen.size == size
    small, path = seen.convert("RGB").reduce(SMALLER), FOLDER / f"{name.replace(' ', '-')}.png"
    if os.environ.get("REWRITE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        small.save(path, optimize=True)
    differences = ImageChops.difference(small, Image.open(path).convert("RGB"))
    assert max(most for _least, most in differences.getextrema()) <= LIKE


def list_rows(count: int, *, places: bool = True) -> tuple[ShareRow, ...]:
    names = ("Anna Melis – Ugo Piras", "Ida Carta – Òscar Zùccheri", "Lìa D’Angelo")
    return tuple(
        ShareRow(str(place) if places else "", names[place % 3], f"{20 - place}½", strong=place == 2) for place in range(1, count + 1)
    )


CARDS = {
    "one row": ShareCard("Torneo di Natale", "Finale", list_rows(1), "35–28 · 12–36"),
    "three rows": ShareCard("Torneo di Natale", "Classifica", list_rows(3), ""),
    "a match": ShareCard("Torneo", "Turno 3", list_rows(2, places=False), "35–28"),
    "more rows than fit": ShareCard("Memorial " * 9, "Girone " * 15, list_rows(9), "31–24 · " * 12),
    "long names": ShareCard("Torneo", "Classifica", (ShareRow("12", LONG, "1000000"), ShareRow("103", "Anna", "9", strong=True)), LONG * 2),
    "nobody": ShareCard("", "", ()),
}


@pytest.mark.parametrize("name", CARDS)
def test_cards_of_shared_links(name: str) -> None:
    compare(f"card {name}", render_share_card(CARDS[name]), (1200, 630))


@pytest.mark.parametrize("look", PosterLook)
def test_posters_and_results_for_chats(look: PosterLook) -> None:
    compare(f"poster {look}", write_picture(draw_poster(build_bare("it"), look, PosterShape.SQUARE), 400), (400, 400))
    compare(f"result {look}", write_picture(draw_result(build_winners(2, "Wu"), look, PosterShape.UPRIGHT), 400), (400, 711))


def test_everything_that_can_be_drawn() -> None:
    """Areas with and without a hole, open and closed lines, letters of several fonts, a code, pictures grey and in colour."""
    drawing = Drawing(PageSize(100, 60))
    red = PrintPicture(2, 1, grey=False, pixels=bytes([255, 0, 0, 0, 0, 255]))
    drawing.items += [
        Fill(build_box(Rect(2, 3, 20, 10)), "#1d5a43"),
        Fill((*build_circle(35, 10, 8), *build_circle(35, 10, 4)), "#b3261e"),
        Fill((*build_box(Rect(46, 2, 10, 10)), *build_box(Rect(52, 6, 10, 10))), "#2a2019"),
        Stroke(build_line((66, 4), (78, 4), (78, 14)), "#000000", 1.5),
        Stroke(build_box(Rect(84, 4, 12, 10)), "#c23a3a", 2),
        Stroke(build_line((66, 16), (98, 18)), "#000000", 0.01),
        Words(3, 28, "Lìa 王 Ḍiḍḍu m\u0303a", BOLD, 9, "#101b45"),
        Words(3, 40, "Òscar – x", REGULAR, 7, "#d9456b"),
        QrItem(Rect(66, 24, 25, 25), build_qr_codes(["http://desk.example/7"])[0]),
        PictureItem(Rect(4, 46, 20, 10), red),
        PictureItem(Rect(30, 46, 10, 12), PrintPicture(1, 2, grey=True, pixels=bytes([0, 200]))),
        PictureItem(Rect(50, 50, 0.01, 0.01), red),
    ]
    compare("everything", write_picture(drawing, 600), (600, 360))
