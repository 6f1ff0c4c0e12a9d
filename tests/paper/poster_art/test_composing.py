"""Posters and pictures hold what they say. If this failed, a club would hang a poster whose words run over each other or off the paper,
whose QR code no phone reads, or whose prizes end without a word.
"""

import io
from itertools import combinations

import pypdf
import pypdfium2
import pytest
from PIL import Image, ImageChops

from paper.layout import A3, A4, MM
from paper.poster_art import (
    PosterData,
    PosterFact,
    PosterLook,
    PosterShape,
    draw_poster,
    draw_result,
    write_leaflets,
    write_picture,
    write_poster,
)
from paper.poster_art.as_pdf import PdfPage, PlacedDrawing, write_pdf
from paper.poster_art.drawing import Fill, QrItem, Words
from paper.poster_art.lettering import set_text
from tests.paper.poster_art.samples import (
    CODE,
    WORDS,
    build_bare,
    build_logo,
    build_longest,
    build_rich,
    build_standings,
    build_unbroken,
    build_usual,
    build_winners,
    list_codes,
    list_words,
)

pytestmark = pytest.mark.turns(4)

LOOKS, SHAPES, LANGUAGES = list(PosterLook), list(PosterShape), ("it", "en")
BUILDERS = {
    "usual": build_usual,
    "bare": build_bare,
    "rich": build_rich,
    "longest": build_longest,
    "unbroken": build_unbroken,
    "logo": lambda language: build_usual(language, logo=build_logo()),
    "tall logo": lambda language: build_usual(language, logo=build_logo(100, 600)),
}
SLACK = 0.3
"""Units: letters reach a hair beyond the width that is measured."""


def overlap(one, other):
    return one.x + SLACK < other.right and other.x + SLACK < one.right and one.y + SLACK < other.bottom and other.y + SLACK < one.bottom


def assert_tidy(drawing):
    """Every word and code within the page, none upon another."""
    boxes = [item.box for item in drawing.items if isinstance(item, Words | QrItem)]
    page = drawing.page.inset(5)
    assert [box for box in boxes if box.x < page.x or box.y < page.y or box.right > page.right or box.bottom > page.bottom] == []
    assert [(one, other) for one, other in combinations(boxes, 2) if overlap(one, other)] == []


def read_words(drawing):
    return " ".join(item.text for item in list_words(drawing))


@pytest.mark.parametrize(("name", "language"), [*((name, "it") for name in BUILDERS), ("usual", "en"), ("longest", "en")])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("look", LOOKS)
def test_nothing_leaves_the_page_or_stands_upon_something_else(name, look, shape, language):
    drawing = draw_poster(BUILDERS[name](language), look, shape)
    assert_tidy(drawing)
    assert list_words(drawing)


@pytest.mark.parametrize("shape", [PosterShape.SQUARE, PosterShape.UPRIGHT])
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("result", [build_winners(), build_winners(12), build_standings(), build_standings(2, "A"), build_winners(1, "Wu")])
def test_results_keep_to_the_page_as_well(result, look, shape):
    assert_tidy(draw_result(result, look, shape))


def test_words_upon_each_other_would_be_noticed():
    """The positive control: the same line written twice."""
    drawing = draw_poster(build_bare("it"), PosterLook.CLASSIC, PosterShape.SHEET)
    drawing.items.append(list_words(drawing)[0])
    with pytest.raises(AssertionError):
        assert_tidy(drawing)


@pytest.mark.parametrize("look", LOOKS)
def test_everything_that_is_known_is_said(look):
    drawing = draw_poster(build_usual("it"), look, PosterShape.SHEET)
    said = read_words(drawing).casefold()
    data = build_usual("it")
    texts = [data.title, data.game, data.organizer, data.date, data.venue, data.address, *data.prizes, data.contact, data.code_caption]
    texts += [line for fact in data.facts for line in (fact.label, *fact.lines)]
    assert [text for text in texts if text.casefold() not in said] == []


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_name_is_never_cut(look, shape):
    said = read_words(draw_poster(build_longest("it"), look, shape)).casefold()
    data = build_longest("it")
    assert [text for text in (data.title, data.organizer, data.venue, data.contact) if text.casefold() not in said] == []


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_prizes_that_do_not_fit_are_announced(look, language):
    many = build_usual(language, prizes=tuple(f"{place}º prosciutto intero di montagna" for place in range(1, 60)))
    words = [item.text.casefold() for item in list_words(draw_poster(many, look, PosterShape.SHEET))]
    assert WORDS[language][-1] in words
    assert "1º prosciutto intero di montagna" in words
    assert "59º prosciutto intero di montagna" not in words
    few = [item.text.casefold() for item in list_words(draw_poster(build_usual(language), look, PosterShape.SHEET))]
    assert WORDS[language][-1] not in few


