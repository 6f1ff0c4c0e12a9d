"""A list on its way in: nothing is stored before it is confirmed, and only what was shown."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from jobs.models import Job
from jobs.worker import execute_waiting_jobs
from tournaments.importing.job_handlers import import_list
from tournaments.importing.queries import list_example_lines
from tournaments.importing.services import IMPORTED_AT_ONCE, import_entries
from tournaments.models import Entry
from tournaments.reading.lists import parse_list
from tournaments.reading.rows import ExistingEntries


@pytest.fixture
def desk(evening, director_client):
    """Posts to a page under the desk's import address."""

    def desk(page, **data):
        return director_client.post(f"/desk/{evening.slug}/entries/import/{page}/", data)

    return desk


def shown(answer):
    """What a browser would send back of a preview, with the digest of what it showed."""
    form = answer.context["form"]
    return {**{name: form[name].value() for name in form.fields}, "digest": answer.context["digest"]}


def workbook():
    book = Workbook()
    for row in (["Coppia", "Società", "TDS"], ["Dessì / Orrù", "Su Nuraghe", 1], ["Piras - Sanna", None, None]):
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_every_line_that_the_page_shows_is_understood(size):
    for line in list_example_lines(size):
        [row] = parse_list(line, size=size, existing=ExistingEntries()).rows
        assert (len(row.details.persons), row.details.values["club"], row.faults) == (size, "Bar Sport" if "Bar" in line else "", ()), line


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("elenco.csv", "Coppia;Società;TDS\r\nDessì / Orrù;Su Nuraghe;1\r\nPiras - Sanna;;\r\n".encode("cp1252")),
        ("elenco.csv", "Coppia,Società,TDS\nDessì / Orrù,Su Nuraghe,1\nPiras - Sanna,,\n".encode("utf-8-sig")),
        ("elenco.txt", "Coppia\tSocietà\tTDS\nDessì / Orrù\tSu Nuraghe\t1\nPiras - Sanna\t\t\n".encode("utf-16")),
        ("elenco.xlsx", workbook()),
    ],
)
def test_a_file_is_previewed_and_confirmed(desk, name, content):
    preview = desk("preview", file=SimpleUploadedFile(name, content))
    assert (preview.status_code, Entry.objects.count()) == (200, 0)
    assert [column.role.value for column in preview.context["preview"].columns] == ["line", "club", "seed"]
    confirmed = desk("confirm", **shown(preview))
    assert confirmed.status_code == 302
    stored = Entry.objects.values_list("number", "name", "club__name", "seed")
    assert list(stored) == [(1, "Dessì – Orrù", "Su Nuraghe", 1), (2, "Piras – Sanna", None, None)]


def test_bad_rows_are_shown_with_line_and_reason_and_the_text_is_kept(desk):
    preview = desk("preview", text="A / B\nsolo\nC / D\nA / E")
    page = preview.content.decode()
    assert [row.line for row in preview.context["preview"].bad] == [2, 4]
    assert "1 name found, 2 are needed (solo)." in page
    assert "A is already in line 1." in page
    assert preview.context["form"]["text"].value() == "A / B\nsolo\nC / D\nA / E"


def test_a_list_with_bad_rows_is_stored_only_on_the_directors_word(desk):
    data = shown(desk("preview", text="A / B\nsolo\nC / D"))
    refused = desk("confirm", **data)
    assert (refused.status_code, Entry.objects.count()) == (422, 0)
    assert refused.context["form"]["text"].value() == data["text"]
    assert desk("confirm", **data, only_good="1").status_code == 302
    assert list(Entry.objects.values_list("name", flat=True)) == ["A – B", "C – D"]


def test_a_list_changed_since_it_was_shown_is_shown_again(desk):
    data = shown(desk("preview", text="A / B"))
    changed = desk("confirm", **{**data, "text": "A / B\nC / D"})
    assert (changed.status_code, Entry.objects.count()) == (422, 0)
    assert changed.context["preview"].good_count == 2
    assert desk("confirm", **shown(changed)).status_code == 302


