"""A head that somebody kept is compared with the ledger, typed as letters or as the screen's words."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.ledger.chain import build_head
from scoring.ledger.queries import HeadFit, compare_head, read_current_head
from scoring.ledger.words import encode_words
from scoring.models import LedgerEntry
from tests.pages import read_page
from tests.scoring.evenings import play_evening
from tests.scoring.hands import enter, typed

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return play_evening(public=True)


def head_of(tournament, seq):
    return build_head(seq, LedgerEntry.objects.get(tournament=tournament, seq=seq).digest)


@pytest.mark.parametrize("in_words", [False, True])
def test_every_entry_of_the_ledger_fits_and_nothing_else(evening, in_words):
    last = read_current_head(evening).seq
    for seq in range(1, last + 1):
        letters = head_of(evening, seq).letters
        text = " ".join(encode_words(letters)) if in_words else letters.lower()
        fitting, moved, beyond = (compare_head(evening, f"{text} {number}") for number in (seq, seq % last + 1, last + seq))
        assert (fitting.fit, fitting.later, moved.fit, beyond.fit) == (HeadFit.FITS, last - seq, HeadFit.DIFFERS, HeadFit.BEYOND)


@pytest.mark.parametrize("text", ["", "nonsense", "ABCDE-FGHIJ-KLMNO-PQRST", "x" * 120, "A" * 20 + " 99999999999999999999"])
def test_what_cannot_be_read_is_said_to_be_so(evening, text):
    compared = compare_head(evening, text)
    assert compared.fit in {HeadFit.UNREADABLE, HeadFit.BEYOND}
    assert (compared.later, compared.recorded_at, compared.seq if compared.fit is HeadFit.UNREADABLE else 0) == (0, None, 0)
    answer = Client().get(reverse("scoring:public_ledger", args=[evening.slug]), {"head": text})
    assert answer.status_code == 200


def test_pages_of_a_phone_and_the_screen_carry_the_head(match):
    enter(match, typed(45))
    head = read_current_head(match.round.stage.tournament)
    visitor = Client()
    pages = ["public_results", "public_standings", "public_people"]
    bodies = [read_page(visitor.get(reverse(f"scoring:{name}", args=["evening"]))) for name in pages]
    assert [body.find("[data-head]")["data-head"] for body in bodies] == [str(head)] * 3
    assert [body.find("[data-head]")["data-slug"] for body in bodies] == ["evening"] * 3
    screen = read_page(visitor.get(reverse("scoring:public_screen", args=["evening"])))
    assert f"{' '.join(encode_words(head.letters))} {head.seq}" in screen.texts("strong")
