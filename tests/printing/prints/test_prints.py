"""The print page and its papers: what they say, who may have them, and that sheets are noted as out."""

import re
from io import BytesIO
from itertools import pairwise

import pytest
from django.contrib.auth import get_user_model
from django.test import Client, RequestFactory
from django.urls import reverse
from pypdf import PdfReader

from jobs.models import Job
from printing.prints.registry import ROUND_PAPERS, TOURNAMENT_PAPERS
from scoring.confirmation.services import dispute_match, void_match
from scoring.entry.services import FilledBoxes, correct_entry, submit_event
from scoring.ledger.match_log import Forfeit
from scoring.ledger.queries import read_current_head
from scoring.matches.sheet_grid import read_sheet_grid
from scoring.models import PaperStyle, SheetIssue
from tests.scoring.builders import build_round, build_tournament, build_user, origin
from tests.scoring.evenings import play_evening
from tests.scoring.hands import enter, typed, win
from tournaments.models import Round
from tournaments.pages.addresses import build_phone_address

SHEETS = {"paper": "a5", "which": "all"}
COLUMNS = ["trump", "total"]


def text_of(answer) -> str:
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)


@pytest.fixture
def round_(db: None) -> Round:
    return build_round(build_tournament(), matches=3)


@pytest.fixture
def director(round_: Round) -> Client:
    client = Client()
    client.force_login(build_user())
    return client


def post_sheets(client: Client, **fields):
    return client.post(reverse("scoring:print_sheets", args=["evening"]), {**SHEETS, **fields})


def paper(client: Client, key: str):
    return client.get(reverse("scoring:print_paper", args=["evening", key]))


def test_all_sheets_are_noted_with_the_head_that_stands_on_them(director: Client, round_: Round):
    text = text_of(post_sheets(director))
    codes = list(round_.matches.values_list("code", flat=True))
    assert [text.count(code) for code in codes] == [4, 4, 4]  # under the QR and in the serial of both faces
    assert list(SheetIssue.objects.values_list("serial", "what", "head_seq")) == [(1, "sheet", 0)] * 3


def test_a_sheet_printed_before_anything_is_written_has_no_fingerprint(director: Client, round_: Round):
    assert "AAAAA" not in text_of(post_sheets(director))
    win(round_.matches.get(table=1))
    assert str(read_current_head(round_.stage.tournament)) in text_of(post_sheets(director, again="new"))


@pytest.mark.parametrize("name", ["links_issue", "codes_print"])
def test_slips_and_labels_speak_the_language_of_the_papers(director: Client, round_: Round, name: str):
    PaperStyle.objects.create(tournament=round_.stage.tournament, language="it")
    text = text_of(director.post(reverse(f"scoring:{name}", args=["evening"]), {"which": "all"}))
    assert ("Inquadra" in text, "Scan" in text) == (True, False)


def test_only_the_rest_is_printed_once_some_are_out(director: Client, round_: Round):
    first = round_.matches.order_by("table").first()
    text_of(post_sheets(director, which="one", code=first.code))
    text = text_of(post_sheets(director, which="rest"))
    assert first.code not in text
    assert SheetIssue.objects.count() == 3
    again = post_sheets(director, which="rest")
    assert again["Location"] == f"{reverse('scoring:print', args=['evening'])}?round=1-1"
    assert "Every table already has its sheet." in director.get(again["Location"]).content.decode()


def test_a_sheet_printed_again_has_the_next_serial(director: Client, round_: Round):
    code = round_.matches.first().code
    post_sheets(director, code=code)
    assert f"{code}-2" in text_of(post_sheets(director, code=code))


@pytest.mark.parametrize("size", ["a5", "a4", "roll"])
def test_every_paper_size_prints(director: Client, round_: Round, size: str):
    text = text_of(post_sheets(director, paper=size))
    assert ("RESULT" in text.upper(), text.count("Stage")) == (True, {"a5": 6, "a4": 6, "roll": 3}[size])  # two faces of three games