def test_columns_changed_since_they_were_shown_are_shown_again(desk):
    data = shown(desk("preview", text="Bar\tA\tB"))
    changed = desk("confirm", **{**data, "role_0": "club", "role_1": "person_1", "role_2": "person_2"})
    assert (changed.status_code, Entry.objects.count()) == (422, 0)
    assert desk("confirm", **shown(changed)).status_code == 302
    assert Entry.objects.values_list("name", "club__name").get() == ("A – B", "Bar")


def test_confirming_twice_enters_nobody_twice(desk):
    data = shown(desk("preview", text="A / B"))
    assert [desk("confirm", **data).status_code for _time in range(2)] == [302, 422]
    assert Entry.objects.count() == 1


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({}, "Write or paste the entries here"),
        ({"text": " \n "}, "Write or paste the entries here"),
        ({"text": ";".join("a" * 40)}, "more than 30 columns"),
        ({"file": SimpleUploadedFile("x.pdf", b"%PDF-1.7")}, "This is a PDF"),
        ({"file": SimpleUploadedFile("x.xlsx", b"PK\x03\x04")}, "damaged"),
    ],
)
def test_what_is_no_list_is_answered_with_what_to_do(desk, data, words):
    answer = desk("preview", **data)
    assert answer.status_code == 422
    assert words in answer.content.decode()


def test_nonsense_in_the_hidden_boxes_harms_nothing(desk):
    for data in ({"digest": "x"}, {"text": "A / B", "role_0": "king"}, {"text": ";".join("a" * 40), "digest": "x"}):
        assert desk("confirm", **data).status_code == 422
    assert not Entry.objects.exists()


def test_sixty_four_pairs_in_one_go(desk):
    text = "\n".join(f"A{number} / B{number}, Bar {number % 5}" for number in range(64))
    preview = desk("preview", text=text)
    assert (len(preview.context["preview"].good), preview.context["preview"].more_good) == (30, 34)
    desk("confirm", **shown(preview))
    assert Entry.objects.count() == 64


def test_hostile_names_are_shown_escaped(desk, evening, director_client):
    data = shown(desk("preview", text="<script>alert(1)</script> & <b>B</b>, <i>Bar</i>"))
    desk("confirm", **data)
    for page in (
        desk("preview", text="<script>x"),
        director_client.get(f"/desk/{evening.slug}/entries/"),
        director_client.get(evening.get_absolute_url()),
    ):
        assert "<script>alert" not in page.content.decode()
        assert "<script>x" not in page.content.decode()
        assert "<b>B" not in page.content.decode()


def test_another_sheet_of_the_workbook_is_one_button_away_and_nothing_typed_is_lost(desk):
    book = Workbook()
    for row in (["Coppia"], ["Dessì / Orrù"], ["Piras / Sanna"]):
        book.active.append(row)
    book.create_sheet("Riserve").append(["Coppia"])
    book["Riserve"].append(["Verdi / Neri"])
    stream = io.BytesIO()
    book.save(stream)
    preview = desk("preview", file=SimpleUploadedFile("elenco.xlsx", stream.getvalue()))
    sheets = preview.context["sheets"]
    assert ([sheet.name for sheet in sheets], preview.context["sheet"]) == (["Sheet", "Riserve"], 0)
    carried = {f"sheet_name_{place}": sheet.name for place, sheet in enumerate(sheets)} | {"sheet": 0, "sheet_text_1": sheets[1].text}
    other = desk("preview", **carried, text="Coppia\nDessì / Orrù\nPiras / Sanna\nGallo / Serra", take_sheet=1)
    assert [row.persons for row in other.context["preview"].good] == [("Verdi", "Neri")]
    assert other.context["sheets"][0].text.endswith("Gallo / Serra")