def test_of_a_hundred_prizes_a_poster_lists_twenty():
    numbers = tuple(f"{place}º" for place in range(1, 101))
    drawing = draw_poster(PosterData("Torneo", "it", prizes=numbers, prizes_more="e altri"), PosterLook.BOLD, PosterShape.UPRIGHT)
    assert [item.text for item in list_words(drawing)][1:] == [*numbers[:20], "e altri"]


@pytest.mark.parametrize("look", LOOKS)
def test_the_usual_five_prizes_are_whole_beside_all_facts(look):
    facts = {
        "Quota": ("20 € a coppia", "cena e un bicchiere"),
        "Chi può giocare": ("soci",),
        "Formula": ("Sistema svizzero, poi Tabellone",),
        "Posti": ("32 coppie",),
        "Iscrizioni": ("entro mercoledì 3 dicembre, 20:30",),
        "Buono a sapersi": ("Parcheggio dietro la chiesa.",),
    }
    ham = "1: prosciutto di Villagrande intero · Salumeria Rossi & Figli"
    prizes = (ham, "2–3: olio nuovo, 5 litri", "4: buono 50 € · Bar Sport", "Donne, 1: fiori", "Ultimo posto, 1: coppa di legno")
    told = tuple(PosterFact(label, lines) for label, lines in facts.items())
    data = build_usual("it", logo=build_logo(300, 300), facts=told, prizes=prizes, code_note="Funziona solo in questa sala")
    said = read_words(draw_poster(data, look, PosterShape.SHEET)).casefold()
    assert [prize for prize in data.prizes if prize.casefold() not in said] == []


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_ends_where_a_fact_does(look, shape, language):
    data = build_usual(language, prizes=("1: prosciutto di Villagrande · Salumeria Rossi",))
    lines = [item.text.casefold() for item in list_words(draw_poster(data, look, shape))]
    hours = data.hours.casefold().split(" · ")
    assert [part for part in hours if not any(part in line for line in lines)] == []
    assert [line for line in lines if line.startswith("·")] == []


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rich_evening_is_whole_on_every_sheet_and_a_leaflet_can_be_read(look, shape, language):
    data, drawing = build_rich(language), draw_poster(build_rich(language), look, shape)
    said = read_words(drawing).casefold()
    texts = [*data.prizes, data.title, data.organizer, data.venue, data.address, data.contact, *(fact.label for fact in data.facts)]
    assert [text for text in texts if text.casefold() not in said] == []
    if shape is PosterShape.LEAFLET:
        assert min(item.size for item in list_words(drawing)) / 2 >= 6 / MM, "points on a leaflet, which is half as wide as the page"


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("build", [build_rich, build_bare, lambda language: build_usual(language, title="Torneo del giovedì al Bar")])
def test_no_line_ends_with_a_number_or_a_small_word_that_belongs_to_the_next(look, shape, build):
    lines = [item.text for item in list_words(draw_poster(build("it"), look, shape))]
    ends = {line.rsplit(" ", 1)[-1].casefold() for line in lines if " " in line}
    assert ends & {"a", "ai", "al", "con", "da", "del", "della", "di", "e", "in", "la", "un", "una", "2", "12ª", "1º", "2º"} == set()


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("shape", SHAPES)
def test_where_a_prize_takes_two_lines_the_next_stands_farther_off(look, shape):
    feet = {item.text: item.foot for item in list_words(draw_poster(build_rich("it"), look, shape))}
    within = feet["Cantina Sociale di Jerzu"] - feet[next(text for text in feet if text.endswith("vini ·"))]
    between = feet["3º–4º olio nuovo, 5 litri"] - feet["Cantina Sociale di Jerzu"]
    assert between > 1.2 * within


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_drawing_between_few_words_keeps_within_the_frame(look, shape):
    bare = draw_poster(build_bare("it"), look, shape)
    above = [item for item in bare.items if isinstance(item, Fill) and item.colour == "#fffdf6"]
    points = [point for item in above for _letter, *numbers in item.path for point in zip(numbers[::2], numbers[1::2], strict=True)]
    assert bool(points) == (look is PosterLook.CLASSIC and shape in {PosterShape.SHEET, PosterShape.UPRIGHT})
    assert all(12 < x < bare.page.width - 12 for x, _y in points)


@pytest.mark.parametrize("look", LOOKS)
def test_what_nobody_wrote_leaves_no_hole_and_no_code(look):
    bare, usual = (draw_poster(build("it"), look, PosterShape.SHEET) for build in (build_bare, build_usual))
    assert ([len(list_codes(drawing)) for drawing in (bare, usual)]) == [0, 1]
    title = max(item.size for item in list_words(bare))
    assert title > max(item.size for item in list_words(usual)), "a poster with two facts has larger letters"