def test_the_filled_sheet_holds_the_hands_and_what_they_replaced(director: Client, round_: Round):
    match = round_.matches.order_by("table").first()
    entered = enter(match, typed(45, turned="A", dealer="A1"))
    correct_entry(match, entered.entry.seq, typed(54, turned="A", dealer="A1"), origin=origin("again"), version=None, reason="sheet_wrong")
    text = text_of(post_sheets(director, which="filled", code=match.code))
    assert {"45", "25", "54", "16", "23"} <= set(text.split())
    assert SheetIssue.objects.get().what == SheetIssue.What.FILLED


def test_the_record_says_what_keeps_it_from_being_final(director: Client, round_: Round):
    first, second, third = round_.matches.order_by("table")
    win(first)
    dispute_match(first, origin=origin("questioned"), version=None, words="38")
    submit_event(second, Forfeit(None), origin=origin("nobody came"), version=None)
    void_match(third, origin=origin("cancelled"), version=None, reason="wrong_table")
    told = [text_of(post_sheets(director, which="filled", paper="a4", code=match.code)) for match in (first, second, third)]
    assert [word in text for word, text in zip(("DISPUTED", "both absent", "CANCELLED"), told, strict=True)] == [True] * 3


def test_a_penalty_tells_after_which_hand_it_fell(director: Client, round_: Round):
    match = round_.matches.order_by("table").first()
    enter(match, typed(45))
    enter(match, FilledBoxes("penalty", {"side": "B", "what": "fine", "points": "3"}))
    assert "Game 1, after hand 1" in text_of(post_sheets(director, which="filled", code=match.code))