def test_rows_of_one_player_are_stored_as_the_preview_showed_them(desk):
    preview = desk("preview", text="Rossi Mario\nBianchi Anna\nVerdi Ugo\nNeri Ivo")
    assert preview.context["preview"].one_person_a_row
    assert desk("confirm", **shown(preview)).status_code == 302
    assert list(Entry.objects.values_list("name", flat=True)) == ["Rossi Mario – Bianchi Anna", "Verdi Ugo – Neri Ivo"]
    again = desk("preview", **{**shown(preview), "text": "Gallo Ida\nSerra Pia\nLai Ugo\nPinna Eva", "rows": "entry"})
    assert len(again.context["preview"].bad) == 4


@pytest.fixture
def long_list(desk):
    """Boxes of the preview of more entries than a request imports."""
    lines = [f"{number + 10};Anna{number} / Berto{number};Bar {number % 5}" for number in range(1, IMPORTED_AT_ONCE + 52)]
    preview = shown(desk("preview", text="\n".join(["N.;Coppia;Società", *lines])))
    return shown(desk("preview", **{**preview, "role_0": "number"}))


def test_a_long_list_is_a_job_that_stores_it_in_parts(desk, long_list, evening, director_client):
    answer = desk("confirm", **long_list)
    job = Job.objects.get(kind="import_list")
    assert (answer.status_code, answer["Location"], Entry.objects.count()) == (302, job.get_absolute_url(), 0)
    execute_waiting_jobs()
    numbers = list(Entry.objects.order_by("pk").values_list("number", flat=True))
    assert numbers == list(range(11, IMPORTED_AT_ONCE + 62))
    assert "text" not in Job.objects.get().arguments
    assert f"/desk/{evening.slug}/entries/" in director_client.get(job.get_absolute_url()).content.decode()


def test_a_long_list_that_was_cut_off_goes_on_where_it_was(desk, long_list):
    desk("confirm", **long_list)
    arguments = Job.objects.get().arguments
    parts = []

    def fall(percent, text=""):
        parts.append(text)
        if len(parts) == 2:
            raise MemoryError

    with pytest.raises(MemoryError):
        import_list(arguments, fall)
    assert Entry.objects.count() == IMPORTED_AT_ONCE
    import_list(arguments, lambda *_report: None)
    assert Entry.objects.count() == Entry.objects.values("name").distinct().count() == IMPORTED_AT_ONCE + 51


def test_a_long_list_says_who_was_entered_meanwhile_and_can_be_imported_again(desk, long_list, evening, director):
    desk("confirm", **long_list)
    import_entries(evening, "Anna230 / Somebody else", actor=director)
    execute_waiting_jobs()
    job = Job.objects.get()
    assert (job.state, Entry.objects.count(), "text" in job.arguments) == ("failed", IMPORTED_AT_ONCE + 1, False)
    assert "entered by hand meanwhile" in job.error
    again = desk("preview", **long_list)
    assert again.context["preview"].good_count == 50


def test_a_long_list_with_bad_rows_is_stored_only_on_the_directors_word(desk, long_list):
    data = shown(desk("preview", **{**long_list, "text": long_list["text"] + "\n9;solo;Bar"}))
    assert (desk("confirm", **data).status_code, Job.objects.count()) == (422, 0)
    assert desk("confirm", **data, only_good="1").status_code == 302
    execute_waiting_jobs()
    assert Entry.objects.count() == IMPORTED_AT_ONCE + 51


@pytest.mark.parametrize(
    ("names", "first"),
    [
        ("Ledda Anna / Podda Xu\nSpano Mario / Loi Bobo\nPiras Luca / Orrù Gino", True),
        ("Anna Ledda / Xu Podda\nMario Spano / Bobo Loi\nLuca Piras / Gino Orrù", False),
        ("Ledda Anna / Podda Xu\nMario Spano / Bobo Loi\nPiras Luca / Orrù Gino", False),
    ],
)
def test_the_first_list_says_for_all_its_names_whether_surnames_come_first(evening, director, names, first):
    import_entries(evening, names, actor=director)
    evening.refresh_from_db()
    assert evening.surname_first == first
    Entry.objects.filter(tournament=evening).update(note="later")
    import_entries(evening, "Sanna Teresa / Deiana Carla\nMelis Ida / Bassu Ugo", actor=director)
    evening.refresh_from_db()
    assert evening.surname_first == first