@pytest.mark.parametrize(("suits", "colour"), [("italian", "#1f4e79"), ("french", "#20242b")])
def test_cards_are_those_of_the_game(suits, colour):
    drawing = draw_poster(build_usual("it", suits=suits), PosterLook.CLASSIC, PosterShape.SHEET)
    assert colour in {item.colour for item in drawing.items if isinstance(item, Fill)}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("size", "name"), [(A4, "A4"), (A3, "A3")])
def test_a_poster_is_one_page_of_its_size_and_says_its_texts(look, size, name):
    pdf = write_poster(build_usual("it"), look, size)
    page = pypdfium2.PdfDocument(io.BytesIO(pdf))[0]
    assert [round(side / MM) for side in page.get_size()] == [round(size.width), round(size.height)]
    text = page.get_textpage().get_text_bounded().casefold()
    assert [word for word in ("natale", "giovedì 4 dicembre", "via roma 12", "333 123 4567", "iscriviti qui") if word not in text] == []
    assert pypdf.PdfReader(io.BytesIO(pdf)).get_num_pages() == 1


@pytest.mark.parametrize("look", LOOKS)
def test_leaflets_are_four_on_one_page(look):
    document = pypdfium2.PdfDocument(io.BytesIO(write_leaflets(build_usual("it"), look)))
    assert len(document) == 1
    assert document[0].get_textpage().get_text_bounded().casefold().count("333 123 4567") == 4
    assert [round(side / MM) for side in document[0].get_size()] == [210, 297]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("shape", "size"), [(PosterShape.SQUARE, (1080, 1080)), (PosterShape.UPRIGHT, (1080, 1920))])
def test_pictures_have_the_size_that_chats_show_and_are_small_files(look, shape, size):
    for drawing in (draw_poster(build_longest("it"), look, shape), draw_result(build_standings(), look, shape)):
        picture = write_picture(drawing)
        assert (Image.open(io.BytesIO(picture)).size, len(picture) < 500_000) == (size, True)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("draw", [draw_poster, draw_result])
def test_a_picture_shows_what_the_printed_page_shows(draw, look):
    """As another program draws the page: letters differ a little, but no spot of 3½ mm is a quarter darker or lighter."""
    data = build_usual("it", logo=build_logo()) if draw is draw_poster else build_winners()
    drawing = draw(data, look, PosterShape.SQUARE)
    picture = Image.open(io.BytesIO(write_picture(drawing, 840))).convert("RGB")
    pdf = write_pdf([PdfPage(drawing.size, [PlacedDrawing(drawing)])], "Torneo", "it")
    page = pypdfium2.PdfDocument(io.BytesIO(pdf))[0]
    printed = page.render(scale=840 / page.get_width()).to_pil().convert("RGB").resize(picture.size)
    spots = ImageChops.difference(picture.reduce(14), printed.reduce(14))
    assert max(high for _low, high in spots.getextrema()) < 64


@pytest.mark.parametrize("look", LOOKS)
def test_a_poster_is_drawn_alike_every_time(look):
    """Also the first time, when no text of it was set before."""
    set_text.cache_clear()
    for shape in SHAPES:
        first, again = (draw_poster(build_usual("it"), look, shape) for _time in range(2))
        assert list_words(first) == list_words(again)
    first, again = (write_poster(build_usual("it"), look, A4) for _time in range(2))
    assert first == again


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("shape", SHAPES)
def test_the_code_of_the_picture_is_the_code_that_was_asked_for(look, shape):
    """The modules are read back from the picture, one pixel in the middle of each."""
    drawing = draw_poster(build_usual("it"), look, shape)
    [code] = list_codes(drawing)
    image = Image.open(io.BytesIO(write_picture(drawing))).convert("L")
    unit, step = image.width / drawing.size.width, code.box.width / code.qr.side
    places = [(row, column) for row in range(code.qr.side) for column in range(code.qr.side)]
    middles = [(code.box.x + (column + 0.5) * step, code.box.y + (row + 0.5) * step) for row, column in places]
    seen = [image.getpixel((round(x * unit), round(y * unit))) < 128 for x, y in middles]
    assert seen == [dark for row in code.qr.build_rows() for dark in row]
    assert CODE.startswith("https://")


def test_names_in_any_script_are_drawn():
    data = build_usual("it", title="Турнир – Ḁ̷̘́ 🎉 中文 محمد", venue="<b>&amp;</b> % \\ (")
    for shape in SHAPES:
        drawing = draw_poster(data, PosterLook.BOLD, shape)
        assert_tidy(drawing)
        assert write_picture(drawing, 300)
    assert write_poster(data, PosterLook.BOLD, A4)
