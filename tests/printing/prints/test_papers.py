"""What directors choose for their papers, the papers that end a tournament, and sets of papers drawn by a job."""

import datetime as dt
import io
import re
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image
from pypdf import PdfReader

from jobs.models import Job
from jobs.sweeping import RESULT_LIFETIME, delete_old_results
from printing.prints import views as prints
from printing.prints.files import PrintSetFile, pack_zip, print_set, read_sheets_pdf
from printing.prints.heads import read_print_context
from printing.prints.honours import read_award_certificates, read_prizes
from printing.prints.minutes_data import read_minutes
from printing.prints.paper_groups import read_paper_needs
from printing.prints.schedules import read_berger_grids
from printing.prints.sheets import read_played_matches
from scoring.entry.services import correct_entry, submit_event
from scoring.ledger.match_log import Forfeit
from scoring.matches.queries import load_match
from scoring.models import PaperStyle, SheetIssue
from tests.scoring.builders import build_actor, build_round, build_tournament, build_user, origin
from tests.scoring.hands import SURE, fresh_key, typed, win
from tournaments.models import Round, StaffRole, Stage
from tournaments.pages.qr_codes import build_qr_code
from visitors.screen.queries import find_shown_wifi

CHOICES = {"suits": "french", "language": "it", "prizes": "Prosciutto\n\nVino", "signatures": "Il direttore, L’arbitro"}


@pytest.fixture
def round_(db: None) -> Round:
    return build_round(build_tournament(), matches=3)


@pytest.fixture
def director(round_: Round) -> Client:
    client = Client()
    client.force_login(build_user())
    return client


@pytest.fixture
def data(settings, tmp_path):
    settings.DATA = tmp_path
    return tmp_path


def page(name: str, *arguments: object) -> str:
    return reverse(f"scoring:{name}", args=["evening", *arguments])


def around(round_: Round):
    return read_print_context(round_.stage.tournament, lambda path: f"http://desk.example{path}")


def picture(kind: str = "PNG") -> SimpleUploadedFile:
    buffer = io.BytesIO()
    Image.new("RGB", (40, 20), "black").save(buffer, kind)
    return SimpleUploadedFile("logo", buffer.getvalue())


def text_of(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


def quiet(percent: int, text: str = "") -> None:
    assert 0 <= percent <= 100


def order(client: Client, **fields: str) -> Job:
    answer = client.post(page("print_set"), {"what": "round", **fields})
    job = Job.objects.latest("created_at")
    assert answer["Location"].startswith(f"{page('print')}?round=")
    return job


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_logo_is_kept_and_stands_on_every_paper(director: Client, round_: Round, data, kind: str):
    plain = director.get(page("print_paper", "entries")).content
    assert director.post(page("paper_settings"), {**CHOICES, "logo_file": picture(kind)}).status_code == 302
    style = PaperStyle.objects.get()
    assert style.picture == picture(kind).read()
    assert re.search(rb"/Subtype\s*/Image", director.get(page("print_paper", "entries")).content)
    assert b"/Subtype/Image" not in plain
    assert b"/Subtype/Image" in director.post(page("print_sheets"), {"paper": "a4", "which": "all"}).content
    shown = director.get(page("paper_logo"))
    assert (shown["Content-Type"], shown.content) == (f"image/{kind.lower()}", style.picture)
    director.post(page("paper_settings"), {**CHOICES})
    assert PaperStyle.objects.get().picture == style.picture
    director.post(page("paper_settings"), {**CHOICES, "no_logo": "on"})
    assert (PaperStyle.objects.get().picture, director.get(page("paper_logo")).status_code) == (b"", 404)


def test_of_a_logo_that_is_replaced_nothing_stays(director: Client, data):
    for kind in ("PNG", "JPEG"):
        director.post(page("paper_settings"), {**CHOICES, "logo_file": picture(kind)})
    assert (PaperStyle.objects.get().picture, (data / "files").exists()) == (picture("JPEG").read(), False)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"GIF89a", "neither PNG nor JPEG"),
        (picture().read()[:60], "the picture is damaged"),
        (b"\x89PNG" + b"0" * 2_000_000, "at most 2 MB"),
    ],
)
def test_a_file_that_is_no_logo_changes_nothing(director: Client, data, content: bytes, words: str):
    answer = director.post(page("paper_settings"), {**CHOICES, "logo_file": SimpleUploadedFile("logo", content)})
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert "Prosciutto" in answer.content.decode()
    assert (PaperStyle.objects.exists(), (data / "files").exists()) == (False, False)


