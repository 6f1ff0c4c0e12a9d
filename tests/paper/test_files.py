"""What a file says of itself beside what is seen. If this failed, an archive would not take it, a reader speak the wrong language,
or a program that reads aloud not find what a mark belongs to.
"""

import datetime as dt
import io
import zlib
from dataclasses import replace

import pytest
import time_machine
from pypdf import PdfReader
from pypdf.generic import ContentStream

import paper as printouts
from paper.layout import A4, Document, Rect, SheetDocument, TagKind, TagStep
from paper.layout.archival import build_colour_profile
from paper.poster_art import PosterLook, write_poster
from paper.sheets import Paper, render_score_sheets
from tests.paper.poster_art.samples import build_bare
from tests.paper.rare_prints import RARE_PRINTS, pairs
from tests.paper.samples import head
from tests.paper.sheets.rare_sheets import RARE_SHEETS, build_setup, play
from tests.paper.sheets.samples import sheet

MOMENT = dt.datetime(2026, 11, 14, 0, 30, 5, tzinfo=dt.timezone(dt.timedelta(hours=1)))
BY_US = {"/Author": "La Bella", "/Creator": "La Bella", "/Producer": "La Bella"}


def open_file(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf))


def read_said(reader: PdfReader) -> dict[str, str]:
    return {name: text for name, text in reader.metadata.items() if name not in {"/Keywords", "/Trapped"}}


def print_list(**more: object) -> bytes:
    """Whose title is cleaned."""
    return printouts.render_entry_list(replace(head("Torneo\n di\x00 prova"), language="it", **more), [printouts.EntryRow(pairs(1)[0])])


def print_record(**more: object) -> bytes:
    made = replace(build_setup("mariglia", Paper.A4), language="it", **more)
    made = replace(made, event=replace(made.event, tournament="Torneo\n di\x00 prova"))
    return render_score_sheets(made, [play(made, 3)])


@pytest.mark.parametrize(
    ("print_it", "title", "subject"),
    [(print_list, "Torneo di prova – Entries", "Girone A · turno 3"), (print_record, "Torneo di prova", "Mariglia")],
)
def test_what_is_kept_says_title_language_and_when_it_was_made(print_it, title, subject):
    reader = open_file(print_it(printed_at=MOMENT))
    said = {"/Title": title, "/Subject": subject, "/CreationDate": "D:20261113233005+00'00'", "/ModDate": "D:20261113233005+00'00'"}
    assert read_said(reader) == BY_US | said
    root, about = reader.trailer["/Root"], reader.xmp_metadata
    assert (reader.pdf_header, root["/Lang"], root["/ViewerPreferences"], root["/MarkInfo"]) == (
        "%PDF-1.4", "it", {"/DisplayDocTitle": True}, {"/Marked": True},
    )  # fmt: skip
    assert (about.dc_title, about.dc_description, about.dc_creator) == ({"x-default": title}, {"x-default": subject}, ["La Bella"])
    assert (about.xmp_create_date, about.xmp_modify_date) == (dt.datetime(2026, 11, 13, 23, 30, 5),) * 2  # noqa: DTZ001  # as pypdf has it
    (intent,) = root["/OutputIntents"]
    profile = intent["/DestOutputProfile"].get_object()
    assert (intent["/Type"], intent["/S"], intent["/Info"], intent["/OutputConditionIdentifier"]) == (
        "/OutputIntent", "/GTS_PDFA1", "sRGB", "sRGB",
    )  # fmt: skip
    assert (profile["/N"], profile.get_data()) == (3, build_colour_profile())
    assert open_file(print_it()).metadata["/CreationDate"] == "D:20000101000000+00'00'"


def test_the_profile_of_colours_has_a_fixed_date_and_no_checksum():
    profile = build_colour_profile()
    assert profile[24:36] == bytes([7, 208, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])
    assert (profile[36:40], profile[84:100], len(profile)) == (b"acsp", bytes(16), int.from_bytes(profile[:4], "big"))


