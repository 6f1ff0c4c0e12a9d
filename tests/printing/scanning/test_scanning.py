"""A pile of sheets is held up: codes, photographs and a camera's pictures; what is kept, what is refused, who may look."""

import io

import cv2
import numpy as np
import pypdfium2
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image
from pypdf import PdfReader

from desk.rounds.closing import read_closing_preview
from printing.sheets_back.photograph_files import LARGEST_FILE, STORED_SIDE
from printing.sheets_back.photographs import MOST_PHOTOGRAPHS, delete_photographs_of
from printing.sheets_back.queries import count_sheets_out, has_sheet_out, read_sheet_lines
from scoring.models import ExtraSheet, SheetIssue, SheetPhotograph
from tests.printing.sheets_back.test_reconciliation import print_sheets
from tests.scoring.builders import NOW, build_round, build_tournament, build_user
from tournaments.models import Match, Member, Person, Round, Substitution

DPI = 150


@pytest.fixture
def round_(db: None) -> Round:
    return build_round(build_tournament(), matches=3)


@pytest.fixture
def desk(round_: Round) -> Client:
    client = Client()
    client.force_login(build_user())
    return client


def print_pages(desk: Client, round_: Round, dpi: int = DPI) -> dict[str, np.ndarray]:
    """The sheets of the round as they come out of the printer, by code of the match."""
    address = reverse("scoring:print_sheets", args=["evening"])
    pdf = desk.post(address, {"paper": "a4", "which": "all", "again": "same"}).content
    pages = [page.render(scale=dpi / 72, grayscale=True).to_numpy().squeeze() for page in pypdfium2.PdfDocument(io.BytesIO(pdf))]
    codes = [match.code for match in round_.matches.order_by("table")]
    faces = len(pages) // len(codes)
    return {code: pages[place * faces] for place, code in enumerate(codes)}


def photograph(*pages: np.ndarray, turns: int = 0, angle: float = 4.0) -> bytes:
    """The pages beside each other on a dark table: askew, a little out of focus, badly lit, and with a place written into the file."""
    row = np.hstack([cv2.copyMakeBorder(page, 90, 90, 90, 90, cv2.BORDER_CONSTANT, value=70) for page in pages])
    height, width = row.shape
    turned = cv2.warpAffine(row, cv2.getRotationMatrix2D((width / 2, height / 2), angle, 0.9), (width, height), borderValue=70)
    light = np.linspace(0.55, 0.9, width)[None, :]
    seen = cv2.GaussianBlur(np.rot90(turned, -turns), (0, 0), 1.5) * (light if turns % 2 == 0 else 0.75)
    grain = np.random.default_rng(4).normal(20, 7, seen.shape)
    exif = Image.Exif()
    exif[0x010E] = "Circolo Su Nuraghe"  # the camera's words
    file = io.BytesIO()
    Image.fromarray(np.clip(seen + grain, 0, 255).astype(np.uint8)).convert("RGB").save(file, "JPEG", quality=85, exif=exif)
    return file.getvalue()


def scan(client: Client, *files: bytes, **boxes: object):
    uploads = [SimpleUploadedFile(f"photo-{number}.jpg", data) for number, data in enumerate(files)]
    return client.post(reverse("scoring:scan", args=["evening"]), {**boxes, "photograph": uploads}, headers={"HX-Request": "true"})


def returned(round_: Round) -> set[str]:
    return set(SheetIssue.objects.filter(match__round=round_, returned_at__isnull=False).values_list("match__code", flat=True))


@pytest.mark.parametrize("turns", range(4))
def test_a_photograph_brings_its_sheet_back_and_is_kept_upright(desk: Client, round_: Round, turns: int):
    code, page = next(iter(print_pages(desk, round_, 200).items()))
    answer = scan(desk, photograph(page, turns=turns))
    assert (answer.status_code, returned(round_)) == (200, {code})
    kept = SheetPhotograph.objects.get()
    image = Image.open(io.BytesIO(kept.picture))
    assert (kept.match.code, kept.serial, image.format, image.mode) == (code, 1, "JPEG", "L")
    assert (max(image.size), image.height > image.width, dict(image.getexif())) == (STORED_SIDE, True, {})
    assert read_corner(np.asarray(image)) == code
    assert "Its photograph is kept." in answer.content.decode()