def test_only_directors_choose(round_: Round, data):
    build_actor("assistant", round_.stage.tournament, StaffRole.Role.ASSISTANT)
    client = Client()
    client.force_login(build_user("assistant"))
    assert client.get(page("paper_settings")).status_code == 403
    assert client.post(page("paper_settings"), CHOICES).status_code == 403


def test_papers_speak_the_language_that_was_chosen(director: Client, round_: Round):
    def said(**query: str) -> str:
        return text_of(director.get(page("print_paper", "standings"), query).content)

    assert "Standings" in said()
    assert "Classifica" in said(language="it")
    PaperStyle.objects.create(tournament=round_.stage.tournament, language="it")
    assert "Classifica" in said()
    assert "Standings" in said(language="en")
    assert "Classifica" in said(language="klingon")
    sheet = director.post(page("print_sheets"), {"paper": "a4", "which": "spares", "spares": "2"}).content
    assert ("RISULTATO" in text_of(sheet), len(PdfReader(io.BytesIO(sheet)).pages)) == (True, 4)


@pytest.mark.parametrize("spares", ["0", "201", "x"])
def test_no_paper_for_a_number_that_cannot_be(director: Client, spares: str):
    answer = director.post(page("print_sheets"), {"paper": "a4", "which": "spares", "spares": spares}, follow=True)
    assert "Nothing was printed" in answer.content.decode()


def test_the_page_asks_first_for_what_is_needed_next(round_: Round, director: Client):
    tournament = round_.stage.tournament

    def moment() -> tuple[str, int, int]:
        needs = read_paper_needs(tournament, round_, read_played_matches(round_))
        return needs.moment, needs.missing, needs.out

    assert read_paper_needs(tournament, None, []).moment == "before"
    assert moment() == ("sheets", 3, 0)
    assert "schedule" in read_paper_needs(tournament, round_, read_played_matches(round_)).papers  # hung up with the first pairings
    matches = list(round_.matches.all())
    prints.issue_sheets(tournament, matches, actor=build_user(), what=SheetIssue.What.SHEET, at=round_.stage.tournament.created_at)
    assert moment() == ("playing", 0, 3)
    for match in matches:
        submit_event(match, Forfeit(0), origin=origin(fresh_key()), version=None)
    assert moment() == ("done", 0, 3)
    Round.objects.update(state=Round.State.CLOSED)
    round_.refresh_from_db()
    assert moment() == ("done", 0, 3)
    assert 'href="#print-sets"' not in director.get(page("print")).content.decode()
    Stage.objects.update(state=Stage.State.FINISHED)
    assert moment() == ("over", 0, 3)
    assert 'href="#print-sets"' in director.get(page("print")).content.decode()


