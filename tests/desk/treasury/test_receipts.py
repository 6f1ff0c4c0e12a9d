"""Receipts: a number for each line that is income, handed out once with the club's words, and always as much as the book."""

import random
from collections import Counter
from io import BytesIO

import pytest
from django.db import connection
from django.db.models import F
from pypdf import PdfReader

from desk.treasury.receipt_forms import PRESETS
from printing.prints.cash_papers import read_cash_list, read_cash_sections
from printing.prints.heads import read_print_context
from printing.prints.receipt_papers import read_receipt_list, read_register_section
from tests.desk.treasury.test_treasury_pages import PLAN, address, client_as, evening, number_of, send
from tests.scoring.builders import NOW, build_user
from tests.tournaments.cash.evenings import play_cash
from tests.tournaments.conftest import enter_pairs, found_tournament
from tournaments.cash import receipts as receipts_of_cash
from tournaments.cash.queries import CashSum, read_cash_report
from tournaments.cash.receipts import (
    NumberedReceipt,
    ReceiptOrder,
    hand_out_receipts,
    number_receipts,
    save_receipt_words,
    sum_receipts,
)
from tournaments.fields.euros import format_euros
from tournaments.models import Announcement, CashLine, CashReceipt, Entry, OrganizerMember, PayerKind, ReceiptWords

__all__ = ["evening"]
pytestmark = pytest.mark.django_db
SPOILED = 9
"""A random evening with cancellations, re-entries, fees given back and other income."""


def read_words(answer):
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages).split())


def take_three(tournament):
    """Two fees and a dinner; the first fee is cancelled afterwards."""
    send(tournament, "cash_fees", PLAN)
    for number in (1, 2):
        send(tournament, "cash_take", {"what": "entry", "entry": number_of(tournament, number), "count": "1", "amount": ""})
    send(tournament, "cash_take", {"what": "extra:Dinner", "entry": number_of(tournament, 2), "count": "1"})


def hand_out(tournament, receipt, **typed):
    return send(tournament, "receipts_print", {"number": str(receipt), "payer": "Anna", "kind": "member", "size": "a6", **typed})


def lead_house(tournament):
    OrganizerMember.objects.create(organizer=tournament.organizer, user=build_user(), role="director")
    return tournament.organizer


def test_a_cancelled_receipt_stays_in_the_sequence_and_counts_nothing(evening):
    take_three(evening)
    assert hand_out(evening, 1).content.startswith(b"%PDF")
    client_as("director").post(address(evening, "cash_cancel", 1))
    send(evening, "cash_take", {"what": "entry", "entry": number_of(evening, 1), "count": "1", "amount": ""})
    receipts = number_receipts(evening)
    assert [(receipt.number, receipt.line.number, receipt.is_cancelled) for receipt in receipts] == [
        (1, 1, True),
        (2, 2, False),
        (3, 3, False),
        (4, 5, False),
    ]
    assert sum_receipts(receipts) == read_cash_report(evening).taken == 5500
    page = client_as("director").get(address(evening, "receipts"), {"receipt": "1"}).content.decode()
    assert "It is cancelled, and somebody has it." in page
    assert "Cancelled" in read_words(hand_out(evening, 1))
    client_as("director").post(address(evening, "cash_cancel", 2))
    answer = hand_out(evening, 2)
    assert (answer.status_code, "receipt 2 is cancelled, and nobody got it" in answer.content.decode()) == (422, True)


def test_a_receipt_names_who_organizes_until_the_club_writes_its_words(evening):
    take_three(evening)
    Announcement.objects.update_or_create(tournament=evening, defaults={"controller": "ASD Su Nuraghe"})
    assert "ASD Su Nuraghe" in read_words(hand_out(evening, 2))
    save_receipt_words(lead_house(evening), {"issuer": "Circolo Pippo"}, actor=build_user())
    first, second = read_words(hand_out(evening, 2)), read_words(hand_out(evening, 3))
    assert ("ASD Su Nuraghe" in first, "Circolo Pippo" in second, "ASD" in second) == (True, True, False)


def test_a_receipt_that_is_printed_twice_is_a_copy_with_the_same_words(evening):
    take_three(evening)
    organizer = lead_house(evening)
    save_receipt_words(organizer, {"issuer": "Circolo\nVia Roma 1", "member": "Quota del socio."}, actor=build_user())
    first = read_words(hand_out(evening, 1))
    assert ("Circolo" in first, "Quota del socio." in first, "€20.00" in first, "Copy" in first) == (True, True, True, False)
    save_receipt_words(organizer, {"member": "Anders."}, actor=build_user())
    second = read_words(hand_out(evening, 1, payer="Somebody else", kind="guest"))
    assert ("Quota del socio." in second, "Anna" in second, "Copy" in second) == (True, True, True)
    assert CashReceipt.objects.get().copies == 2