def read_corner(image: np.ndarray) -> str:
    """The code in the right half of the upper third, read by the decoder that the site does not use."""
    height, width = image.shape
    corner = cv2.resize(image[: height // 3, width // 2 :], None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    text, *_rest = cv2.QRCodeDetector().detectAndDecode(corner)
    return text.rpartition("/")[2].partition("-")[0]


def test_several_sheets_on_one_photograph_come_back_together_in_any_order(desk: Client, round_: Round):
    pages = print_pages(desk, round_)
    codes = list(pages)
    scan(desk, photograph(pages[codes[2]], pages[codes[0]]))
    assert returned(round_) == {codes[0], codes[2]}
    assert set(SheetPhotograph.objects.values_list("match__code", flat=True)) == {codes[0], codes[2]}


def test_a_scanner_brings_one_back_and_the_second_time_it_says_so(desk: Client, round_: Round):
    print_sheets(round_)
    code = round_.matches.first().code
    first = scan(desk, code=f"http://desk.example/s/{code}-1")
    again = scan(desk, code=code.lower())
    assert ("is back." in first.content.decode(), "was already back" in again.content.decode()) == (True, True)
    assert (returned(round_), SheetPhotograph.objects.count()) == ({code}, 0)


def test_a_replaced_sheet_stays_out_but_its_photograph_is_kept(desk: Client, round_: Round):
    _code, page = next(iter(print_pages(desk, round_).items()))
    print_sheets(round_)
    answer = scan(desk, photograph(page))
    assert "This is print 1, replaced by print 2." in answer.content.decode()
    assert (returned(round_), SheetPhotograph.objects.get().serial) == (set(), 1)


def test_a_record_does_not_come_back(desk: Client, round_: Round):
    match = round_.matches.first()
    print_sheets(round_, match, what=SheetIssue.What.FILLED)
    assert "is a match record" in scan(desk, code=f"{match.code}-1").content.decode()


def test_a_match_without_a_print_is_named(desk: Client, round_: Round):
    answer = scan(desk, code=round_.matches.first().code)
    assert (answer.status_code, "No such sheet was printed here" in answer.content.decode()) == (200, True)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"%PDF-1.4 a sheet", "it is no picture that can be read here"),
        (b"\xff\xd8\xff" + bytes(LARGEST_FILE), "it is larger than 20 MB"),
        (photograph(np.full((900, 640), 255, np.uint8))[:9_000], "the picture is damaged"),
        (photograph(np.full((900, 640), 255, np.uint8)), "no QR code could be read on it"),
    ],
    ids=["pdf", "large", "damaged", "blank"],
)
def test_what_cannot_be_used_is_refused_in_a_sentence_and_the_rest_is_kept(desk: Client, round_: Round, data: bytes, sentence: str):
    code, page = next(iter(print_pages(desk, round_).items()))
    refused = scan(desk, data)
    assert (refused.status_code, sentence in refused.content.decode()) == (422, True)
    mixed = scan(desk, data, photograph(page))
    assert (sentence in mixed.content.decode(), returned(round_)) == (True, {code})


def test_nothing_at_all_is_refused(desk: Client, round_: Round):
    answer = scan(desk)
    assert (answer.status_code, "Type a code, or choose a photograph." in answer.content.decode()) == (422, True)


def test_a_typed_code_helps_a_photograph_whose_qr_code_is_torn_off(desk: Client, round_: Round):
    print_sheets(round_)
    code = round_.matches.first().code
    scan(desk, photograph(np.full((900, 640), 255, np.uint8)), code=code)
    assert (returned(round_), SheetPhotograph.objects.get().match.code) == ({code}, code)


def test_a_code_of_nobody_changes_nothing(desk: Client, round_: Round):
    answer = scan(desk, code="NOSUCH22")
    assert (answer.status_code, "“NOSUCH22” is no sheet of this tournament." in answer.content.decode()) == (422, True)


def test_a_camera_is_answered_only_when_something_new_is_before_it(desk: Client, round_: Round):
    code, page = next(iter(print_pages(desk, round_).items()))
    picture, empty = photograph(page), photograph(np.full((900, 640), 255, np.uint8))
    assert scan(desk, empty, live="1").status_code == 204
    first = scan(desk, picture, live="1")
    seen = first.context["texts"]
    assert (first.status_code, returned(round_), len(seen)) == (200, {code}, 1)
    assert scan(desk, picture, live="1", seen=seen).status_code == 204
    assert SheetPhotograph.objects.count() == 1