def test_prizes_go_down_the_standings_and_are_shared(round_: Round):
    first, second, third = round_.matches.order_by("table")
    for match in (first, second, third):
        win(match)
    PaperStyle.objects.create(tournament=round_.stage.tournament, prizes="Prosciutto\nVino\nDolci\nPane\n", signatures="Ada, Bruno")
    prizes = read_prizes(around(round_))
    assert [(prize.rank, prize.party.name, prize.prize) for prize in prizes] == [
        ("1–3", f"Pair {number}", "divided by 3: Prosciutto + Vino + Dolci") for number in (1, 3, 5)
    ] + [("4–6", f"Pair {number}", "divided by 3: Pane") for number in (2, 4, 6)]
    assert read_award_certificates(around(round_)) == []
    Stage.objects.update(state=Stage.State.FINISHED)
    awards = read_award_certificates(around(round_))
    assert {(award.text, award.signatures) for award in awards} == {
        ("tied for place 1", ("Ada", "Bruno")),
        ("tied for place 4", ("Ada", "Bruno")),
    }


def test_the_minutes_hold_what_was_changed_decided_and_given(round_: Round, django_assert_num_queries):
    first, second, third = round_.matches.order_by("table")
    win(first)
    seq = load_match(first).games[0].lines[0].seq
    correct_entry(first, seq, typed(69), origin=origin(fresh_key()), version=None, reason="paper", words="K-1", override=SURE)
    submit_event(second, Forfeit(1), origin=origin(fresh_key()), version=None)
    sections = {section.title: section for section in read_minutes(around(round_))}
    assert list(sections) == [
        "The tournament",
        "Who directed",
        "Results: Stage, round 1",
        "Standings: Stage",
        "Corrections",
        "Not played",
    ]
    assert [row[0] for row in sections["Results: Stage, round 1"].rows] == ["1", "2", "3"]
    assert sections["Standings: Stage"].paragraphs == ("Provisional: 1 of 3 tables of round 1 have ended.",)
    ((where, was, now, why, who),) = sections["Corrections"].rows
    assert (where, why, who.split()[0]) == ("1.1 · table 1", "the sheet says otherwise: K-1", "director")
    assert ("70" in was, "69" in now) == (True, True)
    assert sections["Not played"].rows == (("1.1 · table 2", "Pair 3 / Pair 4", "walk-over", "Pair 4"),)
    known = around(round_)
    with django_assert_num_queries(25):
        read_minutes(known)
    win(third)
    read_minutes(known)
    with django_assert_num_queries(25):
        read_minutes(known)


def test_the_schedule_has_the_rounds_to_come(round_: Round):
    (grid,) = read_berger_grids(round_.stage)
    assert [len(one.matches) for one in grid.rounds] == [3, 3, 3, 3, 3]
    assert [(match.first, match.second, match.table) for match in grid.rounds[0].matches] == [
        ("1", "2", "table 1"),
        ("3", "4", "table 2"),
        ("5", "6", "table 3"),
    ]
    assert [(match.first, match.second) for match in grid.rounds[1].matches] == [("6", "4"), ("5", "3"), ("1", "2")]


def test_many_sheets_are_a_job_that_is_ordered_once(director: Client, round_: Round, monkeypatch):
    monkeypatch.setattr(prints, "MOST_AT_ONCE", 2)
    answers = [director.post(page("print_sheets"), {"paper": "a5", "which": "all"}) for _time in range(2)]
    job = Job.objects.get()
    assert {answer["Location"] for answer in answers} == {job.get_absolute_url()}
    assert SheetIssue.objects.count() == 3
    result = print_set(job.arguments, quiet)
    names = ZipFile(io.BytesIO(result.content)).namelist()
    codes = list(round_.matches.order_by("table").values_list("code", flat=True))
    assert names == ["score-sheets.pdf"]
    together = text_of(read_sheets_pdf(result.content) or b"")
    assert all(f"{code}-1" in together for code in codes)


def test_a_finished_set_leads_to_its_pdf_and_back_to_the_print_page(director: Client, round_: Round, data):
    """The archive of a tournament is no single PDF: from there one saves the ZIP, and goes on."""
    for what, leads_to_pdf in (("round", True), ("tournament", False)):
        job = order(director, what=what, round="1-1")
        finished(job, data, print_set(job.arguments, quiet).content)
        text = director.get(job.get_absolute_url()).text
        assert (f'href="{page("set_sheets", job.pk)}"' in text) == leads_to_pdf
        assert f'href="{page("print")}?round=1-1#print-sets"' in text
        assert reverse("jobs:file", args=[job.pk]) in text
        assert director.get(page("set_sheets", job.pk)).status_code == (200 if leads_to_pdf else 404)


