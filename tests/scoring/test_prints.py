"""The print page and its papers: what they say, who may have them, and that sheets are noted as out."""

from io import BytesIO

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from scoring.models import SheetIssue
from scoring.prints import ROUND_PAPERS, TOURNAMENT_PAPERS
from scoring.services.entry import correct_entry
from tests.scoring.builders import build_round, build_tournament, build_user, origin
from tests.scoring.hands import enter, typed
from tournaments.models import Round

SHEETS = {"paper": "a5", "which": "all"}


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
    assert [text.count(code) for code in codes] == [2, 2, 2]  # under the QR and in the serial
    assert list(SheetIssue.objects.values_list("serial", "what", "head_seq")) == [(1, "sheet", 0)] * 3


def test_only_the_rest_is_printed_once_some_are_out(director: Client, round_: Round):
    first = round_.matches.order_by("table").first()
    text_of(post_sheets(director, which="one", code=first.code))
    text = text_of(post_sheets(director, which="rest"))
    assert first.code not in text
    assert SheetIssue.objects.count() == 3
    assert post_sheets(director, which="rest").status_code == 404


def test_a_sheet_printed_again_has_the_next_serial(director: Client, round_: Round):
    code = round_.matches.first().code
    post_sheets(director, code=code)
    assert f"{code}-2" in text_of(post_sheets(director, code=code))


@pytest.mark.parametrize("size", ["a5", "a4", "roll"])
def test_every_paper_size_prints(director: Client, round_: Round, size: str):
    assert "RESULT" in text_of(post_sheets(director, paper=size)).upper()


def test_the_filled_sheet_holds_the_hands_and_what_they_replaced(director: Client, round_: Round):
    match = round_.matches.order_by("table").first()
    entered = enter(match, typed(45, turned="A", dealer="A1"))
    correct_entry(match, entered.entry.seq, typed(54, turned="A", dealer="A1"), origin=origin("again"), version=None, reason="sheet_wrong")
    text = text_of(post_sheets(director, which="filled", code=match.code))
    assert {"45", "25", "54", "16", "23"} <= set(text.split())
    assert SheetIssue.objects.get().what == SheetIssue.What.FILLED


def test_spares_need_no_round(director: Client):
    Round.objects.update(state=Round.State.DRAFT)
    assert "RESULT" in text_of(post_sheets(director, which="spares"))
    assert not SheetIssue.objects.exists()


@pytest.mark.parametrize("key", [one.key for one in (*ROUND_PAPERS, *TOURNAMENT_PAPERS) if not getattr(one, "formats", ())])
def test_every_other_paper_names_the_tournament_and_changes_nothing(director: Client, key: str):
    assert "Evening" in text_of(paper(director, key)) or key == "labels"
    assert not SheetIssue.objects.exists()


def test_a_paper_that_the_format_does_not_have_is_not_there(director: Client):
    assert paper(director, "bracket").status_code == 404
    assert "Evening" in text_of(paper(director, "cross-table"))


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
    with django_assert_num_queries(14):
        text_of(post_sheets(client))


def test_strangers_get_no_paper(round_: Round):
    client = Client()
    assert paper(client, "entries").status_code == 302
    client.force_login(get_user_model().objects.create_user("stranger"))
    assert paper(client, "entries").status_code == 404
    assert post_sheets(client).status_code == 404
