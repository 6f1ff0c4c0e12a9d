"""What stands on a label or a slip opens what it was printed for: the QR code, and what somebody types from it."""

import io
import re

import pypdfium2
import pytest
import zxingcpp
from django.contrib.auth.models import User
from django.test import Client

from scoring.models import EntryCode, TableLink
from tests.pages import read_page
from tests.scoring.builders import NOW
from tests.scoring.links import issue
from visitors.phones.codes import issue_codes

pytestmark = pytest.mark.django_db

CODE = re.compile(r"\b[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}\b")


@pytest.fixture
def desk(match):
    client = Client()
    client.force_login(User.objects.get(username="director"))
    return client


def read_print(answer):
    """The words of the first page, and what its QR codes say."""
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    page = pypdfium2.PdfDocument(io.BytesIO(answer.content))[0]
    codes = zxingcpp.read_barcodes(page.render(scale=4, grayscale=True).to_numpy().squeeze())
    return page.get_textpage().get_text_range(), [code.text for code in codes]


def open_with(**typed):
    """The page of a phone that was opened so."""
    client = Client()
    assert client.post("/t", typed).status_code == 303
    return read_page(client.get("/t/match/"))


def test_both_codes_of_a_label_open_the_page_of_its_entry(desk):
    answer = desk.post("/desk/evening/codes/print/", {"which": "all"})
    assert "evening-codes" in answer["Content-Disposition"]
    words, pictures = read_print(answer)
    assert len(pictures) == 2
    assert {picture.partition("#")[0] for picture in pictures} == {"http://testserver/t"}
    assert ("testserver/t" in words, "://" in words) == (True, False)
    for number, text in enumerate(CODE.findall(words), start=1):
        assert f"Pair {number}" in open_with(code=text).texts("strong")
    opened = [open_with(secret=picture.partition("#")[2]) for picture in pictures]
    assert {name for page in opened for name in page.texts("strong") if name.startswith("Pair")} == {"Pair 1", "Pair 2"}


def test_both_codes_of_a_slip_open_its_side_of_the_match(desk, match):
    answer = desk.post("/desk/evening/links/issue/", {"which": "all"})
    assert "evening-links" in answer["Content-Disposition"]
    words, pictures = read_print(answer)
    assert len(pictures) == 2
    assert {picture.partition("#")[0] for picture in pictures} == {"http://testserver/t"}
    assert ("testserver/t" in words, "://" in words, words.count(match.code)) == (True, False, 2)
    for side, text in enumerate(CODE.findall(words)):
        assert f"You are {'AB'[side]} Pair {side + 1}" in open_with(match=match.code, code=text).text
    assert TableLink.objects.filter(code_used_at__isnull=False).count() == 2
    for picture in pictures:
        assert "You are" in open_with(secret=picture.partition("#")[2]).text


def test_no_list_of_errors_tells_the_codes_that_are_printed(match):
    (slip,) = issue(match, sides=[0])
    (label,) = issue_codes(match.round.stage.tournament, [match.seats.get(side=0).entry], actor=User.objects.get(), at=NOW)
    assert [secret in repr((slip, label)) for secret in (slip.secret, slip.code, label.secret, label.text)] == [False] * 4
    assert (CODE.fullmatch(slip.code) is not None, CODE.fullmatch(label.text) is not None) == (True, True)
    assert (len(slip.secret), len(label.secret)) == (22, 22)


@pytest.mark.parametrize(("kind", "model"), [("codes", EntryCode), ("links", TableLink)])
def test_the_page_of_what_was_given_out_counts_it_and_cancels_it_with_a_word(desk, kind, model):
    print_, revoke = {"codes": ("print", "revoke"), "links": ("issue", "revoke")}[kind]
    desk.post(f"/desk/evening/{kind}/{print_}/", {"which": "missing"})
    assert desk.post(f"/desk/evening/{kind}/{print_}/", {"which": "missing"}).status_code == 404, "nobody lacks one any more"
    answer = desk.post(f"/desk/evening/{kind}/{revoke}/", {"which": "all"}, follow=True)
    said = {"codes": "2 codes cancelled.", "links": "2 slips cancelled."}[kind]
    assert (answer.redirect_chain, said in read_page(answer).text) == ([(f"/desk/evening/{kind}/", 303)], True)
    assert model.objects.filter(revoked_at=None).count() == 0