def test_a_camera_that_runs_on_fills_no_disk(desk: Client, round_: Round):
    code, page = next(iter(print_pages(desk, round_).items()))
    match = round_.matches.get(code=code)
    for number in range(MOST_PHOTOGRAPHS - 1):
        SheetPhotograph.objects.create(match=match, picture=b"", digest=f"{number:064x}", taken_at=NOW, taken_by="staff-1")
    answers = [scan(desk, photograph(page, angle=angle)) for angle in (3, -3, 3)]
    assert ["Its photograph was not kept" in answer.content.decode() for answer in answers] == [False, True, False]
    assert SheetPhotograph.objects.count() == MOST_PHOTOGRAPHS


def test_the_photograph_stands_beside_comparison_and_entry_until_a_director_deletes_it(desk: Client, round_: Round):
    code, page = next(iter(print_pages(desk, round_).items()))
    scan(desk, photograph(page))
    kept = SheetPhotograph.objects.get()
    address = reverse("scoring:photograph", args=["evening", kept.pk])
    for name in ("sheet", "match"):
        assert address in desk.get(reverse(f"scoring:{name}", args=["evening", code])).content.decode()
    answer = desk.get(address)
    assert (answer["Content-Type"], answer["Cache-Control"], answer.content) == ("image/jpeg", "private, no-store", bytes(kept.picture))
    assert Client().get(address).status_code == 302
    delete = reverse("scoring:photograph_delete", args=["evening", kept.pk])
    for _time in range(2):
        assert desk.post(delete).status_code == 302
    assert SheetPhotograph.objects.count() == 0


def test_who_is_erased_is_on_no_photograph(desk: Client, round_: Round):
    tournament = round_.stage.tournament
    pages = print_pages(desk, round_)
    for page in pages.values():
        scan(desk, photograph(page))
    first, second, third = (Match.objects.get(code=code) for code in pages)
    plays, left = (Person.objects.create(name=name) for name in ("Ada Rossi", "Ugo Bianchi"))
    Member.objects.create(tournament=tournament, entry=first.seats.first().entry, person=plays, position=0)
    here = {"made_by": build_user(), "made_at": NOW, "reason": ""}
    Substitution.objects.create(entry=second.seats.first().entry, leaves=left, comes=plays, **here)
    delete_photographs_of(left)
    assert set(SheetPhotograph.objects.values_list("match", flat=True)) == {first.pk, third.pk}
    delete_photographs_of(plays)
    assert list(SheetPhotograph.objects.values_list("match", flat=True)) == [third.pk]


def print_extra(desk: Client, **boxes: object) -> list[str]:
    """The text of each page of what was printed."""
    pdf = desk.post(reverse("scoring:print_sheets", args=["evening"]), {"paper": "a4", "language": "en", **boxes}).content
    return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]


def test_blank_sheets_have_codes_of_their_own_and_are_counted_out_and_back(desk: Client, round_: Round):
    pages = print_extra(desk, which="spares", spares=3)
    print_extra(desk, which="spares", spares=1)
    blanks = list(ExtraSheet.objects.order_by("pk"))
    assert [(blank.number, blank.match) for blank in blanks] == [(1, None), (2, None), (3, None), (4, None)]
    faces = len(pages) // 3
    for number, blank in enumerate(blanks[:3]):
        assert (blank.code in pages[number * faces], f"Blank sheet {number + 1}" in pages[number * faces]) == (True, True)
    sheets = reverse("scoring:sheets", args=["evening"])
    assert "4 of 4 not back yet" in desk.get(sheets).content.decode()
    desk.post(sheets, {"unused": "", "code": [blank.code for blank in blanks[1:]]})
    assert "1 of 4 not back yet" in desk.get(sheets).content.decode()
    assert desk.get(sheets, {"code": blanks[0].code}).url == reverse("scoring:extra_sheet", args=["evening", blanks[0].code])


def test_a_blank_sheet_is_used_for_a_match_and_then_photographed(desk: Client, round_: Round):
    print_extra(desk, which="spares", spares=1)
    blank, match = ExtraSheet.objects.get(), round_.matches.get(table=2)
    address = reverse("scoring:extra_sheet", args=["evening", blank.code])
    assert "Say first for which match it was used." in scan(desk, code=blank.code).content.decode()
    refused = desk.post(address, {"used": "", "match": "99"})
    assert (refused.status_code, "“99” is no table, code or name" in refused.content.decode()) == (422, True)
    assert desk.post(address, {"used": "", "match": "2"}).url == reverse("scoring:match", args=["evening", match.code])
    blank.refresh_from_db()
    assert (blank.match, blank.returned_at is not None) == (match, True)
    answer = scan(desk, photograph(np.full((900, 640), 255, np.uint8)), code=blank.code)
    assert ("was already back" in answer.content.decode(), SheetPhotograph.objects.get().match) == (True, match)


