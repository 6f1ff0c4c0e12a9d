"""Whatever a treasurer types wrong, sends twice or does at the same moment as another is answered in words, and the books stay right."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from desk.treasury.prize_services import give_prize
from scoring.models import PaperStyle
from tests.desk.treasury.test_receipts import check_books_agree
from tests.desk.treasury.test_treasury_pages import PLAN, evening, send
from tests.scoring.builders import NOW, build_user
from tests.tournaments.conftest import enter_pairs, found_tournament
from tournaments.cash.book import CashMove, read_fee_plan
from tournaments.cash.pot import parse_extras
from tournaments.cash.prize_lines import parse_prize_lines
from tournaments.cash.receipts import ReceiptOrder, hand_out_receipts, number_receipts
from tournaments.cash.services import pay_out, take_in
from tournaments.models import CashLine, CashReceipt, Entry, FeePlan, PayerKind, PrizeHandover, StaffRole
from tournaments.refusals import ChangeRefused

__all__ = ["evening"]

GOODS = {"kind": "goods", "what": "ham", "award": "", "first": "1"}
BOXES = {
    "taken": ("cash_take", {"what": "income", "words": "Sponsor", "count": "1"}, "amount"),
    "paid": ("cash_pay", {"what": "expense", "words": "Hall"}, "amount"),
    "fee": ("cash_fees", PLAN | {"pot": ""}, "fee"),
    "pot": ("cash_fees", PLAN | {"fee": "99999"}, "pot"),
    "guaranteed": ("cash_fees", PLAN, "guaranteed"),
    "re-entry": ("cash_fees", PLAN | {"reentry_pot": ""}, "reentry"),
    "re-entry pot": ("cash_fees", PLAN | {"reentry": "99999"}, "reentry_pot"),
    "prize": ("prize_save", GOODS, "value"),
    "other fee": ("cash_fees", PLAN, "extras"),
}
"""Every box of the treasury in which an amount is typed: its form, what else is typed there, its name."""


def read_amount(tournament, box):
    """The cents that the box has stored; None where nothing is."""
    line, plan = CashLine.objects.order_by("pk").last(), FeePlan.objects.filter(tournament=tournament).first()
    prizes = parse_prize_lines(style.prizes) if (style := PaperStyle.objects.filter(tournament=tournament).first()) else ()
    tournament.refresh_from_db()
    stored = {
        "taken": lambda: line and line.amount_cents,
        "paid": lambda: line and -line.amount_cents,
        "fee": lambda: tournament.fee_cents,
        "pot": lambda: plan.pot_cents,
        "guaranteed": lambda: plan.guaranteed_cents,
        "re-entry": lambda: plan.reentry_cents,
        "re-entry pot": lambda: plan.reentry_pot_cents,
        "prize": lambda: prizes[0].prize.cents if prizes else None,
        "other fee": lambda: parse_extras(plan.extras)["Dinner"],
    }
    return stored[box]()


def type_amount(tournament, box, typed):
    name, boxes, field = BOXES[box]
    return send(tournament, name, boxes | {field: f"Dinner: {typed}" if box == "other fee" else typed})


@pytest.mark.django_db
@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize(("typed", "cents"), [("7,5", 750), ("1.000", 100_000), ("€ 1.000,50", 100_050), ("7.50 €", 750)])
def test_an_amount_is_read_as_people_write_it_in_every_box(evening, box, typed, cents):
    assert type_amount(evening, box, typed).status_code == 302
    assert read_amount(evening, box) == cents


@pytest.mark.django_db
@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("-5", "Write an amount in euros, for example 10 or 7,50."),
        ("7,555", "may mean thousands, or be a slip."),
        ("molto", "Write an amount in euros, for example 10 or 7,50."),
        ("100001", "between 0 and 100,000"),
    ],
)
def test_what_is_no_amount_is_refused_in_every_box_and_stays_there(evening, box, typed, sentence):
    send(evening, "cash_fees", PLAN)
    before = read_amount(evening, box)
    answer = type_amount(evening, box, typed)
    page = answer.content.decode()
    assert (answer.status_code, sentence in page, f"{typed}" in page) == (422, True, True)
    assert read_amount(evening, box) == before
    assert read_fee_plan(evening).split == "50 30 20"


@pytest.fixture
def door(committed):
    """Two who take money at the same door, and a tournament in which nobody has paid yet."""
    tournament, others = found_tournament(build_user(), fee_cents=2000), build_user("treasurer")
    enter_pairs(tournament, build_user(), 4)
    StaffRole.objects.create(tournament=tournament, user=others, role=StaffRole.Role.DIRECTOR)
    return tournament


def do_at_once(deed):
    """What the director and the treasurer are answered who do the same at the same moment: “done”, or why not."""
    start = threading.Barrier(2)

    def act(name):
        try:
            actor = build_user(name)
            start.wait()
            deed(actor)
            return "done"
        except ChangeRefused as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        return sorted(pool.map(act, ("director", "treasurer")))


@pytest.mark.both_databases
def test_two_treasurers_at_the_same_moment(door):
    first, second = Entry.objects.order_by("number")[:2]
    fee, prize = CashMove(CashLine.Kind.ENTRY, 0, first), CashMove(CashLine.Kind.PRIZE, 500, second)
    keys = iter("abcdefgh")
    assert do_at_once(lambda actor: take_in(door, fee, actor=actor, key=next(keys))) == ["done", "paid_already"]
    assert do_at_once(lambda actor: pay_out(door, prize, actor=actor, key=next(keys), last_seen=1)) == ["done", "written"]
    give = {"award": "", "place": 1, "text": "ham", "entry": second, "at": NOW}
    assert do_at_once(lambda actor: give_prize(door, actor=actor, **give)) == ["done", "given"]
    orders = [ReceiptOrder(1, "Anna", PayerKind.GUEST)]
    assert do_at_once(lambda actor: hand_out_receipts(door, orders, actor=actor, at=NOW)) == ["done", "done"]
    assert (len(number_receipts(door)), PrizeHandover.objects.count(), CashReceipt.objects.get().copies) == (1, 1, 2)
    assert list(CashLine.objects.order_by("number").values_list("number", "amount_cents")) == [(1, 2000), (2, -500)]
    check_books_agree(door)