def test_everything_of_a_round_comes_with_its_records_and_lists(director: Client, round_: Round):
    win(round_.matches.order_by("table").first())
    job = order(director, round="1-1", language="it")
    result = print_set(job.arguments, quiet)
    with ZipFile(io.BytesIO(result.content)) as files:
        assert {"score-sheets.pdf", "standings.pdf", "schedule.pdf", "cross-table.pdf", "pairings-by-name.pdf"} <= set(files.namelist())
        assert "Classifica" in text_of(files.read("standings.pdf"))
    assert SheetIssue.objects.filter(what=SheetIssue.What.FILLED).count() == 3
    assert print_set(job.arguments, quiet).content == result.content


def test_the_archive_holds_every_round_and_the_ledger(director: Client, round_: Round):
    win(round_.matches.order_by("table").first())
    job = order(director, what="tournament")
    with ZipFile(io.BytesIO(print_set(job.arguments, quiet).content)) as files:
        names = set(files.namelist())
        assert {"1-1/score-sheets.pdf", "1-1/standings.pdf", "entries.pdf", "prizes.pdf", "minutes.pdf", "ledger.jsonl"} <= names
        assert "check-in.pdf" not in names
        published = b"".join(Client().get(page_of_ledger()))
        assert files.read("ledger.jsonl") == published


def page_of_ledger() -> str:
    return reverse("scoring:ledger_file", args=["evening"])


def finished(job: Job, data, content: bytes) -> None:
    directory = data / "files" / "jobs"
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "set").write_bytes(content)
    Job.objects.filter(pk=job.pk).update(
        state=Job.State.DONE, result_path="set", result_name="evening-round.zip", finished_at=job.created_at
    )


def client_of(name: str) -> Client:
    client = Client()
    client.force_login(build_user(name))
    return client


def test_a_set_is_for_everybody_at_the_desk_and_nobody_else(director: Client, round_: Round, data):
    job = order(director, round="1-1")
    assert director.get(page("set_sheets", job.pk)).status_code == 404
    finished(job, data, print_set(job.arguments, quiet).content)
    build_actor("assistant", round_.stage.tournament)
    addresses = (page("set_sheets", job.pk), job.get_absolute_url(), reverse("jobs:file", args=[job.pk]))
    for desk in (director, client_of("assistant")):
        answers = [desk.get(url) for url in addresses]
        assert [answer.status_code for answer in answers] == [200, 200, 200]
        assert answers[-1].getvalue()[:2] == b"PK"
        assert "evening-round.zip" in desk.get(page("print")).content.decode()
    stranger = client_of("stranger")
    assert [stranger.get(url).status_code for url in addresses] == [404, 404, 404]
    build_actor("stranger", build_tournament(slug="other"))
    assert [stranger.get(url).status_code for url in addresses] == [404, 404, 404]


def test_a_set_whose_file_was_deleted_says_so(director: Client, round_: Round, data):
    job = order(director, round="1-1")
    finished(job, data, b"zip")
    assert delete_old_results(job.created_at + RESULT_LIFETIME) == 0
    assert delete_old_results(job.created_at + RESULT_LIFETIME + dt.timedelta(seconds=1)) == 1
    assert not (data / "files" / "jobs" / "set").exists()
    for url in (page("set_sheets", job.pk), reverse("jobs:file", args=[job.pk])):
        assert "evening-round.zip is gone" in director.get(url, follow=True).content.decode()
    assert "deleted after 14 days" in director.get(page("print")).content.decode()