def test_all_that_nobody_got_are_printed_at_once_two_to_a_line(evening):
    take_three(evening)
    hand_out(evening, 2)
    answer = send(evening, "receipts_print", {"size": "a4"})
    words = read_words(answer)
    assert [f"Receipt no. {number}" in words for number in (1, 2, 3)] == [True, False, True]
    assert len(PdfReader(BytesIO(answer.content)).pages) == 1
    assert set(CashReceipt.objects.values_list("kind", flat=True)) == {"member", "guest"}
    assert [PdfReader(BytesIO(hand_out(evening, 1, size=size).content)).pages[0].mediabox.width for size in ("a6", "roll")] == [
        pytest.approx(297.6, abs=0.1),
        pytest.approx(226.8, abs=0.1),
    ]


def test_a_page_from_before_prints_no_empty_paper(evening):
    take_three(evening)
    send(evening, "receipts_print", {"size": "a4"})
    answer = send(evening, "receipts_print", {"size": "a4"}, follow=True)
    assert "Not printed: somebody has every receipt already." in answer.content.decode()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [({"number": "9"}, "there is no receipt 9"), ({"payer": ""}, "Fill this in"), ({"number": "-1"}, "or more")],
)
def test_a_receipt_that_cannot_be_is_refused_in_words(evening, typed, sentence):
    take_three(evening)
    answer = hand_out(evening, 1, **typed)
    assert (answer.status_code, sentence in answer.content.decode(), CashReceipt.objects.count()) == (422, True, 0)


def test_the_register_says_every_number_and_the_sum(evening):
    take_three(evening)
    client_as("director").post(address(evening, "cash_cancel", 3))
    context = read_print_context(evening, str)
    rows = read_register_section(context).rows
    assert [row[0] for row in rows] == ["1", "2", "3", ""]
    assert (rows[2][5], rows[-1][-1]) == ("Cancelled", "€40.00")
    assert sum(row[-1] for row in read_receipt_list(context).rows) == 40


def test_a_preset_becomes_the_club_s_own_words(evening):
    lead_house(evening)
    page = address(evening, "receipts").replace(f"desk/{evening.slug}", f"organizers/{evening.organizer.slug}")
    typed = {"issuer": "Circolo", "member": "", "associate": "mine", "guest": "", "preset": "member:member"}
    assert client_as("director").post(page, typed).status_code == 302
    words = ReceiptWords.objects.get()
    assert (words.member, words.associate) == (str(PRESETS[0].text), "mine")
    assert all(str(preset.source) in client_as("director").get(page).content.decode() for preset in PRESETS[1:])


def check_books_agree(tournament):
    """Receipts, book and report say one sum, numbers have no gap, the papers say the same, and a fee paid is what its receipts say."""
    receipts, report = number_receipts(tournament), read_cash_report(tournament)
    assert [receipt.number for receipt in receipts] == list(range(1, len(receipts) + 1))
    assert sum_receipts(receipts) == report.taken == sum(line.net for line in report.income)
    lines = list(CashLine.objects.filter(tournament=tournament).order_by("number"))
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    box = sum(line.amount_cents for line in lines)
    assert box == report.in_the_box == sum(taker.net for taker in report.takers)
    paid = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "fee_paid_cents"))
    by_entry = dict.fromkeys(paid, 0)
    for receipt in receipts:
        if receipt.line.entry_id and receipt.line.kind in {"entry", "reentry"}:
            by_entry[receipt.line.entry_id] += receipt.counted_cents
    assert by_entry == paid
    check_papers_agree(tournament, report)


def check_papers_agree(tournament, report):
    """The register, the treasurer's report and the cash book as they are printed and saved."""
    context = read_print_context(tournament, str)
    printed, saved = read_register_section(context).rows, read_receipt_list(context).rows
    balance = {row[0]: row[-1] for row in read_cash_sections(context)[0].rows}
    assert round(100 * sum(row[-1] for row in saved)) == report.taken
    assert [row[0] for row in printed[:-1]] == [str(row[0]) for row in saved]
    assert balance["Taken in, all together"] == format_euros(report.taken) == (printed[-1][-1] if printed else format_euros(0))
    assert balance["In the box"] == format_euros(round(100 * sum(row[6] for row in read_cash_list(context).rows)))


