"""The papers of an evening as one set, what is still open, and the balance of a season."""

import csv
import io

import pytest
from django.urls import reverse
from pypdf import PdfReader

from desk.treasury.closing_views import read_open_ends
from desk.treasury.season_balance import read_season_balance, sum_balances
from printing.prints.heads import read_print_context
from scoring.models import PaperStyle
from tests.desk.treasury.test_prizes import ended, give, read_table
from tests.desk.treasury.test_treasury_pages import PLAN, address, client_as, number_of, send
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tests.scoring.seasons import build_season
from tournaments.models import EveningPapers, StaffRole, Tournament

__all__ = ["ended"]
pytestmark = pytest.mark.django_db


def read_set(tournament):
    answer = client_as("director").post(address(tournament, "closing_print"))
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages).split())


def test_the_set_holds_report_cash_receipts_prizes_and_signatures(ended):
    send(ended, "cash_fees", PLAN)
    send(ended, "cash_take", {"what": "entry", "entry": number_of(ended, 1), "count": "1"})
    give(ended, read_table(ended).rows[0], ended.order[0])
    words = read_set(ended)
    for part in ("Who directed", "Results:", "Balance", "Receipts that count", "Received by", "The treasurer", "receipts up to number 1"):
        assert part in words, part
    assert "Provisional" not in words


def test_papers_that_are_no_longer_true_are_named(ended):
    page = address(ended, "closing")
    read_set(ended)
    assert "nothing has changed since" in client_as("director").get(page).content.decode()
    send(ended, "cash_take", {"what": "income", "words": "Bar", "count": "1", "amount": "5"})
    assert "something changed afterwards" in client_as("director").get(page).content.decode()
    read_set(ended)
    assert [still_true for _printed, still_true in client_as("director").get(page).context["prints"]] == [True, False]
    give(ended, read_table(ended).rows[0], ended.order[0])
    assert not client_as("director").get(page).context["prints"][0][1]
    assert EveningPapers.objects.count() == 2


def test_papers_with_other_fees_or_names_are_no_longer_true(ended):
    def is_true():
        return client_as("director").get(address(ended, "closing")).context["prints"][0][1]

    read_set(ended)
    assert is_true()
    send(ended, "cash_fees", PLAN | {"fee": "25"})
    assert not is_true()
    read_set(ended)
    assert is_true()
    ended.entries.filter(number=1).update(name="Anna Serra – Berto Serra")
    assert not is_true()


def test_a_round_that_is_open_again_makes_the_set_provisional(ended):
    read_set(ended)
    ended.stages.update(state="running")
    assert "something changed afterwards" in client_as("director").get(address(ended, "closing")).content.decode()
    assert "Provisional: places can still change." in read_set(ended)


def test_the_page_names_what_is_open(ended):
    context = read_print_context(ended, str)
    ends = read_open_ends(context)
    assert (ends.provisional, ends.owing, ends.prizes_left > 0, ends.waiting_receipts) == (False, 4, True, 0)
    page = client_as("director").get(address(ended, "closing")).content.decode()
    assert "4 entries have not paid their whole fee." in page


def test_a_season_adds_up_the_evenings_that_the_reader_works_at():
    season, first, second = build_cash_season()
    rows, left_out = read_season_balance(season, build_user())
    assert [row.list_amounts() for row in rows] == [(4000, 1500, 0, 500, 5000, 8000), (2000, 0, 0, 0, 2000, 0)]
    assert (sum_balances(rows), left_out) == ((6000, 1500, 0, 500, 7000, 8000), 0)
    answer = client_as("director").get(reverse("scoring:season_cash_csv", args=[season.slug]))
    lines = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    assert [line[7] for line in lines] == ["Result", "50", "20", "70"]
    for kind in ("paper", "xlsx"):
        assert client_as("director").get(reverse(f"scoring:season_cash_{kind}", args=[season.slug])).status_code == 200
    StaffRole.objects.filter(tournament=second).delete()
    rows, left_out = read_season_balance(season, build_user())
    assert ([row.tournament for row in rows], left_out) == ([first], 1)


def build_cash_season():
    first = play_evening(pairs=4, rounds=1, closed=1, fee_cents=2000, name="Prima")
    second = play_evening(pairs=4, rounds=1, closed=1, fee_cents=2000, name="Seconda")
    Tournament.objects.update(demonstration=False)
    first.refresh_from_db()
    second.refresh_from_db()
    season = build_season(first, second)
    send(first, "cash_fees", PLAN)
    for number in (1, 2):
        send(first, "cash_take", {"what": "entry", "entry": number_of(first, number), "count": "1", "key": f"fee-{number}"})
    send(first, "cash_take", {"what": "extra:Dinner", "entry": "", "count": "1", "key": "dinner"})
    send(first, "cash_pay", {"what": "expense", "words": "Hall", "amount": "5", "key": "hall"})
    send(second, "cash_take", {"what": "entry", "entry": number_of(second, 1), "count": "1", "key": "fee"})
    PaperStyle.objects.create(tournament=first, prizes="1: ham (80 €) · Salumeria Rossi")
    return season, first, second
