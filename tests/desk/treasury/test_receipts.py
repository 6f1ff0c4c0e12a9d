"""Receipts: a number for each line that is income, handed out once with the club's words, and always as much as the book."""

import random
from io import BytesIO

import pytest
from pypdf import PdfReader

from desk.treasury.receipt_forms import PRESETS
from printing.prints.heads import read_print_context
from printing.prints.receipt_papers import read_receipt_list, read_register_section
from tests.desk.treasury.test_treasury_pages import PLAN, address, client_as, evening, number_of, send
from tests.scoring.builders import NOW, build_user
from tests.tournaments.cash.evenings import play_cash
from tests.tournaments.conftest import enter_pairs, found_tournament
from tournaments.cash.queries import read_cash_report
from tournaments.cash.receipts import ReceiptOrder, hand_out_receipts, number_receipts, save_receipt_words, sum_receipts
from tournaments.models import Announcement, CashLine, CashReceipt, Entry, OrganizerMember, PayerKind, ReceiptWords

__all__ = ["evening"]
pytestmark = pytest.mark.django_db


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
    """Receipts, book and report say one sum, numbers have no gap, and what is handed out is what the line says."""
    receipts, report = number_receipts(tournament), read_cash_report(tournament)
    assert [receipt.number for receipt in receipts] == list(range(1, len(receipts) + 1))
    assert sum_receipts(receipts) == report.taken == sum(line.net for line in report.income)
    lines = CashLine.objects.filter(tournament=tournament)
    box = sum(lines.values_list("amount_cents", flat=True))
    assert box == report.in_the_box == sum(taker.net for taker in report.takers)
    paid = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "fee_paid_cents"))
    by_entry = dict.fromkeys(paid, 0)
    for receipt in receipts:
        if receipt.line.entry_id and receipt.line.kind in {"entry", "reentry"}:
            by_entry[receipt.line.entry_id] += receipt.counted_cents
    assert by_entry == paid


def play_random_evenings(numbers):
    director, treasurer = build_user(), build_user("treasurer")
    for number in numbers:
        rng = random.Random(number)
        tournament = found_tournament(director, f"Serata {number}", fee_cents=rng.choice((1000, 2000, 2050)))
        enter_pairs(tournament, director, 4)
        play_cash(tournament, rng, director, treasurer)
        check_books_agree(tournament)


@pytest.mark.both_databases
def test_receipts_book_and_report_agree_on_random_evenings():
    play_random_evenings(range(12))


@pytest.mark.proof
@pytest.mark.both_databases
@pytest.mark.parametrize("first", range(0, 1000, 100))
def test_receipts_book_and_report_agree_on_a_thousand_random_evenings(first):
    play_random_evenings(range(first, first + 100))


def test_an_order_for_a_line_that_was_cancelled_meanwhile_prints_nothing(evening):
    take_three(evening)
    client_as("director").post(address(evening, "cash_cancel", 2))
    orders = [ReceiptOrder(1, "Anna", PayerKind.GUEST), ReceiptOrder(2, "Berto", PayerKind.GUEST)]
    with pytest.raises(Exception, match="receipt 2 is cancelled"):
        hand_out_receipts(evening, orders, actor=build_user(), at=NOW)
    assert not CashReceipt.objects.exists()