def test_what_is_carried_about_says_title_language_and_no_day():
    made = build_setup("mariglia", Paper.A4)
    for pdf, title in (
        (printouts.render_labels(replace(head("Torneo"), language="it"), pairs(1)), "Torneo"),
        (render_score_sheets(replace(made, language="it"), [sheet()]), "Torneo di prova"),
        (write_poster(build_bare("it"), PosterLook.BOLD, A4), "Torneo"),
    ):
        reader = open_file(pdf)
        assert (reader.pdf_header, reader.trailer["/Root"]["/Lang"]) == ("%PDF-1.4", "it")
        said = read_said(reader)
        assert {name: said[name] for name in (*BY_US, "/Title")} == BY_US | {"/Title": title}
        assert {"/StructTreeRoot", "/OutputIntents", "/Metadata"} & reader.trailer["/Root"].keys() == set()
    assert (
        open_file(render_score_sheets(replace(made, printed_at=MOMENT), [sheet()])).metadata["/CreationDate"] == "D:20261113233005+00'00'"
    )


def test_pages_are_packed_and_two_files_have_two_names():
    one, other = (render_score_sheets(build_setup("mariglia", Paper.A4), [sheet(number=number)]) for number in (1, 2))
    for pdf in (
        one,
        print_list(),
        print_record(),
        RARE_PRINTS["labels of twenty-five"](),
        write_poster(build_bare("it"), PosterLook.BOLD, A4),
    ):
        for page in open_file(pdf).pages:
            contents = page["/Contents"].get_object()
            assert "/FlateDecode" in contents["/Filter"]
            fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
            files = [font["/FontDescriptor"]["/FontFile2"].get_object() for font in fonts if "/FontDescriptor" in font]
            assert files
            assert all("/FlateDecode" in file["/Filter"] for file in files)
    assert open_file(one).trailer["/ID"] != open_file(other).trailer["/ID"]


KEPT = ["pools", "short minutes", "prizes to come", "bracket with byes"]


@pytest.mark.parametrize(
    "print_it", [*(RARE_PRINTS[name] for name in KEPT), RARE_SHEETS["record to fold"], RARE_SHEETS["record of three games"]]
)
def test_every_mark_belongs_to_the_element_that_holds_it(print_it):
    """The list of every page says so in the order of its marks, and nothing is marked twice."""
    reader = open_file(print_it())
    tree = reader.trailer["/Root"]["/StructTreeRoot"]
    numbers = tree["/ParentTree"]["/Nums"]
    assert (tree["/ParentTreeNextKey"], numbers[::2]) == (len(reader.pages), [*range(len(reader.pages))])
    found: dict[tuple[int, int], int] = {}
    pages = {page.indirect_reference.idnum: number for number, page in enumerate(reader.pages)}

    def walk(reference, above):
        element = reference.get_object()
        assert element.raw_get("/P").idnum == above.idnum
        for kid in element["/K"]:
            if "/S" in kid.get_object():
                walk(kid, reference)
            else:
                mark = kid.get_object()
                assert (mark["/Type"], (pages[mark.raw_get("/Pg").idnum], mark["/MCID"]) in found) == ("/MCR", False)
                found[pages[mark.raw_get("/Pg").idnum], mark["/MCID"]] = reference.idnum

    walk(tree["/K"][0], reader.trailer["/Root"].raw_get("/StructTreeRoot"))
    listed = {(page, mark): one.idnum for page, elements in enumerate(numbers[1::2]) for mark, one in enumerate(elements.get_object())}
    assert listed == found
    assert [(page["/StructParents"], page["/Tabs"]) for page in reader.pages] == [(number, "/S") for number in range(len(reader.pages))]


def read_codes(pdf: bytes) -> list[list[str]]:
    """The lines of each block of each table from which a reader copies text."""
    tables = {}
    for page in open_file(pdf).pages:
        for font in page["/Resources"]["/Font"].values():
            if "/ToUnicode" in font.get_object():
                tables[font.get_object().raw_get("/ToUnicode").idnum] = font.get_object()["/ToUnicode"].get_data().decode("latin-1")
    blocks = [block.partition("endbfchar")[0] for table in tables.values() for block in table.split("beginbfchar")[1:]]
    heads = [int(table.split("beginbfchar")[place].split()[-1]) for table in tables.values() for place in range(table.count("beginbfchar"))]
    lines = [block.split("\n")[1:-1] for block in blocks]
    assert heads == [len(block) for block in lines]
    return lines