def play_random_evening(number, director, treasurer):
    rng = random.Random(number)
    tournament = found_tournament(director, f"Serata {number}", fee_cents=rng.choice((1000, 2000, 2050)))
    enter_pairs(tournament, director, 4)
    play_cash(tournament, rng, director, treasurer)
    return tournament


def count_what_happened(tournament):
    """What an evening had of everything that could set receipts, book and report apart."""
    lines = CashLine.objects.filter(tournament=tournament)
    handed = CashReceipt.objects.filter(line__tournament=tournament)
    return {
        "lines": lines.count(),
        "cancellations": lines.exclude(cancels=None).count(),
        "re-entries": lines.filter(kind="reentry", cancels=None).count(),
        "fees given back": lines.filter(kind="entry", cancels=None, amount_cents__lt=0).count(),
        "receipts handed out": handed.count(),
        "handed out and cancelled": handed.exclude(line__cancelled_by=None).count(),
        "evenings of two treasurers": int(lines.values("made_by").distinct().count() == 2),
    }


def play_random_evenings(numbers):
    director, treasurer = build_user(), build_user("treasurer")
    happened = Counter()
    for number in numbers:
        tournament = play_random_evening(number, director, treasurer)
        check_books_agree(tournament)
        happened.update(count_what_happened(tournament))
    assert all(happened[what] for what in count_what_happened(tournament)), happened
    assert happened["evenings of two treasurers"] > len(numbers) / 2
    return happened


@pytest.mark.both_databases
def test_receipts_book_and_report_agree_on_random_evenings():
    play_random_evenings(range(12))


@pytest.mark.proof
@pytest.mark.both_databases
@pytest.mark.parametrize("first", range(0, 1000, 100))
def test_receipts_book_and_report_agree_on_a_thousand_random_evenings(first, figures):
    happened = play_random_evenings(range(first, first + 100))
    figures(database=connection.vendor, evenings=100, **happened)


def change_an_amount(tournament):
    line = CashLine.objects.filter(tournament=tournament, cancels=None, cancelled_by=None, kind="entry").first()
    CashLine.objects.filter(pk=line.pk).update(amount_cents=line.amount_cents + 1)


def lose_a_line(tournament):
    CashLine.objects.filter(tournament=tournament, cancels=None, cancelled_by=None, kind="income").first().delete()


def lose_a_cancellation(tournament):
    CashLine.objects.filter(tournament=tournament).exclude(cancels=None).first().delete()


def change_what_an_entry_paid(tournament):
    Entry.objects.filter(pk=Entry.objects.filter(tournament=tournament).first().pk).update(fee_paid_cents=F("fee_paid_cents") + 1)


def count_cancelled_receipts(monkeypatch):
    monkeypatch.setattr(NumberedReceipt, "counted_cents", property(lambda receipt: receipt.line.amount_cents))


def forget_fees_given_back(monkeypatch):
    monkeypatch.setattr(CashSum, "net", property(lambda line: line.taken))


def leave_out_income(monkeypatch):
    monkeypatch.setattr(receipts_of_cash, "INCOME", ("entry", "reentry", "extra"))


@pytest.mark.parametrize("spoil", [change_an_amount, lose_a_line, lose_a_cancellation, change_what_an_entry_paid])
def test_a_book_that_was_changed_behind_its_receipts_is_noticed(spoil):
    tournament = play_random_evening(SPOILED, build_user(), build_user("treasurer"))
    check_books_agree(tournament)
    spoil(tournament)
    with pytest.raises(AssertionError):
        check_books_agree(tournament)


@pytest.mark.parametrize("spoil", [count_cancelled_receipts, forget_fees_given_back, leave_out_income])
def test_a_sum_that_is_counted_wrongly_is_noticed(spoil, monkeypatch):
    tournament = play_random_evening(SPOILED, build_user(), build_user("treasurer"))
    spoil(monkeypatch)
    with pytest.raises(AssertionError):
        check_books_agree(tournament)


def test_an_order_for_a_line_that_was_cancelled_meanwhile_prints_nothing(evening):
    take_three(evening)
    client_as("director").post(address(evening, "cash_cancel", 2))
    orders = [ReceiptOrder(1, "Anna", PayerKind.GUEST), ReceiptOrder(2, "Berto", PayerKind.GUEST)]
    with pytest.raises(Exception, match="receipt 2 is cancelled"):
        hand_out_receipts(evening, orders, actor=build_user(), at=NOW)
    assert not CashReceipt.objects.exists()