def test_the_same_files_make_the_same_zip():
    files = [PrintSetFile("a.pdf", b"1"), PrintSetFile("b/c.pdf", b"2")]
    assert pack_zip(files) == pack_zip(iter(files))
    assert {info.date_time for info in ZipFile(io.BytesIO(pack_zip(files))).infolist()} == {(1980, 1, 1, 0, 0, 0)}


WIFI = {"wifi_name": "BarSport", "wifi_password": "settebello"}


def test_the_wifi_has_a_card_of_its_own(director: Client, round_: Round):
    assert "nothing to print here yet" in text_of(director.get(page("print_paper", "wifi")).content)
    assert director.post(page("paper_settings"), {**CHOICES, **WIFI}).status_code == 302
    said = text_of(director.get(page("print_paper", "wifi")).content)
    assert [word in said for word in ("BarSport", "settebello", f"testserver/{round_.stage.tournament_id}")] == [True, True, True]


def test_the_screen_shows_the_wifi_only_when_the_director_says_so(director: Client, round_: Round):
    address = reverse("scoring:public_screen", args=[round_.stage.tournament.slug])
    director.post(page("paper_settings"), {**CHOICES, **WIFI})
    before = Client().get(address)
    assert ("settebello" in before.content.decode(), find_shown_wifi(round_.stage.tournament.slug)) == (False, None)
    director.post(page("paper_settings"), {**CHOICES, **WIFI, "wifi_shown": "on"})
    after = Client().get(address, headers={"If-None-Match": before["ETag"]})
    assert (after.status_code, "settebello" in after.content.decode()) == (200, True)
    assert build_qr_code("WIFI:T:WPA;S:BarSport;P:settebello;;").path in after.content.decode()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"wifi_name": "Però", "wifi_password": ""}, "without accents"),
        ({"wifi_name": "BarSport", "wifi_password": "corta"}, "8"),
        ({"wifi_name": "", "wifi_password": "settebello"}, "name of the network"),
        ({"wifi_name": "", "wifi_shown": "on"}, "name of the network"),
    ],
)
def test_a_wifi_that_no_phone_could_read_is_refused(director: Client, typed: dict[str, str], words: str):
    answer = director.post(page("paper_settings"), {**CHOICES, **typed})
    assert (answer.status_code, words in answer.content.decode()) == (422, True)


def test_one_press_prints_what_the_round_needs(round_: Round, director: Client):
    answer = director.post(page("print_now"), {"paper": "a5", "which": "rest"})
    text = "\n".join(sheet.extract_text() for sheet in PdfReader(io.BytesIO(answer.content)).pages)
    assert answer["Content-Type"] == "application/pdf"
    assert text.index("Pairings by table") < text.index("Pairings by name") < text.index("Schedule")
    assert SheetIssue.objects.count() == 3
    for code in round_.matches.values_list("code", flat=True):
        assert code in text
    again = director.post(page("print_now"), {"paper": "a5", "which": "rest"})
    assert (SheetIssue.objects.count(), again["Content-Type"]) == (3, "application/pdf")


def test_papers_are_offered_in_the_order_of_the_evening(round_: Round, director: Client):
    text = director.get(page("print")).content.decode()
    places = [text.index(f'id="print-{moment}"') for moment in ("needed", "door", "before", "sheets", "after", "end")]
    assert places == sorted(places)
    assert f'href="{page("print_paper", "certificates")}' not in text
    Stage.objects.update(state=Stage.State.FINISHED)
    assert f'href="{page("print_paper", "certificates")}' in director.get(page("print")).content.decode()


def test_before_the_first_round_one_press_prints_the_lists_for_the_door(director: Client, round_: Round):
    Round.objects.update(state=Round.State.DRAFT)
    answer = director.post(page("print_now"), {})
    text = "\n".join(sheet.extract_text() for sheet in PdfReader(io.BytesIO(answer.content)).pages)
    assert ("Check-in" in text, SheetIssue.objects.count()) == (True, 0)