def test_letters_are_copied_as_themselves_in_blocks_of_a_hundred():
    """Of a page with 120 different letters; what no letter has is in no table."""
    letters = "".join(chr(number) for number in (*range(33, 127), *range(192, 256)))
    document = Document("Letters", language="it")
    page = document.add_page(A4)
    for place in range(0, len(letters), 40):
        page.draw_text(Rect(10, 20 + place, 180, 10), letters[place : place + 40], 10)
    blocks = read_codes(pdf := document.to_bytes(archival=True))
    assert max(map(len, blocks)) == 100
    assert not any(line.endswith("<0000>") for block in blocks for line in block)
    copied = open_file(pdf).pages[0].extract_text()
    assert [letter for letter in letters if letter not in copied] == []


def test_what_is_drawn_later_is_read_where_it_belongs():
    """Parts of a sheet are read by their places, and what has none is decoration."""
    document = SheetDocument("Order", language="it", archival=True)
    pen = document.add_page(A4)
    with pen.tagged(TagStep(2, TagKind.PARAGRAPH)):
        pen.draw_text(Rect(10, 10, 50, 10), "Later", 10)
        with pen.tagged(TagStep(1, TagKind.TITLE)):
            pen.draw_text(Rect(10, 30, 50, 10), "Before", 10)
        pen.draw_text(Rect(10, 50, 50, 10), "last", 10)
    pen.draw_text(Rect(10, 70, 50, 10), "Nobody hears this", 10)
    reader = open_file(document.to_bytes())
    kinds = [kid.get_object()["/S"] for kid in reader.trailer["/Root"]["/StructTreeRoot"]["/K"][0].get_object()["/K"]]
    assert kinds == ["/H1", "/P"]
    content = reader.pages[0].get_contents().get_data()
    assert (content.count(b"BDC"), content.count(b"/Artifact BMC"), content.count(b"EMC")) == (3, 1, 4)
    assert content.rindex(b"/Artifact BMC") > content.rindex(b"BDC")


def test_streams_of_forms_are_packed_as_they_are_told():
    document = SheetDocument("Forms", language="it")
    name, form = document.add_numbered_form("Sheet", A4)
    form.draw_line(10, 10, 20, 10)
    other, _form = document.add_numbered_form("Sheet", A4)
    document.add_page(A4).place_form(name, height=A4.height)
    reader = open_file(document.to_bytes())
    drawn = reader.pages[0]["/Resources"]["/XObject"]
    assert ([name, other], sorted(drawn)) == (["Sheet0", "Sheet1"], ["/Sheet0", "/Sheet1"])
    assert zlib.decompress(drawn["/Sheet0"]._data).endswith(b"l S")
    assert [round(float(side), 1) for side in drawn["/Sheet0"]["/BBox"]] == [0, 0, 595.3, 841.9]


def read_operators(pdf: bytes) -> list[tuple[str, list[float]]]:
    reader = open_file(pdf)
    operations = ContentStream(reader.pages[0].get_contents(), reader).operations
    return [(name.decode(), [float(one) for one in operands if isinstance(one, int | float)]) for operands, name in operations]


def test_holes_of_shapes_stay_open_and_nothing_is_drawn_beside_the_page():
    """Areas are filled by the even-odd rule, corners of lines are round, and a drawing is clipped to its own page."""
    poster = read_operators(write_poster(build_bare("it"), PosterLook.CLASSIC, A4))
    names = [name for name, _numbers in poster]
    assert ("f*" in names, "f" in names, ("j", [1.0]) in poster) == (True, False, True)
    clip = names.index("W") if "W" in names else names.index("W*")
    assert poster[clip - 1] == ("re", [0, -297, 210, 297])
    assert poster[clip + 1][0] == "n"
    cards = [name for name, _numbers in read_operators(RARE_PRINTS["table cards without a link"]())]
    assert ("f*" in cards, "f" in cards) == (True, False)


def test_a_file_made_a_minute_later_is_the_same():
    for print_it in (print_list, print_record, lambda: write_poster(build_bare("it"), PosterLook.CLASSIC, A4)):
        files = []
        for minute in (1, 2):
            with time_machine.travel(MOMENT.replace(minute=minute), tick=False):
                files.append(print_it())
        assert files[0] == files[1]