def test_spares_need_no_round(director: Client):
    Round.objects.update(state=Round.State.DRAFT)
    assert "RESULT" in text_of(post_sheets(director, which="spares"))
    assert not SheetIssue.objects.exists()


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("print_sheets", {"paper": "a5", "which": "all", "round": "1-1"}),
        ("print_sheets", {"paper": "a5", "which": "filled", "round": ""}),
        ("print_set", {"what": "round", "round": ""}),
        ("print_set", {"what": "tournament"}),
    ],
)
def test_a_round_that_was_taken_back_is_refused_in_a_sentence(director: Client, round_: Round, name: str, fields: dict):
    Round.objects.update(state=Round.State.DRAFT)
    answer = director.post(reverse(f"scoring:{name}", args=["evening"]), {"unreached": "yes", **fields}, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("scoring:print", args=["evening"])
    assert "Nothing was printed: this round has no published tables." in answer.content.decode()
    assert not SheetIssue.objects.exists()


def test_a_list_of_no_round_is_refused_in_a_sentence(director: Client):
    Round.objects.update(state=Round.State.DRAFT)
    answer = director.get(reverse("scoring:print_paper", args=["evening", "standings"]), follow=True)
    assert "this round has no published tables" in answer.content.decode()


ANYWHERE = [
    *(one.key for one in ROUND_PAPERS if one.family is None and not (one.of_draw or one.of_clubs or one.of_teams)),
    *(one.key for one in TOURNAMENT_PAPERS if not one.of_places),
]


@pytest.mark.parametrize("key", ANYWHERE)
def test_every_other_paper_names_the_tournament_and_changes_nothing(director: Client, key: str):
    assert "Evening" in text_of(paper(director, key)) or key == "labels"
    assert not SheetIssue.objects.exists()


def test_a_paper_that_the_format_does_not_have_is_not_there(director: Client):
    assert paper(director, "bracket").status_code == 404
    assert "Evening" in text_of(paper(director, "cross-table"))


def test_why_a_draw_is_as_it_is_hangs_on_the_wall(director: Client):
    """A round that a file brought without its draw has no such paper."""
    assert paper(director, "why").status_code == 404
    tournament = play_evening(pairs=5, rounds=2)
    client = Client()
    client.force_login(build_user("director"))
    text = text_of(client.get(reverse("scoring:print_paper", args=[tournament.slug, "why"])))
    draw = tournament.stages.get().rounds.get(number=2).draw
    assert {draw.seed, draw.outcome["digest"]} <= set(text.split())
    assert "claims of the rule are proven" in text


def test_the_page_offers_what_is_needed_next(director: Client, round_: Round):
    page = director.get(reverse("scoring:print", args=["evening"]))
    assert "3 of 3 tables have no sheet yet." in page.content.decode()
    post_sheets(director)
    page = director.get(reverse("scoring:print", args=["evening"]))
    assert "Every table has its sheet." in page.content.decode()


@pytest.mark.parametrize("matches", [1, 3])
def test_a_round_of_any_size_asks_the_same_number_of_questions(db, django_assert_num_queries, matches: int):
    round_ = build_round(build_tournament(), matches=matches)
    client = Client()
    client.force_login(build_user())
    assert round_.matches.count() == matches
    with django_assert_num_queries(20):
        text_of(post_sheets(client))


@pytest.mark.parametrize("matches", [1, 5])
def test_records_of_any_number_ask_the_same_number_of_questions(db, django_assert_num_queries, matches: int):
    round_ = build_round(build_tournament(), matches=matches)
    for match in round_.matches.all():
        win(match)
    client = Client()
    client.force_login(build_user())
    read_record_text(client)
    with django_assert_num_queries(25):
        read_record_text(client)


def read_record_text(client: Client) -> str:
    return text_of(post_sheets(client, which="filled", paper="a4"))


def test_the_same_sheet_once_more_keeps_its_serial(director: Client, round_: Round):
    code = round_.matches.first().code
    first = text_of(post_sheets(director))
    assert f"{code}-1" in first
    again = text_of(post_sheets(director, again="same"))
    assert f"{code}-1" in again
    assert list(SheetIssue.objects.values_list("serial", flat=True)) == [1, 1, 1]
    assert f"{code}-2" in text_of(post_sheets(director, again="new"))
    post_sheets(director, which="filled", again="same")
    post_sheets(director, which="filled", again="same")
    assert SheetIssue.objects.filter(what=SheetIssue.What.FILLED).count() == 6, "a record is of the ledger as it is now"


def test_the_same_once_more_prints_what_is_missing_for_the_first_time(director: Client, round_: Round):
    post_sheets(director, code=round_.matches.order_by("table").first().code)
    text_of(post_sheets(director, again="same"))
    assert list(SheetIssue.objects.values_list("serial", flat=True)) == [1, 1, 1]


@pytest.mark.parametrize("kind", ["full", "short", "slip"])
def test_a_preview_counts_no_sheet_and_has_no_code(director: Client, round_: Round, kind: str):
    text = text_of(director.get(reverse("scoring:preview_sheets", args=["evening"]), {"kind": kind, "paper": "a4"}))
    assert "PREVIEW" in text
    assert not any(code in text for code in round_.matches.values_list("code", flat=True))
    assert not SheetIssue.objects.exists()


def test_a_preview_before_the_first_round_is_a_sheet_without_names(director: Client, round_: Round):
    Round.objects.update(state=Round.State.DRAFT)
    assert "RESULT" in text_of(director.get(reverse("scoring:preview_sheets", args=["evening"])))


def test_the_sheet_is_as_the_director_chose_it(director: Client, round_: Round):
    settings_page = reverse("scoring:paper_settings", args=["evening"])
    columns = ["trump", "total"]
    director.post(settings_page, {"sheet_kind": "full", "suits": "italian", "printed_columns": columns})
    grid = read_sheet_grid(round_.stage.tournament)
    assert grid.field_names == ("dealer", "turned", "trump", "total", "score")
    assert "Tricks" not in text_of(post_sheets(director, paper="a4"))
    director.post(settings_page, {"sheet_kind": "short", "suits": "italian", "printed_columns": columns})
    assert read_sheet_grid(round_.stage.tournament).field_names == ("dealer", "turned", "score")
    assert "Tricks" in read_record_text(director), "the record has every box"


@pytest.mark.parametrize("kind", ["full", "short"])
def test_the_page_of_a_match_has_as_many_rows_as_its_printed_sheet(director: Client, round_: Round, kind: str):
    director.post(reverse("scoring:paper_settings", args=["evening"]), {"sheet_kind": kind, "suits": "italian", "printed_columns": COLUMNS})
    match = round_.matches.first()
    printed = text_of(post_sheets(director, which="one", code=match.code))
    numbers = [int(text) for text in re.findall(r"^(\d+)$", printed, re.MULTILINE)]
    ends = [number for number, following in pairwise([*numbers, 0]) if following <= number]
    on_page = re.findall(r'data-blank="([\d ]+)"', director.get(reverse("scoring:match", args=["evening", match.code])).content.decode())
    assert [[int(rows) for rows in text.split()] for text in on_page] == [ends if kind == "full" else 3 * ends]


def test_the_page_of_a_match_has_no_rows_of_a_slip(director: Client, round_: Round):
    director.post(reverse("scoring:paper_settings", args=["evening"]), {"sheet_kind": "slip", "suits": "italian"})
    assert "data-blank" not in director.get(reverse("scoring:match", args=["evening", round_.matches.first().code])).content.decode()


def test_a_desk_that_no_phone_reaches_says_so_before_it_prints(director: Client, round_: Round):
    page = reverse("scoring:print", args=["evening"])
    notice = "No phone can open the codes"
    assert notice in director.get(page, headers={"host": "localhost"}).content.decode()
    assert notice not in director.get(page, headers={"host": "192.168.1.20"}).content.decode()


@pytest.mark.parametrize(("name", "fields"), [("print_sheets", SHEETS), ("print_now", {}), ("print_set", {"what": "round"})])
def test_nothing_is_printed_for_phones_that_cannot_come_before_somebody_says_so(director: Client, round_: Round, name: str, fields: dict):
    address, here = reverse(f"scoring:{name}", args=["evening"]), {"host": "localhost"}
    asked = director.post(address, fields, headers=here)
    assert (asked.status_code, SheetIssue.objects.count(), Job.objects.count()) == (409, 0, 0)
    assert ("Not printed yet" in asked.text, [f'name="{key}"' in asked.text for key in fields]) == (True, [True] * len(fields))
    director.post(address, {**fields, "paper": "a5", "which": "all", "unreached": "yes"}, headers=here)
    assert SheetIssue.objects.count() == 3
    assert director.post(address, {**fields, "paper": "a5"}, headers=here).status_code != 409, "asked once in a session"


def test_strangers_get_no_paper(round_: Round):
    client = Client()
    assert paper(client, "entries").status_code == 302
    client.force_login(get_user_model().objects.create_user("stranger"))
    assert paper(client, "entries").status_code == 404
    assert post_sheets(client).status_code == 404


def test_a_desk_that_is_open_to_the_hall_prints_the_address_that_phones_reach(director: Client, round_: Round, settings):
    """The director works at the desk's own computer; a QR code with `localhost` in it would open nothing in anybody's hand."""
    settings.LAN_ADDRESSES, settings.PORT = ("192.168.1.20",), 8000
    director.post(reverse("scoring:print_set", args=["evening"]), {"what": "round"}, headers={"host": "localhost:8000"})
    assert Job.objects.get(kind="print_set").arguments["base"] == "http://192.168.1.20:8000/"


def test_a_sheet_of_an_open_desk_leads_to_the_hall(round_: Round, settings):
    settings.LAN_ADDRESSES, settings.PORT = ("192.168.1.20",), 8000
    request = RequestFactory().get("/", headers={"host": "127.0.0.1:8000"})
    assert build_phone_address(request, "/s/ABCD2345") == "http://192.168.1.20:8000/s/ABCD2345"
    settings.LAN_ADDRESSES = ()
    assert build_phone_address(request, "/s/ABCD2345") == "http://127.0.0.1:8000/s/ABCD2345"