def test_a_further_sheet_names_its_match_and_has_rows_without_numbers(desk: Client, round_: Round):
    match = round_.matches.get(table=1)
    second, third = (print_extra(desk, which="further", code=match.code)[0] for _time in range(2))
    extras = list(ExtraSheet.objects.order_by("pk"))
    assert [(extra.match, extra.number, extra.further) for extra in extras] == [(match, 2, True), (match, 3, True)]
    assert (f"Sheet 2 of match {match.code}" in second, extras[0].code in second) == (True, True)
    assert (f"Sheet 3 of match {match.code}" in third, extras[1].code in third) == (True, True)
    numbers = {str(number) for number in range(1, 11)}
    assert numbers <= set(print_extra(desk, which="all")[0].split())
    assert not {"5", "6", "7", "8", "9"} & set(second.split())
    assert "is back." in scan(desk, code=extras[1].code).content.decode()
    assert [extra.returned_at is not None for extra in ExtraSheet.objects.order_by("pk")] == [False, True]


def test_the_code_of_a_blank_sheet_leads_the_desk_to_it_and_nobody_else_anywhere(desk: Client, round_: Round):
    print_extra(desk, which="spares", spares=1)
    blank = ExtraSheet.objects.get()
    address = reverse("scoring:short_code", args=[blank.code])
    assert desk.get(address).url == reverse("scoring:extra_sheet", args=["evening", blank.code])
    assert Client().get(address).status_code == 404


def list_codes_out(round_: Round) -> set[str]:
    return set(round_.matches.filter(has_sheet_out()).values_list("code", flat=True))


def test_a_further_sheet_is_waited_for_like_the_first(desk: Client, round_: Round):
    first, second, _third = round_.matches.order_by("table")
    print_sheets(round_, first)
    for match in (first, second):
        print_extra(desk, which="further", code=match.code)
    further = {extra.match_id: extra.code for extra in ExtraSheet.objects.all()}
    assert list_codes_out(round_) == {first.code, second.code}
    assert count_sheets_out(round_) == 3
    lines = [(line.name, line.table, line.out) for line in read_sheet_lines(round_.stage.tournament)]
    assert lines == [(f"{first.code}-1", 1, True), (further[first.pk], 1, True), (further[second.pk], 2, True)]
    desk.post(reverse("scoring:sheets", args=["evening"]), {"code": [first.code, further[first.pk]]})
    assert list_codes_out(round_) == {second.code}
    assert count_sheets_out(round_) == 1
    scan(desk, code=further[second.pk])
    assert count_sheets_out(round_) == 0


def test_closing_says_which_sheets_and_blank_ones_are_out(desk: Client, round_: Round):
    print_extra(desk, which="further", code=round_.matches.get(table=1).code)
    print_extra(desk, which="spares", spares=2)
    preview = read_closing_preview(round_)
    assert (preview.out, preview.blanks_out) == (1, 2)
    for extra in ExtraSheet.objects.all():
        desk.post(reverse("scoring:extra_sheet", args=["evening", extra.code]), {"back": ""})
    preview = read_closing_preview(round_)
    assert (preview.out, preview.blanks_out) == (0, 0)


def test_the_input_of_the_console_knows_every_code_typed_and_scanned(desk: Client, round_: Round):
    match = round_.matches.get(table=2)
    print_extra(desk, which="further", code=match.code)
    print_extra(desk, which="spares", spares=1)
    further, blank = ExtraSheet.objects.order_by("pk")
    address = reverse("scoring:match", args=["evening", match.code])
    scanned = [f"HTTP://10.0.0.5:8000/S/{match.code}-1", f"httpÇ--10.0.0.5Ç8000-s-{further.code.lower()}", f"{match.code}-3"]
    for text in (match.code, further.code, *scanned):
        assert run_command(desk, text).json() == {"open": address}
    assert run_command(desk, blank.code).json() == {"go": reverse("scoring:extra_sheet", args=["evening", blank.code])}
    refused = run_command(desk, f"{blank.code} 2-0")
    assert (refused.status_code, "Say first for which match it was used." in refused.json()["said"]) == (422, True)
    desk.post(reverse("scoring:extra_sheet", args=["evening", blank.code]), {"used": "", "match": "2"})
    assert run_command(desk, blank.code).json() == {"open": address}


def run_command(desk: Client, text: str):
    return desk.post(reverse("scoring:command", args=["evening"]), {"command": text}, headers={"Accept": "application/json"})
